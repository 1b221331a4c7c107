import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BuiltFile } from "./built-file.ts";
import type { StaticFiles } from "./static-files.ts";

/** Browsers and CDNs keep a copy and ask each time whether it is still the one. */
const CACHE = "public, max-age=0, must-revalidate";
const FOLDER = "/json/fantasy";

const names = (header: string | undefined, word: string): boolean =>
	header?.split(",").some((part) => {
		const [name = "", quality] = part.trim().split(";");
		return name.trim().replace(/^W\//, "") === word && quality?.replaceAll(" ", "") !== "q=0";
	}) ?? false;

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile | undefined): FastifyReply {
	if (!file) {
		reply.callNotFound();
		return reply;
	}
	const isBrotli = names(request.headers["accept-encoding"], "br");
	const etag = isBrotli ? file.brotliEtag : file.etag;
	reply.header("etag", etag).header("cache-control", CACHE).header("vary", "accept-encoding");
	if (names(request.headers["if-none-match"], etag)) return reply.code(304).send();
	reply.type("application/json; charset=utf-8");
	if (isBrotli) reply.header("content-encoding", "br");
	return reply.send(isBrotli ? file.brotli : file.json);
}

/** Serves the static files of the current version under /json/fantasy (decisions §10), or 304 by their ETag. */
export function registerStaticFiles(
	app: FastifyInstance,
	files: Pick<StaticFiles, "file" | "playerStats" | "playerTotals">,
): void {
	for (const name of ["rounds", "players", "squads", "countries", "checksums", "season"])
		app.get(`${FOLDER}/${name}.json`, (request, reply) => send(request, reply, files.file(name)));
	app.get(`${FOLDER}/player_totals.json`, async (request, reply) => send(request, reply, await files.playerTotals()));
	app.get<{ Params: { id: string } }>(`${FOLDER}/player_stats/:id(^\\d{1,9}$).json`, async (request, reply) =>
		send(request, reply, await files.playerStats(Number(request.params.id))),
	);
}
