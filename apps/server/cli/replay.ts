import { access, constants, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { formatFault } from "../features/seasons/import/csv/fault-list.ts";
import { listImportProblems } from "../features/seasons/import/import-report.ts";
import type { LineupFile } from "../features/seasons/replay/read-lineups.ts";
import { replaySeason } from "../features/seasons/replay/replay.ts";
import { CommandRefusedError, print, printError } from "./output.ts";

const HELP = `
DIR is a season's folder as of "season import". Each --lineups goes with the --round that follows it; both may be
given again. FILE has the columns team, DEF, MID, RUC, FWD, bench_DEF, bench_MID, bench_RUC, bench_FWD, utility,
captain, vice_captain: ids, several of a line separated by spaces. Its teams play that round only; neither cap nor
eligibility is checked, and a bench player covers the line she sits on.

FILE.json gets {"rounds": [{round, teams: [{team, points, rank, substitutions}]}], "prices": [{round, player, price}],
"magicNumbers": [{round, value}]}. Nothing is written to this installation's database.

Examples:
  npm run -s fb -- replay ./season-2023 --out prices.json
  npm run -s fb -- replay ./season-2023 --lineups r1.csv --round 1 --lineups r2.csv --round 2 --out replay.json`;

interface ReplayOptions {
	readonly lineups?: readonly string[];
	readonly round?: readonly number[];
	readonly out: string;
}

export function replayCommand(): Command {
	return new Command("replay")
		.description("play a season of the past from its stats, with historic line-ups, and write what comes of it")
		.argument("<DIR>", "the season's folder")
		.option("--lineups <FILE>", "line-ups of a round (repeatable)", (file, files: string[] = []) => [...files, file])
		.option("--round <N>", "the round of the line-ups (repeatable)", parseRounds)
		.requiredOption("--out <FILE.json>", "where the result is written")
		.addHelpText("after", HELP)
		.action(runReplay);
}

function parseRounds(text: string, rounds: number[] = []): number[] {
	if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("It is not a round.");
	return [...rounds, Number(text)];
}

const createUnwritableError = (out: string, reason: string) =>
	new CommandRefusedError(`${out} cannot be written: ${reason}`);

/** Checks the output file before the replay, which takes long. */
async function checkWritable(out: string): Promise<void> {
	const folder = path.dirname(path.resolve(out));
	if (
		await stat(out).then(
			(found) => found.isDirectory(),
			() => false,
		)
	)
		throw createUnwritableError(out, "it is a folder");
	await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
		throw createUnwritableError(
			out,
			error.code === "ENOENT" ? `there is no folder ${folder}` : (error.code ?? error.message),
		);
	});
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

async function runReplay(folder: string, options: ReplayOptions, command: Command): Promise<void> {
	const { lineups = [], round = [], out } = options;
	if (lineups.length !== round.length) command.error("error: each --lineups needs its --round");
	await checkWritable(out);
	const files = lineups.map((file, index): LineupFile => ({ file, roundId: round[index] ?? 0 }));
	const replay = await replaySeason(folder, files, (progress) => printError(progress));
	printError(
		...listImportProblems({ faults: [], skippedRows: replay.skippedRows, outcome: null }),
		...replay.faults.map(formatFault),
	);
	if (!replay.result)
		throw new CommandRefusedError(`${formatCount(replay.faults.length, "fault")}: nothing was replayed.`);
	for (const { file, line, team, playerId } of replay.unknown) {
		printError(`${file}:${line}: unknown player ${playerId} in team ${team}: counted as one who did not play`);
	}
	try {
		await writeFile(out, `${JSON.stringify(replay.result)}\n`);
	} catch (error) {
		throw createUnwritableError(out, error instanceof Error ? error.message : String(error));
	}
	const teams = replay.result.rounds.reduce((sum, each) => sum + each.teams.length, 0);
	const { rounds, prices } = replay.result;
	print(
		`${[formatCount(rounds.length, "round"), formatCount(teams, "team"), formatCount(prices.length, "price")].join(", ")}: ${out}`,
	);
}
