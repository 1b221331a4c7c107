import type { Dollars, RoundId, TeamId } from "@first-bounce/rules/ids";
import { LINES } from "@first-bounce/rules/player";
import {
	computeStandingsBytes,
	createStandingsArrays,
	type StandingsArrays,
} from "@first-bounce/scoring/standings/standings";
import type { ClientBase } from "pg";
import type { RoundKey } from "../../db/tables/tables.ts";
import { type RowSource, readIntColumns, writeIntColumns } from "./copy-queries.ts";

export const validateId = (id: number): number => {
	if (!Number.isSafeInteger(id)) throw new TypeError(`${id} is not an id`);
	return id;
};

/** Selects the teams that have started, or those among `onlyTeams` that have, in the order that breaks ties. */
export const buildTeamsQuery = (seasonId: number, roundId: RoundId, onlyTeams?: readonly TeamId[]): string => `
	SELECT id FROM teams WHERE season_id = ${validateId(seasonId)} AND start_round_id <= ${validateId(roundId)}
		${onlyTeams ? `AND id = ANY ('{${onlyTeams.map(validateId).join()}}')` : ""}
	ORDER BY completed_at, id`;

/** Selects the places of the teams of each draft league that plays a round, and whether utility and captain count. */
export const buildDraftLeaguesQuery = (seasonId: number, roundId: RoundId): string => {
	const places = ["field", "bench"].flatMap((area) => LINES.map((line) => `(d.squad -> '${area}' ->> '${line}')::int`));
	return `
	SELECT d.league_id, ${places.join(", ")}, (d.squad ->> 'utilityScores')::boolean::int, d.captain_doubled::int
	FROM drafts d JOIN leagues l ON l.id = d.league_id
	WHERE l.season_id = ${validateId(seasonId)} AND l.class = 'draft' AND d.state = 'complete' AND NOT l.is_mock
		AND l.deleted_at IS NULL AND l.start_id <= ${validateId(roundId)}`;
};

/** Selects draft teams of a season, or those among `onlyTeams`, with their leagues. */
export const buildDraftTeamsQuery = (seasonId: number, onlyTeams?: readonly TeamId[]): string => `
	SELECT id, league_id FROM teams WHERE season_id = ${validateId(seasonId)} AND league_id IS NOT NULL
		${onlyTeams ? `AND id = ANY ('{${onlyTeams.map(validateId).join()}}')` : ""}
	ORDER BY id`;

/**
 * Selects, for each team that the filter matches, its newest line-up of the round or an earlier one. Teams with a bank
 * below zero are over the salary cap and have not started. The rows come in descending order of the primary key, because
 * sorting a million line-ups, or joining them with their teams, would take a third longer.
 */
export const buildLineupsQuery = (roundId: RoundId, filter: string): string => `
	SELECT team_id, captain_id, vice_captain_id, slots, emergency
	FROM (
		SELECT DISTINCT ON (team_id) * FROM lineups WHERE round_id <= ${validateId(roundId)} AND ${filter}
		ORDER BY team_id DESC, round_id DESC) AS newest
	WHERE coalesce(bank, 0) >= 0`;

// A separate query: joined to the line-ups, PostgreSQL may plan a nested loop over a table that has just grown.
export const buildPreviousStandingsQuery = (seasonId: number, roundId: RoundId): string => `
	SELECT team_id, total_points, highest_points FROM standings
	WHERE overall_rank IS NOT NULL AND season_id = ${validateId(seasonId)} AND round_id = (
		SELECT max(id) FROM rounds WHERE season_id = ${validateId(seasonId)} AND status = 'complete' AND id < ${validateId(roundId)})`;

export interface PublishedStandings {
	readonly count: number;
	readonly teamIds: Int32Array;
	readonly standings: StandingsArrays;
	/** Each team's value in dollars, by row. */
	readonly values: Int32Array;
}

const COLUMN_COUNT = 7;

export async function loadPublishedStandings(source: RowSource, seasonId: number, roundId: RoundId) {
	const fields = await readIntColumns(
		source,
		`SELECT team_id, points, total_points, highest_points, overall_rank, round_rank, team_value
			FROM standings WHERE season_id = ${validateId(seasonId)} AND round_id = ${validateId(roundId)}
				AND overall_rank IS NOT NULL ORDER BY overall_rank`,
		COLUMN_COUNT,
	);
	const count = fields.length / COLUMN_COUNT;
	const standings = createStandingsArrays(new ArrayBuffer(computeStandingsBytes(count)), count);
	const teamIds = new Int32Array(count);
	const { points, totals, highs, overallRank, roundRank, overallOrder, roundOrder } = standings;
	const values = new Int32Array(count);
	for (const [field, column] of [teamIds, points, totals, highs, overallRank, roundRank, values].entries())
		for (let row = 0; row < count; row++) column[row] = fields[row * COLUMN_COUNT + field] ?? 0;
	for (let row = 0; row < count; row++) {
		overallOrder[(overallRank[row] ?? 1) - 1] = row;
		roundOrder[(roundRank[row] ?? 1) - 1] = row;
	}
	return { count, teamIds, standings, values };
}

export interface DraftPoints {
	readonly count: number;
	readonly teamIds: Int32Array;
	readonly points: Int32Array;
}

export async function loadPublishedDraftPoints(source: RowSource, seasonId: number, roundId: RoundId) {
	const fields = await readIntColumns(
		source,
		`SELECT team_id, points FROM standings WHERE season_id = ${validateId(seasonId)} AND round_id = ${validateId(roundId)}
			AND overall_rank IS NULL`,
		2,
	);
	const count = fields.length / 2;
	const readColumn = (column: number) => Int32Array.from({ length: count }, (_, row) => fields[2 * row + column] ?? 0);
	return { count, teamIds: readColumn(0), points: readColumn(1) };
}

export interface StandingsToSave {
	readonly lineups: { readonly count: number; readonly teamIds: Int32Array };
	readonly standings: StandingsArrays;
	readonly draftPoints: DraftPoints;
}

/** The names of a round's partition, before and after it is attached. */
function getTableNames({ seasonId, roundId }: RoundKey) {
	const table = `standings_${validateId(seasonId)}_${validateId(roundId)}`;
	return { table, prepared: `${table}_prepared` };
}

/**
 * Writes a round's standings to a new table and returns the table's name. No other transaction sees the table or waits
 * for it. It is filled before it is indexed, which is faster.
 */
export async function writePreparedStandings(
	client: ClientBase,
	key: RoundKey,
	{ lineups, standings, draftPoints }: StandingsToSave,
	getTeamValue: (row: number) => Dollars,
): Promise<string> {
	const { seasonId: season, roundId: round } = key;
	const { prepared } = getTableNames(key);
	await client.query(
		`CREATE TABLE ${prepared} (LIKE standings, CHECK (season_id = ${season} AND round_id = ${round}))`,
	);
	await writeIntColumns(client, prepared, lineups.count, {
		season_id: season,
		round_id: round,
		team_id: lineups.teamIds,
		points: standings.points,
		round_rank: standings.roundRank,
		total_points: standings.totals,
		highest_points: standings.highs,
		overall_rank: standings.overallRank,
		team_value: getTeamValue,
	});
	if (draftPoints.count > 0)
		await writeIntColumns(client, prepared, draftPoints.count, {
			season_id: season,
			round_id: round,
			team_id: draftPoints.teamIds,
			points: draftPoints.points,
		});
	await client.query(`
		ALTER TABLE ${prepared} ADD PRIMARY KEY (team_id, season_id, round_id);
		CREATE UNIQUE INDEX ON ${prepared} (season_id, round_id, overall_rank);
		CREATE UNIQUE INDEX ON ${prepared} (season_id, round_id, round_rank);
		ANALYZE ${prepared}`);
	return prepared;
}

/**
 * Replaces the round's partition of standings, if there is one, with the prepared table. PostgreSQL need not scan that,
 * because its CHECK proves the partition's bounds and standings have no foreign keys (decision 081).
 */
export async function attachPreparedStandings(client: ClientBase, key: RoundKey): Promise<void> {
	const { seasonId: season, roundId: round } = key;
	const { table, prepared } = getTableNames(key);
	await client.query(`
		DROP TABLE IF EXISTS ${table};
		ALTER TABLE ${prepared} RENAME TO ${table};
		ALTER TABLE standings ATTACH PARTITION ${table} FOR VALUES FROM (${season}, ${round}) TO (${season}, ${round + 1})`);
}

/** Replaces a round's standings within the caller's transaction. */
export async function saveStandings(
	client: ClientBase,
	key: RoundKey,
	standings: StandingsToSave,
	getTeamValue: (row: number) => Dollars,
): Promise<void> {
	await writePreparedStandings(client, key, standings, getTeamValue);
	await attachPreparedStandings(client, key);
}
