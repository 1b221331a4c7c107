import {
	computeStandingsBytes,
	createStandingsArrays,
	type Standings,
	type StandingsArrays,
	sliceRows,
} from "./standings.ts";

/** One served, one written, one held while it is persisted. */
const BUFFER_COUNT = 3;
const SERVED_INDEX = 0;
const HELD_INDEX = 1;
const FACTS_INDEX = 2;
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
		control: new Int32Array(new SharedArrayBuffer((FACTS_INDEX + BUFFER_COUNT * FACT_COUNT) * 4)),
		buffers: Array.from({ length: BUFFER_COUNT }, () => new SharedArrayBuffer(computeStandingsBytes(capacity))),
		capacity,
	};
}

const getFactIndex = (buffer: number, fact = 0): number => FACTS_INDEX + buffer * FACT_COUNT + fact;

/** The writing side: one thread only. */
export interface StandingsWriter {
	/** Arrays to fill: the oldest version that is neither served nor held. */
	begin(): StandingsArrays;
	/** Serves what was filled since `begin`, all at once. */
	publish(facts: { version: number; round: number; rows: number; ranked: number }): void;
}

export function createStandingsWriter({ control, buffers, capacity }: SharedStandings): StandingsWriter {
	const arrays = buffers.map((buffer) => createStandingsArrays(buffer, capacity));
	let writing = 0;
	return {
		begin() {
			const versionOf = (buffer: number): number => control[getFactIndex(buffer, VERSION)] ?? 0;
			const taken = [Atomics.load(control, SERVED_INDEX), Atomics.load(control, HELD_INDEX) - 1];
			const free = buffers.map((_, buffer) => buffer).filter((buffer) => !taken.includes(buffer));
			writing = free.reduce((oldest, buffer) => (versionOf(buffer) < versionOf(oldest) ? buffer : oldest));
			return arrays[writing] ?? createStandingsArrays(new SharedArrayBuffer(0), 0);
		},
		publish({ version, round, rows, ranked }) {
			control.set([version, round, rows, ranked], getFactIndex(writing));
			Atomics.store(control, SERVED_INDEX, writing);
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

export function createStandingsReader({ control, buffers, capacity }: SharedStandings): StandingsReader {
	const arrays = buffers.map((buffer) => createStandingsArrays(buffer, capacity));
	const cut = new Map<number, Standings>();
	const read = (buffer: number): Standings => {
		const fact = (index: number): number => control[getFactIndex(buffer, index)] ?? 0;
		const version = fact(VERSION);
		const last = cut.get(buffer);
		if (last?.version === version) return last;
		const rows = fact(ROWS);
		const columns = sliceRows(arrays[buffer] ?? createStandingsArrays(new SharedArrayBuffer(0), 0), rows);
		const standings = { ...columns, version, round: fact(ROUND), rows, ranked: fact(RANKED) };
		cut.set(buffer, standings);
		return standings;
	};
	return {
		current: () => read(Atomics.load(control, SERVED_INDEX)),
		hold() {
			for (;;) {
				const served = Atomics.load(control, SERVED_INDEX);
				const before = Atomics.compareExchange(control, HELD_INDEX, 0, served + 1);
				if (before !== 0) throw new Error("Standings are already being held");
				const release = () => Atomics.compareExchange(control, HELD_INDEX, served + 1, 0);
				// Still served, so the writer had not yet come round to it when the hold became visible.
				if (Atomics.load(control, SERVED_INDEX) === served) return { standings: read(served), release };
				release();
			}
		},
	};
}
