// Draws that nobody can predict and anyone can check, by commit and reveal: the seed's hash is public before the draw.
// docs/game-rules.md#draws has the steps, and the computation in Python.

/** Returns the SHA-256 hash of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** The values that decide a draw. */
interface DrawInputs {
	/** Chosen before anyone enters, and secret until the draw: 64 lower-case hexadecimal digits. */
	readonly seed: string;
	/**
	 * The moment value, 64 more random digits. Chosen and published once nobody can enter any more, so that whoever knows the
	 * seed cannot choose entrants by it.
	 */
	readonly moment: string;
	/** The ids of everyone in the draw, in any order. */
	readonly entrants: readonly number[];
}

/** Computes the key of a draw. It depends on every entrant. */
export const createDrawKey = ({ seed, moment, entrants }: DrawInputs, sha256: Sha256): string =>
	sha256(`${seed}:${moment}:${entrants.toSorted((a, b) => a - b).join(",")}`);

/**
 * Orders ids by a draw's key. The order in which they are given does not matter. The draw after a qualifying round uses the
 * same key.
 */
export function orderByDraw<Id extends number>(ids: readonly Id[], key: string, sha256: Sha256): Id[] {
	const drawn = ids.map((id) => ({ id, hash: sha256(`${key}:${id}`) }));
	return drawn.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ id }) => id);
}
