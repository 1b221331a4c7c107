import { createHash } from "node:crypto";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload } from "../feed.ts";
import { type IntakeContext, processPayload, processPendingPayloads } from "./process-payload.ts";

/** How long before its start a match is polled, for line-ups and injuries. */
const POLL_LEAD_MS = 7 * 24 * 3_600_000;

/** Lists the matches of unpublished rounds up to the next one. */
function listMatchesToPoll({ rounds }: SeasonSnapshot, now: SeasonTime): SnapshotMatch[] {
	const current = findCurrentRound(rounds)?.id ?? 0;
	return rounds
		.filter(({ id, status }) => status !== "complete" && id <= current + 1)
		.flatMap(({ matches }) => matches)
		.filter(({ startsAt }) => startsAt - POLL_LEAD_MS <= now);
}

export interface FeedPoller {
	/** Polls the feed once and processes its payloads. Returns whether the season changed. */
	readonly poll: () => Promise<boolean>;
}

const formatSubjectKey = ({ kind, subject }: FeedPayload): string => `${kind} ${subject}`;
const computeHash = ({ body }: FeedPayload): string => createHash("sha256").update(body).digest("base64");

/** Polls one feed. The first poll processes what a crash has left unprocessed. */
export function createFeedPoller(feed: Feed, context: IntakeContext): FeedPoller {
	/** Hash of the last payload of each subject. Most polls return the same one, which skips the database. */
	const processedHashes = new Map<string, string>();
	/**
	 * Last payloads that had faults, with the season's version at that time. They are processed again once it has changed,
	 * because the provider does not repeat an unchanged response.
	 */
	const faulty = new Map<string, { readonly payload: FeedPayload; readonly dataVersion: number }>();
	/** Payloads to process. The provider does not repeat a response that was already received. */
	const waiting: FeedPayload[] = [];
	let hasResumed = false;

	const process = async (payload: FeedPayload): Promise<boolean> => {
		const { dataVersion } = context.currentSeason();
		const { verdict, faults } = await processPayload(payload, feed, context);
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
		const { dataVersion } = context.currentSeason();
		const old = [...faulty.values()].filter((each) => each.dataVersion !== dataVersion);
		for (const { payload } of old) changed = (await process(payload)) || changed;
		return changed;
	};
	return {
		poll: async () => {
			if (!hasResumed) await processPendingPayloads(feed, context);
			hasResumed = true;
			const now = context.clocks.seasonNow();
			waiting.push(...(await feed.poll(listMatchesToPoll(context.currentSeason(), now), now)));
			const hasChanged = await processWaiting();
			return (await processFaulty()) || hasChanged;
		},
	};
}

/** Polls the feed of the current season, which is created once per season. */
export interface SeasonPoller {
	/** As `FeedPoller.poll`; false if the season has no feed. */
	readonly poll: (snapshot: SeasonSnapshot) => Promise<boolean>;
	/** The feed polled last; null before the first poll or without a feed. */
	readonly getFeed: () => Feed | null;
}

export function createSeasonPoller(loadFeed: () => Promise<Feed | null>, context: IntakeContext): SeasonPoller {
	let polled: { seasonId: number; feed: Feed | null; poller: FeedPoller | null } | null = null;
	return {
		poll: async ({ seasonId }) => {
			if (polled?.seasonId !== seasonId) {
				const feed = await loadFeed();
				polled = { seasonId, feed, poller: feed && createFeedPoller(feed, context) };
			}
			return (await polled.poller?.poll()) ?? false;
		},
		getFeed: () => polled?.feed ?? null,
	};
}
