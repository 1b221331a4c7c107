import { Command } from "commander";
import { COMMAND_LINE } from "../features/operator/audit/audit.ts";
import { beginSeason, closeSeason } from "../features/seasons/current/rollover.ts";
import { formatImportSummary, listImportProblems } from "../features/seasons/import/import-report.ts";
import { importSeason } from "../features/seasons/import/import-season.ts";
import { CommandRefusedError, print, printError } from "./output.ts";
import { withDatabase } from "./with-database.ts";

const NEXT_HELP = `
Imports DIR as "season import" does, closes the season before it once every round of it is complete, makes the new
one current, and gives everyone an empty team in it. Users, names and favourite clubs stay. Running it again changes
nothing.

Example:
  npm run -s fb -- season next ./season-2027`;

/** Creates the commands that end a season and begin the next. */
export function rolloverCommands(): Command[] {
	return [
		new Command("close")
			.description("archive the current season, read-only; every round of it must be complete")
			.option("--reason <TEXT>", "why, for the audit log", "")
			.addHelpText("after", "\nExample:\n  npm run -s fb -- season close")
			.action(({ reason }: { reason: string }) =>
				withDatabase(async ({ db }) => {
					const id = await closeSeason(db, { ...COMMAND_LINE, reason });
					print(`Season ${id} is closed: read-only from now on.`);
				}),
			),
		new Command("next")
			.description("bring the next season in, close the one before it, and begin with empty teams")
			.argument("<DIR>", "the next season's folder, as of season import")
			.option("--reason <TEXT>", "why, for the audit log", "")
			.option("--remove", "as of season import")
			.option("--prefer-files", "as of season import")
			.addHelpText("after", NEXT_HELP)
			.action(nextSeason),
	];
}

interface NextSeasonOptions {
	readonly reason: string;
	readonly remove?: boolean;
	readonly preferFiles?: boolean;
}

const nextSeason = (
	folder: string,
	{ reason, remove = false, preferFiles = false }: NextSeasonOptions,
): Promise<void> =>
	withDatabase(async ({ db }) => {
		const report = await importSeason(db, folder, { remove, preferFiles, audit: { ...COMMAND_LINE, reason } });
		printError(...listImportProblems(report));
		if (!report.outcome) throw new CommandRefusedError(`${report.faults.length} faults: nothing was imported.`);
		const { teams } = await beginSeason(db, report.outcome.seasonId, { ...COMMAND_LINE, reason });
		print(
			...formatImportSummary(report, false),
			`Season ${report.outcome.seasonId} is the current one; ${teams} empty teams.`,
		);
	});
