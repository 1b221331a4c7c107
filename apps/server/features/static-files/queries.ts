import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { STAT_KEYS, STATS, type StatKey } from "@first-bounce/rules/scoring/stats";
import { sql } from "kysely";
import { findRow, listRows } from "../../db/rows.ts";
import type { Db } from "../../db/tables/tables.ts";

interface CountRequest {
	readonly seasonId: number;
	readonly roundId: RoundId;
	/** With fewer complete teams nothing is counted. */
	readonly minTeams: number;
	/** With fewer changed teams nothing is counted again. */
	readonly minChanges: number;
}

/** The percentages of the last count, by player id. */
export type Percentages = Readonly<Record<string, number>>;

/**
 * Counts the percentage of complete teams that have each player in their line-up of a round, if there are enough teams and
 * enough of them have changed players since the last count. Returns the latest count and the current number of complete
 * teams. A lock lets one process count at a time, so all processes return the same count.
 */
export const countSelections = (
	db: Db,
	{ seasonId, roundId, minTeams, minChanges }: CountRequest,
): Promise<{ teams: number; percentages: Percentages | null }> =>
	db.transaction().execute(async (trx) => {
		// A separate statement, so that the count sees what was committed before the lock was acquired.
		await sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 3)`.execute(trx);
		const counted = await findRow(trx)<{ teams: number; percentages: Percentages | null }>`
			WITH latest AS MATERIALIZED (
				SELECT DISTINCT ON (l.team_id) l.team_id, l.slots, hash_array_extended(array_sort(l.slots), 0) AS players_hash
				FROM teams AS t JOIN lineups AS l ON l.team_id = t.id
				WHERE t.season_id = ${seasonId} AND t.start_round_id IS NOT NULL
					AND l.round_id <= greatest(${roundId}::int, t.start_round_id)
				ORDER BY l.team_id, l.round_id DESC
			), changed AS MATERIALIZED (
				SELECT team_id, latest.players_hash
				FROM latest FULL JOIN (SELECT * FROM counted_teams WHERE season_id = ${seasonId}) AS counted USING (team_id)
				WHERE latest.players_hash IS DISTINCT FROM counted.players_hash
			), total AS MATERIALIZED (
				SELECT (SELECT count(*)::int FROM latest) AS teams, (SELECT count(*) FROM changed) AS changes
			), due AS MATERIALIZED (
				SELECT teams FROM total WHERE teams >= ${minTeams}::int AND changes >= ${minChanges}::int
			), deleted AS (
				DELETE FROM counted_teams
				WHERE season_id = ${seasonId} AND EXISTS (SELECT FROM due)
					AND team_id IN (SELECT team_id FROM changed WHERE players_hash IS NULL)
			), saved AS (
				INSERT INTO counted_teams (season_id, team_id, players_hash)
				SELECT ${seasonId}, team_id, players_hash FROM changed CROSS JOIN due WHERE players_hash IS NOT NULL
				ON CONFLICT (season_id, team_id) DO UPDATE SET players_hash = excluded.players_hash
			), counted_now AS (
				INSERT INTO selection_counts AS c (season_id, percentages)
				SELECT ${seasonId}, jsonb_object_agg(player_id, percentage)
				FROM (
					SELECT player_id, round(100.0 * count(*) / due.teams) AS percentage
					FROM latest CROSS JOIN due CROSS JOIN unnest(slots) AS player_id GROUP BY player_id, due.teams) AS held
				HAVING count(*) > 0
				ON CONFLICT (season_id) DO UPDATE SET percentages = excluded.percentages, counted_at = DEFAULT
				RETURNING percentages
			)
			SELECT teams, coalesce((SELECT percentages FROM counted_now),
				(SELECT percentages FROM selection_counts WHERE season_id = ${seasonId})) AS percentages
			FROM total`;
		if (!counted) throw new Error("The count returned no row");
		return counted;
	});

export interface TotalsRow extends Readonly<Record<"TOG" | StatKey, number>> {
	readonly player_id: PlayerId;
	readonly games: number;
}

/** Lists every player's totals in matches that are complete or abandoned, in order of player id. */
export async function listPlayerTotals(db: Db, seasonId: number): Promise<TotalsRow[]> {
	const sums = sql.join(STAT_KEYS.map((key) => sql`sum(${sql.ref(STATS[key].column)})::int AS ${sql.id(key)}`));
	const sumOfCounts = sql.join(
		STAT_KEYS.map((key) => sql.ref(STATS[key].column)),
		sql` + `,
	);
	return listRows(db)<TotalsRow>`
		SELECT l.player_id, count(*)::int AS games, sum(tog)::int AS "TOG", ${sums}
		FROM stat_lines AS l JOIN matches AS m ON m.season_id = l.season_id AND m.id = l.match_id
		WHERE l.season_id = ${seasonId} AND (m.status = 'complete' OR m.is_abandoned) AND (
			tog > 0 OR ${sumOfCounts} > 0
			OR EXISTS (SELECT FROM jsonb_each_text(l.other) AS stat WHERE stat.value <> '0'))
			AND m.round_id <= (SELECT (rules ->> 'lastRound')::int FROM seasons WHERE id = ${seasonId})
		GROUP BY l.player_id ORDER BY l.player_id`;
}

const selectStatLines = (db: Db, seasonId: number) =>
	db
		.selectFrom("stat_lines as l")
		.innerJoin("matches as m", (join) => join.onRef("m.season_id", "=", "l.season_id").onRef("m.id", "=", "l.match_id"))
		.where("l.season_id", "=", seasonId)
		.selectAll("l")
		.select(["m.round_id", "m.home_squad_id", "m.away_squad_id"])
		.orderBy("m.round_id", "desc")
		.orderBy("m.starts_at", "desc");
export type PlayerStatLineRow = Awaited<ReturnType<typeof listAllStatLines>>[number];

/** Lists a player's stat lines with their matches, the newest first. */
export const listPlayerStatLines = (db: Db, seasonId: number, playerId: PlayerId) =>
	selectStatLines(db, seasonId).where("l.player_id", "=", playerId).execute();

/** Lists the stat lines of all players with their matches. */
export const listAllStatLines = (db: Db, seasonId: number) => selectStatLines(db, seasonId).execute();
