import * as file from "@first-bounce/contract/stats/static-data";
import type { FastifyInstance } from "fastify";
import type { DescribedFile } from "../../plugins/openapi/openapi-files.ts";
import { sendBuiltFile } from "./send-built-file.ts";
import type { StaticFiles } from "./static-files.ts";

export const FANTASY_FOLDER = "/json/fantasy";

/** The files by name, with descriptions for the OpenAPI document. */
export const FANTASY_FILES: Readonly<Record<string, DescribedFile>> = {
	players: { schema: file.playersFile, summary: "Every player: price, scores by round, averages, ranks" },
	rounds: { schema: file.roundsFile, summary: "The season's rounds with their matches" },
	squads: { schema: file.squadsFile, summary: "The clubs" },
	player_totals: { schema: file.playerTotalsFile, summary: "The season totals of every player's match stats" },
	projections: { schema: file.projectionsFile, summary: "How far projected points missed in published rounds" },
	season: { schema: file.seasonFile, summary: "The season's name and rules" },
	checksums: { schema: file.checksumsFile, summary: "The hash of each file, to find out which files have changed" },
	countries: { schema: file.countriesFile, summary: "Countries of residence by ISO 3166 code" },
};
export const PLAYER_STATS: DescribedFile = {
	schema: file.playerStatsFile,
	summary: "One player's matches, the newest first",
};

export const MATCH: DescribedFile = {
	schema: file.matchFile,
	summary: "One match: its players' stats and points, and what changed them, report by report",
};

/** Serves the static files of the current version under /json/fantasy, or 304 if the ETag matches. */
export function registerStaticFiles(
	app: FastifyInstance,
	files: Pick<StaticFiles, "file" | "match" | "playerStats" | "playerTotals">,
): void {
	const getFile = (name: string) => (name === "player_totals" ? files.playerTotals() : files.file(name));
	for (const name of Object.keys(FANTASY_FILES))
		app.get(`${FANTASY_FOLDER}/${name}.json`, async (request, reply) =>
			sendBuiltFile(request, reply, await getFile(name)),
		);
	app.get<{ Params: { id: string } }>(`${FANTASY_FOLDER}/player_stats/:id(^\\d{1,9}$).json`, async (request, reply) =>
		sendBuiltFile(request, reply, await files.playerStats(Number(request.params.id))),
	);
	app.get<{ Params: { id: string } }>(`${FANTASY_FOLDER}/matches/:id(^\\d{1,9}$).json`, async (request, reply) =>
		sendBuiltFile(request, reply, await files.match(Number(request.params.id))),
	);
}
