import type { DatabaseAccess } from "../../../db/client.ts";
import type { Connection } from "../../../db/connect.ts";
import { createLeaderElection } from "../../../db/leader-election.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import type { SeasonClocks } from "../../seasons/current/season-clock.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { archiveClosedSeasons } from "../../static-files/archive/season-archive.ts";
import type { SeasonPoller } from "../../stats-providers/intake/poll-feed.ts";
import { advanceSeason } from "./advance-season.ts";
import { ROUND_QUEUES } from "./round-jobs.ts";
import { createRoundQueue } from "./round-queue.ts";
import { createSharedFeedHealth, type PolledFeed } from "./shared-feed-health.ts";

interface LeaderSources {
	readonly database: DatabaseAccess;
	readonly connection: Pick<Connection, "db" | "pool">;
	readonly seasons: SeasonHolder;
	readonly clocks: SeasonClocks;
	readonly poller: SeasonPoller;
	readonly jobQueue: JobQueue;
	readonly measurePart: <Result>(part: "poll" | "tick", work: () => Promise<Result>) => Promise<Result>;
	readonly onError: (error: unknown) => void;
}

/** Makes this process a candidate for leader. Returns the work that only the leader does. */
export function createLeader(sources: LeaderSources) {
	const { database, connection, seasons, clocks, poller, jobQueue, measurePart, onError } = sources;
	const { db } = connection;
	const election = createLeaderElection(database, onError);
	const roundQueue = createRoundQueue({ queue: jobQueue, currentSeason: seasons.current, clocks });
	const sharedHealth = createSharedFeedHealth(db, clocks.wallNow);
	let isLeading = false;
	let lastCleanedTerm = 0;
	/** The season, and whether it was closed, when the files were last archived. */
	let archivedState = "";

	const getOwnHealth = (): PolledFeed | null => {
		const feed = poller.getFeed();
		return feed?.health ? { source: feed.source, health: feed.health() } : null;
	};
	/** Whether this process polls the feed. A new leader shows what the previous one stored until it has loaded the feed. */
	const isPolling = () => isLeading && poller.getFeed() !== undefined;

	return {
		/** Tries to become the leader. If the election fails, this process does not lead, and the error is thrown. */
		elect: async () => {
			const elected = election.tryLead();
			isLeading = await elected.catch(() => false);
			await elected;
			// Nobody finishes the jobs that were running when the previous leader lost its connection.
			if (isLeading && election.term() !== lastCleanedTerm) {
				await jobQueue.cancelActive(ROUND_QUEUES);
				lastCleanedTerm = election.term();
			}
		},
		isLeading: () => isLeading,
		/** Polls the feed, and starts and publishes rounds. */
		advance: async (season: SeasonSnapshot): Promise<void> => {
			if (!isLeading || season.isArchived) return;
			if (await measurePart("poll", () => poller.poll(season))) await seasons.refresh();
			await measurePart("tick", () => advanceSeason({ database: connection, seasons }, clocks.seasonNow(), roundQueue));
		},
		/** Stores the health of the feed for other processes, or reads what the leader has stored. */
		shareFeedHealth: async ({ isArchived }: SeasonSnapshot): Promise<void> => {
			if (isLeading && isArchived) return sharedHealth.report(null);
			await (isPolling() ? sharedHealth.report(getOwnHealth()) : sharedHealth.refresh());
		},
		/** Health of the feed that the leader polls; null without a feed. */
		getFeedHealth: (): PolledFeed | null => {
			// The feed of a closed season is not polled.
			if (seasons.peek()?.isArchived) return null;
			return isPolling() ? getOwnHealth() : sharedHealth.current();
		},
		/** Archives the files of closed seasons at the start and whenever the season is closed or another begins. */
		archiveSeasons: async ({ seasonId, isArchived }: SeasonSnapshot): Promise<void> => {
			const state = `${seasonId} ${isArchived}`;
			if (!isLeading || state === archivedState) return;
			await archiveClosedSeasons(db);
			archivedState = state;
		},
		close: election.close,
	};
}
