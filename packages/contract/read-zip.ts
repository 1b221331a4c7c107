import { MAX_PHOTO_PATH_LENGTH } from "./constants.ts";

/** Limits of a zip file of pictures, for the sizes that it announces and for those of the unpacked data. */
export interface ZipLimits {
	readonly entries: number;
	readonly entryBytes: number;
	readonly totalBytes: number;
	/** Largest ratio of unpacked to packed size: about 1 for pictures, a thousand for zip bombs. */
	readonly ratio: number;
}

export type ZipProblem = "not-a-zip" | "too-many-files" | "too-large" | "zip64";

/** The reason why a zip file as a whole cannot be read. */
export class ZipError extends Error {
	override readonly name = "ZipError";
	readonly problem: ZipProblem;

	constructor(problem: ZipProblem) {
		super(problem);
		this.problem = problem;
	}
}

export interface ZipEntry {
	/** The path in the zip file, with slashes, or its end. Only a label: no file is written to this path. */
	readonly path: string;
	/** The announced size; the unpacked data is never larger. */
	readonly bytes: number;
	/** Unpacks the entry. Null if it is encrypted, packed in an unknown way, damaged, or larger than announced. */
	readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>;
}

// The records of the zip format (APPNOTE.TXT of PKWARE): one at the end of the file, one for each entry in the central
// directory, and a local one before each entry's data. `*_BYTES` are their sizes without names, extra fields and
// comments.
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** With its name, extra fields and comment; real ones have about 100. */
const MAX_ENTRY_RECORD_BYTES = 2_000;

const readView = async (file: Blob, start: number, end: number): Promise<DataView<ArrayBuffer>> =>
	new DataView(await file.slice(start, end).arrayBuffer());

/** Where the central directory is, as the end record says. */
interface Directory {
	readonly entries: number;
	readonly offset: number;
	readonly bytes: number;
}

/** Reads the end record, which only a comment may follow, and so is searched for from the end of the file. */
async function findDirectory(file: Blob): Promise<Directory> {
	const start = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES);
	const view = await readView(file, start, file.size);
	for (let endOffset = view.byteLength - END_BYTES; endOffset >= 0; endOffset--) {
		if (view.getUint32(endOffset, true) !== END_SIGNATURE) continue;
		const entries = view.getUint16(endOffset + 10, true);
		const bytes = view.getUint32(endOffset + 12, true);
		const offset = view.getUint32(endOffset + 16, true);
		// These values refer to the records of zip64, the format for larger files.
		if (entries === 0xffff || offset === 0xffffffff || bytes === 0xffffffff) throw new ZipError("zip64");
		if (offset + bytes > start + endOffset) throw new ZipError("not-a-zip");
		return { entries, offset, bytes };
	}
	throw new ZipError("not-a-zip");
}

function decodeName(bytes: Uint8Array<ArrayBuffer>): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

/** Unpacks at most `limit` bytes; null if there are more, or if the data are damaged. */
async function inflate(packed: Blob, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
	const unpacked = new Uint8Array(limit);
	let length = 0;
	const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return length === limit ? unpacked : null;
			if (length + value.length > limit) {
				await reader.cancel();
				return null;
			}
			unpacked.set(value, length);
			length += value.length;
		}
	} catch {
		return null;
	}
}

interface PackedEntry {
	readonly offset: number;
	readonly packedBytes: number;
	readonly bytes: number;
	readonly method: number;
	readonly flags: number;
}

async function readEntry(file: Blob, entry: PackedEntry): Promise<Uint8Array<ArrayBuffer> | null> {
	const { offset, packedBytes, bytes, method, flags } = entry;
	if (flags & ENCRYPTED || (method !== STORED && method !== DEFLATED)) return null;
	const header = await readView(file, offset, offset + LOCAL_BYTES);
	if (header.byteLength < LOCAL_BYTES || header.getUint32(0, true) !== LOCAL_SIGNATURE) return null;
	const start = offset + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
	const packed = file.slice(start, start + packedBytes);
	if (packed.size !== packedBytes) return null;
	if (method === DEFLATED) return inflate(packed, bytes);
	return packedBytes === bytes ? new Uint8Array(await packed.arrayBuffer()) : null;
}

/**
 * Lists the files of a zip file without reading them, in a browser or in Node. Folders and the hidden files of macOS are left
 * out. An entry over the limit of one file is listed, so that it can be reported, but not unpacked.
 */
export async function readZip(file: Blob, limits: ZipLimits): Promise<readonly ZipEntry[]> {
	const directory = await findDirectory(file);
	if (directory.entries > limits.entries) throw new ZipError("too-many-files");
	if (directory.bytes > limits.entries * MAX_ENTRY_RECORD_BYTES) throw new ZipError("too-large");
	const view = await readView(file, directory.offset, directory.offset + directory.bytes);
	const entries: ZipEntry[] = [];
	let total = 0;
	let offset = 0;
	for (let index = 0; index < directory.entries; index++) {
		if (offset + ENTRY_BYTES > view.byteLength || view.getUint32(offset, true) !== ENTRY_SIGNATURE)
			throw new ZipError("not-a-zip");
		const nameEnd = offset + ENTRY_BYTES + view.getUint16(offset + 28, true);
		const entryEnd = nameEnd + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
		if (entryEnd > view.byteLength) throw new ZipError("not-a-zip");
		const path = decodeName(
			new Uint8Array(view.buffer, offset + ENTRY_BYTES, nameEnd - offset - ENTRY_BYTES),
		).replaceAll("\\", "/");
		const packed: PackedEntry = {
			flags: view.getUint16(offset + 8, true),
			method: view.getUint16(offset + 10, true),
			packedBytes: view.getUint32(offset + 20, true),
			bytes: view.getUint32(offset + 24, true),
			offset: view.getUint32(offset + 42, true),
		};
		offset = entryEnd;
		const isHidden = path.startsWith("__MACOSX/") || /(^|\/)\.[^/]*$/.test(path);
		if (path === "" || path.endsWith("/") || isHidden) continue;
		total += packed.bytes;
		const isTooLarge = packed.bytes > limits.entryBytes || packed.bytes > packed.packedBytes * limits.ratio;
		const label = path.slice(-MAX_PHOTO_PATH_LENGTH);
		entries.push({ path: label, bytes: packed.bytes, read: async () => (isTooLarge ? null : readEntry(file, packed)) });
	}
	if (total > limits.totalBytes) throw new ZipError("too-large");
	return entries;
}
