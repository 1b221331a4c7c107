import {
	computeStandingsBytes,
	createStandingsArrays,
	type Standings,
	type StandingsArrays,
	sliceRows,
} from "./standings.ts";

/** One buffer is published, one is being written, and one may be held by a reader that saves it. */
const BUFFER_COUNT = 3;
const PUBLISHED_INDEX = 0;
const HELD_INDEX = 1;
const METADATA_INDEX = 2;
const [VERSION, ROUND, ROWS, RANKED] = [0, 1, 2, 3];
const METADATA_FIELDS = 4;

/** Standings in shared memory. Can be posted to another thread without copying the memory. */
export interface SharedStandings {
	/**
	 * The index of the published buffer; the index of the held buffer + 1, or 0 for none; then the version, round,
	 * number of rows and number of ranked rows of each buffer.
	 */
	readonly control: Int32Array;
	readonly buffers: readonly SharedArrayBuffer[];
	readonly capacity: number;
}

export function createSharedStandings(capacity: number): SharedStandings {
	return {
		control: new Int32Array(new SharedArrayBuffer((METADATA_INDEX + BUFFER_COUNT * METADATA_FIELDS) * 4)),
		buffers: Array.from({ length: BUFFER_COUNT }, () => new SharedArrayBuffer(computeStandingsBytes(capacity))),
		capacity,
	};
}

const getMetadataIndex = (buffer: number, field = 0): number => METADATA_INDEX + buffer * METADATA_FIELDS + field;

/** Writes standings; used by one thread only. */
interface StandingsWriter {
	/** Returns the arrays to fill: the oldest buffer that is neither published nor held. */
	begin(): StandingsArrays;
	/** Publishes the arrays filled since `begin` atomically. */
	publish(metadata: { version: number; round: number; rows: number; ranked: number }): void;
}

export function createStandingsWriter({ control, buffers, capacity }: SharedStandings): StandingsWriter {
	const arrays = buffers.map((buffer) => createStandingsArrays(buffer, capacity));
	let writing = 0;
	return {
		begin() {
			const getVersion = (buffer: number): number => control[getMetadataIndex(buffer, VERSION)] ?? 0;
			const usedBuffers = [Atomics.load(control, PUBLISHED_INDEX), Atomics.load(control, HELD_INDEX) - 1];
			const free = buffers.map((_, buffer) => buffer).filter((buffer) => !usedBuffers.includes(buffer));
			writing = free.reduce((oldest, buffer) => (getVersion(buffer) < getVersion(oldest) ? buffer : oldest));
			return arrays[writing] ?? createStandingsArrays(new SharedArrayBuffer(0), 0);
		},
		publish({ version, round, rows, ranked }) {
			control.set([version, round, rows, ranked], getMetadataIndex(writing));
			Atomics.store(control, PUBLISHED_INDEX, writing);
		},
	};
}

export interface HeldStandings {
	readonly standings: Standings;
	/** Allows the buffer to be written again. Idempotent. */
	release(): void;
}

/** Reads standings, in any thread. */
export interface StandingsReader {
	/** The published version. Its arrays stay valid for two more re-scores, or one while another version is held. */
	current(): Standings;
	/** The published version, which stays valid until released. Throws if another one is held. */
	hold(): HeldStandings;
}

export function createStandingsReader({ control, buffers, capacity }: SharedStandings): StandingsReader {
	const arrays = buffers.map((buffer) => createStandingsArrays(buffer, capacity));
	const views = new Map<number, Standings>();
	const read = (buffer: number): Standings => {
		const readField = (index: number): number => control[getMetadataIndex(buffer, index)] ?? 0;
		const version = readField(VERSION);
		const cached = views.get(buffer);
		if (cached?.version === version) return cached;
		const rows = readField(ROWS);
		const columns = sliceRows(arrays[buffer] ?? createStandingsArrays(new SharedArrayBuffer(0), 0), rows);
		const standings = { ...columns, version, round: readField(ROUND), rows, ranked: readField(RANKED) };
		views.set(buffer, standings);
		return standings;
	};
	return {
		current: () => read(Atomics.load(control, PUBLISHED_INDEX)),
		hold() {
			for (;;) {
				const published = Atomics.load(control, PUBLISHED_INDEX);
				const before = Atomics.compareExchange(control, HELD_INDEX, 0, published + 1);
				if (before !== 0) throw new Error("Standings are already held");
				const release = () => Atomics.compareExchange(control, HELD_INDEX, published + 1, 0);
				// If it is still published, the writer did not start to overwrite it before it could see the hold.
				if (Atomics.load(control, PUBLISHED_INDEX) === published) return { standings: read(published), release };
				release();
			}
		},
	};
}
