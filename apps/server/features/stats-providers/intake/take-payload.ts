import type { Kysely } from "kysely";
import { DatabaseError } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload, Reading } from "../feed.ts";
import { applyReports, type Intake } from "./apply-reports.ts";
import { judgePayload, type KeptPayload, keepPayload, unjudgedPayloads } from "./queries.ts";

export interface IntakeSeason {
	readonly db: Kysely<Tables>;
	readonly game: () => SeasonSnapshot;
	readonly clocks: Clocks;
}

export function readPayload(payload: FeedPayload, feed: Pick<Feed, "read">): Reading {
	try {
		return feed.read(payload);
	} catch (error) {
		return { ok: false, faults: [`unreadable: ${error instanceof Error ? error.message : String(error)}`] };
	}
}

/** What PostgreSQL refuses because of the data itself (classes 22 and 23), not because it is busy or gone. */
const isAboutTheData = (error: unknown): error is DatabaseError =>
	error instanceof DatabaseError && /^2[23]/.test(error.code ?? "");

async function judge(
	{ id, receivedAt }: Pick<KeptPayload, "id" | "receivedAt">,
	payload: FeedPayload,
	feed: Pick<Feed, "read">,
	{ db, game, clocks }: IntakeSeason,
): Promise<Intake> {
	const quarantine = async (faults: readonly string[]): Promise<Intake> => {
		await judgePayload(db, id, "quarantined", faults);
		return { verdict: "quarantined", faults };
	};
	const reading = readPayload(payload, feed);
	if (!reading.ok) return quarantine(reading.faults);
	const { seasonId, players } = game();
	try {
		const squadOf = (player: number) => players.get(player)?.squadId;
		const judged = { payloadId: id, at: new Date(clocks.seasonNow()), receivedAt };
		return await applyReports(db, { id: seasonId, squadOf }, reading, judged);
	} catch (error) {
		if (isAboutTheData(error)) return quarantine([error.message]);
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
export async function takePayload(
	payload: FeedPayload,
	feed: Pick<Feed, "read">,
	season: IntakeSeason,
): Promise<Intake> {
	const { seasonNow, wallNow } = season.clocks;
	const kept = await keepPayload(season.db, season.game().seasonId, payload, { wall: wallNow(), season: seasonNow() });
	const isSettled = kept.verdict === "dismissed" || (kept.verdict !== "received" && kept.faults.length === 0);
	if (isSettled) return { verdict: "unchanged", faults: [] };
	const intake = await judge(kept, payload, feed, season);
	const counted = kept.verdict === "applied" || kept.verdict === "unchanged";
	if (!counted || intake.verdict === "applied") return intake;
	if (intake.verdict === "superseded") return { verdict: "unchanged", faults: [] };
	// It was only asked about whom it had set aside: what it did has been done.
	const faults = intake.verdict === "quarantined" ? kept.faults : intake.faults;
	await judgePayload(season.db, kept.id, kept.verdict, faults);
	return { verdict: "unchanged", faults };
}

/** Judges what was kept when the server went down, in the order it came. Run before a feed is polled again. */
export async function resumeIntake(feed: Feed, season: IntakeSeason): Promise<void> {
	const payloads = await unjudgedPayloads(season.db, season.game().seasonId, feed.source);
	for (const payload of payloads) await judge(payload, payload, feed, season);
}
