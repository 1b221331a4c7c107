import type { RoundId } from "@first-bounce/rules/ids";
import type { ClientBase } from "pg";
import { writeIntColumns } from "./copy-in.ts";
import type { FinalStandings } from "./final-standings.ts";

const validateId = (id: number): number => {
	if (!Number.isSafeInteger(id)) throw new TypeError(`${id} is not an id`);
	return id;
};

/**
 * Writes a round's standings, a row a team, in place of what it had, within the caller's transaction. The round gets a
 * table of its own, filled while nobody sees it and keyed once: a million rows in three seconds, where checking
 * every row against its team as it comes takes fifteen times as long. Its keys to teams and rounds come with being
 * attached: merging ones it had would lock both tables against those who read a team and then its standings.
 */
export async function saveStandings(
	client: ClientBase,
	at: { readonly seasonId: number; readonly roundId: RoundId },
	{ lineups, standings }: Pick<FinalStandings, "lineups" | "standings">,
	values: Int32Array,
): Promise<void> {
	const [season, round] = [validateId(at.seasonId), validateId(at.roundId)];
	const table = `standings_${season}_${round}`;
	const drafted = `${table}_draft`;
	await client.query(`CREATE TABLE ${drafted} (LIKE standings, CHECK (season_id = ${season} AND round_id = ${round}))`);
	await writeIntColumns(client, drafted, lineups.count, {
		season_id: season,
		round_id: round,
		team_id: lineups.teams,
		points: standings.points,
		round_rank: standings.roundRank,
		total_points: standings.totals,
		highest_points: standings.highs,
		overall_rank: standings.overallRank,
		team_value: values,
	});
	await client.query(`
		ALTER TABLE ${drafted} ADD PRIMARY KEY (team_id, season_id, round_id);
		CREATE UNIQUE INDEX ON ${drafted} (season_id, round_id, overall_rank);
		CREATE UNIQUE INDEX ON ${drafted} (season_id, round_id, round_rank);
		DROP TABLE IF EXISTS ${table};
		DELETE FROM standings WHERE season_id = ${season} AND round_id = ${round};
		ALTER TABLE ${drafted} RENAME TO ${table};
		ALTER TABLE standings ATTACH PARTITION ${table} FOR VALUES FROM (${season}, ${round}) TO (${season}, ${round + 1});
		ANALYZE ${table}`);
}
