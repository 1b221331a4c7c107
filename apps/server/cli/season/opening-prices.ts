import { Command } from "commander";
import { readSeasonFolder } from "../../features/seasons/import/files/read-season-folder.ts";
import { listImportProblems } from "../../features/seasons/import/import-report.ts";
import { formatOpeningPrices, listOpeningPrices } from "../../features/seasons/opening-prices/list-opening-prices.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { CommandRefusedError, print, printError } from "../output/output.ts";
import { checkWritable, writeOutput } from "../output/output-file.ts";

const HELP = `
DIR is the folder of a past season, as for season import. FILE.csv gets the columns player_id, first_name, last_name,
matches, average, price: the home-and-away matches each player played, her points per match by the season's weights, and
the price. prices.opening in season.json changes the dollars per point and the price factors for players
with few matches. A player without a match costs the floor price. This installation's database is not changed.

Example:
  npm run -s fb -- season opening-prices ./season-2026 --out prices-2027.csv`;

export function createOpeningPricesCommand(): Command {
	return new Command("opening-prices")
		.description("compute the next season's opening prices from a past season")
		.argument("<DIR>", "the past season's folder")
		.requiredOption("--out <FILE.csv>", "the result file")
		.addHelpText("after", HELP)
		.action(runOpeningPrices);
}

async function runOpeningPrices(folder: string, { out }: { readonly out: string }): Promise<void> {
	await checkWritable(out);
	const { season, problems, skippedRows } = await readSeasonFolder(folder);
	printError(...listImportProblems({ problems, skippedRows }));
	if (!season) throw new CommandRefusedError(`${formatCount(problems.length, "problem")}: nothing was written.`);
	if (season.stats.length === 0) throw new CommandRefusedError(`${folder} has no stats: nothing was written.`);
	const prices = listOpeningPrices(season);
	await writeOutput(out, formatOpeningPrices(prices));
	print(
		`${formatCount(prices.length, "player")}, ${prices.filter(({ matches }) => matches === 0).length} without a match: ${out}`,
	);
}
