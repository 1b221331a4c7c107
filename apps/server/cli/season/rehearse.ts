import { Command, InvalidArgumentError, Option } from "commander";
import { withTemporaryDiskError } from "../../db/full-disk.ts";
import { FAULT_LEVELS, type FaultLevel } from "../../features/rehearsal/faults.ts";
import { formatRehearsalReport, type RehearsalReport } from "../../features/rehearsal/rehearsal-report.ts";
import { rehearseSeason } from "../../features/rehearsal/rehearse-season.ts";
import { createRangeParser, parsePositive, parseWholeNumber } from "../command-builders.ts";
import { CommandRefusedError, print } from "../output/output.ts";
import { checkWritable, writeOutput } from "../output/output-file.ts";

const [MIN_TEAMS, MAX_TEAMS] = [30, 200];

const HELP = `
DIR is a season's folder as for "season import". Matches with rows in stats.csv are played as they were; the stats of
others are drawn from what their players are expected to score. Bots play as managers, in leagues too.

The season is played on a PostgreSQL, a server and a stats provider of its own, in a temporary folder (TMPDIR). This
installation's settings, data and database are not used, and nothing is mailed. The console's address and an operator's
account are printed at the start. Its pages are those that "npm start" built last.

Time jumps from one event to the next: teams, lock, match, publication, and the day after it. While a match is being played
it runs at --speed. Tasks for an operator are printed, and time stops until they are done in the console; with --unattended
the command does them itself, as most operators would.

FILE.json gets the report. Exit code 0 only if every round was published, every fault was handled, and recomputing the
rounds from the stored payloads gives the same standings and prices.

Examples:
  npm run -s fb -- rehearse ./season-2027
  npm run -s fb -- rehearse ./season-2027 --unattended --speed max --faults many --out rehearsal.json`;

interface RehearseCommandOptions {
	readonly speed: number | "max";
	readonly faults: FaultLevel;
	readonly seed: number;
	readonly rounds: number;
	readonly teams: number;
	readonly port: number;
	readonly unattended?: boolean;
	readonly keep?: boolean;
	readonly out?: string;
}

export function createRehearseCommand(): Command {
	return new Command("rehearse")
		.description("play a season's folder on a scratch database, with a faulty stats provider")
		.argument("<DIR>", "the season's folder")
		.option("--speed <N>", 'season seconds per second while a match is being played, or "max"', parseSpeed, 60)
		.addOption(new Option("--faults <LEVEL>", "how many faults the provider has").choices(FAULT_LEVELS).default("some"))
		.option("--seed <N>", "the same seed gives the same faults", parseWholeNumber, 1)
		.addOption(
			new Option("--rounds <N>", "stop after N rounds")
				.argParser(parsePositive)
				.default(Number.POSITIVE_INFINITY, "all"),
		)
		.option("--teams <N>", "how many bots play, from 30 to 200", createRangeParser(MIN_TEAMS, MAX_TEAMS), MAX_TEAMS)
		.option("--port <N>", "the console's port; by default a free one", createRangeParser(0, 65_535), 0)
		.option("--unattended", "do the operator's tasks without waiting")
		.option("--keep", "keep the database, and print where it is")
		.option("--out <FILE.json>", "the report file")
		.addHelpText("after", HELP)
		.action(runRehearse);
}

async function runRehearse(folder: string, options: RehearseCommandOptions): Promise<void> {
	const { speed, unattended = false, keep = false, out, ...others } = options;
	if (out !== undefined) await checkWritable(out);
	const interruption = new AbortController();
	const stop = () => interruption.abort(new CommandRefusedError("Stopped before the end."));
	process.on("SIGINT", stop).on("SIGTERM", stop);
	try {
		const report = await withTemporaryDiskError(() =>
			rehearseSeason({
				...others,
				folder,
				speed: speed === "max" ? null : speed,
				isUnattended: unattended,
				isKept: keep,
				print,
				signal: interruption.signal,
			}),
		);
		if (out !== undefined) await writeOutput(out, `${JSON.stringify(report, null, "\t")}\n`);
		printRehearsal(report);
	} catch (error) {
		throw interruption.signal.aborted ? interruption.signal.reason : error;
	} finally {
		process.off("SIGINT", stop).off("SIGTERM", stop);
	}
}

/** @throws CommandRefusedError after printing a rehearsal that did not pass */
export function printRehearsal(report: RehearsalReport): void {
	print(...formatRehearsalReport(report));
	if (!report.hasPassed) throw new CommandRefusedError("The rehearsal found problems.");
}

function parseSpeed(text: string): number | "max" {
	if (text === "max") return text;
	const speed = Number(text);
	if (text.trim() === "" || !Number.isFinite(speed) || speed <= 0)
		throw new InvalidArgumentError('Not a speed: a number above 0, or "max".');
	return speed;
}
