import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { listReceiptsSince, type Receipt } from "./queries.ts";

/** How much further back than the last look: longer than any save takes to commit once it has its receipt. */
const OVERLAP_MS = 10_000;

/** A saved team, its owner, and the newest version that is known to be saved. */
interface RecentSave {
	readonly teamId: TeamId;
	readonly userId: UserId;
	readonly version: number;
}

export interface RecentSaves {
	/** Teams that were saved since this was last asked, by whichever process. */
	readonly poll: () => Promise<readonly RecentSave[]>;
}

/** What the season engine offers to whoever follows saved teams. */
export interface SaveEvents {
	readonly onSaved: (listener: (saves: readonly RecentSave[]) => void) => () => void;
}

function listNewestByTeam(receipts: readonly Receipt[]): RecentSave[] {
	const newest = new Map<TeamId, RecentSave>();
	for (const { team_id: teamId, user_id: userId, version } of receipts) {
		const known = newest.get(teamId);
		if (!known || known.version < version) newest.set(teamId, { teamId, userId, version });
	}
	return [...newest.values()];
}

/**
 * Finds teams that any process saved, by looking at their receipts. One reader for each process: the season engine
 * passes on what it finds. Notifying once per save would queue every commit of the lockout rush behind one lock.
 */
export function createRecentSaves(pool: Pick<Pool, "query">): RecentSaves {
	let seen: ReadonlySet<string> = new Set();
	let polledAt = performance.now();
	return {
		poll: async () => {
			const asked = performance.now();
			const since = Math.ceil(asked - polledAt) + OVERLAP_MS;
			const rows = await listReceiptsSince(pool, since);
			// Only now: what a look that failed would have found is the next one's to find.
			polledAt = asked;
			const before = seen;
			seen = new Set(rows.map(({ id }) => id));
			return listNewestByTeam(rows.filter(({ id }) => !before.has(id)));
		},
	};
}
