import { MINUTE_MS } from "@first-bounce/rules/durations";
import { expect, test } from "vitest";
import type { Session } from "../../../plugins/session.ts";
import { createSessionCache } from "./session-cache.ts";

/** Creates a cache over a fake store that counts queries. The number in a token is its user's id. */
function setUp() {
	let now = 1_000_000;
	let queries = 0;
	let onQuery = () => {};
	let announceChange = (_payload: string) => {};
	const findSession = async (token: string): Promise<Session | null> => {
		queries++;
		onQuery();
		const userId = Number(/\d+/.exec(token)?.[0] ?? 0);
		return userId === 0 ? null : { userId, isActive: true, operatorRole: null, operatorUntil: null, scopes: null };
	};
	const listener = {
		on: (_: string, handler: (payload: string) => unknown) => {
			announceChange = handler;
			return () => {};
		},
	};
	const cache = createSessionCache({ find: findSession }, listener, () => now);
	return {
		cache,
		/** Finds sessions and returns how many queries that took. */
		countQueries: async (...tokens: string[]) => {
			const before = queries;
			for (const token of tokens) await cache.find(token);
			return queries - before;
		},
		advance: (milliseconds: number) => {
			now += milliseconds;
		},
		announce: (payload: string) => announceChange(payload),
		duringQuery: (callback: () => void) => {
			onQuery = callback;
		},
	};
}

test("a session is queried once and then cached for a while", async () => {
	const { cache, countQueries, advance } = setUp();
	expect(await countQueries("a1", "b2", "a1", "b2", "stranger", "stranger")).toBe(4);
	for (let times = 0; times < 2; times++) {
		advance(50_000);
		expect(cache.find("a1")).toMatchObject({ userId: 1 });
	}
	expect(await countQueries("c3")).toBe(1);
	advance(100_000);
	expect(await countQueries("a1", "a1", "c3")).toBe(1);
});

test("a session is queried again after an hour without requests", async () => {
	const { countQueries, advance } = setUp();
	await countQueries("a1");
	advance(60 * MINUTE_MS);
	expect(await countQueries("a1")).toBe(1);
});

test("an announced change or a forgotten token removes sessions", async () => {
	const { countQueries, advance, announce, cache } = setUp();
	await countQueries("a1", "b2");
	advance(MINUTE_MS);
	await countQueries("c1", "d3");
	announce("1");
	expect(await countQueries("a1", "c1", "b2", "d3")).toBe(2);
	cache.forget("b2");
	cache.forget("d3");
	expect(await countQueries("a1", "b2", "c1", "d3")).toBe(2);
	announce("");
	expect(await countQueries("a1", "b2", "c1", "d3")).toBe(4);
});

test("a session is not cached if a change is announced meanwhile", async () => {
	const { countQueries, announce, duringQuery } = setUp();
	duringQuery(() => announce("7"));
	expect(await countQueries("a1", "a1")).toBe(2);
});
