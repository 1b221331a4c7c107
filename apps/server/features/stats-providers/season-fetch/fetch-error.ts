/** Thrown if a fetch cannot continue, with what the operator can do about it. */
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

/** Thrown when the operator's own files have problems, all of which are listed. */
export const createInputError = (problems: readonly string[]): FetchError =>
	new FetchError(problems.join("\n"), "Correct these lines and run the command again.");
