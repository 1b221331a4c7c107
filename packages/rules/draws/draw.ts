/**
 * Draws that anyone can recompute and nobody foresees. A secret seed is chosen before anyone enters, and its hash is published:
 * that fixes the seed. Once nobody can enter any more, a random moment value is added, which nobody knew before. Then seed, moment
 * value and entrants are published. In Python, with `sha = lambda text: hashlib.sha256(text.encode()).hexdigest()`:
 *
 *     assert sha(seed) == seed_hash
 *     key = sha(f"{seed}:{moment}:{','.join(str(id) for id in sorted(entrants))}")
 *     order = sorted(ids, key=lambda id: sha(f"{key}:{id}"))
 */

/** Returns the SHA-256 hash of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** What a draw follows from. */
export interface DrawInputs {
	/** The secret: 64 lower-case hexadecimal digits. */
	readonly seed: string;
	/** The moment value: another 64 digits. */
	readonly moment: string;
	/** The ids of everyone in the draw, in any order. */
	readonly entrants: readonly number[];
}

/** Computes the key of a draw. It depends on every entrant. */
export const createDrawKey = ({ seed, moment, entrants }: DrawInputs, sha256: Sha256): string =>
	sha256(`${seed}:${moment}:${entrants.toSorted((a, b) => a - b).join(",")}`);

/** Orders ids by a draw's key, in whatever order they are given. A later draw among some of the entrants uses the same key. */
export function orderByDraw<Id extends number>(ids: readonly Id[], key: string, sha256: Sha256): Id[] {
	const drawn = ids.map((id) => ({ id, hash: sha256(`${key}:${id}`) }));
	return drawn.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ id }) => id);
}
