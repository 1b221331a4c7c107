import { describeFile, numberParameter, type Paths } from "../../plugins/openapi/openapi-files.ts";
import { PUBLIC_FILES, PUBLIC_FOLDER, PUBLIC_PER_MINUTE } from "./public-api.ts";
import { FANTASY_FILES, FANTASY_FOLDER, MATCH, PLAYER_STATS } from "./routes.ts";

const PUBLIC = {
	tag: "public",
	description: `Access: everyone. From any origin, ${PUBLIC_PER_MINUTE} requests a minute from one address. Send If-None-Match.`,
	failures: ["429"],
};
const FANTASY = { tag: "files", description: "Access: everyone. For the web: send If-None-Match." };

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
		const parameters = [numberParameter("id")];
		paths[`${folder}/player_stats/{id}.json`] = { get: describeFile(PLAYER_STATS, { ...options, parameters }) };
		paths[`${folder}/matches/{id}.json`] = { get: describeFile(MATCH, { ...options, parameters }) };
	}
	return paths;
}
