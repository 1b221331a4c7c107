import { Command } from "commander";
import { replaySeason } from "../../features/match-day/replay/replay.ts";
import { formatProblem } from "../../features/seasons/import/csv/problem-list.ts";
import type { LineupFile } from "../../features/seasons/import/files/read-lineups.ts";
import { listSkippedRows } from "../../features/seasons/import/import-report.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { parseRoundId } from "../command-builders.ts";
import { CommandRefusedError, print, printError } from "../output/output.ts";
import { checkWritable, writeOutput } from "../output/output-file.ts";

const HELP = `
DIR is a season's folder as for "season import". Each --lineups belongs to the --round after it; both may be
repeated. FILE has the columns team, DEF, MID, RUC, FWD, bench_DEF, bench_MID, bench_RUC, bench_FWD, utility,
captain, vice_captain: ids, separated by spaces. The teams play that round only; neither the salary cap nor
positions are checked, and a bench player covers the line of her slot.

FILE.json gets {"rounds": [{round, teams: [{team, points, rank, substitutions}]}], "prices": [{round, player, price}],
"magicNumbers": [{round, value}]}. This installation's database is not changed.

Examples:
  npm run -s fb -- replay ./season-2023 --out prices.json
  npm run -s fb -- replay ./season-2023 --lineups r1.csv --round 1 --lineups r2.csv --round 2 --out replay.json`;

interface ReplayOptions {
	readonly lineups?: readonly string[];
	readonly round?: readonly number[];
	readonly out: string;
}

export function createReplayCommand(): Command {
	return new Command("replay")
		.description("replay a past season from its stats with historic line-ups, and write the results")
		.argument("<DIR>", "the season's folder")
		.option("--lineups <FILE>", "line-ups of a round (repeatable)", (file, files: string[] = []) => [...files, file])
		.option("--round <N>", "the round of the line-ups (repeatable)", (text, rounds: number[] = []) => [
			...rounds,
			parseRoundId(text),
		])
		.requiredOption("--out <FILE.json>", "the result file")
		.addHelpText("after", HELP)
		.action(runReplay);
}

async function runReplay(folder: string, options: ReplayOptions, command: Command): Promise<void> {
	const { lineups = [], round = [], out } = options;
	if (lineups.length !== round.length) command.error("error: each --lineups needs its --round");
	await checkWritable(out);
	const files = lineups.map((file, index): LineupFile => ({ file, roundId: round[index] ?? 0 }));
	const replay = await replaySeason(folder, files, printError);
	printError(...listSkippedRows(replay.skippedRows), ...replay.problems.map(formatProblem));
	if (!replay.result)
		throw new CommandRefusedError(`${formatCount(replay.problems.length, "problem")}: nothing was replayed.`);
	for (const { file, line, team, playerId } of replay.unknownPlayers) {
		printError(`${file}:${line}: unknown player ${playerId} in team ${team}: counted as not played`);
	}
	await writeOutput(out, `${JSON.stringify(replay.result)}\n`);
	const teams = replay.result.rounds.reduce((sum, round) => sum + round.teams.length, 0);
	const { rounds, prices } = replay.result;
	print(
		`${[formatCount(rounds.length, "round"), formatCount(teams, "team"), formatCount(prices.length, "price")].join(", ")}: ${out}`,
	);
}
