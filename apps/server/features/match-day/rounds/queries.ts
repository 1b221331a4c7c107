import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";

/** Locks a round's row until the transaction ends, and returns its status and hold. */
export const lockRound = (trx: Db, { seasonId, roundId }: RoundKey) =>
	trx
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.select(["status", "held_since", "held_reason"])
		.forUpdate()
		.executeTakeFirst();

export const completeRound = (trx: Db, { seasonId, roundId }: RoundKey, magicNumber: number, publishedAt: Date) =>
	trx
		.updateTable("rounds")
		.set({
			status: "complete",
			magic_number: magicNumber,
			published_at: publishedAt,
			held_since: null,
			held_reason: null,
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.execute();

export const savePrices = (trx: Db, seasonId: number, roundId: RoundId, prices: ReadonlyMap<PlayerId, Dollars>) =>
	sql`INSERT INTO player_prices (season_id, round_id, player_id, price)
		SELECT ${seasonId}, ${roundId}, * FROM unnest(${[...prices.keys()]}::int[], ${[...prices.values()]}::int[])
		ON CONFLICT (season_id, round_id, player_id) DO UPDATE SET price = excluded.price`.execute(trx);

export const updateRoundHold = (
	trx: Db,
	{ seasonId, roundId }: RoundKey,
	hold: { readonly since: Date; readonly reason: string } | null,
) =>
	trx
		.updateTable("rounds")
		.set({ held_since: hold?.since ?? null, held_reason: hold?.reason ?? null })
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.execute();

/** Counts the season's quarantined payloads, and lists the round's played matches that have no stat line. */
export async function findReviewProblems(db: Db, { seasonId, roundId }: RoundKey) {
	const row = await findRow(db)<{ quarantined: number; withoutStats: number[] }>`SELECT
		(SELECT count(*) FROM feed_payloads WHERE season_id = ${seasonId} AND verdict = 'quarantined') AS quarantined,
		ARRAY(SELECT m.id FROM matches AS m
			WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId} AND NOT m.is_abandoned AND NOT EXISTS (
				SELECT FROM stat_lines AS l WHERE l.season_id = m.season_id AND l.match_id = m.id)
			ORDER BY m.id) AS "withoutStats"`;
	return row ?? { quarantined: 0, withoutStats: [] };
}
