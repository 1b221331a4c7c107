import { Command } from "commander";

/** Each command by its name, loaded when it is needed, because all of them together take a second. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
	["doctor", async () => (await import("./doctor.ts")).createDoctorCommand()],
	["status", async () => (await import("./system.ts")).createStatusCommand()],
	["season", async () => (await import("./season/season.ts")).createSeasonCommand()],
	["replay", async () => (await import("./season/replay.ts")).createReplayCommand()],
	["backtest", async () => (await import("./season/backtest.ts")).createBacktestCommand()],
	["verify", async () => (await import("./verify.ts")).createVerifyCommand()],
	["receipts", async () => (await import("./receipts.ts")).createReceiptsCommand()],
	["rehearse", async () => (await import("./season/rehearse.ts")).createRehearseCommand()],
	["load", async () => (await import("./load.ts")).createLoadCommand()],
	["export", async () => (await import("./export.ts")).createExportCommand()],
	["operator", async () => (await import("./users/users.ts")).createOperatorCommand()],
	["user", async () => (await import("./users/users.ts")).createUserCommand()],
	["round", async () => (await import("./match-day.ts")).createRoundCommand()],
	["match", async () => (await import("./match-day.ts")).createMatchCommand()],
	["stats", async () => (await import("./players/players.ts")).createStatsCommand()],
	["player", async () => (await import("./players/players.ts")).createPlayerCommand()],
	["availability", async () => (await import("./players/player-imports.ts")).createAvailabilityCommand()],
	["photos", async () => (await import("./players/photos.ts")).createPhotosCommand()],
	["squad", async () => (await import("./players/squads.ts")).createSquadCommand()],
	["payload", async () => (await import("./system.ts")).createPayloadCommand()],
	["job", async () => (await import("./system.ts")).createJobCommand()],
	["mail", async () => (await import("./system.ts")).createMailCommand()],
	["announce", async () => (await import("./system.ts")).createAnnounceCommand()],
	["name", async () => (await import("./moderation.ts")).createNameCommand()],
	["report", async () => (await import("./moderation.ts")).createReportCommand()],
	["draft", async () => (await import("./drafts.ts")).createDraftCommand()],
	["maintenance", async () => (await import("./maintenance.ts")).createMaintenanceCommand()],
	["audit", async () => (await import("./system.ts")).createAuditCommand()],
	["clock", async () => (await import("./clock.ts")).createClockCommand()],
	["backup", async () => (await import("./database/backup.ts")).createBackupCommand()],
	["restore", async () => (await import("./database/backup.ts")).createRestoreCommand()],
	["db", async () => (await import("./database/database.ts")).createDatabaseCommand()],
	["secrets", async () => (await import("./secrets.ts")).createSecretsCommand()],
]);

/** Creates `fb`, without running it, with the command of this name, or with all commands if no command has this name. */
export async function createProgram(name = ""): Promise<Command> {
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
	const chosen = COMMANDS.get(name);
	for (const create of chosen ? [chosen] : COMMANDS.values()) fb.addCommand(await create());
	return fb;
}
