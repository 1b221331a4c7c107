import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listFieldIds, listPlayerIds } from "../lineup/slots.ts";
import { TO_COME } from "../scoring/player-round.ts";
import { applySwaps } from "../swaps/swap-players.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../testing/plain-team.ts";
import { getStartTime, type TestSeason } from "../testing/season-builder.ts";
import { computeLockOutlook, findSuggestedSwap, type LockContext } from "./lock-outlook.ts";
import { findNextTeamLock } from "./next-team-lock.ts";

/** Before anybody has played; who is out does not count on playing, everybody is projected to score her id. */
const prospects = (
	{ rules, lookup: players }: TestSeason,
	out: readonly number[],
	locked: readonly number[] = [],
): LockContext => ({
	rules,
	players,
	roundOf: () => TO_COME,
	projected: Number,
	isLocked: (id) => locked.includes(id),
	mayPlay: (id) => !out.includes(id),
});

describe("the suggested swap for somebody who is out", () => {
	const season = buildPlainSeason({ 1: { position: ["DEF", "FWD"] }, 20: { position: ["FWD", "DEF"] } });
	const suggested = (out: readonly number[], locked?: readonly number[]) =>
		findSuggestedSwap(PLAIN_LINEUP, 1, prospects(season, out, locked));

	test("is the one of the bench with most points to expect, of those who fit and are to play", () => {
		expect(suggested([1])).toBe(20);
		expect(suggested([1, 20])).toBe(17);
		expect(suggested([1, 17, 20])).toBeNull();
	});

	test("is nobody locked, and nobody at all when she is locked herself or does not score", () => {
		expect(suggested([1], [20])).toBe(17);
		expect(suggested([1], [1])).toBeNull();
		expect(findSuggestedSwap(PLAIN_LINEUP, 17, prospects(season, [17]))).toBeNull();
	});

	test("may be the utility, who then scores", () => {
		expect(findSuggestedSwap(PLAIN_LINEUP, 7, prospects(season, [7]))).toBe(21);
	});

	test("is a swap that the rules allow and that puts somebody to play on field, whoever is out and locked", () => {
		const anyone = fc.subarray([...listPlayerIds(PLAIN_LINEUP)]);
		fc.assert(
			fc.property(fc.constantFrom(...listFieldIds(PLAIN_LINEUP)), anyone, anyone, (id, out, locked) => {
				const known = prospects(season, [id, ...out], locked);
				const other = findSuggestedSwap(PLAIN_LINEUP, id, known);
				if (other === null) return;
				const swapped = applySwaps(PLAIN_LINEUP, [[id, other]], known, known.isLocked);
				expect(swapped.ok && listFieldIds(swapped.value)).toContain(other);
				expect([id, ...out]).not.toContain(other);
			}),
		);
	});
});

describe("a team as locks fall", () => {
	const everyone = listPlayerIds(PLAIN_LINEUP);
	const standing = (locked: readonly number[], out: readonly number[] = []) =>
		computeLockOutlook(PLAIN_LINEUP, prospects(buildPlainSeason(), out, locked));

	test("tells who can still be changed, and who doubles: the vice captain once the captain is out", () => {
		expect(standing([])).toEqual({ openOnField: 16, open: 21, doubled: 6, lost: [] });
		expect(standing([1, 17])).toMatchObject({ openOnField: 15, open: 19 });
		expect(standing(everyone, [6])).toMatchObject({ openOnField: 0, open: 0, doubled: 12 });
		expect(standing(everyone, [6, 12])).toMatchObject({ doubled: null });
	});

	test("names the places that are lost: locked, out and covered by nobody", () => {
		expect(standing(everyone, [1, 2]).lost).toEqual([2]);
		expect(standing(everyone, [1, 17]).lost).toEqual([1]);
		expect(standing([], [1, 2]).lost).toEqual([]);
	});
});

test("the next own lock is the first match of somebody unlocked, with all whom it locks; a bye locks with the round", () => {
	const season = buildPlainSeason({ 1: { squadId: 2 }, 2: { squadId: 6 } });
	const round = season.rounds[1];
	if (!round) throw new Error("a season without a second round");
	const lock = (locked: readonly number[], now: number) =>
		findNextTeamLock(PLAIN_LINEUP, { players: season.lookup, round, now, isLocked: (id) => locked.includes(id) });
	expect(lock([], getStartTime(2) - 1)).toEqual({ at: getStartTime(2), playerIds: [1, 2] });
	expect(lock([1, 2], getStartTime(2))).toMatchObject({ at: getStartTime(2, 1) });
	expect(lock([1, 2], getStartTime(2))?.playerIds).toHaveLength(19);
	expect(lock([...listPlayerIds(PLAIN_LINEUP)], getStartTime(2, 1))).toBeNull();
});
