import { LINES, type Line } from "../player.ts";
import type { CoachPlayer, LineSet } from "./coach-player.ts";

const ALL_LINES: LineSet = 2 ** LINES.length - 1;
const LINE_SETS = Array.from({ length: ALL_LINES + 1 }, (_, set): LineSet => set);

/**
 * The sets of lines whose slots must be counted together: the lines of each player, and the unions of such sets that
 * overlap. Two lines that are in no such set together can be counted separately.
 */
function listConnectedSets(players: readonly Pick<CoachPlayer, "lines">[]): readonly LineSet[] {
	const sets = new Set(players.map(({ lines }) => lines));
	// A loop over a Set also visits what is added during it, so unions of unions are found too.
	for (const set of sets) for (const other of sets) if ((set & other) !== 0) sets.add(set | other);
	return [...sets];
}

/** Counts free slots while players take them, without deciding on which of her lines a player plays. */
export class LineSlots {
	readonly #counts: readonly number[];
	/** For each set of lines, the number of players with a slot whose lines all lie in the set. */
	readonly #taken = LINE_SETS.map(() => 0);
	/** For each set of lines, the connected sets that contain it, whose slots can run out. */
	readonly #limits: readonly (readonly LineSet[])[];
	#left: number;

	constructor(counts: Readonly<Record<Line, number>>, players: readonly Pick<CoachPlayer, "lines">[]) {
		this.#counts = LINE_SETS.map((set) =>
			LINES.reduce((sum, line, index) => ((set & (1 << index)) !== 0 ? sum + counts[line] : sum), 0),
		);
		const connected = listConnectedSets(players);
		this.#limits = LINE_SETS.map((set) => connected.filter((other) => (set & other) === set));
		this.#left = this.#counts[ALL_LINES] ?? 0;
	}

	clear(): void {
		this.#taken.fill(0);
		this.#left = this.#counts[ALL_LINES] ?? 0;
	}

	get isFull(): boolean {
		return this.#left === 0;
	}

	/**
	 * Takes a slot, unless somebody would then have none. By Hall's theorem everyone has a slot if no set of lines has
	 * fewer slots than players who can play only there.
	 */
	take(lines: LineSet): boolean {
		const limits = this.#limits[lines] ?? [];
		for (const set of limits) if ((this.#taken[set] ?? 0) >= (this.#counts[set] ?? 0)) return false;
		for (const set of limits) this.#taken[set] = (this.#taken[set] ?? 0) + 1;
		this.#left -= 1;
		return true;
	}
}
