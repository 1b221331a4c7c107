import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { type MessageRow, selectMessages } from "./message-queries.ts";

const MAX_LISTED = 50;

/** Lists a league's pinned messages, the one that was pinned last first, without those that the viewer has reported. */
export const listPinnedMessages = (db: Db, leagueId: number, viewer: UserId): Promise<MessageRow[]> =>
	selectMessages(
		db,
		[viewer],
		sql`WHERE m.league_id = ${leagueId} AND m.is_pinned AND m.pinned_at IS NOT NULL AND m.hidden_at IS NULL
			AND NOT EXISTS (SELECT FROM league_message_reports x WHERE x.message_id = m.id AND x.user_id = ${viewer})
			ORDER BY m.pinned_at DESC, m.id DESC LIMIT ${MAX_LISTED}`,
	);

export const findPinnedByEvent = (db: Db, leagueId: number, eventId: number) =>
	db
		.selectFrom("league_messages")
		.where("event_id", "=", eventId)
		.where("league_id", "=", leagueId)
		.where("is_pinned", "=", true)
		.where("hidden_at", "is", null)
		.select(["id", "user_id"])
		.executeTakeFirst();

/** Counts the messages of a league that were pinned after a time, unpinned and removed ones included. */
export async function countPins(trx: Db, leagueId: number, since: Date): Promise<number> {
	const rows = await listRows(trx)`
		SELECT FROM league_messages WHERE league_id = ${leagueId} AND pinned_at > ${since}`;
	return rows.length;
}

/** Pins a message as the newest event in the league's activity, and lets members be notified of it. Returns the event's id. */
export async function updatePinned(
	trx: Db,
	{ id, version, by, at }: { readonly id: number; readonly version: number; readonly by: UserId; readonly at: Date },
): Promise<number> {
	const row = await findRow(trx)<{ event_id: number }>`
		UPDATE league_messages SET is_pinned = true, pinned_at = ${at}, pinned_by = ${by}, version = ${version},
			is_notified = false, event_id = nextval(pg_get_serial_sequence('league_events', 'id'))
		WHERE id = ${id} RETURNING event_id`;
	if (!row) throw new Error("The message to pin was not found");
	return row.event_id;
}

export async function updateUnpinned(trx: Db, id: number, version: number): Promise<void> {
	await trx.updateTable("league_messages").set({ is_pinned: false, version }).where("id", "=", id).execute();
}
