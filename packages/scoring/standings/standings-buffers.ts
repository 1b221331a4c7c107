import { cutToRows, type Standings, type StandingsArrays, standingsBytes, standingsIn } from "./standings.ts";

/** One served, one written, one held while it is persisted. */
const BUFFERS = 3;
const SERVED = 0;
const HELD = 1;
const FACTS = 2;
const [VERSION, ROUND, ROWS, RANKED] = [0, 1, 2, 3];
const FACT_COUNT = 4;

/** What threads share: structured-cloneable, the memory itself is not copied. */
export interface SharedStandings {
	/** Served buffer, held buffer + 1, then version, round, rows and ranked of each buffer. */
	readonly control: Int32Array;
	readonly buffers: readonly SharedArrayBuffer[];
	readonly capacity: number;
}

export function createSharedStandings(capacity: number): SharedStandings {
	return {
		control: new Int32Array(new SharedArrayBuffer((FACTS + BUFFERS * FACT_COUNT) * 4)),
		buffers: Array.from({ length: BUFFERS }, () => new SharedArrayBuffer(standingsBytes(capacity))),
		capacity,
	};
}

const factAt = (buffer: number, fact = 0): number => FACTS + buffer * FACT_COUNT + fact;

/** The writing side: one thread only. */
export interface StandingsWriter {
	/** Arrays to fill: the oldest version that is neither served nor held. */
	begin(): StandingsArrays;
	/** Serves what was filled since `begin`, all at once. */
	publish(facts: { version: number; round: number; rows: number; ranked: number }): void;
}

export function standingsWriter({ control, buffers, capacity }: SharedStandings): StandingsWriter {
	const arrays = buffers.map((buffer) => standingsIn(buffer, capacity));
	let writing = 0;
	return {
		begin() {
			const versionOf = (buffer: number): number => control[factAt(buffer, VERSION)] ?? 0;
			const taken = [Atomics.load(control, SERVED), Atomics.load(control, HELD) - 1];
			const free = buffers.map((_, buffer) => buffer).filter((buffer) => !taken.includes(buffer));
			writing = free.reduce((oldest, buffer) => (versionOf(buffer) < versionOf(oldest) ? buffer : oldest));
			return arrays[writing] ?? standingsIn(new SharedArrayBuffer(0), 0);
		},
		publish({ version, round, rows, ranked }) {
			control.set([version, round, rows, ranked], factAt(writing));
			Atomics.store(control, SERVED, writing);
		},
	};
}

export interface HeldStandings {
	readonly standings: Standings;
	/** Lets the buffer be written again; once is enough. */
	release(): void;
}

/** The reading side, in any thread. */
export interface StandingsReader {
	/** The version served now, in O(1). Its arrays stay as they are through two re-scores; one, while another is held. */
	current(): Standings;
	/** The version served now, left alone until released. One at a time: an Error while another is held. */
	hold(): HeldStandings;
}

export function standingsReader({ control, buffers, capacity }: SharedStandings): StandingsReader {
	const arrays = buffers.map((buffer) => standingsIn(buffer, capacity));
	const cut = new Map<number, Standings>();
	const read = (buffer: number): Standings => {
		const fact = (index: number): number => control[factAt(buffer, index)] ?? 0;
		const version = fact(VERSION);
		const last = cut.get(buffer);
		if (last?.version === version) return last;
		const rows = fact(ROWS);
		const columns = cutToRows(arrays[buffer] ?? standingsIn(new SharedArrayBuffer(0), 0), rows);
		const standings = { ...columns, version, round: fact(ROUND), rows, ranked: fact(RANKED) };
		cut.set(buffer, standings);
		return standings;
	};
	return {
		current: () => read(Atomics.load(control, SERVED)),
		hold() {
			for (;;) {
				const served = Atomics.load(control, SERVED);
				const before = Atomics.compareExchange(control, HELD, 0, served + 1);
				if (before !== 0) throw new Error("Standings are already being held");
				const release = () => Atomics.compareExchange(control, HELD, served + 1, 0);
				// Still served, so the writer had not yet come round to it when the hold became visible.
				if (Atomics.load(control, SERVED) === served) return { standings: read(served), release };
				release();
			}
		},
	};
}
