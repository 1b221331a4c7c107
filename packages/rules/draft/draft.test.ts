import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSeason2023Players, readSeason2023Positions } from "../../../testing/rules/season-2023.ts";
import type { PlayerId, TeamId } from "../ids.ts";
import { LINES, type Line } from "../player.ts";
import { type AutopickMode, chooseAutopick, NO_PREFERENCES, type PickPreferences } from "./autopick.ts";
import { checkPick, type DraftSituation, listFreePlayers, listSquads } from "./check-pick.ts";
import { canCompleteSquads, countPlaced, type DraftPlayer } from "./complete-squads.ts";
import { countPicksUntil, type DraftPick, findActivePick } from "./draft-board.ts";
import { DRAFT_KINDS, type DraftKind, listTurns, orderByLastLadder } from "./draft-order.ts";
import { type DraftPlan, listDraftProblems } from "./draft-problems.ts";
import type { PlayerWithSeasonPoints } from "./player-values.ts";
import { getSquadPreset, getSquadSize, type SquadRules } from "./squad-rules.ts";

const positions2023 = readSeason2023Positions();
/** The 565 players who were known before round 1; a dollar of their prices counts as a projected point. */
const players2023: PlayerWithSeasonPoints[] = readSeason2023Players().map(({ id, openingPrice }) => ({
	id,
	position: positions2023.get(id) ?? [],
	points: Number(openingPrice),
}));

const createPicks = (teams: number, rules: SquadRules, kind: DraftKind = "snake"): DraftPick[] =>
	listTurns(
		Array.from({ length: teams }, (_, index) => index + 1),
		getSquadSize(rules),
		kind,
	).map((turn) => ({ ...turn, teamId: turn.originalTeamId, playerId: null, isSkipped: false }));

const makePick = (picks: readonly DraftPick[], overall: number, playerId: PlayerId): DraftPick[] =>
	picks.map((pick) => (pick.overall === overall ? { ...pick, playerId, isSkipped: false } : pick));

/** Autopicks until the end, or until nobody is legal. */
function autopickAll(
	start: readonly DraftPick[],
	players: readonly PlayerWithSeasonPoints[],
	rules: SquadRules,
	getPreferences: (teamId: TeamId) => PickPreferences = () => NO_PREFERENCES,
): DraftPick[] {
	let picks = [...start];
	for (let active = findActivePick(picks); active; active = findActivePick(picks)) {
		const playerId = chooseAutopick({ picks, players, rules }, active.teamId, getPreferences(active.teamId));
		if (playerId === null) return picks;
		picks = makePick(picks, active.overall, playerId);
	}
	return picks;
}

/** Tries every way to give players places; exponential, for a few players only. */
function canPlaceAll(players: readonly DraftPlayer[], rules: SquadRules): boolean {
	const search = (left: readonly DraftPlayer[], counts: Readonly<Record<Line, number>>): boolean => {
		const [player, ...others] = left;
		if (!player) {
			const extra = LINES.map((line) => Math.max(0, counts[line] - rules.field[line] - rules.bench[line]));
			return extra.reduce((sum, count) => sum + count, 0) <= 1;
		}
		return player.position.some(
			(line) => counts[line] < rules.limits[line] && search(others, { ...counts, [line]: counts[line] + 1 }),
		);
	};
	return search(players, { DEF: 0, MID: 0, RUC: 0, FWD: 0 });
}

const positionArbitrary = fc.subarray([...LINES], { minLength: 1, maxLength: 3 });
const TINY: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 1, FWD: 1 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 2, MID: 2, RUC: 1, FWD: 2 },
};

describe("squads", () => {
	test("have 21 players up to nine teams, 18 with more", () => {
		expect([4, 8, 9, 10, 14].map((teams) => getSquadSize(getSquadPreset(teams)))).toEqual([21, 21, 21, 18, 18]);
		expect([4, 8, 9, 10, 14].map((teams) => getSquadPreset(teams).limits.RUC)).toEqual([3, 3, 2, 2, 2]);
		expect([9, 10].map((teams) => getSquadPreset(teams).utilityScores)).toEqual([false, true]);
	});

	test("hold exactly the players for whom a search finds places", () => {
		fc.assert(
			fc.property(fc.array(positionArbitrary, { maxLength: 7 }), (positions) => {
				const players = positions.map((position, id) => ({ id, position }));
				expect(countPlaced(players, TINY) === players.length).toBe(canPlaceAll(players, TINY));
			}),
		);
	});

	test("can be completed exactly if a full search finds a way", () => {
		/** Completes the squads one by one with every choice of free players. */
		const canComplete = (squads: readonly DraftPlayer[][], free: readonly DraftPlayer[]): boolean => {
			const [squad, ...others] = squads;
			if (!squad) return true;
			if (!canPlaceAll(squad, TINY)) return false;
			if (squad.length === getSquadSize(TINY)) return canComplete(others, free);
			return free.some((player, index) => canComplete([[...squad, player], ...others], free.slice(index + 1).concat()));
		};
		// One team that lacks up to three players, so that the order of choices does not matter.
		fc.assert(
			fc.property(
				fc.array(positionArbitrary, { minLength: 3, maxLength: 6 }),
				fc.array(positionArbitrary, { maxLength: 5 }),
				(owned, unowned) => {
					const squad = owned.map((position, id) => ({ id, position }));
					const free = unowned.map((position, index) => ({ id: 100 + index, position }));
					expect(canCompleteSquads([squad], free, TINY)).toBe(canComplete([squad], free));
				},
			),
		);
	});

	test("of two teams share the free players", () => {
		const squad = (ids: number[], lines: Line[]) =>
			lines.map((line, index) => ({ id: ids[index] ?? 0, position: [line] }));
		const one = squad([1, 2, 3, 4, 5], ["DEF", "MID", "MID", "FWD", "FWD"]);
		const two = squad([6, 7, 8, 9, 10], ["DEF", "DEF", "MID", "MID", "FWD"]);
		const ruck: DraftPlayer = { id: 11, position: ["RUC"] };
		expect(canCompleteSquads([one, two], [ruck], TINY)).toBe(false);
		expect(canCompleteSquads([one, two], [ruck, { id: 12, position: ["MID", "RUC"] }], TINY)).toBe(true);
		expect(canCompleteSquads([one, two], [ruck, { id: 12, position: ["MID", "FWD"] }], TINY)).toBe(false);
	});
});

describe("the order of picks", () => {
	const listOrder = (kind: DraftKind, rounds: number) =>
		listTurns([7, 8, 9], rounds, kind).map(({ originalTeamId }) => originalTeamId);

	test("turns round after each round in a snake", () => {
		expect(listOrder("snake", 4)).toEqual([7, 8, 9, 9, 8, 7, 7, 8, 9, 9, 8, 7]);
		expect(listOrder("linear", 2)).toEqual([7, 8, 9, 7, 8, 9]);
		expect(listOrder("third-round-reversal", 4)).toEqual([7, 8, 9, 9, 8, 7, 9, 8, 7, 7, 8, 9]);
	});

	test("gives every team one pick a round, numbered without gaps", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 4, max: 14 }),
				fc.integer({ min: 1, max: 25 }),
				fc.constantFrom(...DRAFT_KINDS),
				(teams, rounds, kind) => {
					const order = Array.from({ length: teams }, (_, index) => index + 1);
					const turns = listTurns(order, rounds, kind);
					expect(turns.map(({ overall }) => overall)).toEqual(
						Array.from({ length: teams * rounds }, (_, index) => index + 1),
					);
					for (let round = 1; round <= rounds; round++) {
						const inRound = turns.filter((turn) => turn.round === round).map(({ originalTeamId }) => originalTeamId);
						expect(inRound.toSorted((a, b) => a - b)).toEqual(order);
					}
				},
			),
		);
	});

	test("reverses last season's ladder with newcomers in the middle", () => {
		expect(orderByLastLadder([1, 2, 3, 4, 5], [8, 9])).toEqual([5, 4, 3, 8, 9, 2, 1]);
		expect(orderByLastLadder([], [8, 9])).toEqual([8, 9]);
	});
});

describe("the board", () => {
	const picks = createPicks(4, TINY);

	test("has the first open pick on the clock, skipped ones last", () => {
		const skipped = picks.map((pick) => (pick.overall === 1 ? { ...pick, isSkipped: true } : pick));
		expect(findActivePick(picks)?.overall).toBe(1);
		expect(findActivePick(skipped)?.overall).toBe(2);
		const allButSkipped = skipped.map((pick) => (pick.isSkipped ? pick : { ...pick, playerId: pick.overall }));
		expect(findActivePick(allButSkipped)?.overall).toBe(1);
		expect(findActivePick(makePick(allButSkipped, 1, 99))).toBeNull();
	});

	test("counts the picks until a team's next one", () => {
		expect([1, 2, 3, 4].map((teamId) => countPicksUntil(picks, teamId))).toEqual([0, 1, 2, 3]);
		expect(countPicksUntil(makePick(picks, 1, 99), 1)).toBe(6);
	});
});

describe("a pick", () => {
	const players: PlayerWithSeasonPoints[] = LINES.flatMap((line, index) =>
		Array.from({ length: 12 }, (_, number) => ({ id: (index + 1) * 100 + number, position: [line], points: 50 })),
	);
	const picks = createPicks(4, TINY);
	const situation: DraftSituation = { state: "live", picks, players, rules: TINY };

	test("is refused with what happened", () => {
		const check = (changes: Partial<DraftSituation>, teamId: TeamId, overall: number, playerId: PlayerId) =>
			checkPick({ ...situation, ...changes }, { teamId, overall, playerId });
		expect(check({}, 1, 1, 101)).toBeNull();
		expect(check({ state: "paused" }, 1, 1, 101)).toEqual({ code: "draft-not-live", state: "paused" });
		expect(check({}, 2, 2, 101)).toEqual({ code: "not-on-the-clock", overall: 1 });
		expect(check({}, 2, 1, 101)).toEqual({ code: "not-on-the-clock", overall: 1 });
		expect(check({}, 1, 999, 101)).toEqual({ code: "unknown-pick" });
		expect(check({}, 1, 1, 999)).toEqual({ code: "unknown-player" });
		const second = makePick(picks, 1, 101);
		expect(check({ picks: second }, 1, 1, 102)).toEqual({ code: "pick-made", overall: 2, playerId: 101 });
		expect(check({ picks: second }, 2, 2, 101)).toEqual({ code: "player-taken", teamId: 1, overall: 1 });
	});

	test("may be made later if it was skipped", () => {
		const skipped = picks.map((pick) => (pick.overall === 1 ? { ...pick, isSkipped: true } : pick));
		expect(checkPick({ ...situation, picks: skipped }, { teamId: 1, overall: 1, playerId: 101 })).toBeNull();
		expect(checkPick({ ...situation, picks: skipped }, { teamId: 3, overall: 3, playerId: 101 })).toEqual({
			code: "not-on-the-clock",
			overall: 2,
		});
	});

	test("may not burst a position, nor leave another squad without a ruck", () => {
		// Team 1 has its ruck; its second would be beyond the limit.
		const withRuck = makePick(picks, 1, 301).map((pick) =>
			pick.overall <= 7 ? { ...pick, playerId: pick.playerId ?? 400 + pick.overall } : pick,
		);
		expect(checkPick({ ...situation, picks: withRuck }, { teamId: 1, overall: 8, playerId: 302 })).toEqual({
			code: "position-full",
		});
		const rules: SquadRules = { ...TINY, limits: { ...TINY.limits, RUC: 2 } };
		const fewRucks = players.filter(({ id }) => id < 304 || id >= 400);
		const check = (known: PlayerWithSeasonPoints[]) =>
			checkPick({ state: "live", picks: withRuck, players: known, rules }, { teamId: 1, overall: 8, playerId: 302 });
		expect(check(fewRucks)).toEqual({ code: "squad-not-completable" });
		expect(check(players)).toBeNull();
	});
});

describe("a player whose positions have changed since she was picked", () => {
	const players: PlayerWithSeasonPoints[] = LINES.flatMap((line, index) =>
		Array.from({ length: 12 }, (_, number) => ({ id: (index + 1) * 100 + number, position: [line], points: 50 })),
	);
	// Team 1 has two midfielders and a third as utility; the last was a forward when it took her.
	const full = createPicks(4, TINY);
	const own = full.filter(({ teamId }) => teamId === 1).map(({ overall }) => overall);
	const taken = [201, 202, 203];
	const picks = full.map((pick) => {
		const index = own.indexOf(pick.overall);
		const others = pick.teamId * 10 + pick.round;
		if (index >= 0) return { ...pick, playerId: taken[index] ?? null };
		return pick.overall < (own[3] ?? 0) ? { ...pick, playerId: 1000 + others } : pick;
	});
	const others: PlayerWithSeasonPoints[] = picks.flatMap(({ playerId, round }) =>
		playerId !== null && playerId >= 1000 ? [{ id: playerId, position: [LINES[round % 4] ?? "DEF"], points: 40 }] : [],
	);
	const all = [...players, ...others];
	const rules: SquadRules = { ...TINY, limits: { ...TINY.limits, MID: 2 } };
	const overall = findActivePick(picks)?.overall ?? 0;
	const check = (playerId: PlayerId, known = all) =>
		checkPick({ state: "live", picks, players: known, rules }, { teamId: 1, overall, playerId });

	test("blocks nobody, and robots still keep to positions and lists", () => {
		expect(canCompleteSquads([...listSquads({ picks, players: all }).values()], all, rules)).toBe(false);
		expect(check(101)).toBeNull();
		expect(check(301)).toBeNull();
		expect(check(204)).toEqual({ code: "position-full" });
		const choose = (preferences: Partial<PickPreferences>) =>
			chooseAutopick({ picks, players: all, rules }, 1, { ...NO_PREFERENCES, ...preferences });
		expect(choose({ queue: [204, 402] })).toBe(402);
		expect(choose({ doNotDraft: [101] })).not.toBe(101);
	});

	test("blocks nobody once no ruck is left for them", () => {
		const withoutRucks = all.filter(({ position, id }) => !position.includes("RUC") || id >= 1000);
		expect(check(101, withoutRucks)).toBeNull();
		expect(check(401, withoutRucks)).toBeNull();
	});
});

describe("autopick", () => {
	const MODES: AutopickMode[] = ["off", "if-missed", "on"];

	test.each([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])(
		"completes legal squads of 2023 in a draft of %i teams",
		(teams) => {
			const rules = getSquadPreset(teams);
			const picks = autopickAll(createPicks(teams, rules), players2023, rules);
			const ids = picks.map(({ playerId }) => playerId);
			expect(new Set(ids).size).toBe(teams * getSquadSize(rules));
			expect(ids).not.toContain(null);
			for (const squad of listSquads({ picks, players: players2023 }).values()) {
				expect(countPlaced(squad, rules)).toBe(getSquadSize(rules));
				const rucks = squad.filter(({ position }) => position.includes("RUC")).length;
				expect(rucks).toBeGreaterThanOrEqual(2);
				expect(rucks).toBeLessThanOrEqual(rules.limits.RUC);
			}
		},
		30_000,
	);

	test("completes every squad whatever people picked and skipped before", () => {
		const rules = TINY;
		fc.assert(
			fc.property(
				fc.integer({ min: 4, max: 6 }),
				fc.array(positionArbitrary, { minLength: 30, maxLength: 60 }),
				fc.array(fc.nat(), { maxLength: 40 }),
				(teams, positions, choices) => {
					const players = positions.map((position, index) => ({ id: index + 1, position, points: (index * 7) % 100 }));
					let picks = createPicks(teams, rules);
					fc.pre(
						canCompleteSquads(
							Array.from({ length: teams }, () => []),
							players,
							rules,
						),
					);
					for (const choice of choices) {
						const active = findActivePick(picks);
						if (!active) break;
						if (choice % 5 === 0 && !active.isSkipped) {
							picks = picks.map((pick) => (pick === active ? { ...pick, isSkipped: true } : pick));
							continue;
						}
						const free = listFreePlayers(picks, players);
						const { id: playerId = 0 } = free[choice % free.length] ?? {};
						const action = { teamId: active.teamId, overall: active.overall, playerId };
						if (checkPick({ state: "live", picks, players, rules }, action) === null)
							picks = makePick(picks, active.overall, playerId);
					}
					const complete = autopickAll(picks, players, rules);
					expect(complete.filter(({ playerId }) => playerId === null)).toEqual([]);
					for (const squad of listSquads({ picks: complete, players }).values())
						expect(canPlaceAll(squad, rules) && squad.length === getSquadSize(rules)).toBe(true);
				},
			),
			{ numRuns: 60 },
		);
	});

	test("takes queue, ranking and the best available, in this order", () => {
		const rules = getSquadPreset(4);
		const picks = createPicks(4, rules);
		const choose = (preferences: Partial<PickPreferences>) =>
			chooseAutopick({ picks, players: players2023, rules }, 1, { ...NO_PREFERENCES, ...preferences });
		const best = choose({});
		const [first, second, third] = players2023.map(({ id }) => id);
		if (best === null || !first || !second || !third) throw new Error("The season has no players");
		expect(choose({ queue: [first, second], ranking: [third] })).toBe(first);
		expect(choose({ ranking: [third, first], doNotDraft: [third] })).toBe(first);
		expect(choose({ doNotDraft: [best] })).not.toBe(best);
		const taken = makePick(picks, 1, first);
		expect(
			chooseAutopick({ picks: taken, players: players2023, rules }, 2, { ...NO_PREFERENCES, queue: [first, second] }),
		).toBe(second);
		expect(MODES).toHaveLength(3);
	});

	test("fills the field before the bench", () => {
		const rules = TINY;
		const players: PlayerWithSeasonPoints[] = [
			...Array.from({ length: 12 }, (_, index) => ({ id: index + 1, position: ["MID"] as const, points: 100 - index })),
			...(["DEF", "RUC", "FWD"] as const).flatMap((line, group) =>
				Array.from({ length: 12 }, (_, index) => ({ id: 100 * (group + 1) + index, position: [line], points: 10 })),
			),
		];
		const picks = autopickAll(createPicks(4, rules), players, rules);
		const firstFour = picks.filter(({ teamId }) => teamId === 1).slice(0, 4);
		const lines = firstFour.map(({ playerId }) => players.find(({ id }) => id === playerId)?.position[0]);
		expect(new Set(lines)).toEqual(new Set(LINES));
	});
});

describe("a draft cannot start", () => {
	const plan: DraftPlan = {
		size: 4,
		teams: [1, 2, 3, 4],
		order: [2, 1, 4, 3],
		rules: getSquadPreset(4),
		players: players2023,
		roundsLeft: 10,
	};

	test("for reasons that are all listed at once", () => {
		expect(listDraftProblems(plan)).toEqual([]);
		expect(listDraftProblems({ ...plan, teams: [1, 2], order: null, roundsLeft: 0 })).toEqual([
			{ code: "teams-missing", missing: 2 },
			{ code: "order-missing" },
			{ code: "no-round-left" },
		]);
		expect(listDraftProblems({ ...plan, order: [1, 2, 3, 5] })).toEqual([{ code: "order-outdated" }]);
	});

	test("with settings that the season's players cannot fill", () => {
		const rules = getSquadPreset(14);
		const size = 14;
		const teams = Array.from({ length: size }, (_, index) => index + 1);
		const big = { ...plan, size, teams, order: teams };
		expect(listDraftProblems({ ...big, rules })).toEqual([]);
		const threeRucks = { ...rules, field: { ...rules.field, RUC: 2 }, limits: { ...rules.limits, RUC: 3 } };
		expect(listDraftProblems({ ...big, rules: threeRucks })).toEqual([
			{ code: "players-missing", line: "RUC", needed: 42, known: 40 },
		]);
		expect(listDraftProblems({ ...big, rules: { ...rules, limits: { ...rules.limits, RUC: 1 } } })).toEqual([
			{ code: "limit-below-places", line: "RUC", places: 2, limit: 1 },
		]);
	});
});
