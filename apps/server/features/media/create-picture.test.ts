import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../plugins/refusal.ts";
import { createSquarePicture } from "./create-picture.ts";

const createImage = (width = 900, height = 600) =>
	sharp({ create: { width, height, channels: 3, background: "#c8102e" } });
const encoded = {
	png: () => createImage().png().toBuffer(),
	jpeg: () => createImage().jpeg().toBuffer(),
	webp: () => createImage().webp().toBuffer(),
};

async function getRefusalCode(bytes: Buffer): Promise<string> {
	const error: unknown = await createSquarePicture(bytes).catch((error: unknown) => error);
	if (error instanceof Refusal) return error.reasons[0].code;
	throw new Error("The picture was accepted", { cause: error });
}

describe("a picture", () => {
	test.each(Object.entries(encoded))("in %s becomes a square WebP", async (_, encode) => {
		const { format, width, height } = await sharp(await createSquarePicture(await encode())).metadata();
		expect({ format, width, height }).toEqual({ format: "webp", width: 512, height: 512 });
	});

	test("loses its metadata and is rotated according to EXIF", async () => {
		const top = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#fff" } })
			.png()
			.toBuffer();
		const sent = await createImage(600, 600)
			.composite([{ input: top, top: 0, left: 0 }])
			.withExif({ IFD0: { Make: "Secret Camera" }, IFD3: { GPSLatitude: "37/1 48/1 0/1" } })
			.withMetadata({ orientation: 3 })
			.jpeg()
			.toBuffer();
		expect((await sharp(sent).metadata()).exif?.toString("latin1")).toContain("Secret Camera");
		const result = await createSquarePicture(sent);
		const { exif, xmp, icc, orientation } = await sharp(result).metadata();
		expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
		expect(result.toString("latin1")).not.toContain("Secret Camera");
		const { data } = await sharp(result).extract({ left: 250, top: 20, width: 1, height: 1 }).raw().toBuffer({
			resolveWithObject: true,
		});
		// Upside down: the white half is below, so red is on top.
		expect(data[1]).toBeLessThan(80);
	});
});

describe("a refused picture is", () => {
	test.each([
		["GIF", () => createImage().gif().toBuffer()],
		["TIFF", () => createImage().tiff().toBuffer()],
		["SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
		["HTML", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
		["an empty file", async () => Buffer.alloc(0)],
	])("%s", async (_, bytes) => {
		expect(await getRefusalCode(await bytes())).toBe("picture-type");
	});

	test.each(Object.entries(encoded))("a polyglot: HTML after a %s", async (_, encode) => {
		const page = Buffer.from("<html><script>alert(document.domain)</script></html>");
		expect(await getRefusalCode(Buffer.concat([await encode(), page]))).toBe("picture-not-plain");
	});

	test("a polyglot that starts as a GIF", async () => {
		expect(await getRefusalCode(Buffer.concat([Buffer.from("GIF89a/*"), await encoded.png()]))).toBe("picture-type");
	});

	test.each(Object.entries(encoded))("a truncated %s", async (_, encode) => {
		const picture = await encode();
		expect(await getRefusalCode(picture.subarray(0, picture.length / 2))).toMatch(/^picture-(not-plain|broken)$/);
	});

	test("a decompression bomb: a few kilobytes that would expand to gigabytes", async () => {
		const bomb = buildPng(60_000, 60_000);
		expect(bomb.length).toBeLessThan(1_000_000);
		expect(await getRefusalCode(bomb)).toBe("picture-too-large");
	});

	test("a PNG with less data than its header declares", async () => {
		expect(await getRefusalCode(buildPng(2_000, 2_000, 10))).toBe("picture-broken");
	});
});

const CRC = Array.from({ length: 256 }, (_, n) => {
	let c = n;
	for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
	return c >>> 0;
});

function buildChunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	let crc = 0xffffffff;
	for (const byte of body) crc = (CRC[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	const lengthAndCrc = Buffer.alloc(8);
	lengthAndCrc.writeUInt32BE(data.length, 0);
	lengthAndCrc.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
	return Buffer.concat([lengthAndCrc.subarray(0, 4), body, lengthAndCrc.subarray(4)]);
}

/** Builds a one-bit black PNG of any size. */
function buildPng(width: number, height: number, rows = height): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 1;
	const compressedRows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows));
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		buildChunk("IHDR", header),
		buildChunk("IDAT", compressedRows),
		buildChunk("IEND", Buffer.alloc(0)),
	]);
}
