import type { RoundId } from "@first-bounce/rules/ids";
import type { Database } from "../../db/open.ts";
import { findDifferences, formatDifference } from "../match-day/verify/compare.ts";
import { verifyRound } from "../match-day/verify/verify-round.ts";

interface VerifySources {
	readonly database: Database;
	readonly seasonId: number;
	/** Opens an empty database, which is deleted when it is closed. */
	readonly openSecondDatabase: () => Promise<Database>;
}

/**
 * Recomputes published rounds from the stored payloads in a second database, and returns what differs. Unlike `fb verify` it
 * does not read the database that this installation's settings name.
 */
export async function verifyRounds(
	{ database, seasonId, openSecondDatabase }: VerifySources,
	rounds: readonly RoundId[],
): Promise<string[]> {
	const last = rounds.at(-1);
	if (last === undefined) return [];
	const copy = await openSecondDatabase();
	try {
		const verified = await verifyRound(database, copy, { seasonId, roundId: last }, () => undefined);
		const refused = verified.refused.map(
			({ id, problems }) => `payload ${id} would be refused now: ${problems.join("; ")}`,
		);
		const differences = [...verified.differences];
		for (const roundId of rounds.slice(0, -1)) {
			const found = await findDifferences(database.pool, copy.pool, { seasonId, roundId });
			differences.push(
				...found.differences.map((difference) => ({ ...difference, what: `round ${roundId}, ${difference.what}` })),
			);
		}
		return [...refused, ...differences.map(formatDifference)];
	} finally {
		await copy.close();
	}
}
