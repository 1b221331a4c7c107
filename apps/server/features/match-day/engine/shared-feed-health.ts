import type { Db } from "../../../db/tables/tables.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";
import { deleteFeedHealth, findFeedHealth, upsertFeedHealth } from "./queries.ts";

/** A stats provider that is polled. */
export interface PolledFeed {
	readonly source: string;
	readonly health: FeedHealth;
}

const REPORT_INTERVAL_MS = 10_000;
/** Longer than a takeover (10 s) and than a slow poll that delays reports (30 s). */
const MAX_AGE_MS = 60_000;

/** Formats the problems of a feed, to see whether they have changed. Leaves out times, which change with every poll. */
function formatState({ source, health }: PolledFeed): string {
	const { failures, lastFault, isRefused = false, lastResponseAt, matches } = health;
	const problems = [...(matches ?? [])].map(([id, match]) => [id, match.lastFault]);
	return JSON.stringify([source, failures, lastFault, isRefused, lastResponseAt === null, problems]);
}

/** The health to show when the leader has stopped reporting. */
const markOutdated = (health: FeedHealth, reportedAt: Date): FeedHealth => ({
	...health,
	failures: Math.max(1, health.failures),
	lastFault: `No process has polled the provider since ${reportedAt.toISOString()}`,
	isRefused: false,
});

/** The health of the polled provider. The leader stores it, so that every process shows the same. */
export function createSharedFeedHealth(db: Db, wallNow: () => number) {
	let current: PolledFeed | null = null;
	/** The last report that this process stored as the leader; null if another process may have stored one since. */
	let reported: { readonly state: string; readonly at: number } | null = null;
	return {
		/** Stores the health that the leader sees, if it has changed or the last report is over ten seconds old. */
		report: async (polled: PolledFeed | null): Promise<void> => {
			const now = wallNow();
			const state = polled ? formatState(polled) : "";
			const isRecent = reported !== null && Math.abs(now - reported.at) < REPORT_INTERVAL_MS;
			if (isRecent && state === reported?.state) return;
			if (polled) await upsertFeedHealth(db, polled);
			else await deleteFeedHealth(db);
			reported = { state, at: now };
		},
		/** Reads the health that the leader has stored. */
		refresh: async (): Promise<void> => {
			reported = null;
			const found = await findFeedHealth(db);
			if (!found) {
				current = null;
				return;
			}
			const { source, health, reportedAt, ageMs } = found;
			current = { source, health: ageMs > MAX_AGE_MS ? markOutdated(health, reportedAt) : health };
		},
		/** The health that was read last; null if no provider is polled. */
		current: () => current,
	};
}
