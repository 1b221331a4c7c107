import { type Command, CommanderError } from "commander";
import { formatCommands, formatFailure, printError } from "./output/output.ts";
import { createProgram } from "./program.ts";

const USAGE_EXIT_CODE = 2;

/**
 * Makes a command and its subcommands throw a CommanderError where they would exit the process, and print commands as the user
 * enters them.
 */
function configureCommand(command: Command): void {
	command
		.exitOverride()
		.showHelpAfterError("(see --help)")
		.helpCommand(false)
		.configureOutput({
			writeOut: (text) => process.stdout.write(formatCommands(text)),
			writeErr: (text) => process.stderr.write(formatCommands(text)),
		});
	command.commands.forEach(configureCommand);
}

/** Runs `fb` with these arguments, and returns its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
	const fb = await createProgram(args[0]);
	configureCommand(fb);
	try {
		await fb.parseAsync(args, { from: "user" });
		return 0;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
		printError(formatFailure(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
		return 1;
	}
}
