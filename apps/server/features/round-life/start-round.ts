import type { RoundId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";

/**
 * The round plays once a match of it does, unless an earlier round is still to be published: then it does once that
 * is. Says whether it plays from now on; the caller's transaction tells others.
 */
export async function startRound(transaction: Kysely<Tables>, seasonId: number, roundId: RoundId): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		UPDATE rounds SET status = 'playing'
		WHERE season_id = ${seasonId} AND id = ${roundId} AND status = 'scheduled'
			AND EXISTS (SELECT FROM matches WHERE season_id = ${seasonId} AND round_id = ${roundId} AND status <> 'scheduled')
			AND NOT EXISTS (
				SELECT FROM rounds AS earlier
				WHERE earlier.season_id = ${seasonId} AND earlier.id < ${roundId} AND earlier.status <> 'complete')`.execute(
		transaction,
	);
	return numAffectedRows > 0n;
}
