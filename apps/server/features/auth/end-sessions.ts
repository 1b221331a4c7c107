import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";

/** Signs a user out everywhere: every session of hers, and what the mounted provider remembers of her; answers how many sessions. */
export async function endEverySession(db: Kysely<Tables>, userId: UserId): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
	await db.deleteFrom("oidc_payloads").where(sql`payload ->> 'accountId'`, "=", String(userId)).execute();
	return Number(numDeletedRows);
}
