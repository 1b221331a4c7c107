/** JSON put together as bytes: strings of a page's size cost more to join and to encode than to write once. */
export interface JsonWriter {
	/** ASCII only. */
	readonly ascii: (text: string) => void;
	readonly bytes: (from: Uint8Array) => void;
	/** Bytes written since the start or the last taking. */
	readonly length: () => number;
	/** What has been written since the start or the last time this was asked; the caller's own. */
	readonly take: () => Buffer;
}

const START = 64 * 1024;

export function createJsonWriter(): JsonWriter {
	let scratch = Buffer.allocUnsafe(START);
	let used = 0;
	const room = (length: number) => {
		if (used + length <= scratch.length) return;
		const roomier = Buffer.allocUnsafe((used + length) * 2);
		scratch.copy(roomier, 0, 0, used);
		scratch = roomier;
	};
	return {
		ascii: (text) => {
			room(text.length);
			used += scratch.write(text, used, "latin1");
		},
		bytes: (from) => {
			room(from.length);
			scratch.set(from, used);
			used += from.length;
		},
		length: () => used,
		take: () => {
			const taken = Buffer.from(scratch.subarray(0, used));
			used = 0;
			return taken;
		},
	};
}
