import { DatabaseError } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload, ParseResult } from "../feed.ts";
import { applyReports, type IntakeResult } from "./apply-reports.ts";
import { listPendingPayloads, type StoredPayload, savePayload } from "./queries.ts";
import { saveUnreadable, saveVerdict, saveVerdictWithNotes } from "./verdict-queries.ts";

export interface IntakeContext {
	readonly db: Db;
	readonly currentSeason: () => SeasonSnapshot;
	readonly clocks: Clocks;
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

async function processStoredPayload(
	{ id, receivedAt }: Pick<StoredPayload, "id" | "receivedAt">,
	payload: FeedPayload,
	feed: Pick<Feed, "parse">,
	{ db, currentSeason, clocks }: IntakeContext,
): Promise<IntakeResult> {
	const parsed = parsePayload(payload, feed);
	if (!parsed.ok) {
		await saveUnreadable(db, id, parsed.problems);
		return { verdict: "quarantined", problems: parsed.problems };
	}
	try {
		const context = { payloadId: id, at: new Date(clocks.seasonNow()), receivedAt };
		return await db.transaction().execute((trx) => applyReports(trx, currentSeason(), parsed, context));
	} catch (error) {
		if (!isDataError(error)) throw error;
		const problems = [error.message];
		await saveVerdict(db, id, "quarantined", problems);
		return { verdict: "quarantined", problems };
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
	if (isSettled) return { verdict: "unchanged", problems: [] };
	const intake = await processStoredPayload(storedPayload, payload, feed, context);
	const wasApplied = storedPayload.verdict === "applied" || storedPayload.verdict === "unchanged";
	if (!wasApplied || intake.verdict === "applied") return intake;
	if (intake.verdict === "superseded") return { verdict: "unchanged", problems: [] };
	// An applied payload was only checked again for players that were unknown.
	const { id, verdict, problems } = storedPayload;
	if (intake.verdict === "quarantined") {
		await saveVerdict(context.db, id, verdict, problems);
		return { verdict: "unchanged", problems };
	}
	await saveVerdictWithNotes(context.db, id, verdict, intake.problems);
	return { verdict: "unchanged", problems: intake.problems };
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
