import type { FastifyInstance } from "fastify";
import { registerFiles, type ServedFiles } from "./routes.ts";

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
export function registerPublicApi(app: FastifyInstance, files: ServedFiles): void {
	// One shared limit, since a limit in the route options would count each route separately.
	const limit = app.rateLimit({ max: PUBLIC_PER_MINUTE, timeWindow: 60_000 });
	// Browsers send a preflight request for cross-origin requests with If-None-Match.
	app.options(`${PUBLIC_FOLDER}/*`, (_, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
	app.register(async (publicApp) => {
		publicApp.addHook("onRequest", async (_, reply) => {
			reply.headers({ ...ANY_ORIGIN_HEADER, "access-control-expose-headers": "etag, retry-after" });
		});
		publicApp.addHook("onRequest", limit);
		registerFiles(publicApp, files, { folder: PUBLIC_FOLDER, seasonsFolder: SEASONS_FOLDER, names: PUBLIC_FILES });
	});
}
