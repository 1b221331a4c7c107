import type { FastifyInstance } from "fastify";
import { sendBuiltFile } from "../../plugins/http/built-file.ts";
import { registerSeasonFiles } from "./routes.ts";
import type { StaticFiles } from "./static-files.ts";

/** Requests per minute and address for all files together. Requests of the web app under /json are not limited. */
export const PUBLIC_PER_MINUTE = 120;
export const PUBLIC_FOLDER = "/api/public";
/** The folder of files with a season in their address. `v1` is the version of their format, which only ever gains fields. */
export const SEASONS_FOLDER = `${PUBLIC_FOLDER}/v1`;

/** The files of the public API. */
export const PUBLIC_FILES = ["players", "rounds", "squads", "player_totals", "projections", "season", "checksums"];

const ANY_ORIGIN_HEADER = { "access-control-allow-origin": "*" };
const PREFLIGHT_HEADERS = {
	...ANY_ORIGIN_HEADER,
	"access-control-allow-methods": "GET, HEAD",
	"access-control-allow-headers": "if-none-match",
	"access-control-max-age": "86400",
};

/** Serves the static files as a public API: from any origin, rate-limited, with the same ETags. */
export function registerPublicApi(
	app: FastifyInstance,
	files: Pick<
		StaticFiles,
		"getFile" | "getMatch" | "getPlayerStats" | "getPlayerTotals" | "findSeasonFile" | "getSeasonsFile"
	>,
): void {
	// One shared limit, since a limit in the route options would count each route separately.
	const limit = app.rateLimit({ max: PUBLIC_PER_MINUTE, timeWindow: 60_000 });
	const getFile = (name: string) => (name === "player_totals" ? files.getPlayerTotals() : files.getFile(name));
	// Browsers send a preflight request for cross-origin requests with If-None-Match.
	app.options(`${PUBLIC_FOLDER}/*`, (_, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
	app.register(async (publicApp) => {
		publicApp.addHook("onRequest", async (_, reply) => {
			reply.headers({ ...ANY_ORIGIN_HEADER, "access-control-expose-headers": "etag, retry-after" });
		});
		publicApp.addHook("onRequest", limit);
		registerSeasonFiles(publicApp, SEASONS_FOLDER, files);
		for (const name of PUBLIC_FILES)
			publicApp.get(`${PUBLIC_FOLDER}/${name}.json`, async (request, reply) =>
				sendBuiltFile(request, reply, await getFile(name)),
			);
		publicApp.get<{ Params: { id: string } }>(
			`${PUBLIC_FOLDER}/player_stats/:id(^\\d{1,9}$).json`,
			async (request, reply) => sendBuiltFile(request, reply, await files.getPlayerStats(Number(request.params.id))),
		);
		publicApp.get<{ Params: { id: string } }>(`${PUBLIC_FOLDER}/matches/:id(^\\d{1,9}$).json`, async (request, reply) =>
			sendBuiltFile(request, reply, await files.getMatch(Number(request.params.id))),
		);
	});
}
