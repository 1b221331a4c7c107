import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Below this many bytes compressing costs more than it saves. */
const MIN_COMPRESSED_BYTES = 2_048;
/** Brotli 4 packs 150 KB in about a millisecond; the default 11 takes a hundred. */
const BROTLI_QUALITY = 4;

export async function registerCompression(app: FastifyInstance): Promise<void> {
	await app.register(compress, {
		encodings: ["br", "gzip", "identity"],
		threshold: MIN_COMPRESSED_BYTES,
		brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
		globalDecompression: false,
	});
}
