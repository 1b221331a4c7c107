import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** A file in both encodings with their strong ETags. */
export interface BuiltFile {
	/** The hash of the uncompressed text, as listed in checksums.json. */
	readonly hash: string;
	readonly content: Buffer;
	readonly brotli: Buffer;
	readonly etag: string;
	readonly brotliEtag: string;
}

/** Fast enough for live updates: players.json takes about a millisecond, at the best quality a hundred. */
const LIVE_QUALITY = 4;

/** Builds the JSON file of a value; returns `before` if the content is the same. */
export const buildFile = (value: unknown, before?: BuiltFile): Promise<BuiltFile> =>
	buildTextFile(JSON.stringify(value), before);

/** Builds the file of a text; returns `before` if the content is the same. */
export async function buildTextFile(text: string, before?: BuiltFile): Promise<BuiltFile> {
	const content = Buffer.from(text);
	const hash = createHash("sha256").update(content).digest("base64url").slice(0, 22);
	if (before?.hash === hash) return before;
	const brotli = await compress(content, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: LIVE_QUALITY,
			[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		},
	});
	return { hash, content, brotli, etag: `"${hash}"`, brotliEtag: `"${hash}-br"` };
}
