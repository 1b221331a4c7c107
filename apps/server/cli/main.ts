import { type Command, CommanderError } from "commander";
import { tell, wordsOf } from "./outcome.ts";
import { program } from "./program.ts";

const USAGE = 2;

function throwInsteadOfExit(command: Command): void {
	command.exitOverride().showHelpAfterError("(--help says how)").helpCommand(false);
	command.commands.forEach(throwInsteadOfExit);
}
const fb = program();
throwInsteadOfExit(fb);

// Whoever reads only the first lines has what she wants.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
	process.exit();
});

try {
	await fb.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) {
		process.exitCode = error.exitCode === 0 ? 0 : USAGE;
	} else {
		const words = wordsOf(error);
		tell(words ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
		process.exitCode = 1;
	}
}
