/**
 * JSON put together in bytes and taken as text: joining as many strings and numbers as a page has costs several times
 * more. Everything is ASCII, so that a page can be sent as one piece together with its head.
 */
export interface JsonWriter {
	readonly text: (piece: Piece) => void;
	readonly whole: (value: number) => void;
	/** A whole number and what stands before it. */
	readonly field: (before: Piece, value: number) => void;
	/** A number of hundredths as JSON has it: 1250 is 12.5. */
	readonly hundredths: (value: number) => void;
	/** Of ASCII text that has `SPARE` bytes of any kind behind its end. */
	readonly part: (bytes: DataView, from: number, length: number) => void;
	/** Characters written since the start or the last taking. */
	readonly length: () => number;
	/** What has been written since the start or the last time this was asked. */
	readonly take: () => string;
}

/** ASCII text that is written again and again. */
export interface Piece {
	readonly bytes: DataView;
	readonly length: number;
}

/** Text is copied eight bytes at a time, so that up to seven behind it are read and then written over. */
export const SPARE = 8;

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
	new DataView(buffer, byteOffset, byteLength);

export function pieceOf(ascii: string): Piece {
	const bytes = Buffer.alloc(ascii.length + SPARE);
	return { bytes: viewOf(bytes), length: bytes.write(ascii, "latin1") };
}

const START = 64 * 1024;
/** Longer than any number. */
const NUMBER = 24;
const INT32 = 2 ** 31;
const ZERO = 48;
const [MINUS, POINT] = [45, 46];

export function createJsonWriter(): JsonWriter {
	let scratch = Buffer.allocUnsafe(START);
	let view = viewOf(scratch);
	let used = 0;
	const room = (length: number) => {
		if (used + length <= scratch.length) return;
		const roomier = Buffer.allocUnsafe((used + length) * 2);
		scratch.copy(roomier, 0, 0, used);
		scratch = roomier;
		view = viewOf(scratch);
	};
	const part = (bytes: DataView, from: number, length: number) => {
		room(length + SPARE);
		const into = view;
		const shift = used - from;
		const end = from + length;
		// As floats, which no eight bytes of ASCII fail to be: none is a NaN, whose bits might change.
		for (let at = from; at < end; at += 8) into.setFloat64(at + shift, bytes.getFloat64(at, true), true);
		used += length;
	};
	const digits = (value: number) => {
		const into = scratch;
		let count = 1;
		for (let power = 10; power <= value; power *= 10) count++;
		let at = used + count;
		used = at;
		let rest = value;
		for (; rest >= INT32; rest = Math.floor(rest / 10)) into[--at] = ZERO + (rest % 10);
		do {
			const tens = (rest / 10) | 0;
			into[--at] = ZERO + ((rest - tens * 10) | 0);
			rest = tens;
		} while (rest > 0);
	};
	const sized = (value: number): number => {
		room(NUMBER);
		if (value >= 0) return value;
		scratch[used++] = MINUS;
		return -value;
	};
	const whole = (value: number) => digits(sized(value));
	return {
		text: ({ bytes, length }) => part(bytes, 0, length),
		part,
		whole,
		field: (before, value) => {
			part(before.bytes, 0, before.length);
			whole(value);
		},
		hundredths: (value) => {
			const size = sized(value);
			const over = size % 100;
			digits((size - over) / 100);
			if (over === 0) return;
			scratch[used++] = POINT;
			scratch[used++] = ZERO + Math.floor(over / 10);
			if (over % 10 > 0) scratch[used++] = ZERO + (over % 10);
		},
		length: () => used,
		take: () => {
			const taken = scratch.toString("latin1", 0, used);
			used = 0;
			return taken;
		},
	};
}

/** JSON text of a database, in UTF-8, with every letter beyond ASCII written as JSON's own escape. */
export function asciiJson(json: Buffer): Buffer {
	if (json.every((byte) => byte < 128)) return json;
	const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
	// Without the flag u: one escape for each half of a letter that takes two.
	return Buffer.from(json.toString().replace(/[^\0-\x7f]/g, escaped), "latin1");
}
