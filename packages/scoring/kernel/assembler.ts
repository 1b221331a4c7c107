/** WebAssembly instructions, nested as the source that makes them reads; flattened to bytes at the end. */
export type Code = number | readonly Code[];

const flatten = (code: Code): number[] => (typeof code === "number" ? [code] : code.flatMap(flatten));

/** Unsigned LEB128, the format's own number encoding. */
function unsigned(value: number): number[] {
	const bytes: number[] = [];
	for (let rest = value; ; ) {
		const low = rest % 128;
		rest = (rest - low) / 128;
		if (rest === 0) return [...bytes, low];
		bytes.push(low + 128);
	}
}

function signed(value: number): number[] {
	const bytes: number[] = [];
	for (let rest = value; ; ) {
		const low = rest & 127;
		rest >>= 7;
		if ((rest === 0 && low < 64) || (rest === -1 && low >= 64)) return [...bytes, low];
		bytes.push(low + 128);
	}
}

const binary =
	(opcode: Code) =>
	(left: Code, right: Code): Code => [left, right, opcode];
const vector = (opcode: number): Code => [0xfd, unsigned(opcode)];

export const local = {
	get: (index: number): Code => [0x20, unsigned(index)],
	set: (index: number, value: Code): Code => [value, 0x21, unsigned(index)],
};

/** 32-bit integers. `offset` is added to the address in bytes; loads need no alignment. */
export const i32 = {
	of: (value: number): Code => [0x41, signed(value)],
	load: (address: Code, offset = 0): Code => [address, 0x28, 0, unsigned(offset)],
	load16: (address: Code, offset = 0): Code => [address, 0x2f, 0, unsigned(offset)],
	store: (address: Code, value: Code, offset = 0): Code => [address, value, 0x36, 0, unsigned(offset)],
	lessThan: binary(0x49),
	add: binary(0x6a),
	subtract: binary(0x6b),
	and: binary(0x71),
	or: binary(0x72),
	shiftLeft: binary(0x74),
	shiftRight: binary(0x75),
	shiftRightUnsigned: binary(0x76),
};

/** 64-bit integers; `shiftRight` is unsigned, `low` the lower half as i32. */
export const i64 = {
	of: (value: number): Code => [0x42, signed(value)],
	load: (address: Code, offset = 0): Code => [address, 0x29, 0, unsigned(offset)],
	and: binary(0x83),
	shiftRight: binary(0x88),
	low: (value: Code): Code => [value, 0xa7],
};

/** Four 32-bit lanes. */
export const i32x4 = {
	load: (address: Code, offset = 0): Code => [address, vector(0x00), 0, unsigned(offset)],
	firstLane: (value: Code): Code => [value, vector(0x1b), 0],
	/** The bytes of a vector that a second one names by index; 128 names a zero. */
	pick: binary(vector(0x100)),
	add: binary(vector(0xae)),
	max: binary(vector(0xb8)),
};

/** Runs `body` until `again` is 0; at least once. */
export const repeatWhile = (body: Code, again: Code): Code => [0x03, 0x40, body, again, 0x0d, 0, 0x0b];

const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;
const section = (id: number, content: Code): Code => {
	const bytes = flatten(content);
	return [id, unsigned(bytes.length), bytes];
};
const text = (word: string): Code => [word.length, [...word].map((letter) => letter.charCodeAt(0))];

export interface FunctionBody {
	/** All i32; they are the first locals. */
	readonly parameters: number;
	/** Locals after the parameters: i32, then i64, then vectors. */
	readonly integers: number;
	readonly longs: number;
	readonly vectors: number;
	/** Leaves one i32 on the stack, the function's result. */
	readonly code: Code;
}

/** A module of one function, exported as `run`, over the shared memory imported as `env.memory`. */
export function assemble(body: FunctionBody, memory: { minimum: number; maximum: number }): Uint8Array<ArrayBuffer> {
	const locals: Code = [3, [unsigned(body.integers), I32], [unsigned(body.longs), I64], [unsigned(body.vectors), V128]];
	const code = flatten([locals, body.code, 0x0b]);
	return new Uint8Array(
		flatten([
			[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
			section(1, [1, 0x60, body.parameters, Array(body.parameters).fill(I32), 1, I32]),
			section(2, [1, text("env"), text("memory"), 2, 3, unsigned(memory.minimum), unsigned(memory.maximum)]),
			section(3, [1, 0]),
			section(7, [1, text("run"), 0, 0]),
			section(10, [1, unsigned(code.length), code]),
		]),
	);
}
