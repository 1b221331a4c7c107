declare const says: unique symbol;

const OPEN = Buffer.from('{"success":');
const CLOSE = Buffer.from(',"errors":[]}');

/** A success that is JSON already, in pieces: text is ASCII, bytes are UTF-8. `route` puts it in the envelope as it is. */
export class ReadyJson<Success> {
	declare readonly [says]: Success;
	readonly pieces: readonly (string | Uint8Array)[];

	constructor(pieces: readonly (string | Uint8Array)[]) {
		this.pieces = pieces;
	}

	/** The whole answer. */
	envelope(): Buffer {
		const parts = this.pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : piece));
		return Buffer.concat([OPEN, ...parts, CLOSE]);
	}
}
