/** A seeded random number generator. Generators forked with different labels are independent of each other. */
export interface Random {
	/** A number in [0, 1). */
	readonly next: () => number;
	/** An integer in [0, end). */
	readonly int: (end: number) => number;
	readonly between: (low: number, high: number) => number;
	readonly chance: (probability: number) => boolean;
	readonly normal: (mean: number, deviation: number) => number;
	readonly poisson: (mean: number) => number;
	readonly pick: <Item>(items: readonly Item[]) => Item;
	/** Picks an item with a probability proportional to its weight. */
	readonly weighted: <Item>(items: readonly { readonly weight: number; readonly item: Item }[]) => Item;
	readonly shuffle: <Item>(items: readonly Item[]) => Item[];
	readonly fork: (label: string | number) => Random;
}

/** Hashes a text to four 32-bit words (FNV-1a, then the mixing step of splitmix32). */
function hashSeed(text: string): [number, number, number, number] {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	const drawWord = (): number => {
		hash = (hash + 0x9e3779b9) | 0;
		let mixed = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
		mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
		return mixed ^ (mixed >>> 15);
	};
	return [drawWord(), drawWord(), drawWord(), drawWord()];
}

/** The sfc32 generator by Chris Doty-Humphrey, seeded from a text. */
function sfc32(seed: string): () => number {
	let [a, b, c, counter] = hashSeed(seed);
	const drawFraction = (): number => {
		const sum = (((a + b) | 0) + counter) | 0;
		counter = (counter + 1) | 0;
		a = b ^ (b >>> 9);
		b = (c + (c << 3)) | 0;
		c = ((c << 21) | (c >>> 11)) + sum;
		c |= 0;
		return (sum >>> 0) / 4294967296;
	};
	for (let round = 0; round < 12; round++) drawFraction();
	return drawFraction;
}

/** Creates a generator that gives the same numbers for the same seed on every machine. */
export function createRandom(seed: string | number): Random {
	const drawFraction = sfc32(String(seed));
	const drawInteger = (end: number): number => Math.floor(drawFraction() * end);

	function drawNormal(mean: number, deviation: number): number {
		const radius = Math.sqrt(-2 * Math.log(1 - drawFraction()));
		return mean + deviation * radius * Math.cos(2 * Math.PI * drawFraction());
	}
	// Knuth's algorithm: its running time grows with the mean, and the means of match stats are small.
	function drawPoisson(mean: number): number {
		const limit = Math.exp(-mean);
		let count = 0;
		for (let product = drawFraction(); product > limit; product *= drawFraction()) count++;
		return count;
	}
	function pick<Item>(items: readonly Item[]): Item {
		const item = items[drawInteger(items.length)];
		if (item === undefined) throw new RangeError("Cannot pick from an empty list");
		return item;
	}
	function pickWeighted<Item>(items: readonly { readonly weight: number; readonly item: Item }[]): Item {
		let remaining = drawFraction() * items.reduce((sum, { weight }) => sum + weight, 0);
		for (const { weight, item } of items) {
			remaining -= weight;
			if (remaining < 0) return item;
		}
		return pick(items).item;
	}
	function shuffle<Item>(items: readonly Item[]): Item[] {
		return items
			.map((item) => ({ item, key: drawFraction() }))
			.sort((one, other) => one.key - other.key)
			.map(({ item }) => item);
	}
	return {
		next: drawFraction,
		int: drawInteger,
		between: (low, high) => low + (high - low) * drawFraction(),
		chance: (probability) => drawFraction() < probability,
		normal: drawNormal,
		poisson: drawPoisson,
		pick,
		weighted: pickWeighted,
		shuffle,
		fork: (label) => createRandom(`${seed}/${label}`),
	};
}
