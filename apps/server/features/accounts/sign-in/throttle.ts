import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { refuse } from "../../../plugins/refusal.ts";

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

// One statement, which locks the subject's row: two processes cannot both take the last attempt.
const ATTEMPT = {
	name: "count-attempt",
	text: `INSERT INTO attempts AS a (subject, at, forget_at) VALUES ($1, ARRAY[$2::timestamptz], $4)
		ON CONFLICT (subject) DO UPDATE SET
			at = CASE WHEN (SELECT count(*) FROM unnest(a.at) AS t WHERE t > $3) >= $5 THEN a.at
				ELSE (SELECT array_agg(t ORDER BY t) FROM unnest(a.at) AS t WHERE t > $3) || $2::timestamptz END,
			forget_at = $4
		RETURNING ARRAY(SELECT t FROM unnest(old.at) AS t WHERE t > $3 ORDER BY t) AS before`,
};

const keyOf = (subject: string): Buffer => createHash("sha256").update(subject).digest();

/** A throttle kept in PostgreSQL, so that all processes count together. */
export function createThrottle(pool: Pool, wallNow: () => number): Throttle {
	return {
		attempt: async (subject, { most, within = MINUTE }) => {
			const now = wallNow();
			const [at, since, until] = [now, now - within, now + within].map((instant) => new Date(instant));
			const values = [keyOf(subject), at, since, until, most];
			const { rows } = await pool.query<{ before: Date[] }>({ ...ATTEMPT, values });
			const before = rows[0]?.before ?? [];
			const [first] = before;
			if (before.length >= most && first)
				throw refuse(429, "too-many-requests", { seconds: Math.ceil((first.getTime() + within - now) / 1000) });
		},
		forgive: async (subject) => {
			await pool.query("DELETE FROM attempts WHERE subject = $1", [keyOf(subject)]);
		},
	};
}
