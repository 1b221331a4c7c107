import type { TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

/** A save counts as recent this long: longer than any of them takes to commit once it has its receipt. */
const WINDOW = "10 seconds";

/** Receipts are numbered by time (uuidv7), so the newest are a stretch of their index. */
const RECENT = {
	name: "recent-saves",
	text: `SELECT id, team_id FROM team_actions WHERE id > uuidv7(interval '-${WINDOW}')`,
};

export interface RecentSaves {
	/** Teams that were saved since this was last asked, by whichever process. */
	readonly next: () => Promise<readonly TeamId[]>;
}

/**
 * Hears of line-ups that other processes saved, by looking at their receipts. A notification a save would queue up
 * every commit of the lockout rush behind one lock.
 */
export function createRecentSaves(pool: Pool): RecentSaves {
	let seen: ReadonlySet<string> = new Set();
	return {
		next: async () => {
			const { rows } = await pool.query<{ id: string; team_id: TeamId }>(RECENT);
			const before = seen;
			seen = new Set(rows.map(({ id }) => id));
			return [...new Set(rows.filter(({ id }) => !before.has(id)).map(({ team_id }) => team_id))];
		},
	};
}
