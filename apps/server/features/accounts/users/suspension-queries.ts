import type { UserId } from "@first-bounce/rules/ids";
import { type Insertable, sql } from "kysely";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";

export type Suspension = Row<"suspensions", "reason" | "ends_at" | "was_active">;

export const findSuspension = (db: Db, userId: UserId): Promise<Suspension | undefined> =>
	db
		.selectFrom("suspensions")
		.where("user_id", "=", userId)
		.select(["reason", "ends_at", "was_active"])
		.executeTakeFirst();

/** Inserts a suspension, or updates the existing one, but not its `was_active`. */
export const upsertSuspension = (trx: Db, { user_id, was_active, ...terms }: Insertable<Tables["suspensions"]>) =>
	trx
		.insertInto("suspensions")
		.values({ user_id, was_active, ...terms })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(terms))
		.execute();

/** Deletes a user's suspension and returns it; undefined if there was none. */
export const deleteSuspension = (trx: Db, userId: UserId): Promise<Suspension | undefined> =>
	trx
		.deleteFrom("suspensions")
		.where("user_id", "=", userId)
		.returning(["reason", "ends_at", "was_active"])
		.executeTakeFirst();

/** Lists the users whose suspensions have ended. */
export async function listEndedSuspensions(db: Db, now: Date): Promise<UserId[]> {
	const rows = await db
		.selectFrom("suspensions")
		.where("ends_at", "<=", now)
		.orderBy("user_id")
		.select("user_id")
		.execute();
	return rows.map(({ user_id }) => user_id);
}

/** Finds the columns that decide whether a user may sign in. `suspended_user_id` is null without a suspension. */
export const findSignInStatus = (db: Db, userId: UserId) =>
	db
		.selectFrom("users as u")
		.leftJoin("suspensions as s", "s.user_id", "u.id")
		.where("u.id", "=", userId)
		.select(["u.retired_at", "u.erased_at", "s.user_id as suspended_user_id", "s.ends_at"])
		.executeTakeFirst();

/** Whether a user with this address is suspended; `email` is in lower case. */
export async function hasSuspendedUser(db: Db, email: string, now: Date): Promise<boolean> {
	const row = await db
		.selectFrom("suspensions as s")
		.innerJoin("users as u", "u.id", "s.user_id")
		.where(sql`lower(u.email)`, "=", email)
		.where((where) => where.or([where("s.ends_at", "is", null), where("s.ends_at", ">", now)]))
		.select("u.id")
		.executeTakeFirst();
	return row !== undefined;
}
