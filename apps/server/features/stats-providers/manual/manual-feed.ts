import { PLAYER_STATUSES } from "@first-bounce/rules/player";
import { QUARTERS } from "@first-bounce/rules/round/round";
import { mapStats, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";
import type { Feed, FeedPayload, MatchReport, ParseResult } from "../feed.ts";
import { parseJson } from "../parse-json.ts";

export const MANUAL = "manual";

const id = z.int().positive();
const count = z.int();
const counts = z.strictObject({
	...mapStats((key) => (STATS[key].isOptional ? count.default(0) : count)),
	TOG: count,
	other: z.record(z.string(), count).optional(),
});

/** A match entered by an operator. As with any feed, `lines` are all of its lines. */
const manualEntrySchema = z.strictObject({
	matchId: id,
	status: z.enum(["scheduled", "playing", "complete"]).optional(),
	minutes: count.optional(),
	quarter: z.int().min(1).max(QUARTERS).optional(),
	clockSeconds: count.optional(),
	isBreak: z.boolean().optional(),
	homeScore: count.optional(),
	awayScore: count.optional(),
	lines: z.array(z.strictObject({ playerId: id, squadId: id, stats: counts })).optional(),
	statuses: z.array(z.strictObject({ playerId: id, status: z.enum(PLAYER_STATUSES) })).optional(),
});
export type ManualEntry = z.input<typeof manualEntrySchema>;

export function parseManualPayload({ body }: FeedPayload): ParseResult {
	const parsed = parseJson(manualEntrySchema, body);
	return parsed.ok ? { ok: true, reports: [parsed.value as MatchReport] } : parsed;
}

/** The feed of a season whose data an operator enters. It polls nothing. */
export const manualFeed: Feed = { source: MANUAL, poll: async () => [], parse: parseManualPayload };
