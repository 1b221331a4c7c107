import type { TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

/** How much further back than the last look: longer than any save takes to commit once it has its receipt. */
const OVERLAP = 10_000;

/** Receipts are numbered by time (uuidv7), so the newest are a stretch of their index. */
const RECENT = {
	name: "recent-saves",
	text: "SELECT id, team_id FROM team_actions WHERE id > uuidv7($1::int * interval '-1 millisecond')",
};

export interface RecentSaves {
	/** Teams that were saved since this was last asked, by whichever process. */
	readonly next: () => Promise<readonly TeamId[]>;
}

/**
 * Hears of line-ups that other processes saved, by looking at their receipts. A notification a save would queue up
 * every commit of the lockout rush behind one lock.
 */
export function createRecentSaves(pool: Pick<Pool, "query">): RecentSaves {
	let seen: ReadonlySet<string> = new Set();
	let lookedAt = performance.now();
	return {
		next: async () => {
			const asked = performance.now();
			const since = Math.ceil(asked - lookedAt) + OVERLAP;
			const { rows } = await pool.query<{ id: string; team_id: TeamId }>({ ...RECENT, values: [since] });
			// Only now: what a look that failed would have found is the next one's to find.
			lookedAt = asked;
			const before = seen;
			seen = new Set(rows.map(({ id }) => id));
			return [...new Set(rows.filter(({ id }) => !before.has(id)).map(({ team_id }) => team_id))];
		},
	};
}
