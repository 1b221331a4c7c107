import {
	buildNumberParameter,
	type DescribedFile,
	describeFile,
	type Json,
	type Paths,
} from "../../plugins/openapi/openapi-files.ts";
import { PUBLIC_FILES, PUBLIC_FOLDER, PUBLIC_PER_MINUTE, SEASONS_FOLDER } from "./public-api.ts";
import {
	CSV_FILES,
	DRAFT_OWNERSHIP,
	DRAFT_POSITIONS,
	FANTASY_FILES,
	FANTASY_FOLDER,
	MATCH,
	OWNERSHIP,
	PLAYER_STATS,
	SEASONS,
} from "./routes.ts";

const PUBLIC = {
	tag: "public",
	description: `Access: everyone. From any origin, ${PUBLIC_PER_MINUTE} requests a minute from one address. Send If-None-Match.`,
	failures: ["429"],
};
const FANTASY = { tag: "files", description: "Access: everyone. For the web: send If-None-Match." };

/** Adds the paths of files with a season in their address. */
function describeSeasonFiles(paths: Paths, folder: string, options: typeof FANTASY): void {
	const season = buildNumberParameter("season");
	const describe = (path: string, file: DescribedFile, ...parameters: Json[]) => {
		paths[`${folder}/{season}/${path}`] = {
			get: describeFile(file, { ...options, parameters: [season, ...parameters] }),
		};
	};
	paths[`${folder}/seasons.json`] = { get: describeFile(SEASONS, options) };
	for (const [name, file] of Object.entries(FANTASY_FILES)) describe(`${name}.json`, file);
	describe("player_stats/{id}.json", PLAYER_STATS, buildNumberParameter("id"));
	describe("matches/{id}.json", MATCH, buildNumberParameter("id"));
	describe("ownership/{round}.json", OWNERSHIP, buildNumberParameter("round"));
	describe("draft_ownership/{round}.json", DRAFT_OWNERSHIP, buildNumberParameter("round"));
	describe("draft_positions.json", DRAFT_POSITIONS);
	for (const [kind, file] of Object.entries(CSV_FILES)) {
		describe(`${kind}.csv`, file);
		describe(`${kind}/{round}.csv`, { ...file, summary: `${file.summary}: one round` }, buildNumberParameter("round"));
	}
}

/** Builds the OpenAPI paths of the static files, public and for the web. */
export function describeStaticFiles(): Paths {
	const paths: Paths = {};
	for (const name of PUBLIC_FILES) {
		const file = FANTASY_FILES[name];
		if (file) paths[`${PUBLIC_FOLDER}/${name}.json`] = { get: describeFile(file, PUBLIC) };
	}
	for (const [name, file] of Object.entries(FANTASY_FILES))
		paths[`${FANTASY_FOLDER}/${name}.json`] = { get: describeFile(file, FANTASY) };
	for (const [folder, options] of [
		[PUBLIC_FOLDER, PUBLIC],
		[FANTASY_FOLDER, FANTASY],
	] as const) {
		const parameters = [buildNumberParameter("id")];
		paths[`${folder}/player_stats/{id}.json`] = { get: describeFile(PLAYER_STATS, { ...options, parameters }) };
		paths[`${folder}/matches/{id}.json`] = { get: describeFile(MATCH, { ...options, parameters }) };
	}
	describeSeasonFiles(paths, SEASONS_FOLDER, PUBLIC);
	describeSeasonFiles(paths, FANTASY_FOLDER, FANTASY);
	return paths;
}
