import { Command, Option } from "commander";
import { runBacktest, STRATEGIES, type Strategy } from "../../features/seasons/backtest/backtest.ts";
import { readOwnership, readStartTeam } from "../../features/seasons/backtest/read-inputs.ts";
import { formatProblem, type ImportProblem, ProblemList } from "../../features/seasons/import/csv/problem-list.ts";
import { readSeasonFolder } from "../../features/seasons/import/files/read-season-folder.ts";
import { listSkippedRows } from "../../features/seasons/import/import-report.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { parseWholeNumber } from "../command-builders.ts";
import { CommandRefusedError, print, printError } from "../output/output.ts";
import { checkWritable, writeOutput } from "../output/output-file.ts";

const HELP = `
DIR is a season's folder as for "season import". Each round is decided with the scores and prices of earlier rounds,
the fixture and the round's teams: the players who have stats in it. Prices are computed, never read.

Strategies: "autofill" picks a team and never trades, "coach" makes the trades that the coach suggests for the next
round, "planner" those for up to five rounds ahead. All of them set field, captains and emergencies every week.

--ownership has the columns player and share (0 to 1) before the first round. --start has the columns of "replay":
the team plays the first round as it is in the file. --seed varies the estimates of the first round by at most 1 %.

FILE.json gets {"total", "rounds": [{round, lineup, bench, utility, captain, viceCaptain, emergencies, trades, bank,
points}], "projections": [{round, player, estimate, low, high}]}. This installation's database is not used.

Examples:
  npm run -s fb -- backtest ./season-2023 --out backtest.json
  npm run -s fb -- backtest ./season-2023 --start lineups_round1.csv --team 20 --out team20.json`;

interface BacktestCommandOptions {
	readonly strategy: Strategy;
	readonly seed?: number;
	readonly ownership?: string;
	readonly start?: string;
	readonly team?: number;
	readonly out: string;
}

export function createBacktestCommand(): Command {
	return new Command("backtest")
		.description("play a past season with the coach's advice, and write every decision and its points")
		.argument("<DIR>", "the season's folder")
		.addOption(new Option("--strategy <NAME>", "how to play").choices(STRATEGIES).default("coach"))
		.option("--seed <N>", "vary the estimates of the first round", parseWholeNumber)
		.option("--ownership <FILE.csv>", "how many teams own each player before the first round")
		.option("--start <LINEUPS.csv>", "start with a team of this file, with --team")
		.option("--team <ID>", "the team of the file", parseWholeNumber)
		.requiredOption("--out <FILE.json>", "the result file")
		.addHelpText("after", HELP)
		.action(runBacktestCommand);
}

async function runBacktestCommand(folder: string, options: BacktestCommandOptions, command: Command): Promise<void> {
	const { strategy, seed = null, ownership, start, team, out } = options;
	if ((start === undefined) !== (team === undefined)) command.error("error: --start and --team belong together");
	await checkWritable(out);
	const { season, problems, skippedRows } = await readSeasonFolder(folder);
	printError(...listSkippedRows(skippedRows));
	if (!season) throw buildProblemsRefusal(problems);

	const inputProblems = new ProblemList();
	const shares = ownership === undefined ? null : await readOwnership(ownership, season, inputProblems);
	const startTeam =
		start === undefined || team === undefined
			? null
			: await readStartTeam({ file: start, team }, season, inputProblems);
	if (inputProblems.list.length > 0) throw buildProblemsRefusal(inputProblems.list);
	for (const { id } of startTeam?.unknownPlayers ?? []) {
		printError(`${start}: unknown player ${id} in team ${team}: counted as not played, at the floor price`);
	}

	const result = runBacktest(season, { strategy, seed, ownership: shares, start: startTeam });
	if (!result) throw new CommandRefusedError("The salary cap is too low to fill a team.");
	await writeOutput(out, `${JSON.stringify(result)}\n`);
	const { rounds, total } = result;
	const trades = rounds.reduce((sum, round) => sum + round.trades.length, 0);
	print(`${formatCount(rounds.length, "round")}, ${formatCount(trades, "trade")}, ${total} points: ${out}`);
}

const buildProblemsRefusal = (problems: readonly ImportProblem[]) =>
	new CommandRefusedError(
		...problems.map(formatProblem),
		`${formatCount(problems.length, "problem")}: nothing was played.`,
	);
