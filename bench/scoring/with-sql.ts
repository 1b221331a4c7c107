import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { createEngine } from "@first-bounce/scoring/engine";
import { createLineupRows } from "@first-bounce/scoring/lineup-rows";
import { DID_NOT_PLAY_SCORE } from "@first-bounce/scoring/player-table";
import { ROW_WORDS, rowLayout } from "@first-bounce/scoring/row-layout";
import { addPriors, type Priors, rankOverall } from "@first-bounce/scoring/standings/rank-rows";
import { standingsBytes, standingsIn } from "@first-bounce/scoring/standings/standings";
import { createTeamScorer } from "@first-bounce/scoring/team-scorer";
import { type Cluster, joinCluster } from "../../apps/server/db/embedded/cluster.ts";
import { type Comparison, takeTurns, timed } from "../measure.ts";
import { fillWithTeams, madeUpPlayers, madeUpPriors } from "./made-up-round.ts";

const PLACES = Array.from({ length: 21 }, (_, place) => `p${place + 1}`);
const ON_FIELD = PLACES.slice(0, 16);
const ROUND = 7;

const SCHEMA = `
	CREATE TABLE lineups (team int PRIMARY KEY, ${[...PLACES, "captain", "vice"].map((name) => `${name} int`).join(", ")},
		prior_total int, prior_high int);
	CREATE TABLE standings (team int, points int, total int, rank int, round_rank int)`;

/** The plainest statement that could do it: no emergencies and no vice captain. `roundRank` is SQL for the last column. */
const scoreAndRank = (roundRank: string): string => `
	INSERT INTO standings
	SELECT team, points, total, rank, ${roundRank}
	FROM (
		SELECT team, points, total, row_number() OVER (ORDER BY total DESC, high DESC, team) AS rank
		FROM (
			SELECT team, points, prior_total + points AS total, greatest(prior_high, points) AS high
			FROM (
				SELECT lineups.*, ${[...ON_FIELD, "captain"].map((name) => `s[${name}]`).join(" + ")} AS points
				FROM lineups, (SELECT $1::int[] AS s) AS scores
			) AS scored
		) AS tallied
	) AS ranked`;

const CHUNK = 50_000;

async function insertLineups(admin: Cluster["admin"], rows: Uint16Array, { totals, highs }: Priors): Promise<void> {
	const columns = PLACES.length + 5;
	const values = Array.from({ length: columns }, (_, column) => `$${column + 1}::int[]`);
	for (let first = 0; first < totals.length; first += CHUNK) {
		const teams = Array.from(totals.subarray(first, first + CHUNK).keys(), (item) => first + item);
		const words = Array.from({ length: PLACES.length + 2 }, (_, word) =>
			teams.map((team) => rows[team * ROW_WORDS + word]),
		);
		const priors = [totals, highs].map((each) => [...each.subarray(first, first + CHUNK)]);
		const arrays = [teams, ...words, ...priors].map((column) => `{${column.join(",")}}`);
		await admin.query(`INSERT INTO lineups SELECT * FROM unnest(${values.join(", ")})`, arrays);
	}
	await admin.query("VACUUM ANALYZE lineups");
}

/** The engine against one INSERT … SELECT in PostgreSQL with its defaults: with the overall rank, and with both. */
export async function compareWithSql(teams: number, runs: number): Promise<Comparison[]> {
	const players = madeUpPlayers();
	const rows = new Uint16Array(teams * ROW_WORDS);
	fillWithTeams(rows, players);
	const priors = madeUpPriors(teams);
	const layout = rowLayout(DEFAULT_SEASON_RULES);
	const engine = createEngine(layout, teams);
	engine.setLineups(0, rows);
	engine.setPriors(0, priors.totals, priors.highs);
	// Each of its three standings buffers once, so that no run pays for the memory's first use.
	for (let version = 1; version <= 3; version++) engine.rescore(ROUND, players);
	const scorer = createTeamScorer(layout);
	const lineups = createLineupRows(layout, teams);
	lineups.set(0, rows);
	const standings = standingsIn(new SharedArrayBuffer(standingsBytes(teams)), teams);

	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-bench-"));
	await chmod(folder, 0o711);
	const cluster = await joinCluster(path.join(folder, "postgres"));
	try {
		const { admin } = cluster;
		await admin.query(SCHEMA);
		await insertLineups(admin, rows, priors);
		const scores = [...players.scores.subarray(1)].map((score) => (score === DID_NOT_PLAY_SCORE ? 0 : score));
		const insert = async (statement: string): Promise<number> => {
			await admin.query("TRUNCATE standings");
			return timed(() => admin.query(statement, [scores]));
		};
		const took = await takeTurns(
			{
				sqlOneRank: () => insert(scoreAndRank("NULL")),
				oneRank: () =>
					timed(() => {
						scorer.setPlayers(players);
						scorer.score(lineups, standings.points);
						addPriors(priors, standings, teams);
						rankOverall(standings, teams);
					}),
				sqlBothRanks: () => insert(scoreAndRank("row_number() OVER (ORDER BY points DESC, rank)")),
				bothRanks: () => timed(() => engine.rescore(ROUND, players)),
			},
			{ runs, warmups: 1 },
		);
		const size = teams.toLocaleString("en");
		const rest = { floorName: "INSERT … SELECT on 23 columns", unit: "ms" } as const;
		const goal = { kind: "times faster", ratio: 50 } as const;
		return [
			{ what: `engine ${size}: score, total, rank`, reached: took.oneRank, floor: took.sqlOneRank, ...rest, goal },
			// The goal speaks of one rank; what else the engine does each time stands beside it.
			{ what: `engine ${size}: both ranks, published`, reached: took.bothRanks, floor: took.sqlBothRanks, ...rest },
		];
	} finally {
		await cluster.leave();
		await rm(folder, { recursive: true, force: true });
	}
}
