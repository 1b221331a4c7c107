import type { RoundId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { insertMissing, listValues } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** Deletes the markers of `roundId` and later rounds, so that their activity is written again. */
export const deleteActivityMarkers = (trx: Db, seasonId: number, roundId: RoundId) =>
	sql`DELETE FROM league_activity_rounds WHERE season_id = ${seasonId} AND round_id >= ${roundId}`.execute(trx);

export const insertActivityMarker = (trx: Db, seasonId: number, roundId: RoundId) =>
	insertMissing(trx, "league_activity_rounds", { season_id: seasonId, round_id: roundId });

export const listActivityMarkers = (db: Db, seasonId: number): Promise<RoundId[]> =>
	listValues(db)<RoundId>`SELECT round_id FROM league_activity_rounds WHERE season_id = ${seasonId}`;

/** Selects the best score of a round in each league that plays it. Draft teams count without a manager too. */
const selectBestScores = (seasonId: number, roundId: RoundId) => sql`
	SELECT DISTINCT ON (m.league_id) m.league_id, s.team_id, s.points
	FROM leagues l
		JOIN (SELECT league_id, team_id, joined_no FROM league_members
			UNION ALL SELECT t.league_id, t.id, NULL FROM teams t WHERE t.league_id IS NOT NULL AND NOT EXISTS (
				SELECT FROM league_members o WHERE o.league_id = t.league_id AND o.team_id = t.id)) m ON m.league_id = l.id
		JOIN standings s ON s.season_id = ${seasonId} AND s.round_id = ${roundId} AND s.team_id = m.team_id
	WHERE l.season_id = ${seasonId} AND l.start_id <= ${roundId} AND l.deleted_at IS NULL AND l.num_teams > 1
	ORDER BY m.league_id, s.points DESC, m.joined_no, m.team_id`;

export const saveResultEvents = (trx: Db, seasonId: number, roundId: RoundId) =>
	sql`
		INSERT INTO league_events (league_id, kind, round_id, data)
		SELECT league_id, 'results', ${roundId}::int, jsonb_build_object('teamId', team_id, 'points', points)
		FROM (${selectBestScores(seasonId, roundId)}) AS best
		ON CONFLICT (league_id, round_id, kind) WHERE round_id IS NOT NULL DO UPDATE SET data = excluded.data
			WHERE league_events.data <> excluded.data`.execute(trx);

/** A record beats the best score of every earlier round, so a league's first round has none. */
const selectRecords = (seasonId: number, roundId: RoundId) => sql`
	SELECT e.league_id, e.data || jsonb_build_object('former', former.points) AS data
	FROM league_events e
		JOIN leagues l ON l.id = e.league_id AND l.season_id = ${seasonId}
		JOIN LATERAL (
			SELECT max((p.data->>'points')::int) AS points FROM league_events p
			WHERE p.league_id = e.league_id AND p.kind = 'results' AND p.round_id < ${roundId}) AS former
			ON (e.data->>'points')::int > former.points
	WHERE e.kind = 'results' AND e.round_id = ${roundId}`;

/** Saves the records of a round, and deletes those that a correction has undone. */
export async function saveRecordEvents(trx: Db, seasonId: number, roundId: RoundId): Promise<void> {
	await sql`
		DELETE FROM league_events r USING leagues l
		WHERE l.id = r.league_id AND l.season_id = ${seasonId} AND r.kind = 'record' AND r.round_id = ${roundId}
			AND r.league_id NOT IN (SELECT league_id FROM (${selectRecords(seasonId, roundId)}) AS still)`.execute(trx);
	await sql`
		INSERT INTO league_events (league_id, kind, round_id, data)
		SELECT league_id, 'record', ${roundId}::int, data FROM (${selectRecords(seasonId, roundId)}) AS records
		ON CONFLICT (league_id, round_id, kind) WHERE round_id IS NOT NULL DO UPDATE SET data = excluded.data`.execute(trx);
}
