import type { Transaction } from "kysely";
import { DatabaseError } from "pg";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload, ParseResult } from "../feed.ts";
import { applyReports, type IntakeResult } from "./apply-reports.ts";
import { listPendingPayloads, type StoredPayload, savePayload } from "./queries.ts";
import { saveUnreadable, saveVerdict, saveVerdictWithNotes } from "./verdict-queries.ts";

export interface IntakeContext {
	readonly db: Db;
	readonly currentSeason: () => SeasonSnapshot;
	readonly clocks: Clocks;
	/** Runs in the transaction that settles a payload, for example to write the audit log. */
	readonly runOnSettled?: (trx: Db, id: number, verdict: IntakeResult["verdict"]) => Promise<void>;
}

export function parsePayload(payload: FeedPayload, feed: Pick<Feed, "parse">): ParseResult {
	try {
		return feed.parse(payload);
	} catch (error) {
		return { ok: false, problems: [`unreadable: ${error instanceof Error ? error.message : String(error)}`] };
	}
}

/** Whether PostgreSQL rejects the data itself (error classes 22 and 23). */
const isDataError = (error: unknown): error is DatabaseError =>
	error instanceof DatabaseError && /^2[23]/.test(error.code ?? "");

/**
 * Keeps the verdict of a payload that was applied before, and was only checked again for players that were unknown, unless more
 * of it is applied now. Only its notes may change.
 */
async function keepApplied(trx: Db, { id, verdict, problems }: StoredPayload, checked: IntakeResult) {
	const wasApplied = verdict === "applied" || verdict === "unchanged";
	if (!wasApplied || checked.verdict === "applied") return checked;
	if (checked.verdict === "superseded") return { verdict: "unchanged" as const, problems: [] };
	if (checked.verdict === "quarantined") {
		await saveVerdict(trx, id, verdict, problems);
		return { verdict: "unchanged" as const, problems };
	}
	await saveVerdictWithNotes(trx, id, verdict, checked.problems);
	return { verdict: "unchanged" as const, problems: checked.problems };
}

async function processStoredPayload(
	storedPayload: StoredPayload,
	payload: FeedPayload,
	feed: Pick<Feed, "parse">,
	{ db, currentSeason, clocks, runOnSettled }: IntakeContext,
): Promise<IntakeResult> {
	const { id, receivedAt } = storedPayload;
	const settle = (check: (trx: Transaction<Tables>) => Promise<IntakeResult>) =>
		db.transaction().execute(async (trx) => {
			const intake = await keepApplied(trx, storedPayload, await check(trx));
			await runOnSettled?.(trx, id, intake.verdict);
			return intake;
		});
	const parsed = parsePayload(payload, feed);
	if (!parsed.ok)
		return settle(async (trx) => {
			await saveUnreadable(trx, id, parsed.problems);
			return { verdict: "quarantined", problems: parsed.problems };
		});
	const context = { payloadId: id, at: new Date(clocks.seasonNow()), receivedAt };
	try {
		return await settle((trx) => applyReports(trx, currentSeason(), parsed, context));
	} catch (error) {
		if (!isDataError(error)) throw error;
		const problems = [error.message];
		return settle(async (trx) => {
			await saveVerdict(trx, id, "quarantined", problems);
			return { verdict: "quarantined", problems };
		});
	}
}

/**
 * Stores a payload with its hash, parses and checks it, and applies or quarantines it in one transaction. A repetition of
 * the last payload is ignored, unless it had problems, because a missing player may have been added. An earlier payload that is
 * received again is processed like a new one. Throws only database errors.
 */
export async function processPayload(
	payload: FeedPayload,
	feed: Pick<Feed, "parse">,
	context: IntakeContext,
): Promise<IntakeResult> {
	const { seasonNow, wallNow } = context.clocks;
	const storedPayload = await savePayload(context.db, context.currentSeason().seasonId, payload, {
		wall: wallNow(),
		season: seasonNow(),
	});
	const isSettled =
		storedPayload.verdict === "dismissed" ||
		(storedPayload.verdict !== "received" && storedPayload.problems.length + storedPayload.repeatedProblems === 0);
	if (!isSettled) return processStoredPayload(storedPayload, payload, feed, context);
	await context.runOnSettled?.(context.db, storedPayload.id, "unchanged");
	return { verdict: "unchanged", problems: [] };
}

/** Processes the stored payloads that are unprocessed, in their order. Returns whether the season changed. */
export async function processPendingPayloads(feed: Feed, context: IntakeContext): Promise<boolean> {
	const payloads = await listPendingPayloads(context.db, context.currentSeason().seasonId, feed.source);
	let hasChanged = false;
	for (const payload of payloads) {
		const { verdict } = await processStoredPayload(payload, payload, feed, context);
		if (verdict === "applied") hasChanged = true;
	}
	return hasChanged;
}
