import path from "node:path";
import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import { SEASON_FILES } from "@first-bounce/contract/constants";
import type {
	SeasonFetch,
	showSeasonFetchFiles,
	startSeasonFetch as startCall,
} from "@first-bounce/contract/operator/season/season-fetch";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { SeasonFetchResult } from "../../../db/tables/operator.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { DECISION_KINDS, type OpenQuestion } from "../../stats-providers/season-fetch/decisions-file.ts";
import { FetchError } from "../../stats-providers/season-fetch/fetch-error.ts";
import { type FetchReport, fetchSeason } from "../../stats-providers/season-fetch/fetch-season.ts";
import { formatFetchSummary } from "../../stats-providers/season-fetch/format-report.ts";
import { loadPreviousSeasons } from "../../stats-providers/season-fetch/previous-seasons.ts";
import type { SeasonApiSettings } from "../../stats-providers/season-fetch/season-api.ts";
import { claimFetch, findFetch, findLastFetch, saveOutcome, saveProgress } from "./queries.ts";

export interface SeasonFetchSettings {
	readonly api: SeasonApiSettings;
	/** The folder that keeps the provider's answers. */
	readonly folder: string;
}

interface SeasonFetchServices {
	readonly db: Db;
	readonly wallNow: () => number;
	/** Null if this server may not fetch seasons. */
	readonly settings: SeasonFetchSettings | null;
	readonly onError: (error: unknown) => void;
}

/**
 * A running fetch that has not reported for this long counts as interrupted. A request with `Retry-After` and four
 * attempts takes less.
 */
const MAX_REPORT_AGE_MS = 2 * MINUTE_MS;
const REPORT_INTERVAL_MS = 20_000;

type FetchRow = NonNullable<Awaited<ReturnType<typeof findFetch>>>;

function buildFetch(row: FetchRow, now: number): SeasonFetch {
	const isInterrupted = row.state === "running" && now - row.reported_at.getTime() > MAX_REPORT_AGE_MS;
	const { summary = [], questions = [], positions = [], draft = [] } = row.result ?? {};
	return {
		season: row.season_id,
		competition: row.competition,
		rules: row.preset,
		state: isInterrupted ? "interrupted" : row.state,
		progress: row.progress,
		summary: [...summary],
		questions: [...questions],
		positions: [...positions],
		draft: [...draft],
		problem: row.problem,
		startedAt: row.started_at.toISOString(),
	};
}

function buildResult(report: FetchReport): SeasonFetchResult {
	const files = SEASON_FILES.flatMap((name) => {
		const text = report.files.get(name);
		return text === undefined ? [] : [{ name, text }];
	});
	const { questions, positions, draft } = report;
	return { summary: formatFetchSummary(report), questions, positions, draft, files };
}

/** Converts the operator's decisions to the rows that a fetch reads. Decisions of unknown kinds are left out. */
const listDecisions = (decisions: BodyOf<typeof startCall>["decisions"]): OpenQuestion[] =>
	decisions.flatMap(({ kind, id, decision }) => {
		const knownKind = DECISION_KINDS.find((decisionKind) => decisionKind === kind);
		return knownKind ? [{ kind: knownKind, id, about: "", problem: "", default: "", decision }] : [];
	});

/** Fetches a season, with its progress and outcome in the database. */
async function runFetch(
	{ db, wallNow, onError }: SeasonFetchServices,
	{ api, folder }: SeasonFetchSettings,
	body: BodyOf<typeof startCall>,
	{ startedAt, signal }: { readonly startedAt: Date; readonly signal: AbortSignal },
): Promise<void> {
	const { season, competition, rules, refresh, decisions, positions, draft } = body;
	const claimed = { season, startedAt };
	const progress: string[] = [];
	let saving: Promise<unknown> = Promise.resolve();
	// One save waits for another, so that an earlier one does not overwrite a later one.
	const reportProgress = () => {
		saving = saving.then(() => saveProgress(db, claimed, progress, new Date(wallNow()))).catch(onError);
	};
	// Progress is also reported while a request waits, so that the fetch does not look interrupted.
	const reportTimer = setInterval(reportProgress, REPORT_INTERVAL_MS);
	const endFetch = async (outcome: Parameters<typeof saveOutcome>[2]): Promise<void> => {
		await saving;
		await saveOutcome(db, claimed, outcome, new Date(wallNow()));
	};
	try {
		const report = await fetchSeason({
			...api,
			signal,
			out: path.join(folder, String(season)),
			year: season,
			competition,
			preset: rules,
			previous: await loadPreviousSeasons(db, season),
			refresh,
			overwrite: true,
			decisions: listDecisions(decisions),
			positions,
			draft,
			onProgress: (line) => {
				progress.push(line);
				reportProgress();
			},
		});
		await endFetch({ result: buildResult(report) });
	} catch (error) {
		await saving;
		if (signal.aborted) return;
		if (!(error instanceof FetchError)) onError(error);
		await endFetch({ problem: error instanceof FetchError ? `${error.message}\n${error.advice}` : String(error) });
	} finally {
		clearInterval(reportTimer);
	}
}

/** Fetches seasons in the background, one at a time, with the progress in the database for every process. */
export function createSeasonFetcher(services: SeasonFetchServices) {
	const { db, wallNow, settings, onError } = services;
	let abortController = new AbortController();
	let currentRun: Promise<void> = Promise.resolve();

	return {
		isAvailable: settings !== null,
		/** The fetch that was started last; null before the first. */
		show: async (): Promise<SeasonFetch | null> => {
			const row = await findLastFetch(db);
			return row ? buildFetch(row, wallNow()) : null;
		},
		/** Starts a fetch, or goes on with one that was interrupted. Refused while one is running. */
		start: async (body: BodyOf<typeof startCall>, audit: AuditContext): Promise<SeasonFetch> => {
			if (!settings) throw refuse(409, "season-fetch-off");
			const now = wallNow();
			const startedAt = new Date(now);
			await db.transaction().execute(async (trx) => {
				const reportedSince = new Date(now - MAX_REPORT_AGE_MS);
				if (!(await claimFetch(trx, body, { now: startedAt, reportedSince })))
					throw refuse(409, "season-fetch-running");
				const { season, competition, rules, refresh, positions, draft } = body;
				const decisions = body.decisions.filter(({ decision }) => decision !== "");
				const after = { competition, rules, refresh, decisions, positions, draft };
				const entry = { action: "season-fetched", subject: `season:${season}`, before: null, after };
				await writeAudit(trx, audit, entry);
			});
			// Ends an earlier fetch of this process, which has not reported for too long.
			abortController.abort();
			abortController = new AbortController();
			const { signal } = abortController;
			currentRun = runFetch(services, settings, body, { startedAt, signal }).catch(onError);
			const row = await findFetch(db, body.season);
			if (!row) throw refuse(404, "season-fetch-unknown");
			return buildFetch(row, now);
		},
		listFiles: async (season: number): Promise<SuccessOf<typeof showSeasonFetchFiles>> => {
			const row = await findFetch(db, season);
			if (!row?.result) throw refuse(404, "season-fetch-unknown");
			return { files: [...row.result.files] };
		},
		close: async (): Promise<void> => {
			abortController.abort();
			await currentRun;
		},
	};
}
