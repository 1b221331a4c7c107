import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";
import { deleteFeedHealth, findFeedHealth, upsertFeedHealth } from "./queries.ts";

/** A stats provider that is polled. */
export interface PolledFeed {
	readonly source: string;
	readonly health: FeedHealth;
}

/** The health of the polled provider, which the leader stores so that every process answers the same. */
export interface SharedFeedHealth {
	/** Stores what the leader knows, if it has changed or was stored a while ago. */
	readonly report: (polled: PolledFeed | null) => Promise<void>;
	/** Reads what the leader has stored. */
	readonly refresh: () => Promise<void>;
	/** What was read last; null if no provider is polled. */
	readonly current: () => PolledFeed | null;
}

const REPORT_INTERVAL_MS = 10_000;
/** Longer than a takeover (10 s) and than a slow poll that delays reports (30 s). */
const MAX_AGE_MS = 60_000;

/** What operators act on. The times of requests change with every poll. */
function formatState({ source, health }: PolledFeed): string {
	const { failures, lastFault, isRefused = false, lastResponseAt, matches } = health;
	const faults = [...(matches ?? [])].map(([id, match]) => [id, match.lastFault]);
	return JSON.stringify([source, failures, lastFault, isRefused, lastResponseAt === null, faults]);
}

/** The health when reports have stopped. */
const markOutdated = (health: FeedHealth, reportedAt: Date): FeedHealth => ({
	...health,
	failures: Math.max(1, health.failures),
	lastFault: `No process has polled the provider since ${reportedAt.toISOString()}`,
	isRefused: false,
});

export function createSharedFeedHealth(db: Kysely<Tables>, wallNow: () => number): SharedFeedHealth {
	let current: PolledFeed | null = null;
	/** What this process has stored as the leader, unless another process may have stored something since. */
	let reported: { readonly state: string; readonly at: number } | null = null;
	return {
		report: async (polled) => {
			const now = wallNow();
			const state = polled ? formatState(polled) : "";
			const isRecent = reported !== null && Math.abs(now - reported.at) < REPORT_INTERVAL_MS;
			if (isRecent && state === reported?.state) return;
			if (polled) await upsertFeedHealth(db, polled);
			else await deleteFeedHealth(db);
			reported = { state, at: now };
		},
		refresh: async () => {
			reported = null;
			const found = await findFeedHealth(db);
			if (!found) {
				current = null;
				return;
			}
			const { source, health, reportedAt, ageMs } = found;
			current = { source, health: ageMs > MAX_AGE_MS ? markOutdated(health, reportedAt) : health };
		},
		current: () => current,
	};
}
