import { createHash } from "node:crypto";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import { refuse } from "../refusal.ts";

interface Limit {
	readonly max: number;
	/** A minute by default. */
	readonly windowMs?: number;
}

const buildKey = (subject: string): Buffer => createHash("sha256").update(subject).digest();

// Column `at` has the times of a subject's attempts. A single statement locks the row, so that two processes cannot both use
// the last attempt.
const INSERT_ATTEMPT = `INSERT INTO attempts AS a (subject, at, forget_at) VALUES ($1, ARRAY[$2::timestamptz], $4)
	ON CONFLICT (subject) DO UPDATE SET
		at = CASE WHEN (SELECT count(*) FROM unnest(a.at) AS t WHERE t > $3) >= $5 THEN a.at
			ELSE (SELECT array_agg(t ORDER BY t) FROM unnest(a.at) AS t WHERE t > $3) || $2::timestamptz END,
		forget_at = $4
	RETURNING ARRAY(SELECT t FROM unnest(old.at) AS t WHERE t > $3 ORDER BY t) AS before`;

interface Attempt {
	readonly subject: Buffer;
	readonly at: Date;
	/** Only attempts after this count. */
	readonly since: Date;
	/** When the row can be deleted. */
	readonly forgetAt: Date;
	readonly max: number;
}

/** Records an attempt unless `max` attempts already count. Returns the times of the earlier ones that count, oldest first. */
async function insertAttempt(pool: Pool, { subject, at, since, forgetAt, max }: Attempt): Promise<readonly Date[]> {
	const values = [subject, at, since, forgetAt, max];
	const { rows } = await pool.query<{ before: Date[] | null }>({ name: "count-attempt", text: INSERT_ATTEMPT, values });
	return rows[0]?.before ?? [];
}

/** Deletes all but the `max` subjects whose limits end last. Rows that another process is deleting are left to it. */
const deleteFirstToEnd = (pool: Pool, max: number) =>
	pool.query(
		`DELETE FROM attempts WHERE subject IN (
			SELECT subject FROM attempts
			WHERE (forget_at, subject) <= (
				SELECT forget_at, subject FROM attempts ORDER BY forget_at DESC, subject DESC OFFSET $1 LIMIT 1)
			FOR UPDATE SKIP LOCKED)`,
		[max],
	);

/** About 100 MB of rows. Every address is a subject, so without a bound many addresses could fill the table. */
const MAX_SUBJECTS = 500_000;
/** After how many new subjects those beyond the bound are deleted. */
const TRIM_INTERVAL = 1_000;

interface ThrottleBounds {
	readonly maxSubjects: number;
	readonly trimInterval: number;
}

/**
 * Counts in PostgreSQL, so that the limits hold across all processes. Beyond `maxSubjects`, those whose limits end first
 * are forgotten.
 */
export function createThrottle(
	pool: Pool,
	wallNow: () => number,
	{ maxSubjects, trimInterval }: ThrottleBounds = { maxSubjects: MAX_SUBJECTS, trimInterval: TRIM_INTERVAL },
) {
	let newSubjects = 0;
	return {
		/** Counts an attempt. If the window already has `max` attempts, refuses with 429 and does not count it. */
		attempt: async (subject: string, { max, windowMs = MINUTE_MS }: Limit) => {
			const now = wallNow();
			const earlierAttempts = await insertAttempt(pool, {
				subject: buildKey(subject),
				at: new Date(now),
				since: new Date(now - windowMs),
				forgetAt: new Date(now + windowMs),
				max,
			});
			if (earlierAttempts.length === 0 && ++newSubjects % trimInterval === 0) await deleteFirstToEnd(pool, maxSubjects);
			const [oldest] = earlierAttempts;
			if (earlierAttempts.length >= max && oldest)
				throw refuse(429, "too-many-requests", { seconds: Math.ceil((oldest.getTime() + windowMs - now) / 1000) });
		},
		/** Deletes a subject's attempts, for example after the right password. */
		reset: async (subject: string) => {
			await pool.query("DELETE FROM attempts WHERE subject = $1", [buildKey(subject)]);
		},
	};
}

/** Limits attempts per subject within a sliding window of wall time. */
export type Throttle = ReturnType<typeof createThrottle>;
