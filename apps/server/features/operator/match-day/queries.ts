import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/**
 * Finds when stats of these subjects were received last, and counts their payloads in quarantine. A subject is the provider's id
 * of a match, or ours.
 */
export async function listMatchPayloads(db: Db, seasonId: number, subjects: readonly string[]) {
	const rows = await listRows(db)<{ subject: string; lastReceivedAt: Date | null; quarantined: number }>`
		SELECT subject, max(received_at) FILTER (WHERE verdict <> 'quarantined') AS "lastReceivedAt",
			count(*) FILTER (WHERE verdict = 'quarantined')::int AS quarantined
		FROM feed_payloads
		WHERE season_id = ${seasonId} AND source IN ('afl-api', 'simulator', 'manual')
			AND kind = 'match-stats' AND subject = ANY(${subjects})
		GROUP BY subject`;
	return new Map(rows.map((row) => [row.subject, row]));
}

/** Gets two numbers, at least one of which changes whenever a payload of a season is received, released or dismissed. */
export async function findPayloadState(db: Db, seasonId: number) {
	const row = await findRow(db)<{ lastId: number | null; quarantined: number }>`
		SELECT max(id) AS "lastId", count(*) FILTER (WHERE verdict = 'quarantined')::int AS quarantined
		FROM feed_payloads WHERE season_id = ${seasonId}`;
	return { lastId: row?.lastId ?? 0, quarantined: row?.quarantined ?? 0 };
}

interface TeamsOfPlayers {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly playerIds: readonly PlayerId[];
	/** The number of slots on the field. The slots after them are the bench. */
	readonly fieldSlots: number;
}

/** Counts the teams of a round that have any of these players on field, and those that have one as captain. */
export async function countTeamsWithPlayers(db: Db, { seasonId, roundId, playerIds, fieldSlots }: TeamsOfPlayers) {
	const row = await findRow(db)<{ teams: number; captains: number }>`
		SELECT count(*) FILTER (WHERE l.slots[1:${sql.lit(fieldSlots)}] && ${playerIds}::int[])::int AS teams,
			count(*) FILTER (WHERE l.captain_id = ANY(${playerIds}::int[]))::int AS captains
		FROM teams AS t CROSS JOIN LATERAL (
			SELECT slots, captain_id FROM lineups
			WHERE team_id = t.id AND round_id <= ${roundId} ORDER BY round_id DESC LIMIT 1) AS l
		WHERE t.season_id = ${seasonId} AND t.start_round_id <= ${roundId}`;
	return row ?? { teams: 0, captains: 0 };
}

export async function listOperatorsAmong(db: Db, userIds: readonly UserId[]): Promise<readonly UserId[]> {
	const rows = await db
		.selectFrom("users")
		.where("operator_role", "is not", null)
		.where("is_active", "=", true)
		.where("id", "in", userIds)
		.select("id")
		.execute();
	return rows.map(({ id }) => id);
}
