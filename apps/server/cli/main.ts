import { runCommand } from "./run-command.ts";

// Whoever reads only the first lines has what she wants.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
	process.exit();
});

process.exitCode = await runCommand(process.argv.slice(2));
