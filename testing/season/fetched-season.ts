import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Config } from "../../apps/server/config.ts";
import { createAflApi } from "../../apps/server/features/rehearsal/provider/afl-api-season.ts";
import {
	type AflAnswer,
	type AflApiServer,
	startAflApiServer,
} from "../../apps/server/features/rehearsal/provider/afl-api-server.ts";
import { type GeneratedSeason, generateSeason } from "../../apps/server/features/seasons/generator/generate-season.ts";
import { type ApiSeason, buildApiSeason } from "../stats-providers/afl-season-answers.ts";

/** A test server of the official API with a season that is about to begin, and a folder for the fetched files. */
export interface SeasonApiServer {
	readonly api: AflApiServer;
	/** The season to play. */
	readonly generated: GeneratedSeason;
	/** The season before, whose players mostly stay on. */
	readonly previous: GeneratedSeason;
	/** The responses about the season, which a test may change. */
	readonly season: ApiSeason;
	/** Overrides the response of a path; undefined keeps the usual one. */
	override: (path: string) => AflAnswer | undefined;
	/** The time of the matches that are played. */
	now: number;
	/** Environment variables for `fb season fetch`, which then sends requests without pauses. */
	readonly env: Readonly<Record<string, string>>;
	/** Settings of a test app whose console fetches from this server, without pauses. */
	readonly settings: NonNullable<Config["seasonFetch"]>;
	readonly folder: string;
	readonly close: () => Promise<void>;
}

const FIRST_DAY_2026 = Date.parse("2026-08-28T00:00:00Z");
const FIRST_DAY_2027 = Date.parse("2027-08-27T00:00:00Z");

interface SeasonSize {
	readonly rounds?: number;
	/** Clubs without a match have a bye. */
	readonly matchesPerRound?: number;
}

/** Starts the server with a season of 18 clubs, by default of 12 rounds with nine matches each. */
export async function startSeasonApi({ rounds = 12, matchesPerRound = 9 }: SeasonSize = {}): Promise<SeasonApiServer> {
	const previous = generateSeason({ seed: 11, id: 2026, name: "2026", firstDay: FIRST_DAY_2026 });
	const full = generateSeason({ seed: 11, id: 2027, name: "2027", firstDay: FIRST_DAY_2027, previousSeason: previous });
	const byRound = Map.groupBy(full.matches, ({ roundId }) => roundId);
	const matches = [...byRound].flatMap(([round, roundMatches]) =>
		round <= rounds ? roundMatches.slice(0, matchesPerRound) : [],
	);
	const generated = { ...full, matches };
	const season = buildApiSeason(generated, new Map([[2026, previous]]));
	const playMatches = createAflApi(generated);
	const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-fetch-"));
	const server: Pick<SeasonApiServer, "override" | "now"> = { override: () => undefined, now: FIRST_DAY_2027 };
	const api = await startAflApiServer(async (request) => {
		const overridden = server.override(request);
		if (overridden) return overridden;
		const body = season.answer(request) ?? (await playMatches(request, server.now));
		return body === undefined ? { status: 404 } : { body };
	});
	return Object.assign(server, {
		api,
		generated,
		previous,
		season,
		env: { AFL_API_SEASON_URL: `${api.url}/afl/v2`, AFL_API_URL: api.url, AFL_API_PAUSE_SECONDS: "0" },
		settings: {
			api: { seasonUrl: `${api.url}/afl/v2`, statsUrl: api.url, userAgent: "test", pauseMs: 0, backOffMs: 0 },
			folder,
		},
		folder,
		close: async () => {
			await api.close();
			rmSync(folder, { recursive: true });
		},
	});
}
