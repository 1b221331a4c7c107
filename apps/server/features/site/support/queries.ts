import type { OperatorRole } from "@first-bounce/contract/operator-role";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";

const selectContactMessages = (db: Db) => db.selectFrom("contact_messages").selectAll();
export type ContactMessageRow = Awaited<ReturnType<typeof listContactMessageRows>>[number];

/** An address for mail to operators, with their language. */
export interface OperatorInbox {
	readonly to: string;
	readonly language: string;
}

/** Lists the addresses of at most `limit` active owners, and operators with a role. */
export async function listOperatorInboxes(
	db: Db,
	role: OperatorRole,
	limit: number,
): Promise<readonly OperatorInbox[]> {
	const operators = await db
		.selectFrom("users")
		.where("operator_role", "in", ["owner", role])
		.where("is_active", "=", true)
		.orderBy("id")
		.limit(limit)
		.select(["email as to", "language"])
		.execute();
	return operators.filter(({ to }) => to !== "");
}

interface NewContactMessage {
	readonly name: string;
	readonly email: string;
	readonly message: string;
	readonly page: string;
	readonly userId: UserId | null;
	readonly createdAt: number;
}

export async function insertContactMessage(
	db: Db,
	{ userId, createdAt, ...message }: NewContactMessage,
): Promise<number> {
	const { id } = await db
		.insertInto("contact_messages")
		.values({ ...message, user_id: userId, created_at: new Date(createdAt) })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Lists messages with an id below `before`, the newest first. */
export const listContactMessageRows = (
	db: Db,
	{ before, state }: { readonly before?: number | undefined; readonly state?: "open" | "handled" | undefined },
	limit: number,
) =>
	selectContactMessages(db)
		.$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
		.$if(state === "open", (query) => query.where("handled_at", "is", null))
		.$if(state === "handled", (query) => query.where("handled_at", "is not", null))
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

export const findContactMessage = (db: Db, id: number): Promise<ContactMessageRow | undefined> =>
	selectContactMessages(db).where("id", "=", id).executeTakeFirst();

/** Returns false if the message was handled before, or does not exist. */
export async function markContactMessageHandled(db: Db, id: number, now: number): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("contact_messages")
		.set({ handled_at: new Date(now) })
		.where("id", "=", id)
		.where("handled_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
