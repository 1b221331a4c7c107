import { Command } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { isRunByNpm } from "./output/output.ts";

/** Each command by its name, as the help lists them, loaded when it is needed, because all of them together take a second. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
	Installation: {
		doctor: async () => (await import("./doctor.ts")).createDoctorCommand(),
		status: async () => (await import("./system.ts")).createStatusCommand(),
		operator: async () => (await import("./users/users.ts")).createOperatorCommand(),
		maintenance: async () => (await import("./maintenance.ts")).createMaintenanceCommand(),
		backup: async () => (await import("./database/backup.ts")).createBackupCommand(),
		restore: async () => (await import("./database/backup.ts")).createRestoreCommand(),
		db: async () => (await import("./database/database.ts")).createDatabaseCommand(),
		secrets: async () => (await import("./secrets.ts")).createSecretsCommand(),
		job: async () => (await import("./system.ts")).createJobCommand(),
		mail: async () => (await import("./system.ts")).createMailCommand(),
		audit: async () => (await import("./system.ts")).createAuditCommand(),
	},
	Season: {
		season: async () => (await import("./season/season.ts")).createSeasonCommand(),
		rehearse: async () => (await import("./season/rehearse.ts")).createRehearseCommand(),
		player: async () => (await import("./players/players.ts")).createPlayerCommand(),
		squad: async () => (await import("./players/squads.ts")).createSquadCommand(),
		availability: async () => (await import("./players/player-imports.ts")).createAvailabilityCommand(),
		photos: async () => (await import("./players/photos.ts")).createPhotosCommand(),
	},
	"Match day": {
		round: async () => (await import("./match-day.ts")).createRoundCommand(),
		match: async () => (await import("./match-day.ts")).createMatchCommand(),
		stats: async () => (await import("./players/players.ts")).createStatsCommand(),
		payload: async () => (await import("./system.ts")).createPayloadCommand(),
		verify: async () => (await import("./verify.ts")).createVerifyCommand(),
		draft: async () => (await import("./drafts.ts")).createDraftCommand(),
		receipts: async () => (await import("./receipts.ts")).createReceiptsCommand(),
		announce: async () => (await import("./system.ts")).createAnnounceCommand(),
	},
	People: {
		user: async () => (await import("./users/users.ts")).createUserCommand(),
		name: async () => (await import("./moderation.ts")).createNameCommand(),
		report: async () => (await import("./moderation.ts")).createReportCommand(),
	},
	More: {
		clock: async () => (await import("./clock.ts")).createClockCommand(),
		replay: async () => (await import("./season/replay.ts")).createReplayCommand(),
		backtest: async () => (await import("./season/backtest.ts")).createBacktestCommand(),
		load: async () => (await import("./load.ts")).createLoadCommand(),
		export: async () => (await import("./export.ts")).createExportCommand(),
	},
};

/** Creates `fb`, without running it, with the command of this name, or with all commands if no command has this name. */
export async function createProgram(name = ""): Promise<Command> {
	const fb = new Command("fb")
		.description("First Bounce on the command line. Settings are environment variables, as for the server.")
		.usage(`<command>${isRunByNpm() ? "  (npm run -s fb -- <command>)" : ""}`)
		.version(packageJson.version, "--version", "display the version")
		.addHelpText(
			"after",
			`
Examples:
  npm run -s fb -- season import ./season-2026 --dry-run
  npm run -s fb -- clock play --speed 60
  npm run -s fb -- operator add you@example.org

Exit codes: 0 success, 1 refused (the reason is on stderr), 2 invalid command.`,
		);
	const groups = Object.entries(GROUPS);
	const isKnown = groups.some(([, commands]) => Object.hasOwn(commands, name));
	for (const [group, commands] of groups)
		for (const [command, create] of Object.entries(commands))
			if (!isKnown || command === name) fb.addCommand((await create()).helpGroup(`${group}:`));
	return fb;
}
