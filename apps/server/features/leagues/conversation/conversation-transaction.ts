import type { UserId } from "@first-bounce/rules/ids";
import { findWriteBan, type LeagueRight } from "@first-bounce/rules/leagues/league-permissions";
import type { Transaction } from "kysely";
import pLimit from "p-limit";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { LeagueServices } from "../league-row.ts";
import { requireRight } from "../members/league-transaction.ts";
import { lockRoles } from "../members/queries.ts";
import { type ConversationMemberRow, findMemberForShare } from "./member-queries.ts";
import { findMessage, type MessageRow } from "./message-queries.ts";
import { type ConversationRow, lockConversation } from "./queries.ts";

export interface ConversationServices extends LeagueServices {
	readonly throttle: Throttle;
}

export interface MessageKey {
	readonly leagueId: number;
	readonly messageId: number;
}

/** While many changes wait for one conversation's lock, other requests still get a database connection. */
export const limitConversationChanges = pLimit(4);

/** A locked conversation, with the member who changes it. */
export interface LockedConversation {
	readonly trx: Transaction<Tables>;
	readonly conversation: ConversationRow;
	readonly member: ConversationMemberRow;
}

/**
 * Changes a league's conversation in a transaction that locks it, and increments its version. Refuses users who are not
 * members.
 */
export const changeConversation = <Result>(
	{ db, seasons }: Pick<LeagueServices, "db" | "seasons">,
	leagueId: number,
	userId: UserId,
	change: (locked: LockedConversation) => Promise<Result>,
): Promise<Result> =>
	limitConversationChanges(() =>
		db.transaction().execute(async (trx) => {
			const locked = await lockForMember(trx, seasons.current().seasonId, leagueId, userId);
			return change(locked);
		}),
	);

async function lockForMember(trx: Transaction<Tables>, seasonId: number, leagueId: number, userId: UserId) {
	const conversation = await lockConversation(trx, seasonId, leagueId);
	if (!conversation) throw refuse(404, "league-unknown");
	const member = await findMemberForShare(trx, leagueId, userId);
	if (!member) throw refuse(403, "league-members-only");
	return { trx, conversation, member };
}

/**
 * Like `changeConversation`, but nobody's role in the league changes until the transaction ends. Refuses members who
 * lack the right, unless it is null.
 */
export const moderateConversation = <Result>(
	{ db, seasons }: Pick<LeagueServices, "db" | "seasons">,
	{ leagueId, right }: { readonly leagueId: number; readonly right: LeagueRight | null },
	userId: UserId,
	moderate: (locked: LockedConversation) => Promise<Result>,
): Promise<Result> =>
	limitConversationChanges(() =>
		db.transaction().execute(async (trx) => {
			// The league is locked first, as when it is deleted.
			await lockRoles(trx, leagueId);
			const locked = await lockForMember(trx, seasons.current().seasonId, leagueId, userId);
			if (right !== null) requireRight(locked.member, right);
			return moderate(locked);
		}),
	);

/** Refuses members who may not write (`findWriteBan`). */
export function requireWriteAccess(
	{ conversation, member }: Pick<LockedConversation, "conversation" | "member">,
	now: number,
): void {
	const { muted_until: mutedUntil, role } = member;
	const isMuted = mutedUntil !== null && mutedUntil.getTime() > now;
	const ban = findWriteBan({ isLocked: conversation.locked_at !== null }, { role, isMuted });
	if (ban === "locked") throw refuse(403, "conversation-locked");
	if (ban === "muted") throw refuse(403, "conversation-muted", { until: mutedUntil?.toISOString() ?? "" });
}

/** Gets a message; refuses one that is hidden or that the viewer has reported. */
export async function getMessage(trx: Db, leagueId: number, viewer: UserId, id: number): Promise<MessageRow> {
	const row = await findMessage(trx, leagueId, viewer, id);
	if (!row || row.is_hidden || row.reporters.includes(viewer)) throw refuse(404, "message-unknown");
	return row;
}
