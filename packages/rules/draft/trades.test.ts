import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlayerId, TeamId } from "../ids.ts";
import { LINES } from "../player.ts";
import type { Match, Round } from "../round/round.ts";
import { countPlaced, type DraftPlayer } from "./complete-squads.ts";
import { type ExpectedPlayer, projectSquad } from "./expected-points.ts";
import type { SquadRules } from "./squad-rules.ts";
import { computeTradeEffect } from "./trade-effect.ts";
import {
	buildReviewTerms,
	countStoppingVotes,
	findTradeDecider,
	getReviewEnd,
	isTradeDue,
	listReviewers,
	type TradeManager,
	type TradeReview,
} from "./trade-review.ts";
import {
	countDropsNeeded,
	findTradeProblems,
	isPastTradeDeadline,
	listReserved,
	listTradePlayers,
	renewTradeDeadline,
	type SquadTrade,
	type TradeContext,
	type TradeSide,
} from "./trades.ts";

/** Two defenders, two midfielders and a ruck, one of each line may be a utility; five places. */
const RULES: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 1, FWD: 1 },
	bench: { DEF: 0, MID: 0, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 2, MID: 2, RUC: 1, FWD: 2 },
};
const ADA: TeamId = 1;
const BEA: TeamId = 2;
const player = (id: PlayerId, ...position: DraftPlayer["position"]): DraftPlayer => ({ id, position });
const SQUADS = new Map<TeamId, readonly DraftPlayer[]>([
	[ADA, [player(11, "DEF"), player(12, "MID"), player(13, "RUC"), player(14, "FWD"), player(15, "MID")]],
	[BEA, [player(21, "DEF"), player(22, "MID"), player(23, "RUC"), player(24, "FWD"), player(25, "DEF")]],
]);

const createContext = (changes: Partial<TradeContext> = {}): TradeContext => ({
	squads: SQUADS,
	injuredIds: new Set(),
	fitIds: new Set(),
	accepted: [],
	futurePicks: [],
	reserved: { playerIds: new Set(), picks: [] },
	protectedIds: new Set(),
	contenders: new Set([ADA, BEA]),
	rules: RULES,
	...changes,
});

const give = (teamId: TeamId, playerIds: readonly PlayerId[], other: Partial<TradeSide> = {}): TradeSide => {
	return { teamId, playerIds, picks: [], dropIds: [], ...other };
};
const createTrade = (from: readonly PlayerId[], to: readonly PlayerId[]): SquadTrade => ({
	from: give(ADA, from),
	to: give(BEA, to),
});

describe("a trade", () => {
	test("of one player for another is legal if both squads keep places", () => {
		expect(findTradeProblems(createTrade([12], [22]), createContext(), "accept")).toEqual([]);
		// Ada would have three midfielders, and Bea two rucks.
		expect(findTradeProblems(createTrade([13], [22]), createContext(), "accept")).toEqual([
			{ code: "no-room", teamId: ADA, missing: 1 },
			{ code: "no-room", teamId: BEA, missing: 1 },
		]);
	});

	test("has something on each side, and at most five players", () => {
		expect(findTradeProblems(createTrade([12], []), createContext(), "offer")).toEqual([
			{ code: "side-empty", teamId: BEA },
		]);
		const many = new Map<TeamId, readonly DraftPlayer[]>([
			...SQUADS,
			[ADA, [...(SQUADS.get(ADA) ?? []), player(16, "DEF")]] as const,
		]);
		expect(
			findTradeProblems(createTrade([11, 12, 13, 14, 15, 16], [21]), createContext({ squads: many }), "offer"),
		).toEqual([{ code: "too-many-players", teamId: ADA, most: 5 }]);
		expect(findTradeProblems({ from: give(ADA, [12]), to: give(ADA, [11]) }, createContext(), "offer")).toEqual([
			{ code: "same-team" },
		]);
		expect(findTradeProblems(createTrade([12, 12], [22]), createContext(), "offer")).toEqual([
			{ code: "named-twice", playerId: 12 },
		]);
	});

	test("may be for picks of the next draft that the team owns", () => {
		const pick = { round: 1, originalTeamId: BEA };
		const trade = { from: give(ADA, [12]), to: give(BEA, [], { picks: [pick], dropIds: [25] }) };
		const futurePicks = [{ ...pick, teamId: BEA }];
		expect(findTradeProblems(trade, createContext({ futurePicks }), "accept")).toEqual([]);
		expect(findTradeProblems(trade, createContext(), "accept")).toEqual([
			{ code: "pick-not-owned", teamId: BEA, pick },
		]);
		expect(findTradeProblems(trade, createContext({ futurePicks: [{ ...pick, teamId: 3 }] }), "execute")).toEqual([
			{ code: "pick-not-owned", teamId: BEA, pick },
		]);
		const reserved = { playerIds: new Set<PlayerId>(), picks: [pick] };
		expect(findTradeProblems(trade, createContext({ futurePicks, reserved }), "accept")).toEqual([
			{ code: "pick-reserved", pick },
		]);
		const twice = { ...trade, to: { ...trade.to, picks: [pick, pick] } };
		expect(findTradeProblems(twice, createContext({ futurePicks }), "accept")).toEqual([
			{ code: "pick-named-twice", pick },
		]);
	});

	test("names whom a full squad drops, and nobody without need", () => {
		const trade = createTrade([11, 12], [22]);
		// The team that is asked chooses when it accepts.
		expect(findTradeProblems(trade, createContext(), "offer")).toEqual([]);
		expect(findTradeProblems(trade, createContext(), "accept")).toEqual([{ code: "no-room", teamId: BEA, missing: 1 }]);
		const dropping = (dropIds: PlayerId[]) => ({ ...trade, to: { ...trade.to, dropIds } });
		expect(findTradeProblems(dropping([21]), createContext(), "accept")).toEqual([]);
		expect(findTradeProblems(dropping([21, 24]), createContext(), "accept")).toEqual([
			{ code: "needless-drop", playerId: 24 },
		]);
		// By then somebody else may have left: what was accepted is done.
		expect(findTradeProblems(dropping([21, 24]), createContext(), "execute")).toEqual([]);
		const tooManyRucks = new Map<TeamId, readonly DraftPlayer[]>([
			...SQUADS,
			[ADA, [player(11, "RUC"), player(12, "RUC")]] as const,
		]);
		expect(findTradeProblems(trade, createContext({ squads: tooManyRucks }), "offer")).toEqual([
			{ code: "no-room", teamId: BEA, missing: 2 },
		]);
	});

	test("has nobody of another accepted trade, and only own players", () => {
		const accepted = { from: give(ADA, [12], { dropIds: [11] }), to: give(3, [31]) };
		const context = createContext({ reserved: listReserved([accepted]) });
		expect(findTradeProblems(createTrade([11], [21]), context, "accept")).toEqual([{ code: "reserved", playerId: 11 }]);
		expect(findTradeProblems(createTrade([22], [21]), createContext(), "accept")).toEqual([
			{ code: "not-owned", teamId: ADA, playerId: 22 },
		]);
	});

	test("neither drops the best nor hands them on out of contention", () => {
		const context = createContext({ protectedIds: new Set([12, 24]), contenders: new Set([BEA]) });
		expect(findTradeProblems(createTrade([12], [22]), context, "accept")).toEqual([
			{ code: "out-of-contention", teamId: ADA, playerId: 12 },
		]);
		expect(findTradeProblems(createTrade([12], [22]), context, "execute")).toEqual([]);
		expect(findTradeProblems(createTrade([15], [24]), context, "accept").map(({ code }) => code)).toEqual(["no-room"]);
		const dropping = { from: give(ADA, [14, 15]), to: give(BEA, [22], { dropIds: [24] }) };
		expect(findTradeProblems(dropping, context, "accept")).toEqual([{ code: "protected", playerId: 24 }]);
		const bothOut = { ...context, contenders: new Set<TeamId>() };
		expect(findTradeProblems(createTrade([12], [22]), bothOut, "accept")).toEqual([]);
	});

	test("finds the room that earlier accepted trades leave [D2.9.616]", () => {
		const accepted = createTrade([12], [22]);
		const toAda = { from: give(ADA, [14]), to: give(BEA, [24, 25]) };
		const four = (SQUADS.get(ADA) ?? []).filter(({ id }) => id !== 15);
		const squads = new Map<TeamId, readonly DraftPlayer[]>([...SQUADS, [ADA, four] as const]);
		expect(findTradeProblems(toAda, createContext({ squads, accepted: [accepted] }), "accept")).toEqual([]);
		const filling = { from: give(ADA, []), to: give(BEA, [22]) };
		expect(findTradeProblems(toAda, createContext({ squads, accepted: [filling] }), "accept")).toEqual([
			{ code: "no-room", teamId: ADA, missing: 1 },
		]);
	});

	test("never adds players to a blocked squad [D2.9.617]", () => {
		const context = createContext({ injuredIds: new Set([15]), fitIds: new Set([15]) });
		const trade = { from: give(ADA, [14]), to: give(BEA, [24, 25]) };
		expect(findTradeProblems(trade, context, "accept")).toEqual([{ code: "injured-place", teamId: ADA, playerId: 15 }]);
		expect(findTradeProblems(createTrade([14], [24]), context, "accept")).toEqual([]);
		const withHer = { from: give(ADA, [14, 15]), to: give(BEA, [24, 25]) };
		expect(findTradeProblems(withHer, context, "accept")).toEqual([]);
	});

	test("needs no place for a player who stays in the injured place", () => {
		const full = [...(SQUADS.get(ADA) ?? []), player(16, "DEF")];
		const context = createContext({
			squads: new Map<TeamId, readonly DraftPlayer[]>([...SQUADS, [ADA, full] as const]),
			injuredIds: new Set([16]),
		});
		expect(findTradeProblems(createTrade([12], [22]), context, "accept")).toEqual([]);
		expect(countDropsNeeded(give(BEA, [22]), give(ADA, [16]), context)).toBe(1);
	});
});

test("a legal trade leaves players owned once and squads within places", () => {
	const positions = fc.subarray([...LINES], { minLength: 1, maxLength: 2 });
	const squad = fc.array(positions, { minLength: 1, maxLength: 5 });
	const part = fc.subarray([0, 1, 2, 3, 4], { maxLength: 3 });
	fc.assert(
		fc.property(squad, squad, fc.tuple(part, part, part, part), (ada, bea, [gives, gets, drops, otherDrops]) => {
			const create = (first: number, lines: DraftPlayer["position"][]) =>
				lines.map((position, index) => ({ id: first + index, position }));
			const before = new Map([
				[ADA, create(11, ada)],
				[BEA, create(21, bea)],
			]);
			const placed = (players: readonly DraftPlayer[]) => players.length - countPlaced(players, RULES);
			const trade = {
				from: give(
					ADA,
					gives.map((index) => 11 + index),
					{ dropIds: drops.map((index) => 11 + index) },
				),
				to: give(
					BEA,
					gets.map((index) => 21 + index),
					{ dropIds: otherDrops.map((index) => 21 + index) },
				),
			};
			const context = createContext({ squads: before });
			if (findTradeProblems(trade, context, "accept").length > 0) return;
			const known = new Map([...before.values()].flat().map((one) => [one.id, one]));
			const after = [
				[trade.from, trade.to],
				[trade.to, trade.from],
			].map(([own, other]) => [
				...(before.get(own?.teamId ?? 0) ?? []).filter(
					({ id }) => ![...(own?.playerIds ?? []), ...(own?.dropIds ?? [])].includes(id),
				),
				...(other?.playerIds.flatMap((id) => known.get(id) ?? []) ?? []),
			]);
			const ids = after.flat().map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.length).toBe(known.size - drops.length - otherDrops.length);
			expect(placed(after[0] ?? [])).toBeLessThanOrEqual(placed(before.get(ADA) ?? []));
			expect(placed(after[1] ?? [])).toBeLessThanOrEqual(placed(before.get(BEA) ?? []));
			expect(new Set(listTradePlayers(trade)).size).toBe(listTradePlayers(trade).length);
		}),
		{ numRuns: 2_000 },
	);
});

describe("the deadline of trades", () => {
	const createRound = (id: number, status: Round["status"]): Round => ({
		id,
		status,
		matches: [{ id, roundId: id, homeSquadId: 1, awaySquadId: 2, startsAt: id * 100, status: "scheduled" } as Match],
		byeSquads: [],
	});

	test("passes with the first bounce of its round", () => {
		const rounds = [createRound(1, "complete"), createRound(2, "scheduled"), createRound(3, "scheduled")];
		expect([199, 200, 300].map((now) => isPastTradeDeadline(2, rounds, now))).toEqual([false, true, true]);
		expect(isPastTradeDeadline(null, rounds, 300)).toBe(false);
		expect(isPastTradeDeadline(null, [createRound(1, "complete")], 300)).toBe(true);
	});
});

describe("the review of a trade", () => {
	const createManagers = (...roles: TradeManager["role"][]): TradeManager[] =>
		roles.map((role, index) => ({ userId: index + 101, teamId: index + 1, role, isActive: true, joinedAt: 0 }));
	const rules = (review: TradeReview, hours = 24) => ({ review, hours });

	test("is by the commissioner, a deputy, or a vote, never a party", () => {
		const managers = createManagers("commissioner", "deputy", "member", "member");
		expect(findTradeDecider(rules("commissioner"), managers, [3, 4])).toEqual({ by: "commissioner", userIds: [101] });
		expect(findTradeDecider(rules("commissioner"), managers, [1, 4])).toEqual({ by: "commissioner", userIds: [102] });
		expect(findTradeDecider(rules("commissioner"), managers, [1, 2])).toEqual({
			by: "vote",
			teamIds: [3, 4],
			needed: 1,
		});
		const late = managers.map((manager) => ({ ...manager, joinedAt: manager.teamId === 3 ? 8 : 7 }));
		expect(findTradeDecider(rules("vote"), late, [1, 2], 7)).toMatchObject({ teamIds: [4] });
		expect(findTradeDecider(rules("none"), managers, [1, 2])).toEqual({ by: "nobody" });
		expect(findTradeDecider(rules("vote", 0), managers, [1, 2])).toEqual({ by: "nobody" });
	});

	test("keeps the roles and managers of when it was accepted [D2.9.627]", () => {
		const managers = createManagers("commissioner", "deputy", "member", "member");
		const terms = buildReviewTerms(rules("commissioner"), managers);
		// Since then the deputy has lost her role to team 3, and team 4 has a new manager.
		const later = managers.map((manager, index): TradeManager => {
			const role = (["commissioner", "member", "deputy", "member"] as const)[index] ?? "member";
			return { ...manager, role, joinedAt: index === 3 ? 8 : 0 };
		});
		const reviewers = listReviewers(terms, later, 7);
		expect(reviewers.map(({ teamId, role }) => [teamId, role])).toEqual([
			[1, "commissioner"],
			[2, "deputy"],
			[3, "member"],
		]);
		expect(findTradeDecider(terms, reviewers, [1, 3])).toEqual({ by: "commissioner", userIds: [102] });
		expect(findTradeDecider(terms, reviewers, [1, 2])).toEqual({ by: "vote", teamIds: [3], needed: 1 });
		expect(findTradeDecider(terms, [], [1, 2])).toEqual({ by: "vote", teamIds: [], needed: 1 });
	});

	test("is stopped by a third of the other managers", () => {
		const managers = createManagers(...Array.from({ length: 9 }, () => "member" as const));
		const decider = findTradeDecider(rules("vote"), managers, [1, 2]);
		expect(decider).toEqual({ by: "vote", teamIds: [3, 4, 5, 6, 7, 8, 9], needed: 3 });
		const against = (...teamIds: TeamId[]) => teamIds.map((teamId) => ({ teamId, isAgainst: true }));
		expect(countStoppingVotes(decider, against(3, 4))).toBeNull();
		expect(countStoppingVotes(decider, against(3, 4, 5))).toEqual({ against: 3, needed: 3 });
		// Those of a party and of a team without a manager do not count.
		expect(countStoppingVotes(decider, [...against(3, 4, 1, 99), { teamId: 5, isAgainst: false }])).toBeNull();
	});

	test("never lets a party decide, whoever manages the league", () => {
		const manager = fc.record({
			role: fc.constantFrom("commissioner", "deputy", "member" as const),
			isActive: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(manager, { minLength: 2, maxLength: 14 }), (drawn) => {
				const managers = drawn.map((one, index) => ({ ...one, teamId: index + 1, userId: index + 101, joinedAt: 0 }));
				const decider = findTradeDecider(rules("commissioner"), managers as TradeManager[], [1, 2]);
				if (decider.by === "commissioner") {
					expect(decider.userIds).not.toContain(101);
					expect(decider.userIds).not.toContain(102);
				} else if (decider.by === "vote") {
					expect(decider.teamIds.every((teamId) => managers[teamId - 1]?.isActive && teamId > 2)).toBe(true);
					expect(decider.needed).toBeLessThanOrEqual(Math.max(1, decider.teamIds.length));
				} else expect(decider.by).toBe("never nobody");
			}),
		);
	});

	test("ends after its hours, and waits for players who are locked", () => {
		expect(getReviewEnd(rules("vote", 12), 1_000)).toBe(1_000 + 12 * 3_600_000);
		const trade = { reviewEndsAt: 500, playerIds: [7, 8] };
		const isLocked = (id: PlayerId) => id === 8;
		expect(isTradeDue(trade, 499, () => false)).toBe(false);
		expect(isTradeDue(trade, 500, () => false)).toBe(true);
		expect(isTradeDue(trade, 500, isLocked)).toBe(false);
	});
});

describe("what a trade does", () => {
	const project = (id: PlayerId, position: DraftPlayer["position"], ...pointsByRound: number[]): ExpectedPlayer => ({
		id,
		position,
		pointsByRound,
		variance: 100,
	});

	test("is the change of the best line-ups in all rounds left", () => {
		const squad = [project(1, ["DEF"], 50, 60), project(2, ["DEF"], 40, 0), project(3, ["MID", "DEF"], 30, 30)];
		// One defender, one midfielder and a utility score.
		expect(projectSquad(squad, RULES)).toEqual([50 + 40 + 30, 60 + 30]);
		expect(projectSquad(squad, { ...RULES, utilityScores: false })).toEqual([50 + 30, 60 + 30]);
	});

	test("is fair if the gains differ by less than projections miss", () => {
		const [ada, bea] = [project(1, ["DEF"], 50), project(2, ["DEF"], 60)];
		const effect = computeTradeEffect({ before: [ada], after: [bea] }, { before: [bea], after: [ada] }, RULES);
		expect(effect).toMatchObject({ fromGain: 10, toGain: -10, isFair: false });
		expect(effect.range).toBeCloseTo(18.12, 1);
		const close = project(3, ["DEF"], 55);
		expect(
			computeTradeEffect({ before: [ada], after: [close] }, { before: [close], after: [ada] }, RULES),
		).toMatchObject({
			fromGain: 5,
			toGain: -5,
			isFair: true,
		});
	});
});

test("a chosen trade deadline that fits is kept next season [D2.9.937]", () => {
	const whole = { first: 1, last: 12 };
	const renew = (deadline: number | null, ended: { first: number; last: number }) =>
		renewTradeDeadline(deadline, ended, { first: 1, last: 10 });
	// 9 of 12 and 12 for a league from round 10 are the defaults, 11 does not fit.
	expect([9, 10, 11, null].map((deadline) => renew(deadline, whole))).toEqual([8, 10, 8, null]);
	expect(renew(12, { first: 10, last: 12 })).toBe(8);
	expect(renewTradeDeadline(5, whole, { first: 7, last: 12 })).toBe(11);
});
