import { Command } from "commander";
import { backtestCommand } from "./backtest.ts";
import { clockCommand } from "./clock.ts";
import { backupCommand, restoreCommand } from "./database/backup.ts";
import { databaseCommand } from "./database/database.ts";
import { exportCommand } from "./export.ts";
import { loadCommand } from "./load.ts";
import { matchCommand, roundCommand } from "./match-day.ts";
import { nameCommand, reportCommand } from "./moderation.ts";
import { photosCommand } from "./players/photos.ts";
import { availabilityCommand } from "./players/player-imports.ts";
import { playerCommand, statsCommand } from "./players/players.ts";
import { squadCommand } from "./players/squads.ts";
import { receiptsCommand } from "./receipts.ts";
import { rehearseCommand } from "./rehearse.ts";
import { replayCommand } from "./replay.ts";
import { seasonCommand } from "./season/season.ts";
import { announceCommand, auditCommand, jobCommand, mailCommand, payloadCommand, statusCommand } from "./system.ts";
import { operatorCommand, userCommand } from "./users/users.ts";
import { verifyCommand } from "./verify.ts";

/** Creates `fb` with all its commands, without running one. */
export function createProgram(): Command {
	const fb = new Command("fb")
		.description("First Bounce on the command line. Settings are environment variables, as for the server.")
		.usage("<command>  (npm run -s fb -- <command>)")
		.addHelpText(
			"after",
			`
Examples:
  npm run -s fb -- season import ./season-2026 --dry-run
  npm run -s fb -- clock play --speed 60
  npm run -s fb -- operator add you@example.org

Exit codes: 0 success, 1 refused (the reason is on stderr), 2 invalid command.`,
		);
	for (const command of [
		statusCommand(),
		seasonCommand(),
		replayCommand(),
		backtestCommand(),
		verifyCommand(),
		receiptsCommand(),
		rehearseCommand(),
		loadCommand(),
		exportCommand(),
		operatorCommand(),
		userCommand(),
		roundCommand(),
		matchCommand(),
		statsCommand(),
		playerCommand(),
		availabilityCommand(),
		photosCommand(),
		squadCommand(),
		payloadCommand(),
		jobCommand(),
		mailCommand(),
		announceCommand(),
		nameCommand(),
		reportCommand(),
		auditCommand(),
		clockCommand(),
		backupCommand(),
		restoreCommand(),
		databaseCommand(),
	]) {
		fb.addCommand(command);
	}
	return fb;
}
