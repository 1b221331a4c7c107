import type { Kysely } from "kysely";
import { DatabaseError } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload, ParseResult } from "../feed.ts";
import { applyReports, type IntakeResult } from "./apply-reports.ts";
import { listPendingPayloads, type StoredPayload, savePayload, saveVerdict } from "./queries.ts";

export interface IntakeSeason {
	readonly db: Kysely<Tables>;
	readonly currentSeason: () => SeasonSnapshot;
	readonly clocks: Clocks;
}

export function parsePayload(payload: FeedPayload, feed: Pick<Feed, "parse">): ParseResult {
	try {
		return feed.parse(payload);
	} catch (error) {
		return { ok: false, faults: [`unreadable: ${error instanceof Error ? error.message : String(error)}`] };
	}
}

/** What PostgreSQL refuses because of the data itself (classes 22 and 23), not because it is busy or gone. */
const isDataError = (error: unknown): error is DatabaseError =>
	error instanceof DatabaseError && /^2[23]/.test(error.code ?? "");

async function processStoredPayload(
	{ id, receivedAt }: Pick<StoredPayload, "id" | "receivedAt">,
	payload: FeedPayload,
	feed: Pick<Feed, "parse">,
	{ db, currentSeason, clocks }: IntakeSeason,
): Promise<IntakeResult> {
	const quarantine = async (faults: readonly string[]): Promise<IntakeResult> => {
		await saveVerdict(db, id, "quarantined", faults);
		return { verdict: "quarantined", faults };
	};
	const reading = parsePayload(payload, feed);
	if (!reading.ok) return quarantine(reading.faults);
	const { seasonId, players } = currentSeason();
	try {
		const squadOf = (player: number) => players.get(player)?.squadId;
		const context = { payloadId: id, at: new Date(clocks.seasonNow()), receivedAt };
		return await applyReports(db, { id: seasonId, squadOf }, reading, context);
	} catch (error) {
		if (isDataError(error)) return quarantine([error.message]);
		throw error;
	}
}

/**
 * Takes in one answer of a feed (decisions §7): kept raw with its hash, read, checked, and applied in one
 * transaction, or quarantined, which scores nothing. The answer that came last says nothing new; one that was
 * quarantined, or had somebody set aside, is judged again, for the season may have learnt of her since. An earlier
 * answer that comes again is judged like any other: a stale one goes back in time and is quarantined, one that takes a
 * correction back is applied. Fails only when the database does.
 */
export async function processPayload(
	payload: FeedPayload,
	feed: Pick<Feed, "parse">,
	season: IntakeSeason,
): Promise<IntakeResult> {
	const { seasonNow, wallNow } = season.clocks;
	const stored = await savePayload(season.db, season.currentSeason().seasonId, payload, {
		wall: wallNow(),
		season: seasonNow(),
	});
	const isSettled = stored.verdict === "dismissed" || (stored.verdict !== "received" && stored.faults.length === 0);
	if (isSettled) return { verdict: "unchanged", faults: [] };
	const intake = await processStoredPayload(stored, payload, feed, season);
	const counted = stored.verdict === "applied" || stored.verdict === "unchanged";
	if (!counted || intake.verdict === "applied") return intake;
	if (intake.verdict === "superseded") return { verdict: "unchanged", faults: [] };
	// It was only asked about whom it had set aside: what it did has been done.
	const faults = intake.verdict === "quarantined" ? stored.faults : intake.faults;
	await saveVerdict(season.db, stored.id, stored.verdict, faults);
	return { verdict: "unchanged", faults };
}

/** Judges what was kept when the server went down, in the order it came. Run before a feed is polled again. */
export async function processPendingPayloads(feed: Feed, season: IntakeSeason): Promise<void> {
	const payloads = await listPendingPayloads(season.db, season.currentSeason().seasonId, feed.source);
	for (const payload of payloads) await processStoredPayload(payload, payload, feed, season);
}
