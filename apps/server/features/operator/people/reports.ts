import type { SuccessOf } from "@first-bounce/contract/call";
import type { listReports } from "@first-bounce/contract/operator/people";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";

type Report = SuccessOf<typeof listReports>["reports"][number];
const MAX_LISTED = 50;

const reportsOf = (where: ReturnType<typeof sql>) => sql<Report & { readonly at: Date }>`
	SELECT e.id, e.league_id AS "leagueId", l.name AS "leagueName", coalesce(u.team_name, '') AS "teamName",
		coalesce(e.data ->> 'text', '') AS text, e.at,
		(SELECT count(*) FROM league_event_reports AS r WHERE r.event_id = e.id) AS reports
	FROM league_events AS e JOIN leagues AS l ON l.id = e.league_id LEFT JOIN users AS u ON u.id = e.user_id
	WHERE ${where} ORDER BY e.reported_at LIMIT ${MAX_LISTED}`;

/** Announcements in leagues that members reported and nobody has looked at, the longest waiting first. */
export async function listOpenReports(db: Kysely<Tables>): Promise<Report[]> {
	const { rows } = await reportsOf(sql`e.reported_at IS NOT NULL AND e.hidden_at IS NULL`).execute(db);
	return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Hides a reported announcement, or lets it stand. */
export const settleReport = (
	db: Kysely<Tables>,
	id: number,
	hide: boolean,
	audit: AuditContext,
	now: number,
): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		const { rows } = await reportsOf(sql`e.id = ${id} AND e.reported_at IS NOT NULL`).execute(transaction);
		const [report] = rows;
		if (!report) throw refuse(404, "report-unknown");
		await transaction
			.updateTable("league_events")
			.set(hide ? { hidden_at: new Date(now) } : { reported_at: null })
			.where("id", "=", id)
			.execute();
		const done = { action: hide ? "announcement-hidden" : "report-settled", subject: `league:${report.leagueId}` };
		const before = { text: report.text, reports: report.reports };
		await writeAudit(transaction, audit, { ...done, before, after: { isHidden: hide } });
	});
