import { createHash } from "node:crypto";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { findCurrentRound } from "@first-bounce/rules/round/rounds";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload } from "../feed.ts";
import { type IntakeSeason, processPayload, processPendingPayloads } from "./process-payload.ts";

/** How long before its start a match is asked about: line-ups and injuries. */
const POLL_LEAD_MS = 7 * 24 * 3_600_000;

/** Matches that a feed may have news of: those of every round that is not published, up to the next one. */
function listMatchesToPoll({ rounds }: SeasonSnapshot, now: SeasonTime): SnapshotMatch[] {
	const current = findCurrentRound(rounds)?.id ?? 0;
	return rounds
		.filter(({ id, status }) => status !== "complete" && id <= current + 1)
		.flatMap(({ matches }) => matches)
		.filter(({ startsAt }) => startsAt - POLL_LEAD_MS <= now);
}

export interface FeedPoller {
	/** Asks the feed once and takes in whatever it answers; says whether anything of the season changed. */
	readonly poll: () => Promise<boolean>;
}

const formatSubjectKey = ({ kind, subject }: FeedPayload): string => `${kind} ${subject}`;
const computeHash = ({ body }: FeedPayload): string => createHash("sha256").update(body).digest("base64");

/** Polls one feed. The first poll judges what a crash has left behind. */
export function createFeedPoller(feed: Feed, season: IntakeSeason): FeedPoller {
	/** The last answer on each subject: most polls bring the same one again, which need not go to the database. */
	const processedHashes = new Map<string, string>();
	/**
	 * Last answers with which something was wrong, and the version of the season that said so. Once it has changed they
	 * are judged again, for their source may only say that it has nothing new.
	 */
	const faulty = new Map<string, { readonly payload: FeedPayload; readonly dataVersion: number }>();
	/** Answered and not taken in yet: a source that was told we have an answer does not give it again. */
	const waiting: FeedPayload[] = [];
	let hasResumed = false;

	const process = async (payload: FeedPayload): Promise<boolean> => {
		const { dataVersion } = season.currentSeason();
		const { verdict, faults } = await processPayload(payload, feed, season);
		processedHashes.set(formatSubjectKey(payload), computeHash(payload));
		if (faults.length > 0) faulty.set(formatSubjectKey(payload), { payload, dataVersion });
		else faulty.delete(formatSubjectKey(payload));
		return verdict === "applied";
	};
	const processWaiting = async (): Promise<boolean> => {
		let changed = false;
		for (;;) {
			const [payload] = waiting;
			if (!payload) return changed;
			if (processedHashes.get(formatSubjectKey(payload)) !== computeHash(payload))
				changed = (await process(payload)) || changed;
			waiting.shift();
		}
	};
	const processFaulty = async (): Promise<boolean> => {
		let changed = false;
		const { dataVersion } = season.currentSeason();
		const old = [...faulty.values()].filter((each) => each.dataVersion !== dataVersion);
		for (const { payload } of old) changed = (await process(payload)) || changed;
		return changed;
	};
	return {
		poll: async () => {
			if (!hasResumed) await processPendingPayloads(feed, season);
			hasResumed = true;
			const now = season.clocks.seasonNow();
			waiting.push(...(await feed.poll(listMatchesToPoll(season.currentSeason(), now), now)));
			const hasChanged = await processWaiting();
			return (await processFaulty()) || hasChanged;
		},
	};
}

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
