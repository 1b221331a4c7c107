import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { transferLeagues } from "../../leagues/members/commissioner.ts";
import { deleteTokens } from "../../notifications/mail/mailed-tokens.ts";
import { deleteNotifications } from "../../notifications/preferences/service.ts";
import { endEverySession } from "../sessions/end-sessions-queries.ts";

/**
 * Closes an account: ends its sessions, revokes its mailed links, hands its leagues over and stops its notifications.
 * Team and name stay, and the team keeps scoring.
 */
export async function closeAccount(transaction: Transaction<Tables>, userId: UserId): Promise<void> {
	await transaction.updateTable("users").set({ is_active: false }).where("id", "=", userId).execute();
	await deleteTokens(transaction, userId);
	await endEverySession(transaction, userId);
	await transferLeagues(transaction, userId);
	await deleteNotifications(transaction, userId);
}
