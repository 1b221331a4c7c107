import { Command } from "commander";
import { importSeason } from "../seasons/import/import-season.ts";
import { importProblems, importSummary } from "../seasons/import/report-import.ts";
import { print, Refused, tell } from "./outcome.ts";
import { withDatabase } from "./with-database.ts";

const FOLDER_HELP = `
DIR holds season.json (id, name, and the rules that differ from the defaults), squads.csv, rounds.csv,
matches.csv, players.csv, and where there are any signings.csv and stats.csv; CSV in UTF-8 with a header.
stats.csv, or FILE, may have the columns of fetch_player_stats_afl() of the R package fitzRoy instead.

Importing again brings the database to what the files say now. Nothing is written when a file has a fault:
all faults are listed with file and line. A stat row of an unknown player is set aside and reported.

Examples:
  npm run -s fb -- season import ./season-2026 --dry-run
  npm run -s fb -- season import ./season-2026
  npm run -s fb -- season import ./season-2026 --stats ./fitzroy-round-7.csv`;

export function seasonCommand(): Command {
	const season = new Command("season").description("bring seasons in");
	season
		.command("import")
		.description("import a season from a folder of CSV files, or bring an imported one up to date")
		.argument("<DIR>", "the season's folder")
		.option("--dry-run", "print what would change, and write nothing")
		.option("--stats <FILE>", "read the stats from FILE in place of DIR/stats.csv")
		.addHelpText("after", FOLDER_HELP)
		.action(runImport);
	return season;
}

async function runImport(
	folder: string,
	{ dryRun = false, stats }: { dryRun?: boolean; stats?: string },
): Promise<void> {
	const report = await withDatabase(({ db }) => importSeason(db, folder, { isDryRun: dryRun, statsFile: stats }));
	tell(...importProblems(report));
	if (!report.outcome) {
		const count = report.faults.length;
		throw new Refused(`${count} ${count === 1 ? "fault" : "faults"}: nothing was imported.`);
	}
	print(...importSummary(report, dryRun));
}
