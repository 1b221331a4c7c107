import type { UserId } from "@first-bounce/rules/ids";
import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { createLeagueEvent } from "../activity/queries.ts";

/**
 * Hands every league of a commissioner whose account is shut to its longest-standing member with an open one; a league
 * without any keeps her (decisions §8). In the transaction that shuts the account; twice is once.
 */
export async function transferLeagues(transaction: Transaction<Tables>, userId: UserId): Promise<void> {
	const run = await transaction
		.selectFrom("leagues as l")
		.innerJoin("seasons as s", "s.id", "l.season_id")
		.where("l.commissioner_id", "=", userId)
		.where("s.is_current", "=", true)
		.orderBy("l.id")
		.select("l.id")
		.forUpdate("l")
		.execute();
	for (const { id } of run) {
		const { rows } = await sql<{ user_id: UserId }>`
			UPDATE leagues SET commissioner_id = heir.user_id
			FROM (
				SELECT m.user_id FROM league_members m JOIN users u ON u.id = m.user_id
				WHERE m.league_id = ${id} AND m.user_id <> ${userId} AND u.is_active ORDER BY m.joined_no LIMIT 1) AS heir
			WHERE id = ${id} RETURNING heir.user_id`.execute(transaction);
		const heir = rows[0];
		if (heir) await createLeagueEvent(transaction, id, "commissioner", heir.user_id);
	}
}

/** A league whose commissioner's account is shut was left with nobody to run it: whoever comes next does. */
export async function updateCommissioner(
	transaction: Transaction<Tables>,
	leagueId: number,
	userId: UserId,
): Promise<void> {
	await transaction.updateTable("leagues").set({ commissioner_id: userId }).where("id", "=", leagueId).execute();
	await createLeagueEvent(transaction, leagueId, "commissioner", userId);
}
