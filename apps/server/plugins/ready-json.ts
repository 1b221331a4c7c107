declare const says: unique symbol;

/** A success that is JSON already: put together once and served many times. `route` puts it in the envelope as it is. */
export class ReadyJson<Success> {
	declare readonly [says]: Success;
	readonly json: string;

	constructor(json: string) {
		this.json = json;
	}
}
