import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Ruling } from "@first-bounce/rules/violation";
import { refuse } from "../../plugins/refusal.ts";
import { createAccountQueue, type Requester } from "../jobs/account-queue.ts";
import { createTaskThread } from "../jobs/task-thread.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { SuggestionRequest, Suggestions } from "./suggest-for-team.ts";

/** A request for suggestions in a season. The season is sent along if the thread answered that it needs it. */
export interface CoachTask {
	readonly seasonKey: string;
	readonly season: SeasonSnapshot | null;
	readonly request: SuggestionRequest;
}

export type CoachTaskResult =
	| { readonly kind: "result"; readonly ruling: Ruling<Suggestions> }
	| { readonly kind: "needs-season" }
	| { readonly kind: "aborted" }
	| { readonly kind: "no-round" };

export interface Coach {
	/**
	 * Suggests trades in a worker thread. Stops once the client has disconnected. Refuses with 429 while another request of
	 * the account runs, and with 503 if too many wait.
	 */
	readonly suggestTrades: (
		requester: Requester,
		season: SeasonSnapshot,
		request: SuggestionRequest,
	) => Promise<Ruling<Suggestions>>;
	readonly close: () => Promise<void>;
}

/** A request takes 0.1 to 0.2 seconds, so the last one in the queue waits at most ten seconds. */
const MAX_WAITING = 50;
/** Far longer than a request takes, the start of the thread included. */
const MAX_TASK_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;
/** Each takes a few kilobytes. */
const MAX_CACHED_RULINGS = 500;

/** Runs one request at a time in one thread, and caches results until team, season or locks change (decision 064). */
export function createCoach(maxWaiting = MAX_WAITING): Coach {
	const thread = createTaskThread<CoachTask, CoachTaskResult>(
		new URL("./coach-worker.ts", import.meta.url),
		MAX_TASK_MS,
		() => refuse(503, "coach-busy", { seconds: RETRY_AFTER_SECONDS }),
	);
	const enqueue = createAccountQueue(maxWaiting, { running: "coach-running", busy: "coach-busy" });
	const cache = new Map<string, Ruling<Suggestions>>();

	const requestSuggestions = async (
		season: SeasonSnapshot,
		request: SuggestionRequest,
		signal: AbortSignal,
	): Promise<Ruling<Suggestions>> => {
		const task = { seasonKey: buildSeasonKey(season), request };
		const firstResult = await thread.run({ ...task, season: null }, signal);
		const result = firstResult.kind === "needs-season" ? await thread.run({ ...task, season }, signal) : firstResult;
		// The client has disconnected, so the response does not matter.
		if (result.kind === "aborted") throw refuse(400, "malformed-body");
		if (result.kind !== "result") throw refuse(404, "round-unknown");
		return result.ruling;
	};
	return {
		close: thread.close,
		suggestTrades: async (requester, season, request) => {
			const key = buildRequestKey(season, request);
			const cachedRuling = cache.get(key);
			if (cachedRuling) return cachedRuling;
			const ruling = await enqueue(requester, () => requestSuggestions(season, request, requester.signal));
			cache.set(key, ruling);
			const [oldest] = cache.keys();
			if (cache.size > MAX_CACHED_RULINGS && oldest !== undefined) cache.delete(oldest);
			return ruling;
		},
	};
}

const buildSeasonKey = ({ seasonId, dataVersion }: SeasonSnapshot): string => `${seasonId}:${dataVersion}`;

/** Builds a key of everything that a ruling depends on. Time matters only through the matches that have started. */
const buildRequestKey = (season: SeasonSnapshot, { row, now, options }: SuggestionRequest): string =>
	JSON.stringify([buildSeasonKey(season), countStartedMatches(season, now), row.id, row.version, options]);

const countStartedMatches = ({ rounds }: SeasonSnapshot, now: SeasonTime): number =>
	rounds.reduce((sum, { matches }) => sum + matches.filter(({ startsAt }) => startsAt <= now).length, 0);
