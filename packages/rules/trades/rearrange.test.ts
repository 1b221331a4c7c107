import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildPlayer, createPlayerLookup } from "../../../testing/rules/season-builder.ts";
import { canFill, listSlots } from "../lineup/slots.ts";
import { LINES, type Player } from "../player.ts";
import { findMovedPlayers, rearrangePlayers } from "./rearrange.ts";

const shape = { field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 }, bench: { DEF: 1, MID: 1, RUC: 0, FWD: 0 } };
const slots = listSlots(shape);

interface Case {
	readonly players: readonly Player[];
	readonly before: readonly number[];
	readonly wanted: readonly number[];
	readonly locked: ReadonlySet<number>;
}

const positions = fc.subarray([...LINES], { minLength: 1, maxLength: 3 });

/** A legal team of six in which some are replaced by players of any position and some others are locked. */
const cases: fc.Arbitrary<Case> = fc
	.record({
		ids: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { minLength: 12 }),
		positions: fc.array(positions, { minLength: 12, maxLength: 12 }),
		leaving: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1, maxLength: 3 }),
		locked: fc.subarray([0, 1, 2, 3, 4, 5], { maxLength: 2 }),
	})
	.map(({ ids, positions, leaving, locked }) => {
		const before = ids.slice(0, 6);
		const newIds = before.map((id, index) => (leaving.includes(index) ? (ids[index + 6] ?? 0) : id));
		const players = ids.map((id, index) => {
			const home = slots[index]?.line;
			const ownPositions = positions[index] ?? [];
			return buildPlayer(id, {
				position: home && !ownPositions.includes(home) ? [home, ...ownPositions.slice(0, 2)] : ownPositions,
			});
		});
		const lockedIds = locked.filter((index) => !leaving.includes(index)).map((index) => before[index] ?? 0);
		return { players, before, wanted: newIds, locked: new Set(lockedIds) };
	});

function listPermutations(ids: readonly number[]): number[][] {
	if (ids.length === 0) return [[]];
	return ids.flatMap((id, index) => listPermutations(ids.toSpliced(index, 1)).map((rest) => [id, ...rest]));
}

/** The preferences of `rearrangePlayers` as numbers, the most important first; lower is better. */
function computePreferences(arranged: readonly number[], { before, wanted }: Case): readonly number[] {
	const wasPresent = (id: number) => before.indexOf(id) === wanted.indexOf(id);
	const hasMoved = (id: number) => arranged.indexOf(id) !== wanted.indexOf(id);
	const isOnField = (order: readonly number[], id: number) => slots[order.indexOf(id)]?.area === "field";
	return [
		wanted.filter((id) => wasPresent(id) && hasMoved(id)).length,
		wanted.filter((id) => isOnField(wanted, id) && !isOnField(arranged, id)).length,
		wanted.filter((id) => !wasPresent(id) && hasMoved(id)).length,
		...arranged,
	];
}

function isPreferred(a: readonly number[], b: readonly number[]): boolean {
	const index = a.findIndex((value, i) => value !== b[i]);
	return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0);
}

function findByBruteForce(example: Case): readonly number[] | null {
	const lookup = createPlayerLookup(example.players);
	const legal = listPermutations(example.wanted).filter((order) =>
		order.every((id, index) => {
			const player = lookup(id);
			const slot = slots[index];
			return player && slot && canFill(player, slot) && (!example.locked.has(id) || example.before[index] === id);
		}),
	);
	const [first, ...others] = legal;
	if (!first) return null;
	return others.reduce(
		(best, next) => (isPreferred(computePreferences(next, example), computePreferences(best, example)) ? next : best),
		first,
	);
}

const rearrange = (example: Case) =>
	rearrangePlayers(example.before, example.wanted, {
		slots,
		getPlayer: createPlayerLookup(example.players),
		isLocked: (id) => example.locked.has(id),
	});

describe("rearranging a team for new players", () => {
	test("matches a brute-force search over all orders (D1.4.66)", () => {
		let impossible = 0;
		let moved = 0;
		fc.assert(
			fc.property(cases, (example) => {
				const best = findByBruteForce(example);
				if (!best) impossible++;
				else if (best.some((id, index) => id !== example.wanted[index])) moved++;
				expect(rearrange(example)).toEqual(best);
			}),
			{ numRuns: 600, seed: 2023 },
		);
		expect(impossible).toBeGreaterThan(20);
		expect(moved).toBeGreaterThan(50);
	});

	test("lists the moved players in the order of their moves", () => {
		// 9 MID replaces 1 DEF, so 2 DEF/MID moves to the DEF slot.
		const players = [
			buildPlayer(2, { position: ["DEF", "MID"] }),
			buildPlayer(3, { position: ["FWD"] }),
			buildPlayer(4, { position: ["DEF"] }),
			buildPlayer(5, { position: ["MID"] }),
			buildPlayer(6, { position: ["RUC"] }),
			buildPlayer(9, { position: ["MID"] }),
		];
		const before = [1, 2, 3, 4, 5, 6];
		const after = rearrange({ players, before, wanted: [9, 2, 3, 4, 5, 6], locked: new Set() }) ?? [];
		expect(after).toEqual([2, 9, 3, 4, 5, 6]);
		expect(findMovedPlayers(9, before, after)).toEqual([2]);
	});
});
