import type { Db, MatchKey } from "../../../db/tables/tables.ts";

/** The smallest ids of payloads that may still change a match. */
export interface PayloadOrder {
	readonly linesFrom: number;
	/** The smallest id for status, minutes and score. */
	readonly stateFrom: number;
}

/** Updates a match's payload order. Absent fields do not change. */
export const updatePayloadOrder = (
	trx: Db,
	{ seasonId, matchId }: MatchKey,
	{ linesFrom, stateFrom }: Partial<PayloadOrder>,
) =>
	trx
		.updateTable("matches")
		.set({
			...(linesFrom === undefined ? {} : { lines_from_payload: linesFrom }),
			...(stateFrom === undefined ? {} : { state_from_payload: stateFrom }),
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.execute();

/** Finds a received or quarantined payload and locks its row. */
export const lockOpenPayload = (trx: Db, id: number) =>
	trx
		.selectFrom("feed_payloads")
		.where("id", "=", id)
		.where("verdict", "in", ["received", "quarantined"])
		.select(["season_id", "verdict", "faults as problems"])
		.forUpdate()
		.executeTakeFirst();

export const markPayloadSuperseded = (trx: Db, id: number) =>
	trx.updateTable("feed_payloads").set({ verdict: "superseded" }).where("id", "=", id).execute();
