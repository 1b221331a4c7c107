import { DAY_MS, HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Match } from "@first-bounce/rules/round/round";
import { z } from "zod";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload, MatchHealth, ParseResult } from "../feed.ts";
import { parseJson } from "../parse-json.ts";
import { type ClientOptions, createAflClient } from "./client.ts";
import { parseRoster } from "./parse-roster.ts";
import { parseRound } from "./parse-round.ts";
import { parseStats } from "./parse-stats.ts";

export const AFL_API = "afl-api";

export interface AflApiSettings {
	/** Without a trailing slash. */
	readonly url: string;
	/** Such as 264 for the women's competition. */
	readonly competition: string;
	/** The year. */
	readonly season: string;
	/** The poll interval of a live match. Everything else is polled less often. */
	readonly intervalMs: number;
	/** Names the project, its version and a contact address. */
	readonly userAgent?: string;
}

interface FeedRequest {
	readonly kind: FeedPayload["kind"];
	readonly subject: string;
	readonly path: string;
	/** Milliseconds between two requests. */
	readonly intervalMs: number;
}

/** How long before its start a match's roster is polled, and when it is polled more often because of late changes. */
const ROSTER_LEAD_MS = 3 * DAY_MS;
const LATE_CHANGES_LEAD_MS = 2 * HOUR_MS;
/** How long before its start a match counts as live. */
const MATCH_LEAD_MS = 10 * MINUTE_MS;
/** The longest pause after a first failure, unless the poll interval is shorter. */
const MAX_FIRST_BACK_OFF_MS = 5_000;
/**
 * How long a poll sends requests and waits for their responses. The next poll returns responses that arrive later, and sends the
 * rest.
 */
const POLL_TIMEOUT_MS = 1_500;

/** Poll intervals as multiples of that of a live match. */
const REVIEW_FACTOR = 4;
const LINE_UPS_FACTOR = 2;
const QUIET_FACTOR = 20;

const isLive = (match: Match, now: number): boolean =>
	match.status === "playing" || (match.status !== "complete" && match.startsAt - MATCH_LEAD_MS <= now);

function listMatchRequests(match: SnapshotMatch, intervalMs: number, now: number): FeedRequest[] {
	const { providerId: subject, status, startsAt } = match;
	if (subject === null) return [];
	const untilStart = startsAt - now;
	const roster = { kind: "roster", subject, path: `/cfs/afl/matchRoster/full/${subject}` } as const;
	const stats = { kind: "match-stats", subject, path: `/cfs/afl/playerStats/match/${subject}` } as const;
	return [
		...(status === "scheduled" && untilStart <= ROSTER_LEAD_MS
			? [{ ...roster, intervalMs: intervalMs * (untilStart <= LATE_CHANGES_LEAD_MS ? LINE_UPS_FACTOR : QUIET_FACTOR) }]
			: []),
		...(status === "complete" ? [{ ...stats, intervalMs: intervalMs * REVIEW_FACTOR }] : []),
		...(status !== "complete" && untilStart <= 0 ? [{ ...stats, intervalMs }] : []),
	];
}

const PARSERS = { round: parseRound, roster: parseRoster, "match-stats": parseStats } as const;

/** Parses a payload of the official stats API into the season's ids. */
export function parseAflPayload({ kind, subject, body }: FeedPayload, season: SeasonSnapshot): ParseResult {
	const parsed = parseJson(z.unknown(), body);
	return parsed.ok ? PARSERS[kind](parsed.value, subject, season) : parsed;
}

/**
 * Creates the feed of the official stats API. Rounds give match ids, scores and clocks. Rosters are polled in the days
 * before a match, its stats while it is live and, less often, until its round is published.
 */
export function createAflApiFeed(
	{ url, competition, season, intervalMs, userAgent }: AflApiSettings,
	currentSeason: () => SeasonSnapshot,
	options: Omit<ClientOptions, "url"> & { readonly pollTimeoutMs?: number } = {},
): Feed {
	const { wallNow = Date.now, pollTimeoutMs = POLL_TIMEOUT_MS } = options;
	const client = createAflClient({
		backOffMs: Math.min(MAX_FIRST_BACK_OFF_MS, intervalMs),
		...(userAgent ? { userAgent } : {}),
		...options,
		url,
	});
	const dueAt = new Map<string, number>();
	const pending = new Map<string, Promise<void>>();
	const payloads: FeedPayload[] = [];
	const matchHealth = new Map<string, MatchHealth>();

	const buildRoundRequest = ({ id, matches }: SnapshotRound, now: number): FeedRequest => {
		const subject = `CD_R${season}${competition}${String(id).padStart(2, "0")}`;
		const isQuiet = !matches.some((match) => isLive(match, now));
		const path = `/cfs/afl/matchItems/round/${subject}`;
		// Without match ids nothing else can be polled, so a round that lacks them is polled at the full rate.
		const lacksMatchIds = matches.some(({ providerId }) => providerId === null);
		return { kind: "round", subject, path, intervalMs: intervalMs * (isQuiet && !lacksMatchIds ? QUIET_FACTOR : 1) };
	};

	const send = async ({ kind, subject, path }: FeedRequest) => {
		const { body, hasFailed } = await client.get(path);
		// After a failure only the back-off decides when to retry.
		if (hasFailed) dueAt.delete(path);
		if (kind !== "round") {
			const lastResponseAt = hasFailed ? (matchHealth.get(subject)?.lastResponseAt ?? null) : wallNow();
			matchHealth.set(subject, { lastResponseAt, lastFault: hasFailed ? client.health().lastFault : null });
		}
		if (body) payloads.push({ source: AFL_API, kind, subject, body });
	};

	return {
		source: AFL_API,
		health: () => ({ ...client.health(), matches: matchHealth }),
		parse: (payload) => parseAflPayload(payload, currentSeason()),
		poll: async (matchesToPoll, now) => {
			const ids = new Set(matchesToPoll.map(({ id }) => id));
			const rounds = currentSeason().rounds.filter(({ matches }) => matches.some(({ id }) => ids.has(id)));
			const matches = rounds.flatMap((round) => round.matches.filter(({ id }) => ids.has(id)));
			const requests = [
				...rounds.map((round) => buildRoundRequest(round, now)),
				...matches.flatMap((match) => listMatchRequests(match, intervalMs, now)),
			];
			const isMatchLive = matches.some((match) => isLive(match, now));
			const due = requests.filter(({ path }) => !pending.has(path) && wallNow() >= (dueAt.get(path) ?? 0));
			for (const request of due) dueAt.set(request.path, wallNow() + request.intervalMs);
			const sendDue = async (): Promise<void> => {
				for (let request = due.shift(); request; request = due.shift()) {
					const { path } = request;
					// A request queued behind a failing one is sent by a later poll.
					if (!client.canRequest(isMatchLive)) {
						dueAt.delete(path);
						continue;
					}
					const response = send(request).finally(() => pending.delete(path));
					pending.set(path, response);
					await response;
				}
			};
			const allSent = Promise.all(Array.from({ length: Math.max(0, client.countFreeRequests()) }, sendDue));
			const timeout = Promise.withResolvers<void>();
			const timer = setTimeout(timeout.resolve, pollTimeoutMs);
			await Promise.race([allSent, timeout.promise]);
			clearTimeout(timer);
			for (const { path } of due.splice(0)) dueAt.delete(path);
			return payloads.splice(0);
		},
	};
}
