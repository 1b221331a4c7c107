import type { SeasonTime } from "@first-bounce/rules/ids";
import {
	type KnownSeason,
	startPlayedSeasonApi,
} from "../../apps/server/features/rehearsal/provider/afl-api-season.ts";
import type { AflAnswer, AflApiServer } from "../../apps/server/features/rehearsal/provider/afl-api-server.ts";

/** A fake AFL API, and the settings with which a server reads it all the time. */
export interface SeasonProvider {
	readonly api: AflApiServer;
	readonly env: Readonly<Record<string, string>>;
}

/** Starts a fake AFL API about a season whose results are known. */
export async function startSeasonProvider(
	season: { readonly generated: KnownSeason },
	seasonNow: () => SeasonTime,
	replaceAnswer: (path: string, body: string) => AflAnswer,
): Promise<SeasonProvider> {
	const api = await startPlayedSeasonApi(season.generated, { seasonNow, replaceAnswer });
	const env = {
		FEED: "afl-api",
		AFL_API_URL: api.url,
		AFL_API_SEASON: "2026",
		AFL_API_COMPETITION: "264",
		AFL_API_POLL_SECONDS: "0.1",
	};
	return { api, env };
}
