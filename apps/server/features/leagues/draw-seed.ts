import { createHash, randomBytes } from "node:crypto";

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Creates a text that nobody can guess. */
export const createRandom = (): string => randomBytes(32).toString("hex");

/** Creates the secret seed of a draw, and its hash, which is public before the draw. */
export function createSeed() {
	const seed = createRandom();
	return { seed, seed_hash: sha256(seed) };
}
