import { LINES, type Line, type Player } from "../player.ts";

/** How many slots are empty. */
interface OpenSlotCounts {
	/** On field and bench together. */
	readonly byLine: Readonly<Record<Line, number>>;
	/** 0 or 1. */
	readonly utility: number;
}

/** Every subset of the four lines. */
const LINE_SETS: readonly (readonly Line[])[] = Array.from({ length: 2 ** LINES.length }, (_, bits) =>
	LINES.filter((_, index) => (bits >> index) % 2 === 1),
);

const includesAll = (lines: readonly Line[], required: readonly Line[]) =>
	required.every((line) => lines.includes(line));

/** Whether `a` costs less than `b`, or the same and has a lower id. */
export const isCheaper = (a: Player, b: Player): boolean => a.cost < b.cost || (a.cost === b.cost && a.id < b.id);

/**
 * Removes candidates whom the best team does not need, to make the integer program smaller. A candidate is removed if,
 * for some set of lines that includes all of hers, at least as many better players play only there as there are slots,
 * the utility included: with her in the team, one of those players would be left out and could replace her.
 * `isPreferable(a, b)` and `isPreferable(b, a)` are never both true.
 */
export function pruneCandidates<Each extends { readonly player: Player }>(
	candidates: readonly Each[],
	open: OpenSlotCounts,
	isPreferable: (a: Each, b: Each) => boolean,
): Each[] {
	const slotCounts = LINE_SETS.map((lines) => lines.reduce((sum, line) => sum + open.byLine[line], open.utility));
	return candidates.filter((candidate) => {
		const better = candidates.filter(
			(other) => includesAll(other.player.position, candidate.player.position) && isPreferable(other, candidate),
		);
		return !LINE_SETS.some((lines, index) => {
			if (!includesAll(lines, candidate.player.position)) return false;
			const competitors = better.filter(({ player }) => includesAll(lines, player.position));
			return competitors.length >= (slotCounts[index] ?? 0);
		});
	});
}
