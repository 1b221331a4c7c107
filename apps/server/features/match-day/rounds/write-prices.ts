import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** Writes the prices in force in a round. */
export const savePrices = (
	transaction: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
	prices: ReadonlyMap<PlayerId, Dollars>,
) =>
	sql`INSERT INTO player_prices (season_id, round_id, player_id, price)
		SELECT ${seasonId}, ${roundId}, * FROM unnest(${[...prices.keys()]}::int[], ${[...prices.values()]}::int[])
		ON CONFLICT (season_id, round_id, player_id) DO UPDATE SET price = excluded.price`.execute(transaction);
