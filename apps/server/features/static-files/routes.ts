import { draftOwnershipFile, draftPositionsFile } from "@first-bounce/contract/stats/draft-figures";
import * as schemas from "@first-bounce/contract/stats/static-data";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { CSV_TYPE, IMMUTABLE, JSON_TYPE, REVALIDATE, sendBuiltFile } from "../../plugins/http/built-file.ts";
import type { DescribedFile } from "../../plugins/openapi/openapi-files.ts";
import type { StaticFiles } from "./static-files.ts";

export const FANTASY_FOLDER = "/json/fantasy";

/** The files by name, with descriptions for the OpenAPI document. */
export const FANTASY_FILES: Readonly<Record<string, DescribedFile>> = {
	players: { schema: schemas.playersFile, summary: "Every player: price, scores by round, averages, ranks" },
	rounds: { schema: schemas.roundsFile, summary: "The season's rounds with their matches" },
	squads: { schema: schemas.squadsFile, summary: "The clubs" },
	player_totals: { schema: schemas.playerTotalsFile, summary: "The season totals of every player's match stats" },
	projections: { schema: schemas.projectionsFile, summary: "How far projected points missed in published rounds" },
	season: { schema: schemas.seasonFile, summary: "The season's name and rules" },
	checksums: { schema: schemas.checksumsFile, summary: "The hash of each file, to find out which files have changed" },
	countries: { schema: schemas.countriesFile, summary: "Countries of residence by ISO 3166 code" },
};
export const PLAYER_STATS: DescribedFile = {
	schema: schemas.playerStatsFile,
	summary: "One player's matches, the newest first",
};

export const MATCH: DescribedFile = {
	schema: schemas.matchFile,
	summary: "One match: its players' stats and points, and what changed them, report by report",
};

export const OWNERSHIP: DescribedFile = {
	schema: schemas.ownershipFile,
	summary: "Ownership, captains and trades of a published round, among the best teams and among all",
};

export const DRAFT_OWNERSHIP: DescribedFile = {
	schema: draftOwnershipFile,
	summary: "Who was owned, started, added and dropped across draft leagues in a published round, in whole percentages",
};
export const DRAFT_POSITIONS: DescribedFile = {
	schema: draftPositionsFile,
	summary: "Average draft positions: how early players were picked in drafts",
};

const CSV = z.string();
/** A season's CSV files; each is also split by round. */
export const CSV_FILES: Readonly<Record<string, DescribedFile>> = {
	stats: {
		schema: CSV,
		mediaType: "text/csv",
		summary: "The stats of every player in every match, with the columns of the R package fitzRoy",
	},
	prices: { schema: CSV, mediaType: "text/csv", summary: "Every player's price in every round" },
	ownership: {
		schema: CSV,
		mediaType: "text/csv",
		summary: "Ownership, captains and trades of published rounds, among the best teams and among all",
	},
	draft_ownership: {
		schema: CSV,
		mediaType: "text/csv",
		summary: "Who was owned, started, added and dropped across draft leagues in published rounds",
	},
};
export const SEASONS: DescribedFile = {
	schema: schemas.seasonsFile,
	summary: "The current season and the closed ones, whose ids are part of addresses",
};

/** What serving the files needs. */
export type ServedFiles = Pick<StaticFiles, "findFile" | "findSeasonFile" | "getSeasonsFile">;

/** Serves the files of the current season and of archived ones as `<folder>/<season id>/…`. Archived files never change. */
function registerSeasonFiles(app: FastifyInstance, folder: string, files: ServedFiles): void {
	const season = `${folder}/:season(^\\d{1,9}$)`;
	const serve = (path: string, getName: (params: Readonly<Record<string, string>>) => string) =>
		app.get<{ Params: Record<string, string> }>(`${season}/${path}`, async (request, reply) => {
			const name = getName(request.params);
			const found = await files.findSeasonFile(Number(request.params.season), name);
			return sendBuiltFile(request, reply, found?.file, {
				type: name.endsWith(".csv") ? CSV_TYPE : JSON_TYPE,
				cacheControl: found?.isArchived ? IMMUTABLE : REVALIDATE,
			});
		});
	app.get(`${folder}/seasons.json`, async (request, reply) =>
		sendBuiltFile(request, reply, await files.getSeasonsFile()),
	);
	for (const name of Object.keys(FANTASY_FILES)) serve(`${name}.json`, () => name);
	serve("draft_positions.json", () => "draft_positions");
	for (const kind of ["player_stats", "matches", "ownership", "draft_ownership"])
		serve(`${kind}/:id(^\\d{1,9}$).json`, ({ id }) => `${kind}/${Number(id)}`);
	for (const kind of Object.keys(CSV_FILES)) {
		serve(`${kind}.csv`, () => `${kind}.csv`);
		serve(`${kind}/:round(^\\d{1,9}$).csv`, ({ round }) => `${kind}/${Number(round)}.csv`);
	}
}

/**
 * Serves files of the current season below `folder`, or 304 if the ETag matches, and all files of any season below
 * `seasonsFolder`.
 */
export function registerFiles(
	app: FastifyInstance,
	files: ServedFiles,
	{ folder, seasonsFolder, names }: { folder: string; seasonsFolder: string; names: readonly string[] },
): void {
	registerSeasonFiles(app, seasonsFolder, files);
	for (const name of names)
		app.get(`${folder}/${name}.json`, async (request, reply) =>
			sendBuiltFile(request, reply, await files.findFile(name)),
		);
	for (const kind of ["player_stats", "matches"])
		app.get<{ Params: { id: string } }>(`${folder}/${kind}/:id(^\\d{1,9}$).json`, async (request, reply) =>
			sendBuiltFile(request, reply, await files.findFile(`${kind}/${Number(request.params.id)}`)),
		);
}

/** Serves the static files for the web. */
export const registerStaticFiles = (app: FastifyInstance, files: ServedFiles): void =>
	registerFiles(app, files, {
		folder: FANTASY_FOLDER,
		seasonsFolder: FANTASY_FOLDER,
		names: Object.keys(FANTASY_FILES),
	});
