import { Command, CommanderError } from "commander";
import { announceCommand, auditCommand, jobCommand, mailCommand, nameCommand, payloadCommand } from "./back-office.ts";
import { clockCommand } from "./clock.ts";
import { databaseCommand } from "./database.ts";
import { exportCommand } from "./export.ts";
import { matchCommand, roundCommand } from "./match-day.ts";
import { tell, wordsOf } from "./outcome.ts";
import { operatorCommand, userCommand } from "./people.ts";
import { playerCommand, statsCommand } from "./players.ts";
import { replayCommand } from "./replay.ts";
import { seasonCommand } from "./season.ts";
import { verifyCommand } from "./verify.ts";

const USAGE = 2;

const fb = new Command("fb")
	.description("First Bounce from the command line. Settings come from the environment, as the server's do.")
	.usage("<command>  (npm run -s fb -- <command>)")
	.addHelpText(
		"after",
		`
Examples:
  npm run -s fb -- season import ./season-2026 --dry-run
  npm run -s fb -- clock play --speed 60
  npm run -s fb -- operator add you@example.org

Exit codes: 0 done, 1 refused (why is on stderr), 2 not a command.`,
	);
for (const command of [
	seasonCommand(),
	replayCommand(),
	verifyCommand(),
	exportCommand(),
	operatorCommand(),
	userCommand(),
	roundCommand(),
	matchCommand(),
	statsCommand(),
	playerCommand(),
	payloadCommand(),
	jobCommand(),
	mailCommand(),
	announceCommand(),
	nameCommand(),
	auditCommand(),
	clockCommand(),
	databaseCommand(),
]) {
	fb.addCommand(command);
}

function throwInsteadOfExit(command: Command): void {
	command.exitOverride().showHelpAfterError("(--help says how)").helpCommand(false);
	command.commands.forEach(throwInsteadOfExit);
}
throwInsteadOfExit(fb);

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
