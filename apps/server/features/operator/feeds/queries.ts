import { sql } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

const selectPayloads = (db: Db, seasonId: number) =>
	db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.select([
			"id",
			"source",
			"kind",
			"subject",
			"received_at",
			"season_at",
			"verdict",
			"faults as problems",
			"repeated_faults as repeatedProblems",
			"notices as warnings",
		])
		.select(sql<number>`length(body)`.as("bytes"));
export type PayloadRow = Awaited<ReturnType<typeof listPayloadRows>>[number];

interface PayloadFilter {
	readonly before?: number | undefined;
	readonly verdict?: Row<"feed_payloads">["verdict"] | undefined;
	readonly source?: string | undefined;
}

/** Lists payloads with an id below `before`, the newest first. */
export const listPayloadRows = (db: Db, seasonId: number, { before, verdict, source }: PayloadFilter, limit: number) =>
	selectPayloads(db, seasonId)
		.$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
		.$if(verdict !== undefined, (query) => query.where("verdict", "=", verdict ?? "quarantined"))
		.$if(source !== undefined, (query) => query.where("source", "=", source ?? ""))
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

export const findPayload = (db: Db, seasonId: number, id: number): Promise<PayloadRow | undefined> =>
	selectPayloads(db, seasonId).where("id", "=", id).executeTakeFirst();

/** Gets the first bytes of a payload's body. */
export async function getPayloadBody(db: Db, id: number, maxBytes: number): Promise<Buffer> {
	const row = await findRow(db)<{ body: Buffer }>`
		SELECT substring(body FOR ${maxBytes}) AS body FROM feed_payloads WHERE id = ${id}`;
	return row?.body ?? Buffer.alloc(0);
}
