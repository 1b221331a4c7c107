import type { SuccessOf } from "@first-bounce/contract/call";
import type { StoredAnnouncement, showAnnouncements } from "@first-bounce/contract/site/announcements";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, COMMAND_LINE, formatOperatorActor, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { findMaintenance } from "../../../plugins/maintenance.ts";
import { refuse } from "../../../plugins/refusal.ts";
import {
	type AnnouncementRow,
	findAnnouncementRow,
	insertAnnouncement,
	listAnnouncementRows,
	listShownAt,
	markWithdrawn,
} from "./queries.ts";

export interface AnnouncementServices {
	readonly db: Db;
	readonly wallNow: () => number;
}

const MAX_LISTED = 100;
const MAX_SHOWN = 5;
const buildAnnouncement = (row: AnnouncementRow, now: number): StoredAnnouncement => ({
	id: row.id,
	text: row.text,
	tone: row.tone,
	until: formatInstant(row.shown_until),
	createdAt: row.created_at.toISOString(),
	by: [row.first_name, row.last_name].filter(Boolean).join(" "),
	isShown: row.withdrawn_at === null && (row.shown_until === null || row.shown_until.getTime() > now),
	withdrawnAt: formatInstant(row.withdrawn_at),
});

/** Lists the announcement of a maintenance, if there is one. Its id differs each time, because pages remember dismissed ids. */
async function listMaintenance(db: Db): Promise<SuccessOf<typeof showAnnouncements>["announcements"]> {
	const state = await findMaintenance(db);
	if (!state) return [];
	const id = Math.floor(state.began_at.getTime() / 1_000);
	return [{ id, text: state.text, tone: "warn", until: formatInstant(state.until) }];
}

/** Lists the announcements that everyone sees now, that of a maintenance first, then the newest first. */
export async function listCurrentAnnouncements({
	db,
	wallNow,
}: AnnouncementServices): Promise<SuccessOf<typeof showAnnouncements>> {
	const rows = await listShownAt(db, wallNow(), MAX_SHOWN);
	const shown = rows.map(({ shown_until, ...row }) => ({ ...row, until: formatInstant(shown_until) }));
	return { announcements: [...(await listMaintenance(db)), ...shown] };
}

/** Lists the newest announcements, including expired and withdrawn ones. */
export async function listAnnouncements({ db, wallNow }: AnnouncementServices): Promise<StoredAnnouncement[]> {
	const rows = await listAnnouncementRows(db, MAX_LISTED);
	return rows.map((row) => buildAnnouncement(row, wallNow()));
}

const getAnnouncement = async (db: Db, id: number, now: number): Promise<StoredAnnouncement> => {
	const row = await findAnnouncementRow(db, id);
	if (!row) throw refuse(404, "announcement-unknown");
	return buildAnnouncement(row, now);
};

/** Creates an announcement of an operator, or of the command line if `userId` is null. */
export const createAnnouncement = (
	{ db, wallNow }: AnnouncementServices,
	userId: UserId | null,
	{ text, tone, until }: { readonly text: string; readonly tone: "info" | "warn"; readonly until: string | null },
): Promise<StoredAnnouncement> =>
	db.transaction().execute(async (trx) => {
		const now = wallNow();
		if (until !== null && Date.parse(until) <= now) throw refuse(422, "announcement-past");
		const id = await insertAnnouncement(trx, { text, tone, until, userId, createdAt: now });
		const audit = userId === null ? COMMAND_LINE : { actor: formatOperatorActor(userId), reason: "" };
		const entry = { action: "announced", subject: `announcement:${id}`, before: null, after: { text, tone, until } };
		await writeAudit(trx, audit, entry);
		return getAnnouncement(trx, id, now);
	});

/** Stops showing an announcement. Idempotent. */
export const withdrawAnnouncement = (
	{ db, wallNow }: AnnouncementServices,
	id: number,
	audit: AuditContext,
): Promise<StoredAnnouncement> =>
	db.transaction().execute(async (trx) => {
		const now = wallNow();
		const { text, isShown } = await getAnnouncement(trx, id, now);
		const entry = { action: "announcement-withdrawn", subject: `announcement:${id}` };
		if (await markWithdrawn(trx, id, now))
			await writeAudit(trx, audit, { ...entry, before: { text, isShown }, after: { text, isShown: false } });
		return getAnnouncement(trx, id, now);
	});
