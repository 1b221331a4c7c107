import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { createLineupRows } from "@first-bounce/scoring/lineup-rows";
import { DID_NOT_PLAY_SCORE } from "@first-bounce/scoring/player-table";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import { addPreviousTotals, type PreviousTotals, rankOverall } from "@first-bounce/scoring/standings/rank-rows";
import { computeStandingsBytes, createStandingsArrays } from "@first-bounce/scoring/standings/standings";
import { createTeamScorer } from "@first-bounce/scoring/team-scorer";
import type { Pool } from "pg";
import { type Comparison, measureInTurns, measureMs } from "../measure.ts";
import { generatePlayers, generatePreviousTotals, generateTeams } from "./generated-round.ts";

const SLOTS = Array.from({ length: 21 }, (_, slot) => `p${slot + 1}`);
const ON_FIELD = SLOTS.slice(0, 16);

const SCHEMA = `
	CREATE SCHEMA plain;
	CREATE TABLE plain.lineups (team int PRIMARY KEY, ${[...SLOTS, "captain", "vice"].map((name) => `${name} int`).join(", ")},
		prior_total int, prior_high int);
	CREATE TABLE plain.standings (team int, points int, total int, rank int)`;

/** A minimal statement: it computes no round rank, and leaves out emergencies and vice captains. */
const SCORE_AND_RANK = `
	INSERT INTO plain.standings
	SELECT team, points, total, row_number() OVER (ORDER BY total DESC, high DESC, team)
	FROM (
		SELECT team, points, prior_total + points AS total, greatest(prior_high, points) AS high
		FROM (
			SELECT lineups.*, ${[...ON_FIELD, "captain"].map((name) => `s[${name}]`).join(" + ")} AS points
			FROM plain.lineups, (SELECT $1::int[] AS s) AS scores
		) AS scored
	) AS tallied`;

const CHUNK_SIZE = 50_000;

async function insertLineups(pool: Pool, rows: Uint16Array, { totals, highs }: PreviousTotals): Promise<void> {
	const columns = SLOTS.length + 5;
	const values = Array.from({ length: columns }, (_, column) => `$${column + 1}::int[]`);
	for (let firstTeam = 0; firstTeam < totals.length; firstTeam += CHUNK_SIZE) {
		const teams = Array.from(totals.subarray(firstTeam, firstTeam + CHUNK_SIZE).keys(), (item) => firstTeam + item);
		const words = Array.from({ length: SLOTS.length + 2 }, (_, word) =>
			teams.map((team) => rows[team * ROW_WORDS + word]),
		);
		const previousTotals = [totals, highs].map((column) => [...column.subarray(firstTeam, firstTeam + CHUNK_SIZE)]);
		const arrays = [teams, ...words, ...previousTotals].map((column) => `{${column.join(",")}}`);
		await pool.query(`INSERT INTO plain.lineups SELECT * FROM unnest(${values.join(", ")})`, arrays);
	}
	await pool.query("VACUUM ANALYZE plain.lineups");
}

/** Compares packages/scoring with one INSERT … SELECT in PostgreSQL for every team's points, total and overall rank. */
export async function compareWithSql(pool: Pool, teams: number, runs: number): Promise<Comparison> {
	const players = generatePlayers();
	const rows = new Uint16Array(teams * ROW_WORDS);
	generateTeams(rows, players);
	const previousTotals = generatePreviousTotals(teams);
	const layout = buildRowLayout(DEFAULT_SEASON_RULES);
	const scorer = createTeamScorer(layout);
	const lineups = createLineupRows(layout, teams);
	lineups.set(0, rows);
	const standings = createStandingsArrays(new SharedArrayBuffer(computeStandingsBytes(teams)), teams);

	await pool.query(SCHEMA);
	await insertLineups(pool, rows, previousTotals);
	const scores = [...players.scores.subarray(1)].map((score) => (score === DID_NOT_PLAY_SCORE ? 0 : score));
	const scoreAndRank = (): void => {
		scorer.setPlayers(players);
		scorer.score(lineups, standings.points);
		addPreviousTotals(previousTotals, standings, teams);
		rankOverall(standings, teams);
	};
	// Warms up the JIT compiler, because few runs follow.
	for (let run = 0; run < 5; run++) scoreAndRank();
	const results = await measureInTurns(
		{
			sql: async () => {
				await pool.query("TRUNCATE plain.standings");
				return measureMs(() => pool.query(SCORE_AND_RANK, [scores]));
			},
			scoring: () => measureMs(scoreAndRank),
		},
		{ runs, warmups: 1 },
	);
	return {
		label: `packages/scoring ${teams.toLocaleString("en")}: score, total, rank`,
		result: results.scoring,
		floorName: "INSERT … SELECT on 23 columns",
		floor: results.sql,
		unit: "ms",
		goal: { kind: "times faster", ratio: 50 },
	};
}
