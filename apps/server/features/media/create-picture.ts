import sharp from "sharp";
import { refuse } from "../../plugins/refusal.ts";

const SIDE_PIXELS = 512;
/** Larger pictures are not decoded, since a small file can expand to gigabytes. */
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 10;

// Only these three decoders may run on uploads.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
	operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

type Format = "png" | "jpeg" | "webp";

function detectFormat(bytes: Buffer): Format | null {
	if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "png";
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
	if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
	return null;
}

/** Finds the offset after a PNG's last chunk, IEND; -1 if it is missing. */
function findPngEnd(bytes: Buffer): number {
	for (let offset = 8; offset + 12 <= bytes.length; offset += 12 + bytes.readUInt32BE(offset))
		if (bytes.toString("latin1", offset + 4, offset + 8) === "IEND") return offset + 12 + bytes.readUInt32BE(offset);
	return -1;
}

/** Whether nothing follows the picture. Trailing data could make the file valid in another format. */
const hasNoTrailingData: Readonly<Record<Format, (bytes: Buffer) => boolean>> = {
	png: (bytes) => findPngEnd(bytes) === bytes.length,
	jpeg: (bytes) => bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9,
	webp: (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length,
};

/**
 * Decodes an uploaded picture, rotates it according to EXIF, fits it into a square of 512 pixels and encodes it as WebP,
 * so that no other data of the original file remains. Refuses anything but a PNG, JPEG or WebP of at most 40 million pixels.
 */
async function createPicture(bytes: Buffer, fit: "cover" | "inside"): Promise<Buffer> {
	const format = detectFormat(bytes);
	if (!format) throw refuse(422, "picture-type");
	if (bytes.length < 16 || !hasNoTrailingData[format](bytes)) throw refuse(422, "picture-not-plain");
	const input = { limitInputPixels: MAX_PIXELS, failOn: "error", autoOrient: true } as const;
	try {
		return await sharp(bytes, input)
			.resize(SIDE_PIXELS, SIDE_PIXELS, { fit })
			.webp({ quality: 82 })
			.timeout({ seconds: TIMEOUT_SECONDS })
			.toBuffer();
	} catch (error) {
		if (error instanceof Error && /pixel limit/i.test(error.message))
			throw refuse(422, "picture-too-large", { most: MAX_PIXELS / 1_000_000 });
		throw refuse(422, "picture-broken");
	}
}

/** Crops an uploaded picture to a square and scales it to 512 × 512 pixels. */
export const createSquarePicture = (bytes: Buffer): Promise<Buffer> => createPicture(bytes, "cover");

/** Scales an uploaded picture so that its longer side has 512 pixels, and crops nothing. */
export const createWholePicture = (bytes: Buffer): Promise<Buffer> => createPicture(bytes, "inside");
