/** A problem outside the program prevents its start. `message` is one line for the operator; nothing else is shown. */
export class StartupError extends Error {
	override readonly name = "StartupError";
}
