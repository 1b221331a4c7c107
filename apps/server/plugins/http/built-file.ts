import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** 22 characters of base64url are 132 bits. */
const HASH_LENGTH = 22;

const compress = promisify(brotliCompress);

/** A file, plain and compressed with brotli, with a strong ETag for each. */
export interface BuiltFile {
	/** The hash of the uncompressed text, as listed in checksums.json. */
	readonly hash: string;
	readonly content: Buffer;
	readonly brotli: Buffer;
	readonly etag: string;
	readonly brotliEtag: string;
}

/** Fast enough for live updates: players.json takes about a millisecond. At the best quality it takes a hundred. */
const BROTLI_QUALITY = 4;

/** Builds the JSON file of a value; returns `previous` if the content is the same. */
export const buildFile = (value: unknown, previous?: BuiltFile): Promise<BuiltFile> =>
	buildTextFile(JSON.stringify(value), previous);

/** Builds the file of a text; returns `previous` if the content is the same. */
export async function buildTextFile(text: string, previous?: BuiltFile): Promise<BuiltFile> {
	const content = Buffer.from(text);
	const hash = createHash("sha256").update(content).digest("base64url").slice(0, HASH_LENGTH);
	if (previous?.hash === hash) return previous;
	const brotli = await compress(content, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
			[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		},
	});
	return { hash, content, brotli, etag: `"${hash}"`, brotliEtag: `"${hash}-br"` };
}

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
