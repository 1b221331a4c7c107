/** The server cannot start for a reason outside the program. Only `message`, one line, is shown to the operator. */
export class StartupError extends Error {
	override readonly name = "StartupError";
}
