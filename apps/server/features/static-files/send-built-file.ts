import type { FastifyReply, FastifyRequest } from "fastify";
import type { BuiltFile } from "./built-file.ts";

/** Browsers and CDNs cache the file and revalidate it for every request. */
const CACHE_CONTROL = "public, max-age=0, must-revalidate";

const includesToken = (header: string | undefined, word: string): boolean =>
	header?.split(",").some((part) => {
		const [name = "", quality] = part.trim().split(";");
		return name.trim().replace(/^W\//, "") === word && quality?.replaceAll(" ", "") !== "q=0";
	}) ?? false;

/** Sends a file in the requested encoding, or 304 if its ETag matches; 404 without a file. */
export function sendBuiltFile(
	request: FastifyRequest,
	reply: FastifyReply,
	file: BuiltFile | null | undefined,
): FastifyReply {
	if (!file) {
		reply.callNotFound();
		return reply;
	}
	const isBrotli = includesToken(request.headers["accept-encoding"], "br");
	const etag = isBrotli ? file.brotliEtag : file.etag;
	reply.header("etag", etag).header("cache-control", CACHE_CONTROL).header("vary", "accept-encoding");
	if (includesToken(request.headers["if-none-match"], etag)) return reply.code(304).send();
	reply.type("application/json; charset=utf-8");
	if (isBrotli) reply.header("content-encoding", "br");
	return reply.send(isBrotli ? file.brotli : file.json);
}
