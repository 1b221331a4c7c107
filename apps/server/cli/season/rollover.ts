import { Command } from "commander";
import { COMMAND_LINE } from "../../features/operator/audit/audit.ts";
import { beginSeason, closeSeason } from "../../features/seasons/current/rollover.ts";
import { formatImportSummary, listImportProblems } from "../../features/seasons/import/import-report.ts";
import { importSeason } from "../../features/seasons/import/import-season.ts";
import { withDatabase } from "../operator-services.ts";
import { CommandRefusedError, print, printError } from "../output/output.ts";

const NEXT_HELP = `
Imports DIR like "season import", closes the current season if all its rounds are complete, makes the new
one current, and gives everyone an empty team in it. Users, names and favourite clubs are kept. Running it again changes
nothing.

Example:
  npm run -s fb -- season next ./season-2027`;

/** Creates the commands that close a season and start the next. */
export function rolloverCommands(): Command[] {
	return [
		new Command("close")
			.description("archive the current season as read-only; all its rounds must be complete")
			.option("--reason <TEXT>", "why, for the audit log", "")
			.addHelpText("after", "\nExample:\n  npm run -s fb -- season close")
			.action(({ reason }: { reason: string }) =>
				withDatabase(async ({ db }) => {
					const id = await closeSeason(db, { ...COMMAND_LINE, reason });
					print(`Season ${id} is closed and read-only.`);
				}),
			),
		new Command("next")
			.description("import the next season, close the current one, and start with empty teams")
			.argument("<DIR>", "the next season's folder, as for season import")
			.option("--reason <TEXT>", "why, for the audit log", "")
			.option("--remove", "as for season import")
			.option("--prefer-files", "as for season import")
			.addHelpText("after", NEXT_HELP)
			.action(startNextSeason),
	];
}

interface NextSeasonOptions {
	readonly reason: string;
	readonly remove?: boolean;
	readonly preferFiles?: boolean;
}

const startNextSeason = (
	folder: string,
	{ reason, remove = false, preferFiles = false }: NextSeasonOptions,
): Promise<void> =>
	withDatabase(async ({ db }) => {
		const report = await importSeason(db, folder, { remove, preferFiles, audit: { ...COMMAND_LINE, reason } });
		printError(...listImportProblems(report));
		if (!report.outcome) throw new CommandRefusedError(`${report.problems.length} problems: nothing was imported.`);
		const { teams } = await beginSeason(db, report.outcome.seasonId, { ...COMMAND_LINE, reason });
		print(
			...formatImportSummary(report, false),
			`Season ${report.outcome.seasonId} is the current one; ${teams} empty teams.`,
		);
	});
