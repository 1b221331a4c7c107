import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

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
