import { Command } from "commander";
import { createClockCommand } from "./clock.ts";
import { createBackupCommand, createRestoreCommand } from "./database/backup.ts";
import { createDatabaseCommand } from "./database/database.ts";
import { createExportCommand } from "./export.ts";
import { createLoadCommand } from "./load.ts";
import { createMatchCommand, createRoundCommand } from "./match-day.ts";
import { createNameCommand, createReportCommand } from "./moderation.ts";
import { createPhotosCommand } from "./players/photos.ts";
import { createAvailabilityCommand } from "./players/player-imports.ts";
import { createPlayerCommand, createStatsCommand } from "./players/players.ts";
import { createSquadCommand } from "./players/squads.ts";
import { createReceiptsCommand } from "./receipts.ts";
import { createBacktestCommand } from "./season/backtest.ts";
import { createRehearseCommand } from "./season/rehearse.ts";
import { createReplayCommand } from "./season/replay.ts";
import { createSeasonCommand } from "./season/season.ts";
import { createSecretsCommand } from "./secrets.ts";
import {
	createAnnounceCommand,
	createAuditCommand,
	createJobCommand,
	createMailCommand,
	createPayloadCommand,
	createStatusCommand,
} from "./system.ts";
import { createOperatorCommand, createUserCommand } from "./users/users.ts";
import { createVerifyCommand } from "./verify.ts";

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
		createStatusCommand(),
		createSeasonCommand(),
		createReplayCommand(),
		createBacktestCommand(),
		createVerifyCommand(),
		createReceiptsCommand(),
		createRehearseCommand(),
		createLoadCommand(),
		createExportCommand(),
		createOperatorCommand(),
		createUserCommand(),
		createRoundCommand(),
		createMatchCommand(),
		createStatsCommand(),
		createPlayerCommand(),
		createAvailabilityCommand(),
		createPhotosCommand(),
		createSquadCommand(),
		createPayloadCommand(),
		createJobCommand(),
		createMailCommand(),
		createAnnounceCommand(),
		createNameCommand(),
		createReportCommand(),
		createAuditCommand(),
		createClockCommand(),
		createBackupCommand(),
		createRestoreCommand(),
		createDatabaseCommand(),
		createSecretsCommand(),
	]) {
		fb.addCommand(command);
	}
	return fb;
}
