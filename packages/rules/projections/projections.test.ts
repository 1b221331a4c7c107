import { describe, expect, test } from "vitest";
import type { Line } from "../player.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computeEstimate, computePrior, computeRange } from "./estimate.ts";
import { computeChanceToPlay, computeForecast, getAvailability, hasLeftEarly } from "./forecast.ts";
import { createLineMateFactor } from "./line-mates.ts";
import { computeOpponentFactors, getOpponentFactor } from "./opponents.ts";
import { fitPriorCoefficients, type PriorObservation } from "./prior-coefficients.ts";

const rules = DEFAULT_SEASON_RULES;
const { prior } = rules.projections;

describe("the estimate of a player", () => {
	test("before her first match comes from price and ownership", () => {
		// 10 + 0.8 × 900,000 ÷ 12,000
		expect(computePrior({ openingPrice: 900_000, ownership: null }, prior, rules)).toBe(70);
		// + 12 × √0.25
		expect(computePrior({ openingPrice: 900_000, ownership: 0.25 }, prior, rules)).toBe(76);
	});

	test("counts the prior as 1.5 matches, the newest score most", () => {
		expect(computeEstimate(70, [], rules)).toBe(70);
		expect(computeEstimate(70, [100], rules)).toBe(82);
		// (1.5 × 70 + 40 + 0.95 × 100) ÷ 3.45
		expect(computeEstimate(70, [40, 100], rules)).toBeCloseTo(69.57, 2);
		expect(computeEstimate(70, [100, 40], rules)).toBeCloseTo(70.43, 2);
	});

	test("has a wider range for higher scores, never below 0", () => {
		expect(computeRange(64, rules)).toEqual({ low: 38.4, high: 89.6 });
		expect(computeRange(-3, rules)).toEqual({ low: -3, high: -3 });
	});
});

describe("the factor for an opponent", () => {
	const createMatch = (roundId: number, homeSquadId: number, awaySquadId: number) =>
		({ id: roundId, roundId, homeSquadId, awaySquadId, startsAt: 0, status: "complete" }) as const;
	const complete = { id: 1, status: "complete", matches: [createMatch(1, 1, 2)], byeSquads: [] } as const;
	const playing = {
		id: 2,
		status: "playing",
		matches: [createMatch(2, 1, 3), createMatch(2, 3, 1)],
		byeSquads: [],
	} as const;
	const played = [
		{ roundId: 1, points: 560, isAbandoned: false },
		{ roundId: 2, points: 10, isAbandoned: false },
	];

	test("compares points with estimates in complete rounds [D2.9.881]", () => {
		const moved = { squadId: 3, formerSquads: [{ untilRound: 1, squadId: 1 }], estimate: 500, played };
		const factors = computeOpponentFactors([moved], [complete, playing], rules);
		// (2,000 + 560) ÷ (2,000 + 500)
		expect([...factors]).toEqual([[2, 1.024]]);
		expect(getOpponentFactor(1, complete, factors)).toBe(1.024);
		// Two matches against a club about which nothing is known.
		expect(getOpponentFactor(1, playing, factors)).toBe(1);
		expect(getOpponentFactor(5, null, factors)).toBe(1);
	});

	test("leaves out the opponent of a match that is called off", () => {
		const matches = [
			createMatch(2, 1, 2),
			{ ...createMatch(2, 1, 3), status: "scheduled" as const, isAbandoned: true },
		];
		expect(
			getOpponentFactor(
				1,
				{ matches },
				new Map([
					[2, 1.1],
					[3, 0.9],
				]),
			),
		).toBe(1.1);
	});

	test("leaves out an abandoned match", () => {
		const cutShort = { squadId: 1, estimate: 500, played: [{ roundId: 1, points: 60, isAbandoned: true }] };
		expect(getOpponentFactor(1, complete, computeOpponentFactors([cutShort], [complete], rules))).toBe(1);
	});
});

describe("the factor for line mates", () => {
	const createMatch = (roundId: number) =>
		({ id: roundId, roundId, homeSquadId: 1, awaySquadId: 2, startsAt: 0, status: "complete" }) as const;
	const rounds = [1, 2, 3].map((id) => ({
		id,
		status: id < 3 ? ("complete" as const) : ("scheduled" as const),
		matches: [createMatch(id)],
		byeSquads: [],
	}));
	const create = (estimate: number, position: readonly Line[], playedRounds: readonly number[], isNamed: boolean) => ({
		squadId: 1,
		estimate,
		position,
		played: playedRounds.map((roundId) => ({ roundId, points: 50, isAbandoned: false })),
		isNamed,
	});
	const named = create(60, ["RUC"], [1, 2], true);
	const missing = create(40, ["RUC"], [1], false);
	const defender = create(70, ["DEF"], [1, 2], true);

	test("compares who usually plays in her line with who is named [D2.9.881]", () => {
		const getFactor = createLineMateFactor([named, missing, defender], rounds, rules);
		// Usually 60 + 40 ÷ 2 = 80, and 60 are named.
		expect(getFactor(named)).toBeCloseTo((80 / 60) ** 0.1, 10);
		expect(getFactor(missing)).toBe(1);
		expect(getFactor(defender)).toBe(1);
	});

	test("shares a player of two lines between both", () => {
		const both = create(40, ["DEF", "RUC"], [1, 2], true);
		const getFactor = createLineMateFactor([named, missing, defender, both], rounds, rules);
		expect(getFactor(named)).toBeCloseTo((100 / 80) ** 0.1, 10);
		expect(getFactor(both)).toBeCloseTo((190 / 170) ** 0.1, 10);
	});

	test("leaves out abandoned matches, also beside another one", () => {
		const [first, second] = rounds;
		if (!first || !second) throw new Error("There are no rounds");
		const abandoned = { ...createMatch(2), isAbandoned: true };
		const doubleWeek = [first, { ...second, matches: [createMatch(2), abandoned] }];
		expect(createLineMateFactor([named, missing], doubleWeek, rules)(named)).toBeCloseTo((80 / 60) ** 0.1, 10);
		const cutShort = { ...named, played: [...named.played, { roundId: 2, points: 5, isAbandoned: true }] };
		expect(createLineMateFactor([cutShort, missing], doubleWeek, rules)(cutShort)).toBeCloseTo((80 / 60) ** 0.1, 10);
	});

	test("has limits, and is 1 before the club has played", () => {
		const star = create(300, ["RUC"], [1, 2], false);
		expect(createLineMateFactor([named, star], rounds, rules)(named)).toBeCloseTo(2 ** 0.1, 10);
		const newcomers = [create(300, ["RUC"], [], true), named];
		expect(createLineMateFactor(newcomers, rounds, rules)(named)).toBeCloseTo(0.5 ** 0.1, 10);
		expect(createLineMateFactor([named, missing], rounds.slice(2), rules)(named)).toBe(1);
	});
});

describe("the prior's coefficients", () => {
	const observations = Array.from({ length: 200 }, (_, index): PriorObservation => {
		const ownership = (index % 10) / 10;
		const openingPrice = 300_000 + (index % 37) * 24_000;
		const points = 5 + 0.9 * (openingPrice / 12_000) + 20 * Math.sqrt(ownership);
		return { playerId: index, roundId: 1, points, openingPrice, ownership };
	});

	test("are those that fit all scores best", () => {
		const fitted = fitPriorCoefficients(observations, rules);
		expect(fitted.base).toBeCloseTo(5, 8);
		expect(fitted.pricePoint).toBeCloseTo(0.9, 8);
		expect(fitted.rootOwnership).toBeCloseTo(20, 8);
	});

	test("do not depend on the order of the scores", () => {
		const noisy = observations.map((observation, index) => ({
			...observation,
			points: observation.points + ((index * 31) % 17) / 3,
		}));
		expect(fitPriorCoefficients(noisy.toReversed(), rules)).toEqual(fitPriorCoefficients(noisy, rules));
	});

	test("stay as the season sets them with little data", () => {
		expect(fitPriorCoefficients(observations.slice(0, 99), rules)).toBe(prior);
		const same = observations.map((observation) => ({ ...observation, openingPrice: 300_000, ownership: null }));
		expect(fitPriorCoefficients(same, rules)).toBe(prior);
	});

	test("keep the season's coefficient for ownership if ownership is unknown", () => {
		const fitted = fitPriorCoefficients(
			observations.map((observation) => ({ ...observation, ownership: null })),
			rules,
		);
		expect(fitted.rootOwnership).toBe(12);
	});
});

describe("the forecast of a player", () => {
	const computeChance = (selection: "named" | "left-out" | "unknown", status: "playing" | "injured" | "uncertain") =>
		[0, 1, 2].map((roundsAhead) => computeChanceToPlay({ selection, status }, roundsAhead, rules));

	test("knows who is named, and lets players return slowly", () => {
		expect(computeChance("named", "uncertain")).toEqual([1, 0.9, 0.9]);
		expect(computeChance("left-out", "playing")).toEqual([0, 0.2, 0.4]);
		expect(computeChance("unknown", "playing")).toEqual([0.9, 0.9, 0.9]);
		expect(computeChance("unknown", "uncertain")).toEqual([0.5, 0.5, 0.5]);
		expect(computeChance("unknown", "injured")).toEqual([0, 0.2, 0.4]);
	});

	test("uses a status only for its round, others are out", () => {
		const createKnown = (isTeamAnnounced: boolean, isForRound: boolean, playedLastMatch = false) => ({
			isTeamAnnounced,
			isForRound,
			playedLastMatch,
			leftEarly: false,
		});
		expect(getAvailability("playing", createKnown(true, true))).toEqual({ selection: "named", status: "playing" });
		expect(getAvailability("uncertain", createKnown(true, true))).toEqual({
			selection: "left-out",
			status: "uncertain",
		});
		expect(getAvailability("emergency", createKnown(true, true))).toEqual({
			selection: "unknown",
			status: "emergency",
		});
		expect(getAvailability("injured", createKnown(true, true))).toEqual({ selection: "unknown", status: "injured" });
		expect(getAvailability("playing", createKnown(false, false))).toEqual({ selection: "unknown", status: "playing" });
		expect(getAvailability("emergency", createKnown(false, false))).toEqual({
			selection: "unknown",
			status: "uncertain",
		});
		expect(getAvailability("uncertain", createKnown(false, true, true))).toEqual({
			selection: "unknown",
			status: "playing",
		});
		expect(getAvailability("not-playing", createKnown(false, true))).toEqual({
			selection: "left-out",
			status: "not-playing",
		});
		expect(getAvailability("not-playing", createKnown(false, false, true)).selection).toBe("unknown");
	});

	test("counts who left her last match early as uncertain until named [D2.9.926]", () => {
		const known = { isForRound: true, playedLastMatch: true, leftEarly: true };
		expect(getAvailability("uncertain", { ...known, isTeamAnnounced: false }).status).toBe("uncertain");
		expect(getAvailability("playing", { ...known, isForRound: false, isTeamAnnounced: false }).status).toBe(
			"uncertain",
		);
		expect(getAvailability("playing", { ...known, isTeamAnnounced: true })).toEqual({
			selection: "named",
			status: "playing",
		});
		// A provider without time on ground reports 0.
		expect([0, 1, 49, 50, 80].filter(hasLeftEarly)).toEqual([1, 49]);
	});

	test("gives an emergency one chance in five, later two", () => {
		const availability = getAvailability("emergency", {
			isTeamAnnounced: true,
			isForRound: true,
			playedLastMatch: false,
			leftEarly: false,
		});
		expect([0, 1].map((roundsAhead) => computeChanceToPlay(availability, roundsAhead, rules))).toEqual([0.2, 0.5]);
	});

	test("adds up expected points and price changes, without those of a bye", () => {
		const input = { estimate: 60, price: 480_000, scores: [], chances: [1, 0.5, 0.5], matches: [1, 0, 2] };
		// 480,000 + ¼ × 240,000 = 540,000; then ¼ × 180,000 + ⅙ × 180,000 = 75,000, half of which is expected
		expect(computeForecast(input, 12_000, rules)).toEqual({ points: [60, 0, 60], priceRise: 97_500 });
	});
});
