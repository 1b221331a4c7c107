import type { SuccessOf } from "@first-bounce/contract/call";
import { REACTIONS } from "@first-bounce/contract/constants";
import type {
	ConversationState,
	findMentions,
	LeagueMessage,
	MessageAuthor,
} from "@first-bounce/contract/leagues/conversation";
import type { UserId } from "@first-bounce/rules/ids";
import { buildCard } from "../cards/card-view.ts";
import type { NamedMemberRow } from "./member-queries.ts";
import type { MessageRow } from "./message-queries.ts";
import type { ConversationRow } from "./queries.ts";

type Member = SuccessOf<typeof findMentions>["members"][number];

/** The idempotency key of an announcement of an earlier version, which no browser sent. */
const NO_KEY = "00000000-0000-0000-0000-000000000000";

/** Builds a member as others see them: a deactivated account has no name. */
export const buildNamedMember = ({
	user_id: userId,
	team_name: name,
	is_active: isActive,
}: NamedMemberRow): Member => ({
	userId,
	teamName: isActive ? (name ?? "") : "",
});

/** Builds reactions, without emoji that are no longer offered. */
function buildReactions(rows: NonNullable<MessageRow["reactions"]>, viewer: UserId | null) {
	return rows.flatMap(({ emoji: storedEmoji, count, userIds }) => {
		const emoji = REACTIONS.find((reaction) => reaction === storedEmoji);
		return emoji ? [{ emoji, count, isOwn: viewer !== null && userIds.includes(viewer) }] : [];
	});
}

function buildQuote(
	{ id, author, text, is_hidden, reporters }: NonNullable<MessageRow["parent"]>,
	viewer: UserId | null,
) {
	const isRemoved = is_hidden || (viewer !== null && reporters.includes(viewer));
	return { id, author: buildNamedMember(author), text: isRemoved ? null : text };
}

/**
 * Builds a message as a viewer sees it. A null viewer stands for all who have not reacted to it, and have not reported
 * it or the message that it quotes.
 */
export function buildMessageView(row: MessageRow, viewer: UserId | null): LeagueMessage {
	const { id, version, author, client_key: key } = row;
	const removed = { id, version, kind: "removed" as const };
	if (row.is_hidden || (viewer !== null && row.reporters.includes(viewer))) return removed;
	if (row.kind !== "text" && row.kind !== "announcement") {
		const card = buildCard(row.card, row.teams ?? []);
		if (!card || row.round_id === null) return removed;
		return {
			id,
			version,
			kind: "card",
			at: row.at.toISOString(),
			roundId: row.round_id,
			card,
			text: row.text === "" ? null : row.text,
			reactions: buildReactions(row.reactions ?? [], viewer),
		};
	}
	if (!author) return removed;
	const isCarriedOver = row.kind === "announcement";
	return {
		id,
		version,
		kind: "text",
		// The time of a carried-over announcement is that of the upgrade.
		at: (isCarriedOver ? (row.pinned_at ?? row.at) : row.at).toISOString(),
		author: buildNamedMember(author),
		text: row.text,
		mentions: (row.mentions ?? []).map(buildNamedMember) satisfies MessageAuthor[],
		replyTo: row.parent && buildQuote(row.parent, viewer),
		reactions: buildReactions(row.reactions ?? [], viewer),
		pinned:
			row.is_pinned && row.pinned_at !== null
				? { at: row.pinned_at.toISOString(), by: row.pinner && buildNamedMember(row.pinner) }
				: null,
		isOnlyPinned: isCarriedOver,
		key: key ?? NO_KEY,
	};
}

/** Whether a message looks different to this viewer than to most. */
export const isPersonal = ({ reporters, reactions, parent }: MessageRow, viewer: UserId): boolean =>
	reporters.includes(viewer) ||
	parent?.reporters.includes(viewer) === true ||
	(reactions ?? []).some(({ userIds }) => userIds.includes(viewer));

export const buildConversationState = (
	conversation: Pick<ConversationRow, "locked_at"> | undefined,
	mutedUntil: Date | null | undefined,
	now: number,
): ConversationState => ({
	isLocked: (conversation?.locked_at ?? null) !== null,
	mutedUntil: mutedUntil && mutedUntil.getTime() > now ? mutedUntil.toISOString() : null,
});
