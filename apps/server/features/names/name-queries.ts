import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import type { Db } from "../../db/tables/tables.ts";

/** Builds the SQL for the form of a name in which names are compared, as in the unique index of team names. */
const buildKey = (name: string) => sql<string>`name_key(${name})`;

/** Whether an account other than `exceptUserId` has the team name. */
export async function isTeamNameTaken(db: Db, name: string, exceptUserId: UserId | null): Promise<boolean> {
	const row = await db
		.selectFrom("users")
		.where(sql`name_key(team_name)`, "=", buildKey(name))
		.$if(exceptUserId !== null, (query) => query.where("id", "<>", exceptUserId ?? 0))
		.select("id")
		.executeTakeFirst();
	return row !== undefined;
}

interface NameOwner {
	readonly kind: "team" | "league";
	/** The id of the team's user, or of the league. */
	readonly ownerId: number;
}

/** Records a name that an operator removed from a team or league, so that its owner cannot choose it again. */
export const insertRejectedName = (trx: Db, { kind, ownerId }: NameOwner, name: string) =>
	trx
		.insertInto("rejected_names")
		.values({ kind, owner_id: ownerId, name_key: buildKey(name) })
		.onConflict((conflict) => conflict.doNothing())
		.execute();

/** Lets the owner choose a rejected name again. */
export const deleteRejectedName = (trx: Db, { kind, ownerId }: NameOwner, name: string) =>
	trx
		.deleteFrom("rejected_names")
		.where("kind", "=", kind)
		.where("owner_id", "=", ownerId)
		.where("name_key", "=", buildKey(name))
		.execute();

/** Whether an operator removed this name from this team or league before. */
export async function isRejectedName(db: Db, { kind, ownerId }: NameOwner, name: string): Promise<boolean> {
	const row = await db
		.selectFrom("rejected_names")
		.where("kind", "=", kind)
		.where("owner_id", "=", ownerId)
		.where("name_key", "=", buildKey(name))
		.select("kind")
		.executeTakeFirst();
	return row !== undefined;
}
