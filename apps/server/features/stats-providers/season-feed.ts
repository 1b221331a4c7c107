import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { AFL_API, type AflApiSettings, createAflApiFeed, parseAflPayload } from "./afl-api/afl-api-feed.ts";
import { CSV, createCsvFeed } from "./csv/csv-feed.ts";
import { parseCsvPayload } from "./csv/parse-csv.ts";
import type { Feed } from "./feed.ts";
import { MANUAL, manualFeed, parseManualPayload } from "./manual/manual-feed.ts";
import { parseSimulatorPayload, SIMULATOR } from "./simulator/payload.ts";

/** The configured stats provider. */
export type FeedSettings =
	| { readonly source: "afl-api"; readonly api: AflApiSettings }
	/** The watched folder; null if files are only uploaded. */
	| { readonly source: "csv"; readonly folder: string | null }
	| { readonly source: "simulator" }
	| { readonly source: "manual" };

/** Creates a parser for payloads of any provider, which maps them to the ids of the current season. */
export const createPayloadParser =
	(currentSeason: () => SeasonSnapshot): Feed["parse"] =>
	(payload) => {
		if (payload.source === AFL_API) return parseAflPayload(payload, currentSeason());
		if (payload.source === CSV) return parseCsvPayload(payload, currentSeason());
		if (payload.source === MANUAL) return parseManualPayload(payload);
		if (payload.source === SIMULATOR) return parseSimulatorPayload(payload);
		return { ok: false, problems: [`unknown provider ${payload.source}`] };
	};

/** Creates the configured feed. `simulator` is the feed of a generated season, null for any other. */
export function createSeasonFeed(
	settings: FeedSettings,
	{ currentSeason, wallNow }: { readonly currentSeason: () => SeasonSnapshot; readonly wallNow: () => number },
	simulator: Feed | null,
): Feed | null {
	if (settings.source === "afl-api") return createAflApiFeed(settings.api, currentSeason, { wallNow });
	if (settings.source === "csv") return createCsvFeed(settings.folder, currentSeason, wallNow);
	return settings.source === "simulator" ? simulator : manualFeed;
}
