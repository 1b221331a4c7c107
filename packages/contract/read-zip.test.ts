import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PHOTO_ZIP_LIMITS } from "./constants.ts";
import { readZip, ZipError } from "./read-zip.ts";

interface TestFile {
	readonly path: string;
	readonly content: Buffer;
	readonly isStored?: boolean;
	/** The announced size, if it is not the real one. */
	readonly announced?: number;
	readonly flags?: number;
	readonly method?: number;
}

/** Builds a zip file. Its announced sizes and number of entries can be wrong on purpose. */
function buildZip(files: readonly TestFile[], { entries = files.length, comment = "" } = {}): Blob {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { path, content, isStored = false, announced = content.length, flags = 0x800, method } of files) {
		const name = Buffer.from(path);
		const packed = isStored ? content : deflateRawSync(content);
		const local = Buffer.alloc(30);
		local.writeUInt32LE(0x04034b50, 0);
		local.writeUInt16LE(name.length, 26);
		const entry = Buffer.alloc(46);
		entry.writeUInt32LE(0x02014b50, 0);
		entry.writeUInt16LE(flags, 8);
		entry.writeUInt16LE(method ?? (isStored ? 0 : 8), 10);
		entry.writeUInt32LE(crc32(content), 16);
		entry.writeUInt32LE(packed.length, 20);
		entry.writeUInt32LE(announced, 24);
		entry.writeUInt16LE(name.length, 28);
		entry.writeUInt32LE(offset, 42);
		locals.push(local, name, packed);
		directory.push(entry, name);
		offset += local.length + name.length + packed.length;
	}
	const listed = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(entries, 10);
	end.writeUInt32LE(listed.length, 12);
	end.writeUInt32LE(offset, 16);
	end.writeUInt16LE(comment.length, 20);
	return new Blob([Buffer.concat([...locals, listed, end, Buffer.from(comment)])]);
}

const LIMITS = { entries: 4, entryBytes: 1_000, totalBytes: 1_500, ratio: 50 };
const content = Buffer.from("a picture, or what looks like one");
const read = async (files: readonly TestFile[], options?: Parameters<typeof buildZip>[1]) =>
	readZip(buildZip(files, options), LIMITS);
const readAll = async (files: readonly TestFile[]) => {
	const entries = await read(files);
	return Promise.all(
		entries.map(async (entry) => {
			const bytes = await entry.read();
			return [entry.path, bytes && Buffer.from(bytes).toString()];
		}),
	);
};
const getProblem = async (file: Promise<unknown>) => {
	const error: unknown = await file.catch((error: unknown) => error);
	return error instanceof ZipError ? error.problem : error;
};

describe("a zip file", () => {
	test("can have compressed and stored files; folders are skipped (D2.9.112)", async () => {
		const files = [
			{ path: "photos/CD_I1.jpg", content },
			{ path: "photos\\Zoë.png", content, isStored: true },
		];
		expect(await readAll(files)).toEqual([
			["photos/CD_I1.jpg", content.toString()],
			["photos/Zoë.png", content.toString()],
		]);
		const hidden = [
			{ path: "photos/", content: Buffer.alloc(0) },
			{ path: "__MACOSX/photos/._1.jpg", content },
			{ path: "photos/.DS_Store", content },
			{ path: "1.jpg", content },
		];
		expect((await read(hidden, { comment: "from the club" })).map(({ path }) => path)).toEqual(["1.jpg"]);
	});

	test("may have empty names, and long ones, whose end is kept", async () => {
		const folder = `${"portraits/".repeat(60)}`;
		const files = [`${folder}Ada Reef.png`, "", "/", "Bea.png"].map((path) => ({ path, content }));
		const paths = (await read(files)).map(({ path }) => path);
		expect(paths.map((path) => path.length)).toEqual([300, 7]);
		expect(paths[0]).toMatch(/^rtraits\/.*portraits\/Ada Reef\.png$/);
	});

	test("of photos has limits on files, sizes and ratio (D2.9.112)", () => {
		expect(PHOTO_ZIP_LIMITS).toEqual({ entries: 3_000, entryBytes: 5_242_880, totalBytes: 1_073_741_824, ratio: 100 });
	});

	test("that is no zip, truncated or a zip64 is refused (D2.9.112)", async () => {
		const zip = buildZip([{ path: "1.jpg", content }]);
		expect(await getProblem(readZip(new Blob(["no zip at all"]), LIMITS))).toBe("not-a-zip");
		expect(await getProblem(readZip(zip.slice(0, zip.size - 30), LIMITS))).toBe("not-a-zip");
		expect(await getProblem(readZip(zip.slice(20), LIMITS))).toBe("not-a-zip");
		expect(await getProblem(read([{ path: "1.jpg", content }], { entries: 2 }))).toBe("not-a-zip");
		expect(await getProblem(read([{ path: "1.jpg", content }], { entries: 0xffff }))).toBe("zip64");
	});

	test("with too many files or bytes is refused before unpacking (D2.9.112)", async () => {
		const files = Array.from({ length: 5 }, (_, index) => ({ path: `${index}.jpg`, content }));
		expect(await getProblem(read(files))).toBe("too-many-files");
		const large = [1, 2].map((index) => ({ path: `${index}.jpg`, content, announced: 900 }));
		expect(await getProblem(read(large))).toBe("too-large");
	});
});

describe("a file in a zip file is not unpacked if it", () => {
	test.each([
		["is over the limit for one file", { announced: 1_001 }],
		["is larger than announced", { announced: 10 }],
		["is smaller than announced", { announced: 100 }],
		["is encrypted", { flags: 0x801 }],
		["has an unknown compression method", { method: 12 }],
		["is stored uncompressed with another size than announced", { isStored: true, announced: 10 }],
		["is a zip bomb", { content: Buffer.alloc(1_000) }],
		["is damaged", { content, method: 8, isStored: true }],
	])("%s (D2.9.112)", async (_, change) => {
		const entries = await read([{ path: "1.jpg", content, ...change }]);
		expect(entries).toHaveLength(1);
		expect(await entries[0]?.read()).toBeNull();
	});
});
