import { sql, type Updateable } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";

export type SetupRow = Row<"site_setup">;

/** Whether the site still has to be set up: it has neither a season nor an operator, and never had an owner by this page. */
export async function isSetupNeeded(db: Db): Promise<boolean> {
	const row = await findRow(db)<{ needed: boolean }>`
		SELECT NOT EXISTS (SELECT FROM seasons) AND NOT EXISTS (SELECT FROM users WHERE operator_role IS NOT NULL)
			AND NOT EXISTS (SELECT FROM site_setup WHERE finished_at IS NOT NULL) AS needed`;
	return row?.needed ?? false;
}

/** Stores the hash of a new code, which replaces the code and the second factor of an earlier start. */
export async function saveSetupCode(db: Db, hash: Buffer, until: Date): Promise<void> {
	const values = {
		code_hash: hash,
		code_until: until,
		factor_secret: null,
		factor_period: null,
		recovery_hashes: null,
	};
	await db
		.insertInto("site_setup")
		.values(values)
		.onConflict((conflict) => conflict.column("only_row").doUpdateSet(values))
		.execute();
}

export const findSetup = (db: Db): Promise<SetupRow | undefined> =>
	db.selectFrom("site_setup").selectAll().executeTakeFirst();

export const lockSetup = (trx: Db): Promise<SetupRow | undefined> =>
	trx.selectFrom("site_setup").selectAll().forUpdate().executeTakeFirst();

export const updateSetup = (db: Db, changes: Updateable<Tables["site_setup"]>) =>
	db.updateTable("site_setup").set(changes).execute();

/** Waits for every change of accounts in progress, and holds up further ones until the transaction ends. */
export const lockAccounts = (trx: Db) => sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(trx);

/** Whether the owner chose the demo. */
export const isDemoChosen = async (db: Db): Promise<boolean> => (await findSetup(db))?.plays_demo ?? false;

/** Chooses the demo, which is created at the next start. */
export const chooseDemo = (db: Db) =>
	db
		.insertInto("site_setup")
		.values({ plays_demo: true })
		.onConflict((conflict) => conflict.column("only_row").doUpdateSet({ plays_demo: true }))
		.execute();

/** Waits for imports of seasons in progress, and returns whether the site has a season. */
export async function lockSeasons(trx: Db): Promise<boolean> {
	await sql`LOCK TABLE seasons IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
	return (await trx.selectFrom("seasons").select("id").limit(1).executeTakeFirst()) !== undefined;
}
