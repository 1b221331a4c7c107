import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { LeagueEventKind } from "../../../db/tables/leagues.ts";
import type { Tables } from "../../../db/tables/tables.ts";

/** Writes into a league's feed what its members do, in the transaction in which they do it. */
export async function createLeagueEvent(
	transaction: Kysely<Tables>,
	leagueId: number,
	kind: Exclude<LeagueEventKind, "results" | "record">,
	userId: UserId,
	data: Record<string, unknown> = {},
): Promise<number> {
	const { id } = await transaction
		.insertInto("league_events")
		.values({ league_id: leagueId, kind, user_id: userId, data: JSON.stringify(data) })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}
