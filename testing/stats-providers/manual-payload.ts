import type { FeedPayload } from "../../apps/server/features/stats-providers/feed.ts";
import { MANUAL, type ManualEntry } from "../../apps/server/features/stats-providers/manual/manual-feed.ts";

/** Builds a payload of an entry, which is stored and checked like any other. */
export const buildManualPayload = (entry: ManualEntry): FeedPayload => ({
	source: MANUAL,
	kind: "match-stats",
	subject: String(entry.matchId),
	body: new TextEncoder().encode(JSON.stringify(entry)),
});
