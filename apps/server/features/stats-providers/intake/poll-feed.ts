import { createHash } from "node:crypto";
import { DAY_MS, WEEK_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { type Feed, type FeedPayload, formatSubjectKey } from "../feed.ts";
import { type IntakeContext, processPayload, processPendingPayloads } from "./process-payload.ts";

/** How long before its start a match is polled, for line-ups and injuries. */
const POLL_LEAD_MS = WEEK_MS;

/** How published rounds are polled again, because providers correct their stats for days. */
export interface RecheckSettings {
	/** Days of season time after publication; 0 for never. */
	readonly days: number;
	/** Milliseconds of wall time between two polls. */
	readonly intervalMs: number;
}

/** Published rounds are not polled again. */
export const NO_RECHECK: RecheckSettings = { days: 0, intervalMs: 0 };

/** Until when the stats of a published round are polled again; null for other rounds. */
export const getRecheckEnd = (
	{ status, publishedAt }: Pick<SnapshotRound, "status" | "publishedAt">,
	{ days }: RecheckSettings,
): SeasonTime | null =>
	status === "complete" && publishedAt !== null && days > 0 ? publishedAt + days * DAY_MS : null;

/** Lists the matches of rounds that were published recently. */
const listMatchesToRecheck = ({ rounds }: SeasonSnapshot, now: SeasonTime, recheck: RecheckSettings): SnapshotMatch[] =>
	rounds.filter((round) => now < (getRecheckEnd(round, recheck) ?? now)).flatMap(({ matches }) => matches);

/** Lists the matches of unpublished rounds up to the next one. */
function listMatchesToPoll({ rounds }: SeasonSnapshot, now: SeasonTime): SnapshotMatch[] {
	const current = findCurrentRound(rounds)?.id ?? 0;
	return rounds
		.filter(({ id, status }) => status !== "complete" && id <= current + 1)
		.flatMap(({ matches }) => matches)
		.filter(({ startsAt }) => startsAt - POLL_LEAD_MS <= now);
}

const computeHash = ({ body }: FeedPayload): string => createHash("sha256").update(body).digest("base64");

/** Polls one feed. Payloads that a crash has left unprocessed, or that were reopened, are processed first. */
export function createFeedPoller(feed: Feed, context: IntakeContext, recheck: RecheckSettings = NO_RECHECK) {
	/** Hash of the last payload of each subject. Most polls return the same one, which skips the database. */
	const processedHashes = new Map<string, string>();
	/**
	 * Last payloads that had problems, with the season's version at that time. They are processed again once the season has
	 * changed, because the provider does not repeat an unchanged response.
	 */
	const faultyPayloads = new Map<string, { readonly payload: FeedPayload; readonly dataVersion: number }>();
	/**
	 * Payloads to process. They are kept here until they are processed, because the provider does not repeat a response
	 * that was received.
	 */
	const waitingPayloads: FeedPayload[] = [];
	/** The season's version at the last search for unprocessed payloads. */
	let resumedVersion: number | null = null;
	let recheckAt = 0;

	/** If the feed throws, the recheck stays due. */
	const pollFeed = async (now: SeasonTime): Promise<readonly FeedPayload[]> => {
		const season = context.currentSeason();
		const wallNow = context.clocks.wallNow();
		const isDue = wallNow >= recheckAt;
		const published = isDue ? listMatchesToRecheck(season, now, recheck) : [];
		const payloads = await feed.poll([...published, ...listMatchesToPoll(season, now)], now);
		if (isDue) recheckAt = wallNow + recheck.intervalMs;
		return payloads;
	};
	const processFetched = async (payload: FeedPayload): Promise<boolean> => {
		const { dataVersion } = context.currentSeason();
		const { verdict, problems } = await processPayload(payload, feed, context);
		processedHashes.set(formatSubjectKey(payload), computeHash(payload));
		if (problems.length > 0) faultyPayloads.set(formatSubjectKey(payload), { payload, dataVersion });
		else faultyPayloads.delete(formatSubjectKey(payload));
		return verdict === "applied";
	};
	const processWaiting = async (): Promise<boolean> => {
		let changed = false;
		for (;;) {
			const [payload] = waitingPayloads;
			if (!payload) return changed;
			if (processedHashes.get(formatSubjectKey(payload)) !== computeHash(payload))
				changed = (await processFetched(payload)) || changed;
			waitingPayloads.shift();
		}
	};
	const processFaulty = async (): Promise<boolean> => {
		let changed = false;
		const { dataVersion } = context.currentSeason();
		const outdated = [...faultyPayloads.values()].filter((payload) => payload.dataVersion !== dataVersion);
		for (const { payload } of outdated) changed = (await processFetched(payload)) || changed;
		return changed;
	};
	return {
		/** Polls the feed once and processes its payloads. Returns whether the season changed. */
		poll: async (): Promise<boolean> => {
			const { dataVersion } = context.currentSeason();
			const hasResumed = resumedVersion !== dataVersion && (await processPendingPayloads(feed, context));
			resumedVersion = dataVersion;
			const now = context.clocks.seasonNow();
			waitingPayloads.push(...(await pollFeed(now)));
			const hasChanged = await processWaiting();
			return (await processFaulty()) || hasChanged || hasResumed;
		},
	};
}

export type SeasonPoller = ReturnType<typeof createSeasonPoller>;

/** Polls the feed of the current season, and creates it once per season. */
export function createSeasonPoller(
	loadFeed: () => Promise<Feed | null>,
	context: IntakeContext,
	recheck?: RecheckSettings,
) {
	let polled: { seasonId: number; feed: Feed | null; poller: ReturnType<typeof createFeedPoller> | null } | null = null;
	return {
		/** Polls as `createFeedPoller` does; false if the season has no feed. */
		poll: async ({ seasonId }: SeasonSnapshot): Promise<boolean> => {
			if (polled?.seasonId !== seasonId) {
				const feed = await loadFeed();
				polled = { seasonId, feed, poller: feed && createFeedPoller(feed, context, recheck) };
			}
			return (await polled.poller?.poll()) ?? false;
		},
		/** The feed polled last; null without a feed, undefined before the first poll. */
		getFeed: (): Feed | null | undefined => polled?.feed,
	};
}
