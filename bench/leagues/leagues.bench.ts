import { settleMatchUps } from "../../apps/server/features/leagues/settle.ts";
import { tellResults } from "../../apps/server/features/leagues/tell-results.ts";
import { touchSeason } from "../../apps/server/features/season/touch-season.ts";
import { type TestApp, testApp } from "../../apps/server/testing/test-app.ts";
import { type Comparison, figures, timed } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { fillWithLeagues, LEAGUES, searchFor, USERS } from "./made-up-leagues.ts";

const BATCHES = 5;
const CALLS = 300;
/** The open league that holds ten thousand. */
const LARGE = 9;

const at99 = (samples: readonly number[]): number =>
	samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * 0.99) - 1] ?? Number.NaN;

/** Sends a call as one of many people, each from an address of her own. */
async function send(app: TestApp, url: string, userId: number, payload?: object): Promise<void> {
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
	taken = performance.now() - start;
	if (statusCode !== 200) throw new Error(`${url}: ${body}`);
}
let taken = 0;

const tokens = new Map<number, string>();
async function tokenOf(app: TestApp, userId: number): Promise<string> {
	const token = tokens.get(userId) ?? (await app.tokenOf(userId));
	tokens.set(userId, token);
	return token;
}

/** Milliseconds below which 99 of 100 calls stay, a figure a batch. */
async function p99(call: (n: number) => Promise<void>): Promise<number[]> {
	const batches: number[] = [];
	for (let batch = -1; batch < BATCHES; batch++) {
		const samples: number[] = [];
		for (let n = 0; n < CALLS; n++) {
			await call((batch + 1) * CALLS + n);
			samples.push(taken);
		}
		if (batch >= 0) batches.push(at99(samples));
	}
	return batches;
}

const memberOf = (league: number, k: number) => 1 + ((league * 7919 + (1 + k) * 4729) % USERS);
const h2h = (n: number) => 1 + ((n * 37) % (LEAGUES / 10)) * 10;
const open = (n: number) => 7 + ((n * 37) % (LEAGUES / 10)) * 10;

/** Every reading call that a screen of leagues waits for, beside one that looks a session up and does nothing else. */
async function readings(app: TestApp): Promise<Comparison[]> {
	const floor = figures(await p99((n) => send(app, "/fantasy/user-profile/show-my", 1 + ((n * 613) % USERS))));
	const calls: Record<string, (n: number) => Promise<void>> = {
		"my leagues, ten with their places": (n) => send(app, "/fantasy/leagues", 1 + ((n * 613) % USERS)),
		"a head-to-head ladder of ten": (n) =>
			send(app, `/fantasy/ranks/h2h-league?leagueId=${h2h(n)}`, memberOf(h2h(n), n % 10)),
		"a round's match-ups with ten line-ups": (n) =>
			send(app, "/fantasy/league/h2h-match-ups", memberOf(h2h(n), n % 10), { leagueId: h2h(n), roundId: 6 }),
		"an open ladder of ten": (n) =>
			send(app, `/fantasy/ranks/open-league?leagueId=${open(n)}`, memberOf(open(n), n % 10)),
		"an open ladder of ten thousand": (n) =>
			send(app, `/fantasy/ranks/open-league?leagueId=${LARGE}&page=${1 + (n % 50)}`, 1 + (n % 5_000)),
		"leagues to join, first page": (n) => send(app, "/fantasy/league/show-for-join", 1 + ((n * 613) % USERS)),
		"leagues to join, page 1 to 100": (n) =>
			send(app, `/fantasy/league/show-for-join?page=${1 + (n % 100)}`, 1 + ((n * 613) % USERS)),
		"join search, part of a name": (n) =>
			send(app, `/fantasy/league/show-for-join?search=${encodeURIComponent(searchFor(n))}`, 1 + ((n * 613) % USERS)),
		"join search, two letters": (n) =>
			send(app, `/fantasy/league/show-for-join?search=${encodeURIComponent(searchFor(n).slice(0, 2))}`, 1 + n),
		"join search that finds nothing": (n) => send(app, `/fantasy/league/show-for-join?search=qx${n}zz`, 1 + n),
	};
	const comparisons: Comparison[] = [];
	for (const [what, call] of Object.entries(calls)) {
		const reached = figures(await p99(call));
		comparisons.push({ what: `p99 of ${what}`, reached, floorName: "p99 of a call with a session", floor, unit: "ms" });
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
			await timed(() => db.transaction().execute((transaction) => settleMatchUps(transaction, season.id, 6))),
		);
		await db.deleteFrom("league_events").execute();
		told.push(await timed(() => tellResults(db, season.id, 6)));
	}
	const floorName = "counting the round's match-ups";
	return [
		{ what: "settling a round of 60,000 leagues", reached: figures(settled), floorName, floor, unit: "ms" },
		{ what: "telling 100,000 leagues of it", reached: figures(told), floorName, floor, unit: "ms" },
	];
}

/** The figures as decision 012 tells them. */
function sentence(read: readonly Comparison[], written: readonly Comparison[]): string {
	const reads = read.map(({ what, reached }) => `${what.replace("p99 of ", "")} ${Math.round(reached.median)}`);
	const writes = written.map(({ what, reached: { min, max } }) => {
		return `${what} takes ${[min, max].map((each) => (each / 1_000).toFixed(1)).join(" to ")} seconds`;
	});
	const floor = Math.round(read[0]?.floor.median ?? Number.NaN);
	return `p99 in ms, beside ${floor} of a call that only looks its session up: ${reads.join("; ")}. ${writes.join(", ")}.`;
}

export const bench: Bench = {
	name: "leagues",
	title: "100,000 leagues with a million memberships, over the whole API but the socket",
	async run(note) {
		const app = await testApp({}, { rounds: 12 });
		try {
			await fillWithLeagues(app.database.pool, note);
			await app.database.db.transaction().execute((transaction) => touchSeason(transaction, app.season.id));
			await app.games.refresh();
			await app.standings.refresh();
			const [read, written] = [await readings(app), await writings(app)];
			note(`\nFor decision 012: ${sentence(read, written)}`);
			return [...read, ...written];
		} finally {
			await app.close();
		}
	},
};
