import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";

/** How many complete teams hold each player in the line-up that counts in a round, and how many teams there are. */
export async function selectionCounts(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<{ teams: number; holders: ReadonlyMap<PlayerId, number> }> {
	const { rows } = await sql<{ player_id: PlayerId | null; holders: number }>`
		WITH latest AS (
			SELECT DISTINCT ON (l.team_id) l.slots
			FROM teams AS t JOIN lineups AS l ON l.team_id = t.id
			WHERE t.season_id = ${seasonId} AND t.start_round_id IS NOT NULL
				AND l.round_id <= greatest(${roundId}::int, t.start_round_id)
			ORDER BY l.team_id, l.round_id DESC)
		SELECT NULL AS player_id, count(*) AS holders FROM latest
		UNION ALL
		SELECT player_id, count(*) FROM latest, unnest(slots) AS player_id GROUP BY player_id`.execute(db);
	const teams = rows.find(({ player_id }) => player_id === null)?.holders ?? 0;
	const holders = rows.flatMap(({ player_id, holders }): [PlayerId, number][] =>
		player_id === null ? [] : [[player_id, holders]],
	);
	return { teams, holders: new Map(holders) };
}

export interface TotalsRow
	extends Readonly<Record<"TOG" | "K" | "H" | "M" | "T" | "FF" | "FA" | "HO" | "G" | "B", number>> {
	readonly player_id: PlayerId;
	readonly games: number;
}

/** Every player's counts added up over the matches she took the field in, by id. */
export async function totalLines(db: Kysely<Tables>, seasonId: number): Promise<TotalsRow[]> {
	const { rows } = await sql<TotalsRow>`
		SELECT l.player_id, count(*)::int AS games, sum(tog)::int AS "TOG", sum(kicks)::int AS "K", sum(handballs)::int AS "H",
			sum(marks)::int AS "M", sum(tackles)::int AS "T", sum(frees_for)::int AS "FF", sum(frees_against)::int AS "FA",
			sum(hitouts)::int AS "HO", sum(goals)::int AS "G", sum(behinds)::int AS "B"
		FROM stat_lines AS l JOIN matches AS m ON m.season_id = l.season_id AND m.id = l.match_id
		WHERE l.season_id = ${seasonId} AND (
			tog > 0 OR kicks + handballs + marks + tackles + frees_for + frees_against + hitouts + goals + behinds > 0
			OR EXISTS (SELECT FROM jsonb_each_text(l.other) AS stat WHERE stat.value <> '0'))
			AND m.round_id <= (SELECT (rules ->> 'lastRound')::int FROM seasons WHERE id = ${seasonId})
		GROUP BY l.player_id ORDER BY l.player_id`.execute(db);
	return rows;
}

const linesWithMatches = (db: Kysely<Tables>, seasonId: number) =>
	db
		.selectFrom("stat_lines as l")
		.innerJoin("matches as m", (join) => join.onRef("m.season_id", "=", "l.season_id").onRef("m.id", "=", "l.match_id"))
		.where("l.season_id", "=", seasonId)
		.selectAll("l")
		.select(["m.round_id", "m.home_squad_id", "m.away_squad_id"])
		.orderBy("m.round_id", "desc")
		.orderBy("m.starts_at", "desc");
export type PlayerLineRow = Awaited<ReturnType<typeof everyonesLines>>[number];

/** A player's stat lines with the matches they are of, the newest first. */
export const playerLines = (db: Kysely<Tables>, seasonId: number, playerId: PlayerId) =>
	linesWithMatches(db, seasonId).where("l.player_id", "=", playerId).execute();

/** The same of all players at once. */
export const everyonesLines = (db: Kysely<Tables>, seasonId: number) => linesWithMatches(db, seasonId).execute();
