import type { PlayerId, Points } from "../ids.ts";
import { LINES, type Line, type Player } from "../player.ts";

/** A player autopick may bring. */
export interface Candidate {
	readonly player: Player;
	readonly projected: Points;
}

/** Empty places by line, field and bench together, and whether the utility is empty. */
export interface OpenPlaces {
	readonly byLine: Readonly<Record<Line, number>>;
	readonly utility: number;
}

/** Sets of lines: a player's positions, or any that contains them. */
const LINE_SETS: readonly (readonly Line[])[] = Array.from({ length: 2 ** LINES.length }, (_, bits) =>
	LINES.filter((_, index) => (bits >> index) % 2 === 1),
);

const includesAll = (all: readonly Line[], some: readonly Line[]) => some.every((line) => all.includes(line));

/** Whether `a` can stand in for `b` anywhere and makes the team better on the last counts at least. */
function isBetterThan(a: Candidate, b: Candidate): boolean {
	const cheaper = a.player.cost < b.player.cost || (a.player.cost === b.player.cost && a.player.id < b.player.id);
	return cheaper && a.projected >= b.projected && includesAll(a.player.position, b.player.position);
}

/**
 * Leaves out candidates who cannot be in the best team, so that the solver has less to do. One is out of it when so
 * many outdo her that, with her in the team, one of them is not: that one in her place would make it better. Those who
 * outdo her and play only lines of a set can at most fill that set's places and the utility, hers among them.
 */
export function filterCandidates<Each extends Candidate>(candidates: readonly Each[], open: OpenPlaces): Each[] {
	const places = LINE_SETS.map((lines) => lines.reduce((sum, line) => sum + open.byLine[line], open.utility));
	return candidates.filter((candidate) => {
		const better = candidates.filter((other) => isBetterThan(other, candidate));
		return !LINE_SETS.some((lines, index) => {
			if (!includesAll(lines, candidate.player.position)) return false;
			const within = better.filter(({ player }) => includesAll(lines, player.position));
			return within.length >= (places[index] ?? 0);
		});
	});
}

/** Place of each id in ascending order: small numbers for the last objective. */
export const indexById = (ids: readonly PlayerId[]): ReadonlyMap<PlayerId, number> =>
	new Map(ids.toSorted((a, b) => a - b).map((id, index) => [id, index]));
