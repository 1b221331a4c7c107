import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** A file in both encodings with their strong ETags. */
export interface BuiltFile {
	/** The hash of the uncompressed text, as listed in checksums.json. */
	readonly hash: string;
	readonly json: Buffer;
	readonly brotli: Buffer;
	readonly etag: string;
	readonly brotliEtag: string;
}

/** Fast enough for live updates: players.json takes about a millisecond, at the best quality a hundred. */
const LIVE_QUALITY = 4;

/** Builds the file of a value; returns `before` if the content is the same. */
export async function buildFile(value: unknown, before?: BuiltFile): Promise<BuiltFile> {
	const json = Buffer.from(JSON.stringify(value));
	const hash = createHash("sha256").update(json).digest("base64url").slice(0, 22);
	if (before?.hash === hash) return before;
	const brotli = await compress(json, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: LIVE_QUALITY,
			[constants.BROTLI_PARAM_SIZE_HINT]: json.length,
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		},
	});
	return { hash, json, brotli, etag: `"${hash}"`, brotliEtag: `"${hash}-br"` };
}
