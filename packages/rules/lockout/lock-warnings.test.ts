import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildPlainSeason, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { getStartTime, type TestSeason } from "../../../testing/rules/season-builder.ts";
import { listFieldIds, listPlayerIds } from "../lineup/slots.ts";
import { TO_COME } from "../scoring/player-round.ts";
import { applySwaps } from "../swaps/swap-players.ts";
import { computeLockOutlook, findLockWarnings, findSuggestedSwap, type LockContext } from "./lock-warnings.ts";
import { findNextTeamLock } from "./next-team-lock.ts";

/** Nobody has played yet, players in `out` are not expected to play, and each player's projection is her id. */
const buildContext = (
	{ rules, lookup: getPlayer }: TestSeason,
	out: readonly number[],
	locked: readonly number[] = [],
): LockContext => ({
	rules,
	getPlayer,
	getPlayerRound: () => TO_COME,
	getExpectedPoints: Number,
	isLocked: (id) => locked.includes(id),
	isExpectedToPlay: (id) => !out.includes(id),
	getStartTime: () => 0,
});

describe("the suggested swap for a player who is out", () => {
	const season = buildPlainSeason({ 1: { position: ["DEF", "FWD"] }, 20: { position: ["FWD", "DEF"] } });
	const findSuggested = (out: readonly number[], locked?: readonly number[]) =>
		findSuggestedSwap(PLAIN_LINEUP, 1, buildContext(season, out, locked));

	test("is the best projected bench player who fits and plays", () => {
		expect(findSuggested([1])).toBe(20);
		expect(findSuggested([1, 20])).toBe(17);
		expect(findSuggested([1, 17, 20])).toBeNull();
	});

	test("is never a locked player, nor for one", () => {
		expect(findSuggested([1], [20])).toBe(17);
		expect(findSuggested([1], [1])).toBeNull();
		expect(findSuggestedSwap(PLAIN_LINEUP, 17, buildContext(season, [17]))).toBeNull();
	});

	test("may be the utility", () => {
		expect(findSuggestedSwap(PLAIN_LINEUP, 7, buildContext(season, [7]))).toBe(21);
	});

	test("is legal and fields a player who is expected", () => {
		const playerSubset = fc.subarray([...listPlayerIds(PLAIN_LINEUP)]);
		fc.assert(
			fc.property(fc.constantFrom(...listFieldIds(PLAIN_LINEUP)), playerSubset, playerSubset, (id, out, locked) => {
				const context = buildContext(season, [id, ...out], locked);
				const other = findSuggestedSwap(PLAIN_LINEUP, id, context);
				if (other === null) return;
				const swapped = applySwaps(PLAIN_LINEUP, [[id, other]], context, context.isLocked);
				expect(swapped.ok && listFieldIds(swapped.value)).toContain(other);
				expect([id, ...out]).not.toContain(other);
			}),
		);
	});
});

describe("the lock outlook of a team", () => {
	const everyone = listPlayerIds(PLAIN_LINEUP);
	const computeOutlookWith = (locked: readonly number[], out: readonly number[] = []) =>
		computeLockOutlook(PLAIN_LINEUP, buildContext(buildPlainSeason(), out, locked));

	test("counts the unlocked players and names the player whose points double", () => {
		expect(computeOutlookWith([])).toEqual({ unlockedOnField: 16, unlocked: 21, doubled: 6, lost: [] });
		expect(computeOutlookWith([1, 17])).toMatchObject({ unlockedOnField: 15, unlocked: 19 });
		expect(computeOutlookWith(everyone, [6])).toMatchObject({ unlockedOnField: 0, unlocked: 0, doubled: 12 });
		expect(computeOutlookWith(everyone, [6, 12])).toMatchObject({ doubled: null });
	});

	test("lists locked players who are out and not covered", () => {
		expect(computeOutlookWith(everyone, [1, 2]).lost).toEqual([2]);
		expect(computeOutlookWith(everyone, [1, 17]).lost).toEqual([1]);
		expect(computeOutlookWith([], [1, 2]).lost).toEqual([]);
	});
});

test("an emergency playing is compared by her projected final score", () => {
	const season = buildPlainSeason({ 18: { position: ["MID", "DEF"] } });
	// Emergency 17, a defender, has 2 points after ten minutes and is on track for 72; emergency 18 is projected at 50.
	const context: LockContext = {
		...buildContext(season, [1], [17]),
		getPlayerRound: (id) => (id === 17 ? { state: "played", points: 2 } : TO_COME),
		getExpectedPoints: (id) => (id === 17 ? 72 : 50),
	};
	expect(findLockWarnings(PLAIN_LINEUP, context)).toEqual([{ kind: "covered", id: 1, otherId: 17 }]);
});

test("a team's next lock is an unlocked player's first match", () => {
	const season = buildPlainSeason({ 1: { squadId: 2 }, 2: { squadId: 6 } });
	const round = season.rounds[1];
	if (!round) throw new Error("a season without a second round");
	const findLock = (locked: readonly number[], now: number) =>
		findNextTeamLock(PLAIN_LINEUP, { getPlayer: season.lookup, round, now, isLocked: (id) => locked.includes(id) });
	expect(findLock([], getStartTime(2) - 1)).toEqual({ at: getStartTime(2), playerIds: [1, 2] });
	expect(findLock([1, 2], getStartTime(2))).toMatchObject({ at: getStartTime(2, 1) });
	expect(findLock([1, 2], getStartTime(2))?.playerIds).toHaveLength(19);
	expect(findLock([...listPlayerIds(PLAIN_LINEUP)], getStartTime(2, 1))).toBeNull();
});
