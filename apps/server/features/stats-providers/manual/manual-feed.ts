import { PLAYER_STATUSES } from "@first-bounce/rules/player";
import { z } from "zod";
import type { Feed, FeedPayload, MatchReport, ParseResult } from "../feed.ts";
import { parseJson } from "../parse-json.ts";

export const MANUAL = "manual";

const id = z.int().positive();
const count = z.int();
const counts = z.strictObject({
	K: count,
	H: count,
	M: count,
	T: count,
	FF: count,
	FA: count,
	HO: count,
	G: count,
	B: count,
	TOG: count,
	other: z.record(z.string(), count).optional(),
});

/** What an operator enters of one match by hand. Lines are all of the match's, as from any feed. */
const manualEntrySchema = z.strictObject({
	matchId: id,
	status: z.enum(["scheduled", "playing", "complete"]).optional(),
	minutes: count.optional(),
	homeScore: count.optional(),
	awayScore: count.optional(),
	lines: z.array(z.strictObject({ playerId: id, squadId: id, stats: counts })).optional(),
	statuses: z.array(z.strictObject({ playerId: id, status: z.enum(PLAYER_STATUSES) })).optional(),
});
export type ManualEntry = z.input<typeof manualEntrySchema>;

/** An entry as a payload, to be kept and judged like any other feed's. */
export const buildManualPayload = (entry: ManualEntry): FeedPayload => ({
	source: MANUAL,
	kind: "match-stats",
	subject: String(entry.matchId),
	body: new TextEncoder().encode(JSON.stringify(entry)),
});

export function parseManualPayload({ body }: FeedPayload): ParseResult {
	const parsed = parseJson(manualEntrySchema, body);
	return parsed.ok ? { ok: true, reports: [parsed.value as MatchReport] } : parsed;
}

/** Nobody is asked: what there is comes from an operator's hand. */
export const manualFeed: Feed = { source: MANUAL, poll: async () => [], parse: parseManualPayload };
