import type { FastifyInstance } from "fastify";
import { sendBuiltFile } from "./send-built-file.ts";
import type { StaticFiles } from "./static-files.ts";

const FOLDER = "/json/fantasy";

/** Serves the static files of the current version under /json/fantasy (decisions §10), or 304 by their ETag. */
export function registerStaticFiles(
	app: FastifyInstance,
	files: Pick<StaticFiles, "file" | "playerStats" | "playerTotals">,
): void {
	for (const name of ["rounds", "players", "squads", "countries", "checksums", "season"])
		app.get(`${FOLDER}/${name}.json`, (request, reply) => sendBuiltFile(request, reply, files.file(name)));
	app.get(`${FOLDER}/player_totals.json`, async (request, reply) =>
		sendBuiltFile(request, reply, await files.playerTotals()),
	);
	app.get<{ Params: { id: string } }>(`${FOLDER}/player_stats/:id(^\\d{1,9}$).json`, async (request, reply) =>
		sendBuiltFile(request, reply, await files.playerStats(Number(request.params.id))),
	);
}
