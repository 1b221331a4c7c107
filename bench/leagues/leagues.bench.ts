import { settleRound } from "../../apps/server/features/leagues/head-to-head/match-results.ts";
import { saveRoundActivity } from "../../apps/server/features/leagues/head-to-head/round-activity.ts";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { createTestApp, type TestApp } from "../../testing/server/test-app.ts";
import { type Comparison, computePercentile, measureInTurns, measureMs, summarise } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { getSearchText, type LeagueCounts, seedLeagues } from "./seed-leagues.ts";

/** How often each call is measured, after half as many calls to warm up. */
const CALLS = 400;
const GOAL = { kind: "at most", ratio: 4 } as const;
/** The open league with about 10,000 members. */
const LARGE_LEAGUE_ID = 9;

/** Measures how many milliseconds a user's call takes. Each user has her own IP address. */
async function measureCall(app: TestApp, url: string, userId: number, payload?: object): Promise<number> {
	const token = await getToken(app, userId);
	const remoteAddress = `10.${userId % 250}.${Math.floor(userId / 250) % 250}.${userId % 97}`;
	const headers = { "x-sid": token };
	const start = performance.now();
	const { statusCode, body } = await app.app.inject({
		url: `/api/en${url}`,
		headers,
		remoteAddress,
		method: payload ? "POST" : "GET",
		...(payload ? { payload } : {}),
	});
	const elapsed = performance.now() - start;
	if (statusCode !== 200) throw new Error(`${url}: ${body}`);
	return elapsed;
}

const tokens = new Map<number, string>();
async function getToken(app: TestApp, userId: number): Promise<string> {
	const token = tokens.get(userId) ?? (await app.getToken(userId));
	tokens.set(userId, token);
	return token;
}

type Call = (n: number) => Promise<number>;

/** Measures the 99th percentile of the times of calls, in milliseconds. */
async function measureP99(calls: number, call: Call): Promise<number> {
	const samples: number[] = [];
	for (let n = 0; n < calls * 1.5; n++) samples.push(await call(n));
	return computePercentile(samples.slice(Math.floor(calls / 2)), 99);
}

/** Creates functions that pick the users and leagues of the n-th call, as seed-leagues.ts numbers them. */
function createPickers({ users, leagues }: LeagueCounts) {
	return {
		pickUser: (n: number) => 1 + ((n * 613) % users),
		pickMember: (league: number, k: number) => 1 + ((league * 7919 + (1 + k) * 4729) % users),
		pickH2hLeague: (n: number) => 1 + ((n * 37) % (leagues / 10)) * 10,
		pickOpenLeague: (n: number) => 7 + ((n * 37) % (leagues / 10)) * 10,
	};
}

async function compareReads(app: TestApp, counts: LeagueCounts, count: number): Promise<Comparison[]> {
	const { pickUser, pickMember, pickH2hLeague, pickOpenLeague } = createPickers(counts);
	const checkSession: Call = (n) => measureCall(app, "/fantasy/user-profile/show-my", pickUser(n));
	const search = (n: number, text: string) =>
		measureCall(app, `/fantasy/league/show-for-join?search=${encodeURIComponent(text)}`, pickUser(n));
	const calls: Record<string, Call> = {
		"my leagues, ten with their ranks": (n) => measureCall(app, "/fantasy/leagues", pickUser(n)),
		"a head-to-head ladder of ten": (n) =>
			measureCall(app, `/fantasy/ranks/h2h-league?leagueId=${pickH2hLeague(n)}`, pickMember(pickH2hLeague(n), n % 10)),
		"a round's match-ups with ten line-ups": (n) =>
			measureCall(app, "/fantasy/league/h2h-match-ups", pickMember(pickH2hLeague(n), n % 10), {
				leagueId: pickH2hLeague(n),
				roundId: 6,
			}),
		"an open ladder of ten": (n) => {
			const league = pickOpenLeague(n);
			return measureCall(app, `/fantasy/ranks/open-league?leagueId=${league}`, pickMember(league, n % 10));
		},
		"an open ladder of ten thousand": (n) =>
			measureCall(
				app,
				`/fantasy/ranks/open-league?leagueId=${LARGE_LEAGUE_ID}&page=${1 + (n % 50)}`,
				1 + (n % Math.min(5_000, counts.users)),
			),
		"leagues to join, first page": (n) => measureCall(app, "/fantasy/league/show-for-join", pickUser(n)),
		"leagues to join, page 1 to 100": (n) =>
			measureCall(app, `/fantasy/league/show-for-join?page=${1 + (n % 100)}`, pickUser(n)),
		"join search, part of a name": (n) => search(n, getSearchText(n)),
		"join search, two letters": (n) => search(n, getSearchText(n).slice(0, 2)),
		"join search that finds nothing": (n) => search(n, `qx${n}zz`),
	};
	const comparisons: Comparison[] = [];
	for (const [label, call] of Object.entries(calls)) {
		const results = await measureInTurns(
			{ floor: () => measureP99(count, checkSession), result: () => measureP99(count, call) },
			{ runs: 1, warmups: 0 },
		);
		comparisons.push({
			label: `p99 of ${label}`,
			result: results.result,
			floorName: "p99 of a call that only checks its session",
			floor: results.floor,
			unit: "ms",
			goal: GOAL,
		});
	}
	return comparisons;
}

/** Compares saving the league results and activity of a published round with counting its match-ups. */
async function compareWrites({ database: { db, pool }, season }: TestApp): Promise<Comparison[]> {
	const scan = "SELECT count(home_points) FROM league_matches WHERE season_id = 1 AND round_id = 6";
	const countSamples: number[] = [];
	for (let run = 0; run < 3; run++) countSamples.push(await measureMs(() => pool.query(scan)));
	const floor = summarise(countSamples);
	const resultSamples: number[] = [];
	const activitySamples: number[] = [];
	for (let run = 0; run < 3; run++) {
		await pool.query("UPDATE league_matches SET home_points = NULL, away_points = NULL WHERE round_id = 6");
		resultSamples.push(
			await measureMs(() =>
				db
					.transaction()
					.execute((trx) => settleRound(trx, { seasonId: season.id, roundId: 6, now: 0, standings: "standings" })),
			),
		);
		await db.deleteFrom("league_events").execute();
		activitySamples.push(await measureMs(() => saveRoundActivity(db, season.id, 6)));
	}
	const limit = { floorName: "counting the round's match-ups", floor, unit: "ms", goal: GOAL } as const;
	return [
		{ label: "saving the results of a round's match-ups", result: summarise(resultSamples), ...limit },
		{ label: "saving the activity of all leagues", result: summarise(activitySamples), ...limit },
	];
}

export const bench: Bench = {
	name: "leagues",
	title: "100,000 leagues with a million memberships, through the whole API, without network connections",
	async run({ isTiny, log }) {
		const counts = isTiny ? { users: 200, leagues: 100 } : { users: 100_000, leagues: 100_000 };
		const app = await createTestApp({}, { rounds: 12 }, { withPgListener: true });
		try {
			await seedLeagues(app.database.pool, counts, log);
			await app.database.db.transaction().execute((trx) => incrementDataVersion(trx, app.season.id));
			await app.seasons.refresh();
			await app.standings.refresh();
			return [...(await compareReads(app, counts, isTiny ? 4 : CALLS)), ...(await compareWrites(app))];
		} finally {
			await app.close();
		}
	},
};
