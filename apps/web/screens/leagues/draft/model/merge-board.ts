import type { DraftBoard } from "@first-bounce/contract/draft/draft-board";

/** Merges newer data into the board on screen: picks replace those with the same number, entries are added to the log. */
export function mergeBoard(shown: DraftBoard | undefined, changes: DraftBoard): DraftBoard {
	if (!shown || changes.isWhole) return changes;
	// A newer response was faster.
	if (changes.version < shown.version) return shown;
	const changed = new Set([...changes.completedPicks, ...changes.futurePicks].map(({ overallPick }) => overallPick));
	const merge = <Turn extends { readonly overallPick: number }>(before: readonly Turn[], after: readonly Turn[]) =>
		[...before.filter(({ overallPick }) => !changed.has(overallPick)), ...after].toSorted(
			(a, b) => a.overallPick - b.overallPick,
		);
	const known = new Set(shown.log.map(({ id }) => id));
	return {
		...changes,
		isWhole: true,
		completedPicks: merge(shown.completedPicks, changes.completedPicks),
		futurePicks: merge(shown.futurePicks, changes.futurePicks),
		log: [...shown.log, ...changes.log.filter(({ id }) => !known.has(id))],
	};
}
