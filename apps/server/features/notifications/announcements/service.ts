import type { SuccessOf } from "@first-bounce/contract/call";
import type { StoredAnnouncement, showAnnouncements } from "@first-bounce/contract/site/announcements";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, COMMAND_LINE, formatOperatorActor, writeAudit } from "../../operator/audit/audit.ts";

export interface AnnouncementServices {
	readonly db: Kysely<Tables>;
	readonly wallNow: () => number;
}

const MAX_LISTED = 100;
const formatInstant = (at: Date | null): string | null => at?.toISOString() ?? null;

const rowsOf = (db: Kysely<Tables>) =>
	db
		.selectFrom("announcements as a")
		.leftJoin("users as u", "u.id", "a.created_by")
		.selectAll("a")
		.select(["u.first_name", "u.last_name"]);
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["execute"]>>[number];

const buildAnnouncement = (row: Row, now: number): StoredAnnouncement => ({
	id: row.id,
	text: row.text,
	tone: row.tone,
	until: formatInstant(row.shown_until),
	createdAt: row.created_at.toISOString(),
	by: [row.first_name, row.last_name].filter(Boolean).join(" "),
	isShown: row.withdrawn_at === null && (row.shown_until === null || row.shown_until.getTime() > now),
	withdrawnAt: formatInstant(row.withdrawn_at),
});

/** What everyone is told now, the newest first. */
export async function listCurrentAnnouncements({
	db,
	wallNow,
}: AnnouncementServices): Promise<SuccessOf<typeof showAnnouncements>> {
	const rows = await db
		.selectFrom("announcements")
		.where("withdrawn_at", "is", null)
		.where((where) => where.or([where("shown_until", "is", null), where("shown_until", ">", new Date(wallNow()))]))
		.select(["id", "text", "tone", "shown_until"])
		.orderBy("id", "desc")
		.limit(5)
		.execute();
	return { announcements: rows.map(({ shown_until, ...row }) => ({ ...row, until: formatInstant(shown_until) })) };
}

/** Every announcement, the withdrawn ones too. */
export async function listAnnouncements({ db, wallNow }: AnnouncementServices): Promise<StoredAnnouncement[]> {
	const rows = await rowsOf(db).orderBy("a.id", "desc").limit(MAX_LISTED).execute();
	return rows.map((row) => buildAnnouncement(row, wallNow()));
}

const getAnnouncement = async (db: Kysely<Tables>, id: number, now: number): Promise<StoredAnnouncement> => {
	const row = await rowsOf(db).where("a.id", "=", id).executeTakeFirst();
	if (!row) throw refuse(404, "announcement-unknown");
	return buildAnnouncement(row, now);
};

/** Shows everyone a line from now on. */
export const createAnnouncement = (
	{ db, wallNow }: AnnouncementServices,
	userId: UserId | null,
	{ text, tone, until }: { readonly text: string; readonly tone: "info" | "warn"; readonly until: string | null },
): Promise<StoredAnnouncement> =>
	db.transaction().execute(async (transaction) => {
		const now = wallNow();
		if (until !== null && Date.parse(until) <= now) throw refuse(422, "announcement-past");
		const { id } = await transaction
			.insertInto("announcements")
			.values({ text, tone, shown_until: until, created_by: userId, created_at: new Date(now) })
			.returning("id")
			.executeTakeFirstOrThrow();
		const audit = userId === null ? COMMAND_LINE : { actor: formatOperatorActor(userId), reason: "" };
		const done = { action: "announced", subject: `announcement:${id}`, before: null, after: { text, tone, until } };
		await writeAudit(transaction, audit, done);
		return getAnnouncement(transaction, id, now);
	});

/** Takes a line off every screen; twice is once. */
export const withdrawAnnouncement = (
	{ db, wallNow }: AnnouncementServices,
	id: number,
	audit: AuditContext,
): Promise<StoredAnnouncement> =>
	db.transaction().execute(async (transaction) => {
		const now = wallNow();
		const { text, isShown } = await getAnnouncement(transaction, id, now);
		const { numUpdatedRows } = await transaction
			.updateTable("announcements")
			.set({ withdrawn_at: new Date(now) })
			.where("id", "=", id)
			.where("withdrawn_at", "is", null)
			.executeTakeFirst();
		const done = { action: "announcement-withdrawn", subject: `announcement:${id}` };
		if (numUpdatedRows > 0n)
			await writeAudit(transaction, audit, { ...done, before: { text, isShown }, after: { text, isShown: false } });
		return getAnnouncement(transaction, id, now);
	});
