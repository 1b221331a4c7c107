import { setTimeout as pause } from "node:timers/promises";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Connection } from "../apps/server/db/connect.ts";
import { type AflApi, createAflApi, getRoundPath } from "../apps/server/features/rehearsal/provider/afl-api-season.ts";
import { type AflAnswer, startAflApiServer } from "../apps/server/features/rehearsal/provider/afl-api-server.ts";
import { setClock } from "../apps/server/features/seasons/current/set-clock.ts";
import { createRandom } from "../apps/server/features/seasons/generator/random.ts";
import { MAX_SIMULATED_MATCH_MS } from "../apps/server/features/stats-providers/simulator/match-timeline.ts";
import { listLadders } from "../testing/season/generated-leagues.ts";
import {
	getRoundSpan,
	listMatchesOfRound,
	type SoakSeason,
	seedSoakSeason,
} from "../testing/season/generated-season.ts";
import { type ServerProcess, startServerProcess } from "../testing/server/server-process.ts";
import { createFaultInjector } from "./fault-injector.ts";

export interface SoakOptions {
	readonly seed: number;
	readonly rounds: number;
	readonly teams: number;
	readonly faults: number;
	readonly kills: number;
	/** How often the clock stops between a round's first match and its last. */
	readonly clockStops: number;
	/** Further settings of the server. */
	readonly env?: Readonly<Record<string, string>>;
	readonly log?: (line: string) => void;
}

export interface SoakResult {
	/** Standings, prices, magic numbers, stat lines, fixtures, results and ladders of the whole season, as text. */
	readonly outcome: string;
	readonly faults: ReadonlyMap<string, number>;
	readonly kills: number;
	readonly verdicts: ReadonlyMap<string, number>;
}

const HOUR = 3_600_000;
const WAIT_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 20;
/** The share of faulty responses. With a larger share the server's back-off would pause the polling. */
const FAULT_SHARE = 0.25;

/** Waits until a condition is true; after a minute it throws with a description of the state. */
async function waitUntil(
	description: string,
	condition: () => Promise<boolean>,
	describeState = () => "",
): Promise<void> {
	const end = Date.now() + WAIT_TIMEOUT_MS;
	while (!(await condition())) {
		if (Date.now() > end) throw new Error(`Timed out waiting for ${description} ${describeState()}`);
		await pause(POLL_INTERVAL_MS);
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

async function loadOutcome({ db, pool }: Pick<Connection, "db" | "pool">): Promise<string> {
	const parts: string[] = [];
	for (const query of QUERIES) parts.push(...(await pool.query(query)).rows.map((row) => JSON.stringify(row)));
	return [...parts, ...(await listLadders(db))].join("\n");
}

/** Whether the database has the generated results of a round. Stats are compared by a weighted sum, so that swapped counts differ. */
async function isRoundStored(pool: Pool, { generated }: SoakSeason, roundId: number): Promise<boolean> {
	const { rows } = await pool.query(
		`SELECT m.id, m.status, m.home_score, m.away_score, coalesce(sum(l.kicks * 1000 + l.handballs * 100 + l.marks * 10 + l.tackles + l.goals * 7), 0) AS sum,
			count(l.player_id) AS lines
		FROM matches AS m LEFT JOIN stat_lines AS l ON l.match_id = m.id WHERE m.round_id = $1 GROUP BY m.id, m.status, m.home_score, m.away_score`,
		[roundId],
	);
	return rows.every(({ id, status, home_score, away_score, sum, lines }) => {
		const expected = generated.results.get(id);
		const expectedLines = expected?.lines ?? [];
		const expectedSum = expectedLines.reduce(
			(total, { stats }) => total + stats.K * 1000 + stats.H * 100 + stats.M * 10 + stats.T + stats.G * 7,
			0,
		);
		const hasExpectedScores = home_score === expected?.homeScore && away_score === expected?.awayScore;
		return (
			status === "complete" &&
			Number(sum) === expectedSum &&
			Number(lines) === expectedLines.length &&
			hasExpectedScores
		);
	});
}

/** Plays a season on a server process that is killed again and again, with stats from a fake AFL API that injects faults. */
export async function playSeason({ db, pool, url }: Connection, options: SoakOptions): Promise<SoakResult> {
	const { seed, rounds, log = () => undefined } = options;
	const random = createRandom(`soak ${seed}`);
	const season = await seedSoakSeason(db, options);
	const getApiResponse: AflApi = createAflApi(season);
	let now: SeasonTime = getRoundSpan(season, 1, 0)[0] - 30 * HOUR;
	const faults = createFaultInjector(FAULT_SHARE, random.fork("faults"));
	const respond = async (path: string): Promise<AflAnswer> => {
		const expected = await getApiResponse(path, now);
		return expected === undefined ? { status: 404 } : (faults.next(path, expected) ?? { body: expected });
	};
	const api = await startAflApiServer(respond);
	const env = {
		DATABASE_URL: url,
		FEED: "afl-api",
		AFL_API_URL: api.url,
		AFL_API_SEASON: "2026",
		AFL_API_COMPETITION: "264",
		AFL_API_POLL_SECONDS: "0.1",
		...options.env,
	};
	let server: ServerProcess = await startServerProcess(env);
	let kills = 0;

	// Each round also has a stop before its first match and one at its publication.
	const stops = rounds * (options.clockStops + 2);
	/** The stops at which the server is killed. */
	const killStops = new Set(
		random
			.fork("kills")
			.shuffle(Array.from({ length: stops }, (_, stop) => stop))
			.slice(0, options.kills),
	);
	const delays = random.fork("delays");
	let stop = 0;
	const moveClockTo = async (
		time: SeasonTime,
		isSettled: () => Promise<boolean>,
		description: string,
	): Promise<void> => {
		now = time;
		const pollCount = api.requests.length;
		await setClock(db, { seasonAt: time, speed: 0 }, Date.now());
		if (killStops.has(stop++)) {
			await pause(delays.between(0, 1_400));
			await server.kill();
			kills++;
			server = await startServerProcess(env);
		}
		await waitUntil(description, async () => api.requests.length > pollCount && (await isSettled()));
	};
	const createPollCheck = (path: string) => {
		const pollCount = api.requests.length;
		return async () => api.requests.slice(pollCount).some((request) => request.path === path && request.status > 0);
	};

	try {
		for (let roundId = 1; roundId <= rounds; roundId++) {
			await season.changeLineups(db, roundId);
			// Each round gets an equal share of the faults.
			faults.allow(
				Math.ceil((options.faults * roundId) / rounds) - Math.ceil((options.faults * (roundId - 1)) / rounds),
			);
			const [start, end] = getRoundSpan(season, roundId, MAX_SIMULATED_MATCH_MS);
			await moveClockTo(start - HOUR / 2, createPollCheck(getRoundPath(roundId)), `the poll before round ${roundId}`);
			for (let clockStop = 1; clockStop <= options.clockStops; clockStop++) {
				const at = start + ((end - start) * (clockStop - delays.next())) / (options.clockStops + 1);
				await moveClockTo(
					Math.round(at),
					createPollCheck(getRoundPath(roundId)),
					`the poll at stop ${clockStop} of round ${roundId}`,
				);
			}
			now = end;
			await setClock(db, { seasonAt: end, speed: 0 }, Date.now());
			await waitUntil(
				`the results of round ${roundId} after its faults`,
				async () => faults.remaining() === 0 && (await isRoundStored(pool, season, roundId)),
				() => `(${faults.remaining()} faults left; last requests ${JSON.stringify(api.requests.slice(-4))})`,
			);
			const isComplete = async () => {
				const { rows } = await pool.query(
					"SELECT FROM rounds JOIN league_activity_rounds ON round_id = id WHERE id = $1 AND status = 'complete'",
					[roundId],
				);
				return rows.length === 1;
			};
			await setClock(db, { seasonAt: end + 2 * HOUR, speed: 0 }, Date.now());
			if (killStops.has(stop++)) {
				await pause(delays.between(0, 1_400));
				await server.kill();
				kills++;
				server = await startServerProcess(env);
			}
			await waitUntil(`the publication of round ${roundId} and its league activity`, isComplete);
			log(
				`Round ${roundId}: ${listMatchesOfRound(season, roundId).length} matches, ${kills} kills, ${[...faults.counts.values()].reduce((sum, count) => sum + count, 0)} faults`,
			);
		}
		const verdicts = await pool.query(
			"SELECT verdict, count(*)::int AS count FROM feed_payloads GROUP BY 1 ORDER BY 1",
		);
		return {
			outcome: await loadOutcome({ db, pool }),
			faults: faults.counts,
			kills,
			verdicts: new Map(verdicts.rows.map(({ verdict, count }) => [verdict, count])),
		};
	} finally {
		await server.kill();
		await api.close();
	}
}
