import { type Command, CommanderError } from "commander";
import { tell, wordsOf } from "./outcome.ts";
import { program } from "./program.ts";

const USAGE = 2;

function throwInsteadOfExit(command: Command): void {
	command.exitOverride().showHelpAfterError("(--help says how)").helpCommand(false);
	command.commands.forEach(throwInsteadOfExit);
}

/** Runs `fb` with these arguments, and returns its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
	const fb = program();
	throwInsteadOfExit(fb);
	try {
		await fb.parseAsync(args, { from: "user" });
		return 0;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
		tell(wordsOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
		return 1;
	}
}
