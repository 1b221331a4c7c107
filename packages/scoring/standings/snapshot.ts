import { crc32 } from "node:zlib";
import { rankOverall, rankRound } from "./rank-rows.ts";
import { type Standings, standingsBytes, standingsIn } from "./standings.ts";

/** "FBST" and the format's number; little-endian, as typed arrays are on every machine that Node 24 runs on. */
const MAGIC = 0x54534246;
const FORMAT = 1;
const HEADER_WORDS = 8;
const HEADER_BYTES = HEADER_WORDS * 4;
const [AT_MAGIC, AT_FORMAT, AT_VERSION, AT_ROUND, AT_ROWS, AT_HASH] = [0, 1, 2, 3, 4, 6];
const COLUMNS = 3;

/**
 * One buffer for a bytea: a header of eight Int32 (magic, format, version, round, rows, ranked, CRC-32 of the body,
 * 0), then points, totals and highs by row. 12 bytes a team: ranks follow from them.
 */
export function encodeSnapshot(standings: Standings): Buffer {
	const { rows } = standings;
	const words = new Int32Array(HEADER_WORDS + COLUMNS * rows);
	words.set(standings.points, HEADER_WORDS);
	words.set(standings.totals, HEADER_WORDS + rows);
	words.set(standings.highs, HEADER_WORDS + 2 * rows);
	const hash = crc32(new Uint8Array(words.buffer, HEADER_BYTES)) | 0;
	words.set([MAGIC, FORMAT, standings.version, standings.round, rows, standings.ranked, hash]);
	return Buffer.from(words.buffer);
}

/** The standings of a snapshot, ranked anew. An Error if it is cut short, changed, or of another format. */
export function decodeSnapshot(snapshot: Uint8Array): Standings {
	if (snapshot.byteLength < HEADER_BYTES || snapshot.byteLength % 4 !== 0) throw new Error("Not a standings snapshot");
	// A copy, as a driver's buffer may start at an odd address; Buffer's own `slice` makes none.
	const words = new Int32Array(new Uint8Array(snapshot).buffer);
	const rows = words[AT_ROWS] ?? 0;
	if (words[AT_MAGIC] !== MAGIC) throw new Error("Not a standings snapshot");
	if (words[AT_FORMAT] !== FORMAT) throw new Error(`A standings snapshot of format ${words[AT_FORMAT]}`);
	const whole = words.length === HEADER_WORDS + COLUMNS * rows;
	if (!whole || (crc32(new Uint8Array(words.buffer, HEADER_BYTES)) | 0) !== words[AT_HASH]) {
		throw new Error("A standings snapshot that is cut short or changed");
	}
	const arrays = standingsIn(new SharedArrayBuffer(standingsBytes(rows)), rows);
	arrays.points.set(words.subarray(HEADER_WORDS, HEADER_WORDS + rows));
	arrays.totals.set(words.subarray(HEADER_WORDS + rows, HEADER_WORDS + 2 * rows));
	arrays.highs.set(words.subarray(HEADER_WORDS + 2 * rows));
	const ranked = rankOverall(arrays, rows);
	rankRound(arrays, ranked, rows, new Int32Array(rows));
	return { ...arrays, version: words[AT_VERSION] ?? 0, round: words[AT_ROUND] ?? 0, rows, ranked };
}
