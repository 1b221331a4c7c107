import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, findValue } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
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
	findRow(db)<Row<"league_messages", "id" | "user_id">>`
		SELECT id, user_id FROM league_messages
		WHERE event_id = ${eventId} AND league_id = ${leagueId} AND is_pinned AND hidden_at IS NULL`;

/** Counts the messages of a league that were pinned after a time, unpinned and removed ones included. */
export const countPins = async (trx: Db, leagueId: number, since: Date): Promise<number> =>
	(await findValue(trx)<number>`
		SELECT count(*)::int FROM league_messages WHERE league_id = ${leagueId} AND pinned_at > ${since}`) ?? 0;

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
