import type { RoundId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";

/** The best score of a round in each league that plays it. */
const selectBestScores = (seasonId: number, roundId: RoundId) => sql`
	SELECT DISTINCT ON (m.league_id) m.league_id, s.team_id, s.points
	FROM leagues l
		JOIN league_members m ON m.league_id = l.id
		JOIN standings s ON s.season_id = ${seasonId} AND s.round_id = ${roundId} AND s.team_id = m.team_id
	WHERE l.season_id = ${seasonId} AND l.start_id <= ${roundId} AND l.deleted_at IS NULL AND l.num_teams > 1
	ORDER BY m.league_id, s.points DESC, m.joined_no`;

/** One event of results a league. */
async function saveResultEvents(transaction: Kysely<Tables>, seasonId: number, roundId: RoundId): Promise<void> {
	await sql`
		INSERT INTO league_events (league_id, kind, round_id, data)
		SELECT league_id, 'results', ${roundId}::int, jsonb_build_object('teamId', team_id, 'points', points)
		FROM (${selectBestScores(seasonId, roundId)}) AS best
		ON CONFLICT (league_id, round_id, kind) WHERE round_id IS NOT NULL DO UPDATE SET data = excluded.data
			WHERE league_events.data <> excluded.data`.execute(transaction);
}

/** A record is better than the best of every round before; the first round sets none. */
const selectRecords = (seasonId: number, roundId: RoundId) => sql`
	SELECT e.league_id, e.data || jsonb_build_object('former', former.points) AS data
	FROM league_events e
		JOIN leagues l ON l.id = e.league_id AND l.season_id = ${seasonId}
		JOIN LATERAL (
			SELECT max((p.data->>'points')::int) AS points FROM league_events p
			WHERE p.league_id = e.league_id AND p.kind = 'results' AND p.round_id < ${roundId}) AS former
			ON (e.data->>'points')::int > former.points
	WHERE e.kind = 'results' AND e.round_id = ${roundId}`;

async function saveRecordEvents(transaction: Kysely<Tables>, seasonId: number, roundId: RoundId): Promise<void> {
	await sql`
		DELETE FROM league_events r USING leagues l
		WHERE l.id = r.league_id AND l.season_id = ${seasonId} AND r.kind = 'record' AND r.round_id = ${roundId}
			AND r.league_id NOT IN (SELECT league_id FROM (${selectRecords(seasonId, roundId)}) AS still)`.execute(
		transaction,
	);
	await sql`
		INSERT INTO league_events (league_id, kind, round_id, data)
		SELECT league_id, 'record', ${roundId}::int, data FROM (${selectRecords(seasonId, roundId)}) AS records
		ON CONFLICT (league_id, round_id, kind) WHERE round_id IS NOT NULL DO UPDATE SET data = excluded.data`.execute(
		transaction,
	);
}

/** Published rounds that leagues have not been told of, in order. */
export async function listRoundsWithoutActivity(
	db: Kysely<Tables>,
	{ seasonId, rounds }: SeasonSnapshot,
): Promise<RoundId[]> {
	const told = await db.selectFrom("league_rounds_told").where("season_id", "=", seasonId).select("round_id").execute();
	const known = new Set(told.map(({ round_id }) => round_id));
	return rounds.filter(({ id, status }) => status === "complete" && !known.has(id)).map(({ id }) => id);
}

/** Writes a published round into the feeds of the leagues that play it; a second time what a correction changed. */
export const saveRoundActivity = (db: Kysely<Tables>, seasonId: number, roundId: RoundId): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		await transaction
			.insertInto("league_rounds_told")
			.values({ season_id: seasonId, round_id: roundId })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		await saveResultEvents(transaction, seasonId, roundId);
		await saveRecordEvents(transaction, seasonId, roundId);
	});
