import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { refuse } from "../../../plugins/refusal.ts";
import { deleteAttempts, insertAttempt } from "./queries.ts";

/** Limits attempts per subject within a sliding window of wall time. */
export interface Throttle {
	/** Counts an attempt. If the window already has `max` attempts, refuses with 429 and does not count it. */
	readonly attempt: (subject: string, limit: Limit) => Promise<void>;
	/** Deletes a subject's attempts, for example after the right password. */
	readonly reset: (subject: string) => Promise<void>;
}

interface Limit {
	readonly max: number;
	/** A minute by default. */
	readonly windowMs?: number;
}

const MINUTE_MS = 60_000;

const buildKey = (subject: string): Buffer => createHash("sha256").update(subject).digest();

/** Counts in PostgreSQL, so that the limits hold across all processes. */
export function createThrottle(pool: Pool, wallNow: () => number): Throttle {
	return {
		attempt: async (subject, { max, windowMs = MINUTE_MS }) => {
			const now = wallNow();
			const earlierAttempts = await insertAttempt(pool, {
				subject: buildKey(subject),
				at: new Date(now),
				since: new Date(now - windowMs),
				forgetAt: new Date(now + windowMs),
				max,
			});
			const [oldest] = earlierAttempts;
			if (earlierAttempts.length >= max && oldest)
				throw refuse(429, "too-many-requests", { seconds: Math.ceil((oldest.getTime() + windowMs - now) / 1000) });
		},
		reset: async (subject) => {
			await deleteAttempts(pool, buildKey(subject));
		},
	};
}
