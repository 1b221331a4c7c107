import type { Db } from "../../../db/tables/tables.ts";
import { readDatabaseTime } from "./clock-queries.ts";

/** A first reading that took longer, as the one that opens a connection may, is repeated. */
const MAX_READING_MS = 20;
const MAX_FIRST_READINGS = 5;

/**
 * Creates a clock that follows the database's, so that players lock at the same moment in every process. Between two
 * readings it advances by a monotonic timer, which is not affected when this machine's clock is set.
 */
export async function createDatabaseClock(db: Db, timer: () => number = () => performance.now()) {
	/** Reads between which limits the database's clock minus the timer is. */
	const readOffset = async () => {
		const sentAt = timer();
		const time = await readDatabaseTime(db);
		// The database read its clock at some moment between the request and the response.
		return { min: time - timer(), max: time - sentAt };
	};
	let first = await readOffset();
	for (let readings = 1; first.max - first.min > MAX_READING_MS && readings < MAX_FIRST_READINGS; readings++) {
		const next = await readOffset();
		if (next.max - next.min < first.max - first.min) first = next;
	}
	let offset = (first.min + first.max) / 2;
	return {
		/** Wall time in whole milliseconds. */
		now: (): number => Math.round(timer() + offset),
		/** Reads the database's clock again. */
		sync: async (): Promise<void> => {
			const { min, max } = await readOffset();
			offset = Math.max(min, Math.min(max, offset));
		},
	};
}
