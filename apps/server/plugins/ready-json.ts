declare const says: unique symbol;

/** A success that is JSON already, in ASCII: `route` puts it in the envelope as it is. */
export class ReadyJson<Success> {
	declare readonly [says]: Success;
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	/** The whole answer: text, since what goes with its head as one string is sent in half the time of bytes beside it. */
	envelope(): string {
		return `{"success":${this.text},"errors":[]}`;
	}
}
