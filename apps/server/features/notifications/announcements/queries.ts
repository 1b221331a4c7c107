import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";

const selectAnnouncements = (db: Db) =>
	db
		.selectFrom("announcements as a")
		.leftJoin("users as u", "u.id", "a.created_by")
		.selectAll("a")
		.select(["u.first_name", "u.last_name"]);
export type AnnouncementRow = Awaited<ReturnType<typeof listAnnouncementRows>>[number];

/** Lists announcements, including expired and withdrawn ones, with the names of their authors, the newest first. */
export const listAnnouncementRows = (db: Db, limit: number) =>
	selectAnnouncements(db).orderBy("a.id", "desc").limit(limit).execute();

export const findAnnouncementRow = (db: Db, id: number): Promise<AnnouncementRow | undefined> =>
	selectAnnouncements(db).where("a.id", "=", id).executeTakeFirst();

/** Lists the announcements that everyone sees at a moment, the newest first. */
export const listShownAt = (db: Db, now: number, limit: number) =>
	db
		.selectFrom("announcements")
		.where("withdrawn_at", "is", null)
		.where((where) => where.or([where("shown_until", "is", null), where("shown_until", ">", new Date(now))]))
		.select(["id", "text", "tone", "shown_until"])
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

interface NewAnnouncement {
	readonly text: string;
	readonly tone: "info" | "warn";
	readonly until: string | null;
	/** The operator; null for the command line. */
	readonly userId: UserId | null;
	readonly createdAt: number;
}

export async function insertAnnouncement(db: Db, announcement: NewAnnouncement): Promise<number> {
	const { text, tone, until, userId, createdAt } = announcement;
	const { id } = await db
		.insertInto("announcements")
		.values({ text, tone, shown_until: until, created_by: userId, created_at: new Date(createdAt) })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Returns false if it was already withdrawn. */
export async function markWithdrawn(db: Db, id: number, now: number): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("announcements")
		.set({ withdrawn_at: new Date(now) })
		.where("id", "=", id)
		.where("withdrawn_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
