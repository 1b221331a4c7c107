import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { Feed } from "../feed.ts";
import { createFeedPoller, type FeedPoller } from "./poll-feed.ts";
import type { IntakeSeason } from "./process-payload.ts";

/** Polls the feed of whichever season is current: each season is asked for its feed once. */
export interface SeasonPoller {
	/** As `FeedPoller.poll`; false where the season has no feed. */
	readonly poll: (snapshot: SeasonSnapshot) => Promise<boolean>;
	/** The one asked last; null before, and where there is none. */
	readonly getFeed: () => Feed | null;
}

export function createSeasonPoller(loadFeed: () => Promise<Feed | null>, season: IntakeSeason): SeasonPoller {
	let polled: { seasonId: number; feed: Feed | null; poller: FeedPoller | null } | null = null;
	return {
		poll: async ({ seasonId }) => {
			if (polled?.seasonId !== seasonId) {
				const feed = await loadFeed();
				polled = { seasonId, feed, poller: feed && createFeedPoller(feed, season) };
			}
			return (await polled.poller?.poll()) ?? false;
		},
		getFeed: () => polled?.feed ?? null,
	};
}
