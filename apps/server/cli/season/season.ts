import { Command, InvalidArgumentError } from "commander";
import { getNextFriday } from "../../features/demo/demo-seasons.ts";
import { MAX_GENERATED_CLUBS } from "../../features/seasons/generator/clubs.ts";
import { generateFolder } from "../../features/seasons/generator/write-folder.ts";
import { parseInstant } from "../../features/seasons/import/csv/dates.ts";
import { formatImportSummary, listImportProblems } from "../../features/seasons/import/import-report.ts";
import { importSeason } from "../../features/seasons/import/import-season.ts";
import { COMMAND_LINE } from "../../plugins/audit.ts";
import { createRangeParser, parseWholeNumber } from "../command-builders.ts";
import { withDatabase } from "../operator-services.ts";
import { print, printError } from "../output/output.ts";
import { createFetchCommand } from "./fetch.ts";
import { buildImportRefusal, END_DEMO_HELP } from "./import-refusal.ts";
import { createOpeningPricesCommand } from "./opening-prices.ts";
import { createRolloverCommands } from "./rollover.ts";
import { createUndoCommand } from "./undo.ts";

const FOLDER_HELP = `
DIR contains season.json (id, name, and the rules that differ from the defaults), squads.csv, rounds.csv,
matches.csv, players.csv, and optionally signings.csv and stats.csv; CSV in UTF-8 with a header.
stats.csv, or FILE, may have the columns of fetch_player_stats_afl() of the R package fitzRoy instead.
The optional column provider_id of squads, players, signings and matches is the provider's id (CD_T7386, CD_I1013415).
It is needed only if the provider's id does not end in the row's own id. Without the column, stored provider ids are kept.

Importing again applies what changed in the files, and lists what is kept:
  - Nothing is removed without --remove, which lists each removal first. A missing file, or a match without
    rows in the stats file, changes nothing.
  - Changes made in the console or by a feed since the last import are kept. --prefer-files overwrites all of them with
    the files' values; --take KEY overwrites only one row, named by table and id (players:1003), or one of its columns
    (players:1003:positions). Columns that belong together are overwritten together, such as a match's round, start,
    venue and time zone. Each kept change is listed with its value in the database, in the files and, if it
    differs from both, in the last import. "season undo" undoes an import.
  - Published rounds, matches that have started, and the clubs of locked players never change. Stats of published
    rounds change only through corrections.
If there is no current season, the imported one becomes the current season. It also replaces the demo, which then ends with
its teams, leagues and accounts: --dry-run lists what ends, and "season undo" does not bring it back. If registered managers
have teams in the demo, the import needs --end-demo. Any other current season stays the current one: see "season next".

For a season imported by an earlier version, the database wins wherever the files differ until you pass
--prefer-files.

If a file has a problem, nothing is imported, and all problems are listed with file and line. A stat row of an unknown player
is skipped and reported.

Examples:
  npm run -s fb -- season import ./season-2026 --dry-run
  npm run -s fb -- season import ./season-2026
  npm run -s fb -- season import ./season-2026 --end-demo
  npm run -s fb -- season import ./season-2026 --remove --dry-run
  npm run -s fb -- season import ./season-2026 --take players:1003:positions matches:302:starts_at
  npm run -s fb -- season import ./season-2026 --stats ./fitzroy-round-7.csv`;

const MAX_GENERATED_ROUNDS = 30;

export function createSeasonCommand(): Command {
	const season = new Command("season").description("import or generate seasons");
	season
		.command("import")
		.description("import or update a season from a folder of CSV files")
		.argument("<DIR>", "the season's folder")
		.option("--dry-run", "print what would change, and save nothing")
		.option("--stats <FILE>", "read the stats from FILE instead of DIR/stats.csv")
		.option("--remove", "remove what is missing from the files and was not changed since the last import")
		.option("--prefer-files", "overwrite changes made in the console or by a feed since the last import")
		.option(
			"--take <KEY...>",
			"overwrite only these changes and columns that belong to them, such as players:1003:positions",
		)
		.option("--end-demo", END_DEMO_HELP)
		.addHelpText("after", FOLDER_HELP)
		.action(runImport);
	season
		.command("generate")
		.description("generate a fictional season as a folder to import")
		.option("--out <DIR>", "the folder to write", "./generated-season")
		.option("--seed <N>", "the same seed gives the same season", parseWholeNumber, 1)
		.option("--id <N>", "the season's id", parseWholeNumber, 1000)
		.option("--name <NAME>", "the season's name", "Southern Lights Women's League")
		.option(
			"--first-day <DATE>",
			"the Friday of the first round, such as 2026-08-28; by default the next one",
			parseFriday,
		)
		.option("--length <N>", "how many rounds the season has", createRangeParser(1, MAX_GENERATED_ROUNDS), 12)
		.option(
			"--clubs <N>",
			"how many clubs it has; one of an odd number has a bye",
			createRangeParser(2, MAX_GENERATED_CLUBS),
			18,
		)
		.option("--rounds <N>", "include results and stats up to this round: 0 is none; by default all", parseWholeNumber)
		.addHelpText(
			"after",
			"\nExamples:\n  npm run -s fb -- season generate --seed 7 --out ./season-7\n  npm run -s fb -- season generate --length 14 --clubs 19 --rounds 0 --out ./season-2028",
		)
		.action(runGenerate);
	season.addCommand(createFetchCommand());
	season.addCommand(createOpeningPricesCommand());
	season.addCommand(createUndoCommand());
	for (const command of createRolloverCommands()) season.addCommand(command);
	return season;
}

interface GenerateOptions {
	readonly out: string;
	readonly seed: number;
	readonly id: number;
	readonly name: string;
	readonly firstDay?: number;
	readonly length: number;
	readonly clubs: number;
	readonly rounds?: number;
}

async function runGenerate({ out, firstDay, length, rounds, ...season }: GenerateOptions): Promise<void> {
	const written = await generateFolder({
		...season,
		folder: out,
		rounds: length,
		playedRounds: rounds ?? length,
		firstDay: firstDay ?? getNextFriday(Date.now()),
	});
	const { squads, players, matches, stats } = written;
	print(`${out}: ${squads} squads, ${players} players, ${matches} matches, ${stats} stat lines`);
}

function parseFriday(text: string): number {
	const day = parseInstant(`${text}T00:00:00Z`);
	if (day === null || day !== getNextFriday(day)) throw new InvalidArgumentError("Not a Friday.");
	return day;
}

interface ImportCommandOptions {
	readonly dryRun?: boolean;
	readonly stats?: string;
	readonly remove?: boolean;
	readonly preferFiles?: boolean;
	readonly take?: readonly string[];
	readonly endDemo?: boolean;
}

async function runImport(folder: string, options: ImportCommandOptions): Promise<void> {
	const { dryRun = false, stats, remove = false, preferFiles = false, take = [], endDemo = false } = options;
	const choices = { remove, preferFiles, take: new Set(take), endDemo };
	const report = await withDatabase(({ db }) =>
		importSeason(db, folder, { isDryRun: dryRun, statsFile: stats, ...choices, audit: COMMAND_LINE }),
	);
	printError(...listImportProblems(report));
	if (!report.outcome) throw buildImportRefusal(report);
	print(...formatImportSummary(report, dryRun));
}
