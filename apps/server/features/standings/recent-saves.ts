import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { listReceiptsSince, type Receipt, SAVE_OVERLAP_MS } from "./receipt-queries.ts";

/** A saved team, its owner, and its newest saved version. */
interface RecentSave {
	readonly teamId: TeamId;
	readonly userId: UserId;
	readonly version: number;
}

type SaveListener = (saves: readonly RecentSave[]) => void;

export interface RecentSaves {
	/** Lists the teams saved by any process since the last poll. */
	readonly poll: () => Promise<readonly RecentSave[]>;
}

/** Events of saved teams, sent by the season engine. */
export interface SaveEvents {
	readonly onSaved: (listener: SaveListener) => () => void;
}

function listNewestByTeam(receipts: readonly Receipt[]): RecentSave[] {
	const newest = new Map<TeamId, RecentSave>();
	for (const { team_id: teamId, user_id: userId, version } of receipts) {
		const newestSave = newest.get(teamId);
		if (!newestSave || newestSave.version < version) newest.set(teamId, { teamId, userId, version });
	}
	return [...newest.values()];
}

/** Finds saved teams by polling receipts: NOTIFY would serialise the commits of the lockout rush behind one lock. */
export function createRecentSaves(pool: Pick<Pool, "query">): RecentSaves {
	let seenIds: ReadonlySet<string> = new Set();
	let polledAt = performance.now();
	return {
		poll: async () => {
			const startedAt = performance.now();
			const ageMs = Math.ceil(startedAt - polledAt) + SAVE_OVERLAP_MS;
			const rows = await listReceiptsSince(pool, ageMs);
			// Set after the query: if it fails, the next poll covers its time too.
			polledAt = startedAt;
			const previousIds = seenIds;
			seenIds = new Set(rows.map(({ id }) => id));
			return listNewestByTeam(rows.filter(({ id }) => !previousIds.has(id)));
		},
	};
}

/** Polls for saves with `send`, which tells listeners after the re-score, so that a refetch gets the new score. */
export function createSaveEvents(
	pool: Pick<Pool, "query">,
	applySaves: (teamIds: readonly TeamId[]) => Promise<void>,
): SaveEvents & { readonly send: () => Promise<void> } {
	const recentSaves = createRecentSaves(pool);
	const listeners = new Set<SaveListener>();
	return {
		onSaved: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		send: async () => {
			const saves = await recentSaves.poll();
			if (saves.length === 0) return;
			try {
				await applySaves(saves.map(({ teamId }) => teamId));
			} finally {
				for (const listener of listeners) listener(saves);
			}
		},
	};
}
