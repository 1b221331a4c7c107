/** Something outside the program keeps it from starting. `message` is one line for the operator; nothing else is shown. */
export class StartupError extends Error {
	override readonly name = "StartupError";
}
