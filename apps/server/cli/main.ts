import { runCommand } from "./run-command.ts";

// `fb … | head` closes the pipe early, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
	process.exit();
});

process.exitCode = await runCommand(process.argv.slice(2));
