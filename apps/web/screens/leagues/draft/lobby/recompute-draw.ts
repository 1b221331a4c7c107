import type { DraftLeague } from "@first-bounce/contract/draft/draft";
import { createDrawKey, orderByDraw, type Sha256 } from "@first-bounce/rules/draws/draw";

async function hash(text: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Runs a synchronous computation, and repeats it until all hashes that it asks for are known: browsers hash asynchronously. */
async function computeWithHashes<Result>(compute: (sha256: Sha256) => Result): Promise<Result> {
	const known = new Map<string, string>();
	for (;;) {
		const missing = new Set<string>();
		const result = compute((text) => {
			const digest = known.get(text);
			if (digest === undefined) missing.add(text);
			return digest ?? "";
		});
		if (missing.size === 0) return result;
		for (const text of missing) known.set(text, await hash(text));
	}
}

/** Computes the order of a draw from its published values, and checks its seed against the hash that was published before it. */
export const recomputeDraw = ({
	seed,
	seedHash,
	moment,
	teamIds,
}: NonNullable<DraftLeague["lastDraw"]>): Promise<{ readonly isSeedGenuine: boolean; readonly order: number[] }> =>
	computeWithHashes((sha256) => ({
		isSeedGenuine: sha256(seed) === seedHash,
		order: orderByDraw(teamIds, createDrawKey({ seed, moment, entrants: teamIds }, sha256), sha256),
	}));
