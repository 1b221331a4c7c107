import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { refuse } from "../../../plugins/refusal.ts";
import { deleteAttempts, insertAttempt } from "./queries.ts";

/** Attempts within a moving span of wall time, by whatever they are counted for. */
export interface Throttle {
	/** Counts an attempt; refuses with 429 from the one after `most` on. Refused ones do not count. */
	readonly attempt: (subject: string, limit: Limit) => Promise<void>;
	/** Forgets a subject's attempts: it was the right person after all. */
	readonly forgive: (subject: string) => Promise<void>;
}

interface Limit {
	readonly most: number;
	/** Milliseconds; a minute where it is left out. */
	readonly within?: number;
}

const MINUTE = 60_000;

const keyOf = (subject: string): Buffer => createHash("sha256").update(subject).digest();

/** A throttle kept in PostgreSQL, so that all processes count together. */
export function createThrottle(pool: Pool, wallNow: () => number): Throttle {
	return {
		attempt: async (subject, { most, within = MINUTE }) => {
			const now = wallNow();
			const before = await insertAttempt(pool, {
				subject: keyOf(subject),
				at: new Date(now),
				since: new Date(now - within),
				forgetAt: new Date(now + within),
				max: most,
			});
			const [first] = before;
			if (before.length >= most && first)
				throw refuse(429, "too-many-requests", { seconds: Math.ceil((first.getTime() + within - now) / 1000) });
		},
		forgive: async (subject) => {
			await deleteAttempts(pool, keyOf(subject));
		},
	};
}
