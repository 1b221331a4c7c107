import { describe, expect, test } from "vitest";
import { buildLineupFromIds } from "../lineup/slots.ts";
import type { Line, Player } from "../player.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { createCoachPlayer, type PlayerFacts } from "./coach-player.ts";
import { findOpenSlots } from "./open-slots.ts";
import { type AdvisedPlayer, type SuggestionInput, suggestTrades } from "./suggest-trades.ts";

const shape = {
	field: { DEF: 1, MID: 1, RUC: 0, FWD: 0 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
};
const rules = { ...DEFAULT_SEASON_RULES, ...shape };

function buildAdvisedPlayer(
	id: number,
	position: Line | readonly Line[],
	estimate: number,
	facts: Partial<PlayerFacts> = {},
): AdvisedPlayer {
	const player: Player = { id, name: `P${id}`, squadId: id, position: [position].flat(), cost: 600_000 };
	const playerFacts: PlayerFacts = {
		player,
		estimate,
		scores: [50],
		status: "playing",
		selection: "named",
		matches: [1, 1, 1],
		...facts,
	};
	return { facts: playerFacts, coach: createCoachPlayer(playerFacts, 12_000, rules) };
}

const team = [
	buildAdvisedPlayer(1, "DEF", 60),
	buildAdvisedPlayer(2, "MID", 70),
	buildAdvisedPlayer(3, "MID", 20),
	buildAdvisedPlayer(4, "DEF", 20),
];
const pool = [
	buildAdvisedPlayer(11, "DEF", 80),
	buildAdvisedPlayer(12, "DEF", 75),
	buildAdvisedPlayer(13, "MID", 90),
	buildAdvisedPlayer(14, "MID", 72),
];
const suggestWith = (options: Partial<SuggestionInput> = {}) =>
	suggestTrades({
		rules,
		team,
		pool,
		keep: new Set(),
		ban: new Set(),
		aim: "season",
		bank: 0,
		tradesLeft: 1,
		pointsPerDollar: 0,
		isLegal: () => true,
		...options,
	});
const listPairs = (options: Partial<SuggestionInput> = {}) =>
	suggestWith(options).map(({ trades }) =>
		trades.map(({ playerInId, playerOutId }) => `${playerInId} for ${playerOutId}`),
	);

describe("suggesting trades", () => {
	test("gives three different alternatives, best first, with gain and risk", () => {
		const alternatives = suggestWith();
		expect(alternatives.map(({ trades }) => trades.map(({ playerInId }) => playerInId))).toEqual([[13], [11], [12]]);
		const [best] = alternatives;
		// The best players on field, the captain twice: 60 + 2 × 70 before the trade, and 60 + 2 × 90 after it.
		expect(best?.points).toBe(40);
		expect(best?.bankAfter).toBe(0);
		expect((best?.range.high ?? 0) - (best?.range.low ?? 0)).toBeGreaterThan(50);
	});

	test("stops once the request is aborted", () => {
		let checks = 0;
		expect(suggestWith({ isAborted: () => ++checks > 3, isLegal: () => expect.unreachable() })).toEqual([]);
	});

	test("says why a player should be traded out", () => {
		const getOutReason = (facts: Partial<PlayerFacts>, incomingFacts: Partial<PlayerFacts> = {}) =>
			suggestWith({
				team: [buildAdvisedPlayer(1, "DEF", 60, facts), ...team.slice(1)],
				pool: [buildAdvisedPlayer(11, "DEF", 140, incomingFacts)],
				keep: new Set([2, 3, 4]),
			})[0]?.trades[0]?.outReason;
		expect(getOutReason({ matches: [0, 1, 1], selection: "unknown" })).toBe("bye");
		expect(getOutReason({ selection: "unknown", status: "injured" })).toBe("injured");
		expect(getOutReason({ selection: "left-out" })).toBe("left-out");
		expect(getOutReason({ selection: "unknown", status: "uncertain" })).toBe("uncertain");
		const unnamed = { selection: "unknown", status: "uncertain" } as const;
		expect(getOutReason(unnamed, unnamed)).toBe("fewer-points");
		expect(getOutReason({})).toBe("fewer-points");
	});

	test("respects the manager's keep and ban lists, and leaves locked players alone", () => {
		expect(
			listPairs({ ban: new Set([13]) })
				.flat()
				.join(),
		).not.toContain("13 for");
		expect(
			listPairs({ openSlots: findOpenSlots(rules, null, (id) => id === 13) })
				.flat()
				.join(),
		).not.toContain("13 for");
		expect(listPairs({ keep: new Set([1, 2, 3, 4]) })).toEqual([]);
		expect(listPairs({ openSlots: findOpenSlots(rules, null, (id) => id <= 4) })).toEqual([]);
	});

	test("offers no trade that is refused, unaffordable or not left", () => {
		expect(listPairs({ isLegal: (pairs) => pairs.every(({ playerInId }) => playerInId !== 13) })[0]?.[0]).toMatch(
			/^11 /,
		);
		expect(listPairs({ bank: -1 })).toEqual([]);
		expect(listPairs({ tradesLeft: 0 })).toEqual([]);
		expect(listPairs({ pool: [buildAdvisedPlayer(15, "MID", 15)] })).toEqual([]);
	});

	test("can look at the next round alone, or at money first", () => {
		const soon = buildAdvisedPlayer(21, "MID", 100, { matches: [1, 0, 0] });
		const later = buildAdvisedPlayer(22, "MID", 95);
		const options = { pool: [soon, later], keep: new Set([1, 3, 4]) };
		expect(listPairs({ ...options, aim: "round" })[0]).toEqual(["21 for 2"]);
		expect(listPairs({ ...options, aim: "season" })[0]).toEqual(["22 for 2"]);
		const rising = buildAdvisedPlayer(23, "MID", 94, { scores: [140] });
		const money = { pool: [later, rising], keep: new Set([1, 3, 4]), pointsPerDollar: 1e-3 };
		expect(listPairs({ ...money, aim: "round" })[0]).toEqual(["22 for 2"]);
		expect(listPairs({ ...money, aim: "money" })[0]).toEqual(["23 for 2"]);
	});

	test("prefers even scorers to be safe, uneven ones at a risk [D2.9.884]", () => {
		const even = buildAdvisedPlayer(24, "MID", 90, { scores: [90, 89, 91] });
		const uneven = buildAdvisedPlayer(25, "MID", 92, { scores: [140, 50, 90] });
		const options = { pool: [even, uneven], keep: new Set([1, 3, 4]), pointsPerDollar: 0 };
		expect(listPairs({ ...options, aim: "season" })[0]).toEqual(["25 for 2"]);
		expect(listPairs({ ...options, aim: "safe" })[0]).toEqual(["24 for 2"]);
		expect(listPairs({ ...options, aim: "risk" })[0]).toEqual(["25 for 2"]);
		// The card says what she is expected to score, whatever the aim.
		expect(suggestWith({ ...options, aim: "safe" })[0]?.points).toBe(40);
	});

	describe("while some players are locked", () => {
		/** Players 1 and 2 are on field, 3 is on the bench and 4 is the utility. */
		const lineup = buildLineupFromIds([1, 2, 3, 4], rules, { captainId: 2, viceCaptainId: 1, emergency: [] });
		const lockPlayers = (...ids: number[]) => ({ openSlots: findOpenSlots(rules, lineup, (id) => ids.includes(id)) });

		test("a locked player does not move to another line to make room", () => {
			const teamWithDualPlayer = [
				buildAdvisedPlayer(1, "DEF", 60),
				buildAdvisedPlayer(2, ["DEF", "MID"], 70),
				buildAdvisedPlayer(3, "MID", 65),
				buildAdvisedPlayer(4, "DEF", 20),
			];
			const options = { team: teamWithDualPlayer, pool: [buildAdvisedPlayer(13, "MID", 90)], keep: new Set([3]) };
			expect(listPairs(options)[0]).toEqual(["13 for 1"]);
			expect(listPairs({ ...options, ...lockPlayers(2, 4) })).toEqual([]);
		});

		test("nobody takes the place of a locked player on field this round", () => {
			const options = { pool: [buildAdvisedPlayer(13, "MID", 90)], keep: new Set([1, 2]), aim: "round" as const };
			expect(listPairs({ ...options, ...lockPlayers(4) })[0]).toEqual(["13 for 3"]);
			expect(listPairs({ ...options, ...lockPlayers(2, 4) })).toEqual([]);
			expect(suggestWith({ ...options, ...lockPlayers(2, 4), aim: "season" })[0]).toMatchObject({ points: 0 });
		});

		test("a locked captain keeps the role, so nobody doubles twice", () => {
			const options = { pool: [buildAdvisedPlayer(11, "DEF", 80)], keep: new Set([3, 4]), aim: "round" as const };
			expect(suggestWith(options)[0]?.points).toBe(30);
			expect(suggestWith({ ...options, ...lockPlayers(2) })[0]?.points).toBe(20);
		});
	});

	test("prefers a player on the wait list if that loses few points", () => {
		const options = {
			keep: new Set([1, 3, 4]),
			pool: [buildAdvisedPlayer(13, "MID", 90), buildAdvisedPlayer(14, "MID", 89), buildAdvisedPlayer(15, "MID", 80)],
		};
		expect(listPairs(options)[0]).toEqual(["13 for 2"]);
		expect(listPairs({ ...options, waiting: [14] })[0]).toEqual(["14 for 2"]);
		expect(listPairs({ ...options, waiting: [15] })[0]).toEqual(["13 for 2"]);
		expect(listPairs({ ...options, pool: [buildAdvisedPlayer(16, "MID", 69)], waiting: [16] })).toEqual([]);
	});

	test("adds up how many more points the best field scores ahead", () => {
		const options = { keep: new Set([1, 3, 4]), pool: [buildAdvisedPlayer(13, "MID", 90)], tradesLeft: 1 };
		const [best] = suggestWith(options);
		// She is named this week, and later plays nine times out of ten, like the player she replaces. The captain counts twice.
		expect(best?.points).toBe(40);
		expect(best?.pointsAhead).toBeCloseTo(40 + 2 * 0.9 * 40, 10);
	});

	test("alternatives share at most half of the players who come or go", () => {
		const pairs = suggestWith({
			tradesLeft: 2,
			pool: [...pool, buildAdvisedPlayer(15, "MID", 88), buildAdvisedPlayer(16, "DEF", 70)],
		}).map(({ trades }) => trades.flatMap(({ playerInId, playerOutId }) => [`in ${playerInId}`, `out ${playerOutId}`]));
		expect(pairs.length).toBe(3);
		for (const [index, one] of pairs.entries())
			for (const other of pairs.slice(index + 1))
				expect(one.filter((id) => other.includes(id)).length).toBeLessThanOrEqual(
					Math.min(one.length, other.length) / 2,
				);
	});
});
