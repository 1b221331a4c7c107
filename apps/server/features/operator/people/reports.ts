import type { SuccessOf } from "@first-bounce/contract/call";
import type { listReports } from "@first-bounce/contract/operator/people";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";
import { findReport, listUnsettledReports, updateReport } from "./queries.ts";

type Report = SuccessOf<typeof listReports>["reports"][number];
const MAX_LISTED = 50;

/** Lists announcements in leagues that members have reported and no operator has handled, the oldest report first. */
export async function listOpenReports(db: Kysely<Tables>): Promise<Report[]> {
	const rows = await listUnsettledReports(db, MAX_LISTED);
	return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Hides a reported announcement or dismisses the report. */
export const settleReport = (
	db: Kysely<Tables>,
	id: number,
	hide: boolean,
	audit: AuditContext,
	now: number,
): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		const report = await findReport(transaction, id);
		if (!report) throw refuse(404, "report-unknown");
		await updateReport(transaction, id, hide ? now : null);
		const entry = { action: hide ? "announcement-hidden" : "report-settled", subject: `league:${report.leagueId}` };
		const before = { text: report.text, reports: report.reports };
		await writeAudit(transaction, audit, { ...entry, before, after: { isHidden: hide } });
	});
