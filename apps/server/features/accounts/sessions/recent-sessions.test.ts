import { expect, test } from "vitest";
import type { Session } from "../../../plugins/session.ts";
import { createRecentSessions } from "./recent-sessions.ts";

const MINUTE = 60_000;

/** Recent sessions over a store that counts what it is asked; a token's user is the number in it. */
function stage() {
	let now = 1_000_000;
	let asked = 0;
	let tell = (_payload: string) => {};
	let onAsked = () => {};
	const find = async (token: string): Promise<Session | null> => {
		asked++;
		onAsked();
		const userId = Number(/\d+/.exec(token)?.[0] ?? 0);
		const plain = { isActive: true, isOperator: false, operatorUntil: null };
		return userId === 0 ? null : { userId, ...plain };
	};
	const news = {
		on: (_: string, heed: (payload: string) => unknown) => {
			tell = heed;
			return () => {};
		},
	};
	const recent = createRecentSessions({ find }, news, () => now);
	return {
		recent,
		/** How often the store was asked for this. */
		asks: async (...tokens: string[]) => {
			const before = asked;
			for (const token of tokens) await recent.find(token);
			return asked - before;
		},
		pass: (milliseconds: number) => {
			now += milliseconds;
		},
		tell: (payload: string) => tell(payload),
		whenAsked: (then: () => void) => {
			onAsked = then;
		},
	};
}

test("a session is looked up once in a while, and known at once until then; nobody's is looked up each time", async () => {
	const { recent, asks, pass } = stage();
	expect(await asks("a1", "b2", "a1", "b2", "stranger", "stranger")).toBe(4);
	for (let times = 0; times < 2; times++) {
		pass(50_000);
		expect(recent.find("a1")).toMatchObject({ userId: 1 });
	}
	expect(await asks("c3")).toBe(1);
	pass(100_000);
	expect(await asks("a1", "a1", "c3")).toBe(1);
});

test("one that nobody asked for in a long time is looked up again, however quiet it was between", async () => {
	const { asks, pass } = stage();
	await asks("a1");
	pass(60 * MINUTE);
	expect(await asks("a1")).toBe(1);
});

test("what is told of a user, of everybody or of a token is forgotten at once, whenever it was looked up", async () => {
	const { asks, pass, tell, recent } = stage();
	await asks("a1", "b2");
	pass(MINUTE);
	await asks("c1", "d3");
	tell("1");
	expect(await asks("a1", "c1", "b2", "d3")).toBe(2);
	recent.forget("b2");
	recent.forget("d3");
	expect(await asks("a1", "b2", "c1", "d3")).toBe(2);
	tell("");
	expect(await asks("a1", "b2", "c1", "d3")).toBe(4);
});

test("what was looked up while something was told is not kept", async () => {
	const { asks, tell, whenAsked } = stage();
	whenAsked(() => tell("7"));
	expect(await asks("a1", "a1")).toBe(2);
});
