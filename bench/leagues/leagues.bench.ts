import { saveMatchResults } from "../../apps/server/features/leagues/head-to-head/match-results.ts";
import { saveRoundActivity } from "../../apps/server/features/leagues/head-to-head/round-activity.ts";
import { touchSeason } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { createTestApp, type TestApp } from "../../apps/server/testing/test-app.ts";
import { type Comparison, figures, percentile, takeTurns, timed } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { fillWithLeagues, type LeagueCounts, searchFor } from "./made-up-leagues.ts";

/** How often each call is sent, after half as many to warm up. */
const CALLS = 400;
/** The open league that everybody may be in. */
const LARGE = 9;

/** Milliseconds that a call takes as one of many people, each from an address of her own. */
async function send(app: TestApp, url: string, userId: number, payload?: object): Promise<number> {
	const token = await tokenOf(app, userId);
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
	const taken = performance.now() - start;
	if (statusCode !== 200) throw new Error(`${url}: ${body}`);
	return taken;
}

const tokens = new Map<number, string>();
async function tokenOf(app: TestApp, userId: number): Promise<string> {
	const token = tokens.get(userId) ?? (await app.tokenOf(userId));
	tokens.set(userId, token);
	return token;
}

type Call = (n: number) => Promise<number>;

/** Milliseconds below which 99 of 100 calls stay. */
async function p99(calls: number, call: Call): Promise<number> {
	const samples: number[] = [];
	for (let n = 0; n < calls * 1.5; n++) samples.push(await call(n));
	return percentile(samples.slice(Math.floor(calls / 2)), 99);
}

/** Which leagues and members a call is about. */
function pickers({ users, leagues }: LeagueCounts) {
	return {
		anyone: (n: number) => 1 + ((n * 613) % users),
		memberOf: (league: number, k: number) => 1 + ((league * 7919 + (1 + k) * 4729) % users),
		h2h: (n: number) => 1 + ((n * 37) % (leagues / 10)) * 10,
		open: (n: number) => 7 + ((n * 37) % (leagues / 10)) * 10,
	};
}

/** Every reading call that a screen of leagues waits for, beside one that looks a session up and does nothing else. */
async function readings(app: TestApp, counts: LeagueCounts, times: number): Promise<Comparison[]> {
	const { anyone, memberOf, h2h, open } = pickers(counts);
	const checkSession: Call = (n) => send(app, "/fantasy/user-profile/show-my", anyone(n));
	const calls: Record<string, Call> = {
		"my leagues, ten with their places": (n) => send(app, "/fantasy/leagues", anyone(n)),
		"a head-to-head ladder of ten": (n) =>
			send(app, `/fantasy/ranks/h2h-league?leagueId=${h2h(n)}`, memberOf(h2h(n), n % 10)),
		"a round's match-ups with ten line-ups": (n) =>
			send(app, "/fantasy/league/h2h-match-ups", memberOf(h2h(n), n % 10), { leagueId: h2h(n), roundId: 6 }),
		"an open ladder of ten": (n) =>
			send(app, `/fantasy/ranks/open-league?leagueId=${open(n)}`, memberOf(open(n), n % 10)),
		"an open ladder of ten thousand": (n) =>
			send(
				app,
				`/fantasy/ranks/open-league?leagueId=${LARGE}&page=${1 + (n % 50)}`,
				1 + (n % Math.min(5_000, counts.users)),
			),
		"leagues to join, first page": (n) => send(app, "/fantasy/league/show-for-join", anyone(n)),
		"leagues to join, page 1 to 100": (n) =>
			send(app, `/fantasy/league/show-for-join?page=${1 + (n % 100)}`, anyone(n)),
		"join search, part of a name": (n) =>
			send(app, `/fantasy/league/show-for-join?search=${encodeURIComponent(searchFor(n))}`, anyone(n)),
		"join search, two letters": (n) =>
			send(app, `/fantasy/league/show-for-join?search=${encodeURIComponent(searchFor(n).slice(0, 2))}`, anyone(n)),
		"join search that finds nothing": (n) => send(app, `/fantasy/league/show-for-join?search=qx${n}zz`, anyone(n)),
	};
	const comparisons: Comparison[] = [];
	for (const [what, call] of Object.entries(calls)) {
		const took = await takeTurns(
			{ floor: () => p99(times, checkSession), reached: () => p99(times, call) },
			{ runs: 1, warmups: 0 },
		);
		comparisons.push({
			what: `p99 of ${what}`,
			reached: took.reached,
			floorName: "p99 of a call that only checks its session",
			floor: took.floor,
			unit: "ms",
			goal: { kind: "at most", ratio: 4 },
		});
	}
	return comparisons;
}

/** What a publication adds for leagues, and what follows it. */
async function writings({ database: { db, pool }, season }: TestApp): Promise<Comparison[]> {
	const scan = "SELECT count(home_points) FROM league_matches WHERE season_id = 1 AND round_id = 6";
	const counted: number[] = [];
	for (let run = 0; run < 3; run++) counted.push(await timed(() => pool.query(scan)));
	const floor = figures(counted);
	const settled: number[] = [];
	const told: number[] = [];
	for (let run = 0; run < 3; run++) {
		await db
			.updateTable("league_matches")
			.set({ home_points: null, away_points: null })
			.where("round_id", "=", 6)
			.execute();
		settled.push(
			await timed(() => db.transaction().execute((transaction) => saveMatchResults(transaction, season.id, 6))),
		);
		await db.deleteFrom("league_events").execute();
		told.push(await timed(() => saveRoundActivity(db, season.id, 6)));
	}
	const floorName = "counting the round's match-ups";
	return [
		{ what: "settling a round of head-to-head leagues", reached: figures(settled), floorName, floor, unit: "ms" },
		{ what: "telling all leagues of it", reached: figures(told), floorName, floor, unit: "ms" },
	];
}

export const bench: Bench = {
	name: "leagues",
	title: "100,000 leagues with a million memberships, over the whole API but the socket",
	async run({ isTiny, note }) {
		const counts = isTiny ? { users: 200, leagues: 100 } : { users: 100_000, leagues: 100_000 };
		const app = await createTestApp({}, { rounds: 12 }, { withPgListener: true });
		try {
			await fillWithLeagues(app.database.pool, counts, note);
			await app.database.db.transaction().execute((transaction) => touchSeason(transaction, app.season.id));
			await app.seasons.refresh();
			await app.standings.refresh();
			return [...(await readings(app, counts, isTiny ? 4 : CALLS)), ...(await writings(app))];
		} finally {
			await app.close();
		}
	},
};
