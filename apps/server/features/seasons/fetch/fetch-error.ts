/** A fetch that cannot go on, and what the operator can do about it. */
export class FetchError extends Error {
	override readonly name = "FetchError";
	readonly advice: string;
	/** Whether the provider refused to answer. */
	readonly isRefused: boolean;

	constructor(message: string, advice: string, isRefused = false) {
		super(message);
		this.advice = advice;
		this.isRefused = isRefused;
	}
}

/** Thrown when the operator's own files have faults, all of which are listed. */
export const createInputError = (faults: readonly string[]): FetchError =>
	new FetchError(faults.join("\n"), "Correct these lines and run the command again.");
