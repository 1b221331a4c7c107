import type { Db, MatchKey } from "../../../db/tables/tables.ts";
import { writeAudit } from "../../../plugins/audit.ts";
import type { MatchReport } from "../feed.ts";
import {
	lockOpenPayload,
	markPayloadSuperseded,
	type PayloadOrder,
	updatePayloadOrder,
} from "./payload-order-queries.ts";
import { FEED_INTAKE } from "./save-reviews.ts";

const STATE_FIELDS = [
	"status",
	"isStatusInferred",
	"minutes",
	"quarter",
	"clockSeconds",
	"isBreak",
	"homeScore",
	"awayScore",
] as const satisfies readonly (keyof MatchReport)[];

const hasState = (report: MatchReport): boolean => STATE_FIELDS.some((field) => report[field] !== undefined);

/**
 * Removes the parts of a report that later payloads or an operator have superseded; null if nothing is left. Stats and
 * status are handled separately, because sources send them in separate payloads.
 */
export function removeSuperseded(report: MatchReport, order: PayloadOrder, payloadId: number): MatchReport | null {
	const areLinesSuperseded = report.lines !== undefined && payloadId < order.linesFrom;
	const isStateSuperseded = hasState(report) && payloadId < order.stateFrom;
	if (!areLinesSuperseded && !isStateSuperseded) return report;
	const superseded = new Set<string>([
		...(areLinesSuperseded ? ["lines", "asOf"] : []),
		...(isStateSuperseded ? [...STATE_FIELDS, "startsAt"] : []),
	]);
	const others = Object.entries(report).filter(([field]) => !superseded.has(field));
	const remaining = Object.fromEntries(others) as Partial<MatchReport> & Pick<MatchReport, "matchId">;
	return remaining.lines || remaining.statuses || hasState(remaining) ? remaining : null;
}

/** Prevents earlier payloads from changing a match's status, minutes and score, and its stats if `hasLostStats` is set. */
export async function rejectEarlierPayloads(
	trx: Db,
	match: MatchKey,
	{ lastPayload, hasLostStats }: { readonly lastPayload: number; readonly hasLostStats: boolean },
): Promise<void> {
	const from = lastPayload + 1;
	await updatePayloadOrder(trx, match, { stateFrom: from, ...(hasLostStats ? { linesFrom: from } : {}) });
}

/** Records that a report was processed, so that no earlier payload changes its match again. */
export async function saveReportOrder(
	trx: Db,
	seasonId: number,
	{
		report,
		match,
		payloadId,
	}: { readonly report: MatchReport; readonly match: PayloadOrder; readonly payloadId: number },
): Promise<void> {
	const linesFrom = report.lines ? payloadId : match.linesFrom;
	const stateFrom = hasState(report) ? payloadId : match.stateFrom;
	if (linesFrom === match.linesFrom && stateFrom === match.stateFrom) return;
	await updatePayloadOrder(trx, { seasonId, matchId: report.matchId }, { linesFrom, stateFrom });
}

/** Marks a payload as superseded if it still waits to be applied, because later ones have replaced everything in it. */
export async function closeAsSuperseded(trx: Db, id: number): Promise<void> {
	const payload = await lockOpenPayload(trx, id);
	if (!payload) return;
	await markPayloadSuperseded(trx, id);
	await writeAudit(trx, FEED_INTAKE, {
		action: "payload-superseded",
		subject: `payload:${payload.season_id}:${id}`,
		before: { verdict: payload.verdict, problems: payload.problems },
		after: { verdict: "superseded" },
	});
}
