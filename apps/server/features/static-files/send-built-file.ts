import type { FastifyReply, FastifyRequest } from "fastify";
import type { BuiltFile } from "./built-file.ts";

/** Browsers and CDNs cache the file and revalidate it for every request. */
export const REVALIDATE = "public, max-age=0, must-revalidate";
/** An archived file never changes. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

export const JSON_TYPE = "application/json; charset=utf-8";
export const CSV_TYPE = "text/csv; charset=utf-8";

/** Whether a comma-separated header lists an encoding whose quality is not 0, or an ETag, weak or strong. */
const includesToken = (header: string | undefined, token: string): boolean =>
	header?.split(",").some((part) => {
		const [name = "", quality] = part.trim().split(";");
		return name.trim().replace(/^W\//, "") === token && !/^\s*q\s*=\s*0(\.0*)?\s*$/i.test(quality ?? "");
	}) ?? false;

export const acceptsBrotli = ({ headers }: FastifyRequest): boolean => includesToken(headers["accept-encoding"], "br");

/** Sends a file in the requested encoding, or 304 if its ETag matches; 404 without a file. */
export function sendBuiltFile(
	request: FastifyRequest,
	reply: FastifyReply,
	file: BuiltFile | null | undefined,
	{ type = JSON_TYPE, cacheControl = REVALIDATE } = {},
): FastifyReply {
	if (!file) {
		reply.callNotFound();
		return reply;
	}
	const isBrotli = acceptsBrotli(request);
	const etag = isBrotli ? file.brotliEtag : file.etag;
	reply.header("etag", etag).header("cache-control", cacheControl).header("vary", "accept-encoding");
	if (includesToken(request.headers["if-none-match"], etag)) return reply.code(304).send();
	reply.type(type);
	if (isBrotli) reply.header("content-encoding", "br");
	return reply.send(isBrotli ? file.brotli : file.content);
}
