import { type Command, CommanderError } from "commander";
import { formatFailure, nameCommands, printError } from "./output/output.ts";
import { createProgram } from "./program.ts";

const USAGE_EXIT_CODE = 2;

/** Makes a command and its subcommands throw a CommanderError where they would exit the process, and name commands in help. */
function prepare(command: Command): void {
	command
		.exitOverride()
		.showHelpAfterError("(see --help)")
		.helpCommand(false)
		.configureOutput({ writeOut: (text) => process.stdout.write(nameCommands(text)) });
	command.commands.forEach(prepare);
}

/** Runs `fb` with these arguments, and returns its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
	const fb = await createProgram(args[0]);
	prepare(fb);
	try {
		await fb.parseAsync(args, { from: "user" });
		return 0;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
		printError(formatFailure(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
		return 1;
	}
}
