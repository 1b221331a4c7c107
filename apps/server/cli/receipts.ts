import { Command, InvalidArgumentError } from "commander";
import { checkReceipts } from "../features/team/receipts/check-receipts.ts";
import { formatLine } from "./command-builders.ts";
import { withDatabase } from "./operator-services.ts";
import { CommandRefusedError, print } from "./output.ts";
import { checkWritable, formatCount, writeOutput } from "./output-file.ts";

const HELP = `
Replays the receipt of every accepted team action of the current season under the rules, with the prices, locks and
salary cap of its time, and compares the result with the stored teams. It changes nothing, and the server may run.

Each finding is a line: team, receipt, round, what is wrong. A receipt is "-" if it is missing, or if what is stored of
the team is wrong.

Examples:
  npm run -s fb -- receipts check
  npm run -s fb -- receipts check --round 3 --out findings.tsv

Exit codes: 0 no findings, 1 findings, 2 invalid command.`;

export function receiptsCommand(): Command {
	const receipts = new Command("receipts").description("the receipts of teams' actions");
	receipts
		.command("check")
		.description("replay every receipt under the rules, and compare with the stored teams")
		.option("--round <N>", "only what is about this round", parseRound)
		.option("--out <FILE>", "write the findings to a file")
		.addHelpText("after", HELP)
		.action(({ round, out }: { round?: number; out?: string }) => runCheck(round ?? null, out));
	return receipts;
}

function parseRound(text: string): number {
	if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("Not a round number.");
	return Number(text);
}

async function runCheck(round: number | null, out: string | undefined): Promise<void> {
	if (out !== undefined) await checkWritable(out);
	const lines: string[] = [];
	const result = await withDatabase((database) =>
		checkReceipts(database, round, ({ teamId, receiptId, roundId, what }) => {
			const line = formatLine(teamId, receiptId, `round ${roundId}`, what);
			if (out === undefined) print(line);
			else lines.push(`${line}\n`);
		}),
	);
	if (out !== undefined) await writeOutput(out, lines.join(""));
	const counted = `${formatCount(result.receipts, "receipt")} of ${formatCount(result.teams, "team")}`;
	if (result.findings > 0) throw new CommandRefusedError(`${counted}: ${formatCount(result.findings, "finding")}.`);
	print(`${counted}: no finding.`);
}
