import type { SuccessOf } from "@first-bounce/contract/call";
import type { listReports } from "@first-bounce/contract/operator/people";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { lockReports, moderateMessage } from "../../leagues/conversation/moderation.ts";
import { clearReport, findReport, listOpenReportRows, type ReportKind, type ReportRow } from "./queries.ts";

type Report = SuccessOf<typeof listReports>["reports"][number];
const PAGE_SIZE = 50;

const buildReport = ({ id, kind, leagueId, leagueName, teamName, text, reports, at }: ReportRow): Report => ({
	id,
	kind,
	leagueId,
	leagueName,
	teamName,
	text,
	reports,
	at: at.toISOString(),
});

/** Lists announcements and messages that members have reported and no operator has handled, the oldest report first. */
export const listOpenReports = async (db: Db): Promise<Report[]> =>
	(await listOpenReportRows(db, null)).map(buildReport);

/** Lists a page of the open reports. When some of them are settled, later ones move to an earlier page. */
export async function listReportPage(db: Db, skip = 0): Promise<SuccessOf<typeof listReports>> {
	const rows = await listOpenReportRows(db, PAGE_SIZE + 1, skip);
	const reports = rows.slice(0, PAGE_SIZE).map(buildReport);
	return { reports, nextSkip: rows.length > PAGE_SIZE ? skip + PAGE_SIZE : null };
}

interface ReportDecision {
	readonly kind: ReportKind;
	readonly hide: boolean;
	/** Days for which the writer may not write in the league. */
	readonly muteDays: number;
	readonly now: number;
}

/** Finds a report that was not dismissed, and keeps other operators from settling it until the transaction ends. */
async function findReportToSettle(trx: Db, kind: ReportKind, id: number) {
	const found = await findReport(trx, kind, id);
	if (!found) return undefined;
	await lockReports(trx, found);
	return findReport(trx, kind, id);
}

/**
 * Hides what was reported, or dismisses the report. May mute the writer. What is hidden already stays as another operator
 * left it.
 */
export const settleReport = (db: Db, id: number, { kind, hide, muteDays, now }: ReportDecision, audit: AuditContext) =>
	db.transaction().execute(async (trx) => {
		const report = await findReportToSettle(trx, kind, id);
		if (!report) throw refuse(404, "report-unknown");
		if (report.hiddenAt !== null) {
			if (hide) return;
			throw refuse(404, "report-unknown");
		}
		const { seasonId, leagueId, messageId } = report;
		if (!hide) await clearReport(trx, messageId);
		if (hide || muteDays > 0)
			await moderateMessage(trx, { seasonId, leagueId, messageId }, { isHidden: hide, muteDays, now });
		const entry = { action: hide ? `${kind}-hidden` : "report-settled", subject: `league:${report.leagueId}` };
		const before = { text: report.text, reports: report.reports, userId: report.userId };
		const after = { isHidden: hide, ...(muteDays > 0 ? { muteDays } : {}) };
		await writeAudit(trx, audit, { ...entry, before, after });
	});
