import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { readDatabaseTime } from "./clock-queries.ts";

export interface DatabaseClock {
	/** Wall time in whole milliseconds. */
	readonly now: () => number;
	/** Reads the database's clock again. */
	readonly sync: () => Promise<void>;
}

/**
 * Creates the database's wall clock, which all processes share, so that players lock at the same moment in each of
 * them. Between two readings it advances by a monotonic timer, which is not affected when this machine's clock is set.
 */
export async function createDatabaseClock(
	db: Kysely<Tables>,
	timer: () => number = () => performance.now(),
): Promise<DatabaseClock> {
	const read = async () => {
		const sent = timer();
		const time = await readDatabaseTime(db);
		// The database read its clock at some moment between the request and the response.
		return { min: time - timer(), max: time - sent };
	};
	const first = await read();
	let offset = (first.min + first.max) / 2;
	return {
		now: () => Math.round(timer() + offset),
		sync: async () => {
			const { min, max } = await read();
			offset = Math.max(min, Math.min(max, offset));
		},
	};
}
