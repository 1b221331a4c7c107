import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import pLimit from "p-limit";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { LeagueServices } from "../league-row.ts";
import { type ConversationMemberRow, findMemberForShare } from "./member-queries.ts";
import { type ConversationRow, lockConversation } from "./queries.ts";

/**
 * Limits how many changes use a database connection, so that other requests get one while many wait for one
 * conversation.
 */
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
			const conversation = await lockConversation(trx, seasons.current().seasonId, leagueId);
			if (!conversation) throw refuse(404, "league-unknown");
			const member = await findMemberForShare(trx, leagueId, userId);
			if (!member) throw refuse(403, "league-members-only");
			return change({ trx, conversation, member });
		}),
	);

/** Refuses muted members, and everyone but the commissioner in a locked conversation. */
export function requireMayWrite(
	{ conversation, member }: Pick<LockedConversation, "conversation" | "member">,
	now: number,
): void {
	if (conversation.locked_at && !member.is_commissioner) throw refuse(403, "conversation-locked");
	if (member.muted_until && member.muted_until.getTime() > now)
		throw refuse(403, "conversation-muted", { until: member.muted_until.toISOString() });
}

export function requireCommissionerRole({ member }: LockedConversation): void {
	if (!member.is_commissioner) throw refuse(403, "not-commissioner");
}
