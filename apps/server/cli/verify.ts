import { Command } from "commander";
import { withScratchDatabase } from "../db/scratch.ts";
import { formatDifference } from "../features/match-day/verify/compare.ts";
import { findCurrentSeasonRound } from "../features/match-day/verify/queries.ts";
import { verifyRound } from "../features/match-day/verify/verify-round.ts";
import { formatCount } from "../i18n/format-count.ts";
import { parseRoundId } from "./command-builders.ts";
import { withExistingDatabase } from "./operator-services.ts";
import { CommandRefusedError, print, printError } from "./output/output.ts";

const MAX_SHOWN_DIFFERENCES = 50;

const HELP = `
Applies every stored payload to an empty scratch database, with the line-ups and operators' changes, recomputes
the round and compares it with the published one: points, ranks, totals, values, prices, magic numbers.

Example:
  npm run -s fb -- verify --round 3

Exit codes: 0 no differences, 1 differences, which are listed.`;

export function createVerifyCommand(): Command {
	return new Command("verify")
		.description("recompute a published round from the stored feed payloads, and compare")
		.requiredOption("--round <N>", "a complete round of the current season", parseRoundId)
		.addHelpText("after", HELP)
		.action(({ round: roundId }: { round: number }) => runVerify(roundId));
}

const runVerify = (roundId: number): Promise<void> =>
	withExistingDatabase(async (database) => {
		const season = await findCurrentSeasonRound(database.db, roundId);
		if (!season) throw new CommandRefusedError(`The current season has no round ${roundId}.`);
		if (season.status !== "complete")
			throw new CommandRefusedError(`Round ${roundId} of ${season.name} is not complete.`);
		await withScratchDatabase(async (scratch) => {
			const result = await verifyRound(database, scratch, { seasonId: season.id, roundId }, printError);
			for (const { id, problems } of result.refused)
				printError(`payload ${id} was applied, but would be refused now: ${problems.join("; ")}`);
			if (result.imported > 0)
				printError(
					`${formatCount(result.imported, "match has", "matches have")} stats from an import, not from a feed`,
				);
			const { differences } = result;
			print(...differences.slice(0, MAX_SHOWN_DIFFERENCES).map(formatDifference));
			if (differences.length > MAX_SHOWN_DIFFERENCES) print(`… and ${differences.length - MAX_SHOWN_DIFFERENCES} more`);
			if (differences.length > 0)
				throw new CommandRefusedError(`Round ${roundId}: ${formatCount(differences.length, "difference")}.`);
			print(
				`Round ${roundId} of ${season.name}: ${formatCount(result.payloads, "payload")}, ${formatCount(result.teams, "team")}, no difference.`,
			);
		});
	});
