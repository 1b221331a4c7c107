import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { insertLeagueEvent } from "../activity/queries.ts";
import { updateLeagueRow } from "../league-queries.ts";
import { deleteWebhooksOfLeague } from "../webhooks/queries.ts";
import { appointNextCommissioner, lockLeaguesOfCommissioner } from "./queries.ts";

/**
 * Makes the longest-standing active member the commissioner of each league of a closed account, in the transaction that
 * closes it. The league's webhooks are deleted, because the next commissioner may not know which channels they post to.
 * A league without another active member keeps its commissioner. Idempotent.
 */
export async function transferLeagues(trx: Transaction<Tables>, userId: UserId): Promise<void> {
	for (const id of await lockLeaguesOfCommissioner(trx, userId)) {
		await deleteWebhooksOfLeague(trx, id);
		const nextCommissioner = await appointNextCommissioner(trx, id, userId);
		if (nextCommissioner !== null) await insertLeagueEvent(trx, id, "commissioner", nextCommissioner);
	}
}

/** Makes a new member the commissioner of a league whose commissioner's account is closed. */
export async function appointCommissioner(trx: Transaction<Tables>, leagueId: number, userId: UserId): Promise<void> {
	await updateLeagueRow(trx, leagueId, { commissioner_id: userId });
	await insertLeagueEvent(trx, leagueId, "commissioner", userId);
}
