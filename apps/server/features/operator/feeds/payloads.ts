import type { QueryOf, SuccessOf } from "@first-bounce/contract/call";
import type {
	listPayloads as listCall,
	PayloadEntry,
	showPayload as showCall,
} from "@first-bounce/contract/operator/feeds";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { buildUploadPayload } from "../../stats-providers/csv/csv-feed.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { dismissPayload as dismiss, releasePayload as release } from "../../stats-providers/intake/review-payload.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";
import { buildPage } from "../pagination.ts";
import type { OperatorServices } from "../services.ts";

const PAGE_SIZE = 50;
/** Of a body this much is shown; no payload of a match is longer. */
const MAX_SHOWN_BYTES = 200_000;

const payloadsOf = (db: Kysely<Tables>, seasonId: number) =>
	db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.select(["id", "source", "kind", "subject", "received_at", "season_at", "verdict", "faults", "notices"])
		.select(sql<number>`length(body)`.as("bytes"));
type Row = Awaited<ReturnType<ReturnType<typeof payloadsOf>["execute"]>>[number];

const buildEntry = ({ received_at, season_at, ...row }: Row): PayloadEntry => ({
	...row,
	receivedAt: received_at.toISOString(),
	seasonAt: season_at.toISOString(),
});

/** Payloads of the current season, the newest first. */
export async function listPayloads({ db, seasons }: OperatorServices, { before, verdict, source }: PayloadSearch) {
	const rows = await payloadsOf(db, seasons.current().seasonId)
		.$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
		.$if(verdict !== undefined, (query) => query.where("verdict", "=", verdict ?? "quarantined"))
		.$if(source !== undefined, (query) => query.where("source", "=", source ?? ""))
		.orderBy("id", "desc")
		.limit(PAGE_SIZE + 1)
		.execute();
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	return { payloads: page.map(buildEntry), nextBefore };
}
type PayloadSearch = Omit<QueryOf<typeof listCall>, "before"> & { before?: number | undefined };

async function getPayload(db: Kysely<Tables>, seasonId: number, id: number): Promise<Row> {
	const row = await payloadsOf(db, seasonId).where("id", "=", id).executeTakeFirst();
	if (!row) throw refuse(404, "payload-unknown");
	return row;
}

/** A payload with its body as text: what is no text shows as such, and nothing of it is ever run or drawn. */
export async function getPayloadDetail(
	{ db, seasons }: OperatorServices,
	id: number,
): Promise<SuccessOf<typeof showCall>> {
	const row = await getPayload(db, seasons.current().seasonId, id);
	const { rows } = await sql<{ body: Buffer }>`
		SELECT substring(body FOR ${MAX_SHOWN_BYTES}) AS body FROM feed_payloads WHERE id = ${id}`.execute(db);
	const text = new TextDecoder().decode(rows[0]?.body ?? Buffer.alloc(0));
	return { payload: buildEntry(row), text, isCut: row.bytes > MAX_SHOWN_BYTES };
}

const buildIntake = ({ db, seasons, clocks, readPayload }: OperatorServices) => ({
	db,
	clocks,
	currentSeason: seasons.current,
	parse: readPayload,
});

/** Applies a quarantined payload after all, on the operator's word. */
export async function releasePayload(
	services: OperatorServices,
	id: number,
	audit: AuditContext,
): Promise<PayloadEntry> {
	await release(buildIntake(services), id, audit);
	const { seasonId } = await services.seasons.refresh();
	return buildEntry(await getPayload(services.db, seasonId, id));
}

/** Puts a quarantined payload away. */
export async function dismissPayload(
	services: OperatorServices,
	id: number,
	audit: AuditContext,
): Promise<PayloadEntry> {
	await dismiss(buildIntake(services), id, audit);
	return buildEntry(await getPayload(services.db, services.seasons.current().seasonId, id));
}

/** Takes a stats file in through the door of every feed. What is wrong with it shows in its faults, and scores nothing. */
export async function uploadStats(
	services: OperatorServices,
	{ name, text }: { readonly name: string; readonly text: string },
	audit: AuditContext,
): Promise<PayloadEntry> {
	const { db, seasons, readPayload } = services;
	const payload = buildUploadPayload(name, Buffer.from(text));
	const { verdict } = await processPayload(payload, { parse: readPayload }, buildIntake(services));
	const { seasonId } = await seasons.refresh();
	const row = await payloadsOf(db, seasonId)
		.where("source", "=", payload.source)
		.where("subject", "=", payload.subject)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirstOrThrow();
	await db.transaction().execute((transaction) =>
		writeAudit(transaction, audit, {
			action: "stats-uploaded",
			subject: `payload:${seasonId}:${row.id}`,
			before: null,
			after: { name, verdict, faults: row.faults },
		}),
	);
	return buildEntry(row);
}
