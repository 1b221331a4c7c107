import { Command } from "commander";
import { readConfig } from "../../config.ts";
import { resolveDataDir } from "../../db/embedded/data-dir.ts";
import { createContinueLeagues } from "../../features/leagues/draft/keepers/continue-league.ts";
import { createMediaStore } from "../../features/media/media-store.ts";
import { formatImportChanges, listImportProblems } from "../../features/seasons/import/import-report.ts";
import { startNextSeason } from "../../features/seasons/import/next-season.ts";
import { countUnmatchedPlayers } from "../../features/seasons/rollover/person-match-queries.ts";
import { closeSeason } from "../../features/seasons/rollover/rollover.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { COMMAND_LINE } from "../../plugins/audit.ts";
import { withDatabase, withExistingDatabase } from "../operator-services.ts";
import { print, printError } from "../output/output.ts";
import { buildImportRefusal, END_DEMO_HELP } from "./import-refusal.ts";

const NEXT_HELP = `
Imports DIR like "season import", closes the current season if all its rounds are complete, makes the new
one current, and gives everyone an empty team in it. If there is any problem, nothing changes. Users, names and favourite
clubs are kept. Running it again changes nothing. --dry-run says which season ends, with its teams and leagues. This cannot be
undone: back up first.

Examples:
  npm run -s fb -- season next ./season-2027 --dry-run
  npm run -s fb -- season next ./season-2027`;

const CLOSE_HELP = `
Nobody can play until the next season begins. This cannot be undone: back up first.

Example:
  npm run -s fb -- season close`;

/** Creates the commands that close a season and start the next. */
export function createRolloverCommands(): Command[] {
	return [
		new Command("close")
			.description("archive the current season as read-only; all its rounds must be complete")
			.option("--reason <TEXT>", "why, for the audit log", "")
			.addHelpText("after", CLOSE_HELP)
			.action(({ reason }: { reason: string }) =>
				withExistingDatabase(async ({ db }) => {
					const id = await closeSeason(db, { ...COMMAND_LINE, reason });
					print(`Season ${id} is closed and read-only.`);
				}),
			),
		new Command("next")
			.description("import the next season, close the current one, and start with empty teams")
			.argument("<DIR>", "the next season's folder, as for season import")
			.option("--dry-run", "print what would change and which season ends, and save nothing")
			.option("--reason <TEXT>", "why, for the audit log", "")
			.option("--remove", "as for season import")
			.option("--prefer-files", "as for season import")
			.option("--end-demo", END_DEMO_HELP)
			.addHelpText("after", NEXT_HELP)
			.action(runNextSeason),
	];
}

interface NextSeasonOptions {
	readonly dryRun?: boolean;
	readonly reason: string;
	readonly remove?: boolean;
	readonly preferFiles?: boolean;
	readonly endDemo?: boolean;
}

const runNextSeason = (
	folder: string,
	{ dryRun: isDryRun = false, reason, ...choices }: NextSeasonOptions,
): Promise<void> =>
	withDatabase(async ({ db }) => {
		const media = await createMediaStore(resolveDataDir(readConfig()));
		// Passed in, because seasons must not import leagues.
		const continueLeagues = createContinueLeagues({ media });
		const options = { ...choices, isDryRun, audit: { ...COMMAND_LINE, reason }, continueLeagues };
		const report = await startNextSeason(db, folder, options);
		printError(...listImportProblems(report));
		const { outcome, teams: teamCount, leagues: leagueCount } = report;
		if (!outcome) throw buildImportRefusal(report);
		print(...formatImportChanges(report, isDryRun));
		const emptyTeams = formatCount(teamCount, "empty team");
		if (isDryRun)
			print(`Season ${outcome.seasonId} would be the current one; ${emptyTeams}.`, "Dry run: nothing was written.");
		else print("Imported.", `Season ${outcome.seasonId} is the current one; ${emptyTeams}.`);
		if (leagueCount === 0) return;
		print(`${formatCount(leagueCount, "keeper or dynasty league")} created with last season's teams.`);
		const unmatched = await countUnmatchedPlayers(db, outcome.seasonId);
		if (unmatched > 0)
			print(
				`${formatCount(unmatched, "player")} of their squads not found in the new list: see "fb player unmatched".`,
			);
	});
