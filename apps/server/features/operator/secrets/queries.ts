import { sql, type Transaction } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db, Tables } from "../../../db/tables/tables.ts";

interface SecretRow {
	readonly name: string;
	readonly createdAt: Date;
	/** How many previous secrets are still accepted. */
	readonly previous: number;
	/** When the last of them expires. */
	readonly until: Date | null;
}

export const listSecretRows = (db: Db) =>
	listRows(db)<SecretRow>`
		SELECT s.name, s.created_at AS "createdAt", count(p.until)::int AS previous, max(p.until) AS until
		FROM server_secrets AS s LEFT JOIN LATERAL (
			SELECT (each ->> 'until')::timestamptz AS until FROM jsonb_array_elements(s.former) AS each
			WHERE (each ->> 'until')::timestamptz > now()
		) AS p ON true
		GROUP BY s.name, s.created_at ORDER BY s.name`;

/** Locks a secret until the transaction ends and returns its current value; undefined if it was not created yet. */
export const lockSecret = (trx: Transaction<Tables>, name: string) =>
	trx.selectFrom("server_secrets").where("name", "=", name).select("value").forUpdate().executeTakeFirst();

/** Replaces a secret. Previous secrets are kept until they expire; with 0 days, none are kept. */
export const replaceSecret = (trx: Transaction<Tables>, name: string, value: unknown, acceptedDays: number) =>
	sql`UPDATE server_secrets SET value = ${JSON.stringify(value)}::jsonb, created_at = now(),
		former = CASE WHEN ${acceptedDays}::int = 0 THEN '[]'::jsonb ELSE
			jsonb_build_array(jsonb_build_object('value', value, 'until', now() + ${acceptedDays}::int * interval '1 day'))
			|| (SELECT coalesce(jsonb_agg(each), '[]') FROM jsonb_array_elements(former) AS each
				WHERE (each ->> 'until')::timestamptz > now()) END
		WHERE name = ${name}`.execute(trx);

/** Sets the VAPID key of subscriptions that were stored before the column existed. */
export const fillVapidKeys = (trx: Transaction<Tables>, publicKey: string) =>
	trx.updateTable("push_subscriptions").set({ vapid_key: publicKey }).where("vapid_key", "is", null).execute();

/** Makes every process load its secrets again once the transaction commits. */
export const notifySecretsChanged = (trx: Transaction<Tables>) => sql`NOTIFY secrets_changed`.execute(trx);
