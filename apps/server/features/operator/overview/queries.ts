import type { SuccessOf } from "@first-bounce/contract/call";
import type { showOverview } from "@first-bounce/contract/operator/operator";
import { DISCARDED } from "../../../db/held-messages.ts";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

export type Overview = SuccessOf<typeof showOverview>;
type OverviewCounts = Overview["counts"] & Omit<Overview["waiting"], "failedJobs" | "announcedStarts">;

/** Loads counts of the overview in one statement. */
export async function loadCounts(db: Db, seasonId: number, now: Date): Promise<OverviewCounts> {
	const row = await findRow(db)<OverviewCounts>`SELECT
		(SELECT count(*) FROM users WHERE NOT is_bot) AS users,
		(SELECT count(*) FROM users WHERE NOT is_bot AND is_active) AS "activeUsers",
		(SELECT count(*) FROM teams WHERE season_id = ${seasonId} AND league_id IS NULL) AS teams,
		(SELECT count(*) FROM teams WHERE season_id = ${seasonId} AND completed_at IS NOT NULL) AS "completeTeams",
		(SELECT count(*) FROM leagues WHERE season_id = ${seasonId} AND deleted_at IS NULL AND NOT is_mock) AS leagues,
		(SELECT count(*) FROM sessions WHERE expires_at > ${now}) AS sessions,
		(SELECT count(*) FROM feed_payloads WHERE season_id = ${seasonId} AND verdict = 'quarantined') AS quarantined,
		(SELECT count(*) FROM stat_reviews
			WHERE season_id = ${seasonId} AND kind = 'faulty' AND state = 'waiting') AS "faultyLines",
		(SELECT count(*) FROM (
			SELECT match_id FROM stat_reviews WHERE season_id = ${seasonId} AND kind = 'late' AND state = 'waiting'
			UNION SELECT match_id FROM score_reviews WHERE season_id = ${seasonId} AND state = 'waiting'
		) AS late) AS "lateCorrections",
		(SELECT count(*) FROM outbox_mails WHERE failed_at IS NOT NULL AND last_error IS DISTINCT FROM ${DISCARDED})
			AS "failedMails",
		(SELECT count(*) FROM outbox_mails WHERE sent_at IS NULL AND failed_at IS NULL) AS "dueMails",
		(SELECT count(*) FROM league_messages WHERE reported_at IS NOT NULL AND hidden_at IS NULL)
			AS "reportedAnnouncements",
		(SELECT count(*) FROM contact_messages WHERE handled_at IS NULL) AS "openMessages"
	`;
	if (!row) throw new Error("A query without FROM has returned no row");
	return row;
}

export const countPayloadsBySource = (db: Db, seasonId: number) =>
	listRows(db)<Row<"feed_payloads", "source"> & { last: Date | null; received: number; quarantined: number }>`
		SELECT source, max(season_at) AS last, count(*) AS received,
			count(*) FILTER (WHERE verdict = 'quarantined') AS quarantined
		FROM feed_payloads WHERE season_id = ${seasonId} GROUP BY source ORDER BY source`;
