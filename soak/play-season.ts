import { setTimeout as pause } from "node:timers/promises";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Connection } from "../apps/server/db/connect.ts";
import { setClock } from "../apps/server/features/seasons/current/set-clock.ts";
import { createRandom, type Random } from "../apps/server/features/seasons/generator/random.ts";
import { MAX_SIMULATED_MATCH_MS } from "../apps/server/features/stats-providers/simulator/match-timeline.ts";
import { listLadders } from "../testing/season/generated-leagues.ts";
import {
	getRoundSpan,
	listMatchesOfRound,
	type SoakSeason,
	seedSoakSeason,
} from "../testing/season/generated-season.ts";
import { startServerProcess } from "../testing/server/server-process.ts";
import { type SeasonProvider, startSeasonProvider } from "../testing/stats-providers/season-provider.ts";
import { createFaultInjector, type FaultInjector } from "./fault-injector.ts";

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

interface KilledServer {
	/** Kills the server and starts it again, if this stop of the clock was drawn for that. */
	readonly passStop: () => Promise<void>;
	readonly countKills: () => number;
	readonly kill: () => Promise<void>;
}

async function startKilledServer(
	env: Readonly<Record<string, string>>,
	{ stops, kills }: { readonly stops: number; readonly kills: number },
	random: Random,
): Promise<KilledServer> {
	const order = random.fork("kills").shuffle(Array.from({ length: stops }, (_, stop) => stop));
	const killStops = new Set(order.slice(0, kills));
	const delays = random.fork("delays");
	let server = await startServerProcess(env);
	let stop = 0;
	let killed = 0;
	return {
		passStop: async () => {
			if (!killStops.has(stop++)) return;
			await pause(delays.between(0, 1_400));
			await server.kill();
			killed++;
			server = await startServerProcess(env);
		},
		countKills: () => killed,
		kill: () => server.kill(),
	};
}

interface SoakRun {
	readonly connection: Connection;
	readonly season: SoakSeason;
	readonly options: SoakOptions;
	readonly faults: FaultInjector;
	readonly provider: SeasonProvider;
	readonly server: KilledServer;
	readonly random: Random;
	readonly setTime: (time: SeasonTime) => Promise<void>;
}

/** Moves the clock to a time, and waits until the server has read the round again. */
async function pollAt(run: SoakRun, time: SeasonTime, roundId: number): Promise<void> {
	const { requests } = run.provider.api;
	const pollCount = requests.length;
	await run.setTime(time);
	await run.server.passStop();
	const isPolled = async () =>
		requests
			.slice(pollCount)
			.some(({ path, status }) => path.endsWith(`/CD_R2026264${String(roundId).padStart(2, "0")}`) && status > 0);
	await waitUntil(`the poll of round ${roundId} at ${new Date(time).toISOString()}`, isPolled);
}

async function playRound(run: SoakRun, roundId: number): Promise<void> {
	const { connection, season, options, faults, provider, server, random, setTime } = run;
	const { db, pool } = connection;
	await season.changeLineups(db, roundId);
	// Each round gets an equal share of the faults.
	const [before, after] = [roundId - 1, roundId].map((round) => Math.ceil((options.faults * round) / options.rounds));
	faults.allow((after ?? 0) - (before ?? 0));
	const [start, end] = getRoundSpan(season, roundId, MAX_SIMULATED_MATCH_MS);
	await pollAt(run, start - HOUR_MS / 2, roundId);
	for (let clockStop = 1; clockStop <= options.clockStops; clockStop++) {
		const share = (clockStop - random.next()) / (options.clockStops + 1);
		await pollAt(run, Math.round(start + (end - start) * share), roundId);
	}
	await setTime(end);
	await waitUntil(
		`the results of round ${roundId} after its faults`,
		async () => faults.remaining() === 0 && (await isRoundStored(pool, season, roundId)),
		() => `(${faults.remaining()} faults left; last requests ${JSON.stringify(provider.api.requests.slice(-4))})`,
	);
	await setTime(end + 2 * HOUR_MS);
	await server.passStop();
	const isPublished = async () => {
		const { rows } = await pool.query(
			"SELECT FROM rounds JOIN league_activity_rounds ON round_id = id WHERE id = $1 AND status = 'complete'",
			[roundId],
		);
		return rows.length === 1;
	};
	await waitUntil(`the publication of round ${roundId} and its league activity`, isPublished);
	options.log?.(
		`Round ${roundId}: ${listMatchesOfRound(season, roundId).length} matches, ${server.countKills()} kills, ${[...faults.counts.values()].reduce((sum, count) => sum + count, 0)} faults`,
	);
}

/** Plays a season on a server process that is killed again and again, with stats from a fake AFL API that injects faults. */
export async function playSeason(connection: Connection, options: SoakOptions): Promise<SoakResult> {
	const { db, pool, url } = connection;
	const { seed, rounds, clockStops, kills } = options;
	const random = createRandom(`soak ${seed}`);
	const season = await seedSoakSeason(db, options);
	let now: SeasonTime = getRoundSpan(season, 1, 0)[0] - 30 * HOUR_MS;
	const faults = createFaultInjector(FAULT_SHARE, random.fork("faults"));
	const provider = await startSeasonProvider(
		season,
		() => now,
		(path, body) => faults.next(path, body) ?? { body },
	);
	// Each round also has a stop before its first match and one at its publication.
	const stops = rounds * (clockStops + 2);
	const env = { DATABASE_URL: url, ...provider.env, ...options.env };
	const server = await startKilledServer(env, { stops, kills }, random);
	const setTime = async (time: SeasonTime) => {
		now = time;
		await setClock(db, { seasonAt: time, speed: 0 }, Date.now());
	};
	const run = { connection, season, options, faults, provider, server, random: random.fork("stops"), setTime };
	try {
		for (let roundId = 1; roundId <= rounds; roundId++) await playRound(run, roundId);
		const verdicts = await pool.query(
			"SELECT verdict, count(*)::int AS count FROM feed_payloads GROUP BY 1 ORDER BY 1",
		);
		return {
			outcome: await loadOutcome({ db, pool }),
			faults: faults.counts,
			kills: server.countKills(),
			verdicts: new Map(verdicts.rows.map(({ verdict, count }) => [verdict, count])),
		};
	} finally {
		await server.kill();
		await provider.api.close();
	}
}
