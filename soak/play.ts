import { setTimeout as pause } from "node:timers/promises";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Connection } from "../apps/server/db/connect.ts";
import { setClock } from "../apps/server/features/seasons/current/set-clock.ts";
import { createRandom } from "../apps/server/features/seasons/generator/random.ts";
import { MAX_SIMULATED_MATCH_MS } from "../apps/server/features/stats-providers/simulator/match-timeline.ts";
import { type ServerProcess, startServerProcess } from "../apps/server/testing/server-process.ts";
import { type AflAnswer, startAflApiServer } from "../apps/server/testing/stats-providers/afl-api-server.ts";
import { type AflSeason, aflSeason, roundPath } from "./afl-season.ts";
import { createFaults } from "./faults.ts";
import { laddersOf } from "./leagues.ts";
import { matchesOf, plantSoakSeason, type SoakSeason, spanOf } from "./season.ts";

export interface SoakOptions {
	readonly seed: number;
	readonly rounds: number;
	readonly teams: number;
	readonly faults: number;
	readonly kills: number;
	/** Moments of a round at which the clock stops while it is played. */
	readonly moments: number;
	readonly tell?: (line: string) => void;
}

export interface SoakResult {
	/** Standings, prices, magic numbers, stat lines, fixtures, results and ladders of the whole season, as text. */
	readonly outcome: string;
	readonly faults: ReadonlyMap<string, number>;
	readonly kills: number;
	readonly verdicts: ReadonlyMap<string, number>;
}

const HOUR = 3_600_000;
const PATIENCE = 60_000;
const LOOK_AGAIN = 20;
/** Of all answers; a source that fails more often than that is left alone by its own back-off. */
const FAULT_SHARE = 0.25;

/** Waits until something is so; fails aloud after a minute, and says how things stand. */
async function until(what: string, isSo: () => Promise<boolean>, state = () => ""): Promise<void> {
	const end = Date.now() + PATIENCE;
	while (!(await isSo())) {
		if (Date.now() > end) throw new Error(`Waited in vain: ${what} ${state()}`);
		await pause(LOOK_AGAIN);
	}
}

const QUERIES = [
	"SELECT round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value FROM standings ORDER BY 1, 2",
	"SELECT round_id, player_id, price FROM player_prices ORDER BY 1, 2",
	"SELECT id, status, magic_number FROM rounds ORDER BY 1",
	"SELECT id, round_id, status, home_score, away_score FROM matches ORDER BY 1",
	"SELECT * FROM stat_lines ORDER BY match_id, player_id",
	"SELECT team_id, round_id, slots, captain_id, bank FROM lineups ORDER BY 1, 2",
	"SELECT id, start_id, num_teams, drawn_at IS NOT NULL AS is_drawn FROM leagues ORDER BY 1",
	`SELECT league_id, round_id, place, home_team_id, away_team_id, is_grand_final, home_points, away_points
		FROM league_matches ORDER BY 1, 2, 3`,
	"SELECT league_id, round_id, kind, data FROM league_events WHERE round_id IS NOT NULL ORDER BY 1, 2, 3",
];

async function outcomeOf({ db, pool }: Pick<Connection, "db" | "pool">): Promise<string> {
	const parts: string[] = [];
	for (const query of QUERIES) parts.push(...(await pool.query(query)).rows.map((row) => JSON.stringify(row)));
	return [...parts, ...(await laddersOf(db))].join("\n");
}

/** Whether a round's stat lines and match states in the database are the truth. */
async function isTold(pool: Pool, { generated }: SoakSeason, roundId: number): Promise<boolean> {
	const { rows } = await pool.query(
		`SELECT m.id, m.status, m.home_score, m.away_score, coalesce(sum(l.kicks * 1000 + l.handballs * 100 + l.marks * 10 + l.tackles + l.goals * 7), 0) AS sum,
			count(l.player_id) AS lines
		FROM matches AS m LEFT JOIN stat_lines AS l ON l.match_id = m.id WHERE m.round_id = $1 GROUP BY m.id, m.status, m.home_score, m.away_score`,
		[roundId],
	);
	return rows.every(({ id, status, home_score, away_score, sum, lines }) => {
		const truth = generated.results.get(id);
		const all = truth?.lines ?? [];
		const told = all.reduce(
			(total, { stats }) => total + stats.K * 1000 + stats.H * 100 + stats.M * 10 + stats.T + stats.G * 7,
			0,
		);
		const isScored = home_score === truth?.homeScore && away_score === truth?.awayScore;
		return status === "complete" && Number(sum) === told && Number(lines) === all.length && isScored;
	});
}

/** A season told by an outside source that goes wrong, to a server that is killed. */
export async function playSeason({ db, pool, url }: Connection, options: SoakOptions): Promise<SoakResult> {
	const { seed, rounds, tell = () => undefined } = options;
	const random = createRandom(`soak ${seed}`);
	const season = await plantSoakSeason(db, options);
	const says: AflSeason = aflSeason(season);
	let now: SeasonTime = spanOf(season, 1, 0)[0] - 30 * HOUR;
	const faults = createFaults(FAULT_SHARE, random.fork("faults"));
	const answer = async (path: string): Promise<AflAnswer> => {
		const truth = await says(path, now);
		return truth === undefined ? { status: 404 } : (faults.next(path, truth) ?? { body: truth });
	};
	const api = await startAflApiServer(answer);
	const env = {
		DATABASE_URL: url,
		FEED: "afl-api",
		AFL_API_URL: api.url,
		AFL_API_SEASON: "2026",
		AFL_API_COMPETITION: "264",
		AFL_API_POLL_SECONDS: "0.1",
	};
	let server: ServerProcess = await startServerProcess(env);
	let killed = 0;

	/** Which moments of the season end in a kill. */
	const stops = rounds * (options.moments + 2);
	const deadly = new Set(
		random
			.fork("kills")
			.shuffle(Array.from({ length: stops }, (_, stop) => stop))
			.slice(0, options.kills),
	);
	const delays = random.fork("delays");
	let stop = 0;
	const moveTo = async (time: SeasonTime, settled: () => Promise<boolean>, what: string): Promise<void> => {
		now = time;
		const asked = api.requests.length;
		await setClock(db, { seasonAt: time, speed: 0 }, Date.now());
		if (deadly.has(stop++)) {
			await pause(delays.between(0, 1_400));
			await server.kill();
			killed++;
			server = await startServerProcess(env);
		}
		await until(what, async () => api.requests.length > asked && (await settled()));
	};
	const heard = (path: string) => {
		const asked = api.requests.length;
		return async () => api.requests.slice(asked).some((each) => each.path === path && each.status > 0);
	};

	try {
		for (let roundId = 1; roundId <= rounds; roundId++) {
			await season.changeLineups(db, roundId);
			faults.allow(
				Math.ceil((options.faults * roundId) / rounds) - Math.ceil((options.faults * (roundId - 1)) / rounds),
			);
			const [start, end] = spanOf(season, roundId, MAX_SIMULATED_MATCH_MS);
			await moveTo(start - HOUR / 2, heard(roundPath(roundId)), `the line-ups of round ${roundId}`);
			for (let moment = 1; moment <= options.moments; moment++) {
				const at = start + ((end - start) * (moment - delays.next())) / (options.moments + 1);
				await moveTo(Math.round(at), heard(roundPath(roundId)), `moment ${moment} of round ${roundId}`);
			}
			now = end;
			await setClock(db, { seasonAt: end, speed: 0 }, Date.now());
			await until(
				`the truth about round ${roundId}, after its faults`,
				async () => faults.left() === 0 && (await isTold(pool, season, roundId)),
				() => `(${faults.left()} left; last asked ${JSON.stringify(api.requests.slice(-4))})`,
			);
			const isComplete = async () => {
				const { rows } = await pool.query(
					"SELECT FROM rounds JOIN league_rounds_told ON round_id = id WHERE id = $1 AND status = 'complete'",
					[roundId],
				);
				return rows.length === 1;
			};
			await setClock(db, { seasonAt: end + 2 * HOUR, speed: 0 }, Date.now());
			if (deadly.has(stop++)) {
				await pause(delays.between(0, 1_400));
				await server.kill();
				killed++;
				server = await startServerProcess(env);
			}
			await until(`the publication of round ${roundId}, and leagues to be told`, isComplete);
			tell(
				`Round ${roundId}: ${matchesOf(season, roundId).length} matches, ${killed} kills, ${[...faults.done.values()].reduce((sum, count) => sum + count, 0)} faults`,
			);
		}
		const verdicts = await pool.query(
			"SELECT verdict, count(*)::int AS count FROM feed_payloads GROUP BY 1 ORDER BY 1",
		);
		return {
			outcome: await outcomeOf({ db, pool }),
			faults: faults.done,
			kills: killed,
			verdicts: new Map(verdicts.rows.map(({ verdict, count }) => [verdict, count])),
		};
	} finally {
		await server.kill();
		await api.close();
	}
}
