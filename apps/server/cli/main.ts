import { formatWriteError } from "../i18n/file-errors.ts";
import { runCommand } from "./run-command.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	// `fb … | head` closes the pipe early, which is not an error.
	if (error.code === "EPIPE") process.exit();
	process.stderr.write(`The output cannot be written: ${formatWriteError(error)}.\n`, () => process.exit(1));
});

process.exitCode = await runCommand(process.argv.slice(2));
