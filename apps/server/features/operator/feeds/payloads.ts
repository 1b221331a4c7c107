import type { QueryOf } from "@first-bounce/contract/call";
import type { listPayloads as listCall, PayloadEntry } from "@first-bounce/contract/operator/feeds";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { buildUploadPayload } from "../../stats-providers/csv/csv-feed.ts";
import { type IntakeContext, processPayload } from "../../stats-providers/intake/process-payload.ts";
import { dismissPayload as dismiss, releasePayload as release } from "../../stats-providers/intake/release-payloads.ts";
import { buildPage } from "../pagination.ts";
import { requireOpenSeason } from "../season/change-season.ts";
import type { OperatorServices } from "../services.ts";
import { findPayload, getPayloadBody, listPayloadRows, type PayloadRow } from "./queries.ts";

const PAGE_SIZE = 50;
/** How much of a body is shown; payloads of a match are shorter than this. */
const MAX_SHOWN_BYTES = 200_000;

const buildEntry = ({ received_at, season_at, ...row }: PayloadRow): PayloadEntry => ({
	...row,
	receivedAt: received_at.toISOString(),
	seasonAt: season_at.toISOString(),
});

/** Lists payloads of the current season, the newest first. */
export async function listPayloads({ db, seasons }: OperatorServices, { before, verdict, source }: PayloadSearch) {
	const rows = await listPayloadRows(db, seasons.current().seasonId, { before, verdict, source }, PAGE_SIZE + 1);
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	return { payloads: page.map(buildEntry), nextBefore };
}
type PayloadSearch = Omit<QueryOf<typeof listCall>, "before"> & { before?: number | undefined };

async function getPayload(db: Db, seasonId: number, id: number): Promise<PayloadRow> {
	const row = await findPayload(db, seasonId, id);
	if (!row) throw refuse(404, "payload-unknown");
	return row;
}

/** Returns a payload with its body, which the console displays as plain text. */
export async function getPayloadDetail({ db, seasons }: OperatorServices, id: number) {
	const row = await getPayload(db, seasons.current().seasonId, id);
	const text = new TextDecoder().decode(await getPayloadBody(db, id, MAX_SHOWN_BYTES));
	return { payload: buildEntry(row), text, isCut: row.bytes > MAX_SHOWN_BYTES };
}

const buildIntakeContext = ({ db, seasons, clocks, readPayload }: OperatorServices) => ({
	db,
	clocks,
	currentSeason: seasons.current,
	parse: readPayload,
});

export async function releasePayload(services: OperatorServices, id: number, audit: AuditContext) {
	requireOpenSeason(services);
	await release(buildIntakeContext(services), id, audit);
	const { seasonId } = await services.seasons.refresh();
	return buildEntry(await getPayload(services.db, seasonId, id));
}

export async function dismissPayload(services: OperatorServices, id: number, audit: AuditContext) {
	requireOpenSeason(services);
	await dismiss(buildIntakeContext(services), id, audit);
	return buildEntry(await getPayload(services.db, services.seasons.current().seasonId, id));
}

/** Applies an uploaded stats file like a feed's payload. Faulty lines are listed and not scored. */
export async function uploadStats(
	services: OperatorServices,
	{ name, text }: { readonly name: string; readonly text: string },
	audit: AuditContext,
): Promise<PayloadEntry> {
	const { db, seasons, readPayload } = services;
	const { seasonId } = requireOpenSeason(services);
	const payload = buildUploadPayload(name, Buffer.from(text));
	let id = 0;
	const runOnSettled: IntakeContext["runOnSettled"] = async (trx, payloadId, verdict) => {
		id = payloadId;
		const { problems } = await getPayload(trx, seasonId, id);
		const entry = { action: "stats-uploaded", subject: `payload:${seasonId}:${id}`, before: null };
		await writeAudit(trx, audit, { ...entry, after: { name, verdict, problems } });
	};
	await processPayload(payload, { parse: readPayload }, { ...buildIntakeContext(services), runOnSettled });
	await seasons.refresh();
	return buildEntry(await getPayload(db, seasonId, id));
}
