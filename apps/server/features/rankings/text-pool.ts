const INITIAL_POOL_BYTES = 1024;
const GROWTH = 1.1;
const MAX_TEXT_BYTES = 255;

/** Short texts as UTF-8 in one buffer: a third of the memory of strings, and no work for the garbage collector. */
export interface TextPool {
	/** The text at an offset that `put` returned; "" at 0. */
	readonly get: (offset: number) => string;
	/** Stores a text of at most 255 bytes, in place of that at `offset` if it fits, else at the end. Returns its offset. */
	readonly put: (text: Uint8Array, offset: number) => number;
}

export function createTextPool(): TextPool {
	/** Before each text is a byte with its length. The empty text is at 0. */
	let bytes = Buffer.alloc(INITIAL_POOL_BYTES);
	let end = 1;

	function reserve(length: number): number {
		const offset = end;
		end += 1 + length;
		if (end > bytes.length) {
			const longer = Buffer.alloc(Math.ceil(end * GROWTH));
			longer.set(bytes);
			bytes = longer;
		}
		return offset;
	}

	return {
		get: (offset) => bytes.toString("utf8", offset + 1, offset + 1 + (bytes[offset] ?? 0)),
		put: (text, offset) => {
			if (text.length > MAX_TEXT_BYTES)
				throw new RangeError(`A text of ${text.length} bytes is longer than ${MAX_TEXT_BYTES}`);
			if (text.length === 0) return 0;
			const start = text.length <= (bytes[offset] ?? 0) ? offset : reserve(text.length);
			bytes[start] = text.length;
			bytes.set(text, start + 1);
			return start;
		},
	};
}
