import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { lockSeason } from "../../seasons/current/season-version-queries.ts";
import type { Feed, FeedPayload } from "../feed.ts";
import { applyReports, type IntakeResult } from "./apply-reports.ts";
import { type IntakeContext, parsePayload } from "./process-payload.ts";
import { isSuperseded, lockPayload } from "./queries.ts";
import { saveVerdict } from "./verdict-queries.ts";

export interface ReviewServices extends IntakeContext {
	/** Parses payloads of all providers. */
	readonly parse: Feed["parse"];
}

async function lockKnownPayload(trx: Db, seasonId: number, id: number) {
	const payload = await lockPayload(trx, seasonId, id);
	if (!payload) throw refuse(404, "payload-unknown");
	return payload;
}

function requireQuarantined({ verdict }: { readonly verdict: string }): void {
	if (verdict !== "quarantined") throw refuse(409, "payload-not-waiting");
}

/**
 * Applies a quarantined payload with implausible values. One with impossible values, or that a later payload has
 * superseded, is refused.
 *
 * @throws Refusal `payload-unknown`, `payload-not-waiting`, `payload-superseded`, `payload-refused`
 */
export const releasePayload = (services: ReviewServices, id: number, audit: AuditContext): Promise<IntakeResult> =>
	services.db.transaction().execute(async (trx) => {
		const season = services.currentSeason();
		const { seasonId } = season;
		// No other payload may be applied meanwhile: it would lock its matches before this payload, in the other order than this.
		await lockSeason(trx, seasonId, "exclusive");
		const payload = await lockKnownPayload(trx, seasonId, id);
		if (payload.verdict === "superseded") throw refuse(409, "payload-superseded");
		requireQuarantined(payload);
		if (await isSuperseded(trx, payload)) throw refuse(409, "payload-superseded");
		const parsed = parsePayload(payload satisfies FeedPayload, services);
		if (!parsed.ok) throw refuse(422, "payload-refused", { problem: parsed.problems[0] ?? "" });
		const at = new Date(services.clocks.seasonNow());
		const context = { payloadId: id, at, receivedAt: payload.season_at, isReleased: true };
		const intake = await applyReports(trx, season, parsed, context);
		if (intake.verdict === "superseded") throw refuse(409, "payload-superseded");
		if (intake.verdict === "quarantined") throw refuse(422, "payload-refused", { problem: intake.problems[0] ?? "" });
		await writeAudit(trx, audit, {
			action: "payload-released",
			subject: `payload:${seasonId}:${id}`,
			before: { verdict: payload.verdict, problems: payload.faults },
			after: intake,
		});
		return intake;
	});

/**
 * Dismisses a quarantined payload. It scores nothing, and the same payload is not quarantined again.
 *
 * @throws Refusal `payload-unknown`, `payload-not-waiting`
 */
export const dismissPayload = (
	{ db, currentSeason }: Pick<ReviewServices, "db" | "currentSeason">,
	id: number,
	audit: AuditContext,
): Promise<void> =>
	db.transaction().execute(async (trx) => {
		const { seasonId } = currentSeason();
		const payload = await lockKnownPayload(trx, seasonId, id);
		requireQuarantined(payload);
		const { verdict, faults: problems } = payload;
		await saveVerdict(trx, id, "dismissed", problems);
		await writeAudit(trx, audit, {
			action: "payload-dismissed",
			subject: `payload:${seasonId}:${id}`,
			before: { verdict, problems },
			after: { verdict: "dismissed" },
		});
	});
