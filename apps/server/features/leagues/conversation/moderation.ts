import { DAY_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { canActOn } from "@first-bounce/rules/leagues/league-permissions";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { requireRight } from "../members/league-transaction.ts";
import { getLeague } from "../service.ts";
import {
	type ConversationServices,
	changeConversation,
	type MessageKey,
	moderateConversation,
	requireWriteAccess,
} from "./conversation-transaction.ts";
import {
	deleteMutes,
	findConversationMember,
	findMemberForShare,
	listMutedRows,
	upsertMute,
	upsertOperatorMute,
} from "./member-queries.ts";
import { findMessage, insertMessageReport, markMessageReported, updateMessage } from "./message-queries.ts";
import { buildConversationState, buildNamedMember } from "./message-view.ts";
import { hideMessages, lockConversation, lockConversationToWrite, updateConversation } from "./queries.ts";

const MAX_REPORTS_PER_MINUTE = 20;
/** The id of no user: an operator reads a message without reports or reactions of their own. */
const OPERATOR_VIEWER_ID = 0;

/** Reports a message to the operators and hides it from the member who reports it. */
export async function reportMessage(
	services: ConversationServices,
	userId: UserId,
	{ leagueId, messageId }: MessageKey,
): Promise<void> {
	await services.throttle.attempt(`reports of ${userId}`, { max: MAX_REPORTS_PER_MINUTE });
	await changeConversation(services, leagueId, userId, async ({ trx, conversation }) => {
		const at = new Date(services.clocks.wallNow());
		if (!(await markMessageReported(trx, leagueId, messageId, { reporter: userId, at })))
			throw refuse(404, "message-unknown");
		await insertMessageReport(trx, messageId, userId, at);
		// The new version makes it disappear from the member's other devices too.
		await updateMessage(trx, messageId, { version: conversation.version });
	});
}

/** Locks a conversation, so that only its moderators can write in it, or unlocks it. */
export const setConversationLock = (
	services: ConversationServices,
	userId: UserId,
	leagueId: number,
	isLocked: boolean,
) =>
	moderateConversation(services, { leagueId, right: "moderate" }, userId, async (locked) => {
		const now = services.clocks.wallNow();
		const lockedAt = isLocked ? (locked.conversation.locked_at ?? new Date(now)) : null;
		await updateConversation(locked.trx, leagueId, { locked_at: lockedAt });
		return buildConversationState({ locked_at: lockedAt }, locked.member.muted_until, now);
	});

export async function listMutedMembers(services: ConversationServices, userId: UserId, leagueId: number) {
	requireRight(await getLeague(services, userId, leagueId), "moderate");
	const rows = await listMutedRows(services.db, leagueId, new Date(services.clocks.wallNow()));
	return rows.map((row) => ({
		...buildNamedMember(row),
		mutedUntil: row.muted_until.toISOString(),
		...(row.is_by_operator ? { isByOperator: true } : {}),
	}));
}

/**
 * Mutes a member; 0 days unmutes. Commissioners cannot be muted, and only they can mute or unmute deputies. Nobody unmutes herself,
 * and a mute that an operator gave can only be made longer.
 */
export async function setMute(
	services: ConversationServices,
	userId: UserId,
	leagueId: number,
	{ userId: mutedId, days }: { readonly userId: UserId; readonly days: number },
) {
	await moderateConversation(services, { leagueId, right: "moderate" }, userId, async (locked) => {
		const { trx, member } = locked;
		const now = services.clocks.wallNow();
		const muted = await findMemberForShare(trx, leagueId, mutedId);
		if (!muted) throw refuse(404, "league-user-unknown");
		if (muted.role === "commissioner" && days > 0) throw refuse(409, "commissioner-not-muted");
		if (muted.role === "deputy" && !canActOn(member.role, muted.role)) throw refuse(403, "deputy-protected");
		if (mutedId === userId) requireWriteAccess(locked, now);
		const end = days === 0 ? null : computeMuteEnd(now, days);
		const operatorEnd = muted.operator_muted_until?.getTime() ?? 0;
		if (operatorEnd > now && (end?.getTime() ?? 0) < operatorEnd) throw refuse(409, "operator-mute-stays");
		await upsertMute(trx, leagueId, mutedId, end);
	});
	return listMutedMembers(services, userId, leagueId);
}

const computeMuteEnd = (now: number, days: number): Date => new Date(now + days * DAY_MS);

/** Lifts a mute for an operator, whoever gave it. */
export const unmuteByOperator = (
	{ db, seasons }: Pick<ConversationServices, "db" | "seasons">,
	leagueId: number,
	userId: UserId,
	audit: AuditContext,
): Promise<void> =>
	db.transaction().execute(async (trx) => {
		if (!(await lockConversation(trx, seasons.current().seasonId, leagueId))) throw refuse(404, "league-unknown");
		const mutedUntil = (await findConversationMember(trx, leagueId, userId))?.muted_until ?? null;
		if (mutedUntil === null) throw refuse(409, "not-muted");
		await deleteMutes(trx, leagueId, userId);
		await writeAudit(trx, audit, {
			action: "member-unmuted",
			subject: `league:${leagueId}`,
			before: { userId, mutedUntil },
			after: { mutedUntil: null },
		});
	});

/** Keeps other operators from settling the reports of a league until the transaction ends. */
export const lockReports = (
	trx: Db,
	{ seasonId, leagueId }: { readonly seasonId: number; readonly leagueId: number },
) => lockConversationToWrite(trx, seasonId, leagueId);

export interface OperatorVerdict {
	readonly isHidden: boolean;
	/** Days for which the author is muted in the league; 0 for none. */
	readonly muteDays: number;
	readonly now: number;
}

/** Hides a message if an operator decides so, and mutes its author for `muteDays`. Its reports stay as they are. */
export async function moderateMessage(
	trx: Transaction<Tables>,
	{ seasonId, leagueId, messageId }: MessageKey & { readonly seasonId: number },
	{ isHidden, muteDays, now }: OperatorVerdict,
): Promise<void> {
	const conversation = await lockConversation(trx, seasonId, leagueId);
	const row = conversation && (await findMessage(trx, leagueId, OPERATOR_VIEWER_ID, messageId));
	if (!row) throw refuse(404, "message-unknown");
	const { version } = conversation;
	if (isHidden) await hideMessages(trx, { leagueId, version }, { ids: [messageId], by: "operator", at: new Date(now) });
	const authorId = row.author?.user_id;
	// The mute also counts if the author has left the league and joins it again.
	if (muteDays > 0 && authorId !== undefined)
		await upsertOperatorMute(trx, leagueId, authorId, computeMuteEnd(now, muteDays));
}
