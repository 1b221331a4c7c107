/**
 * JSON put together in bytes and taken as text: joining as many strings and numbers as a page has costs several times
 * more. Everything is ASCII, so that a page can be sent as one piece together with its head.
 */
export interface JsonWriter {
	readonly text: (ascii: Uint8Array) => void;
	readonly whole: (value: number) => void;
	/** A whole number and what stands before it. */
	readonly field: (before: Uint8Array, value: number) => void;
	/** A number of hundredths as JSON has it: 1250 is 12.5. */
	readonly hundredths: (value: number) => void;
	readonly part: (bytes: Uint8Array, from: number, length: number) => void;
	/** Characters written since the start or the last taking. */
	readonly length: () => number;
	/** What has been written since the start or the last time this was asked. */
	readonly take: () => string;
}

const START = 64 * 1024;
/** Longer than any number. */
const NUMBER = 24;
const INT32 = 2 ** 31;
const ZERO = 48;
const [MINUS, POINT] = [45, 46];

export function createJsonWriter(): JsonWriter {
	let scratch = Buffer.allocUnsafe(START);
	let used = 0;
	const room = (length: number) => {
		if (used + length <= scratch.length) return;
		const roomier = Buffer.allocUnsafe((used + length) * 2);
		scratch.copy(roomier, 0, 0, used);
		scratch = roomier;
	};
	const part = (bytes: Uint8Array, from: number, length: number) => {
		room(length);
		const into = scratch;
		const shift = used - from;
		const end = from + length;
		for (let at = from; at < end; at++) into[at + shift] = bytes[at] as number;
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
		text: (ascii) => part(ascii, 0, ascii.length),
		part,
		whole,
		field: (before, value) => {
			part(before, 0, before.length);
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
