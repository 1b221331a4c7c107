import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { ClientBase, Pool } from "pg";
import type { Row } from "../../db/tables/tables.ts";

export type Receipt = Row<"team_actions", "id" | "team_id" | "user_id" | "version">;

/** Lists the receipts of the last `ageMs` milliseconds. Ids of receipts are uuidv7, so these are a range of the key. */
export async function listReceiptsSince(pool: Pick<Pool, "query">, ageMs: number): Promise<readonly Receipt[]> {
	const { rows } = await pool.query<Receipt>({
		name: "recent-saves",
		text: "SELECT id, team_id, user_id, version FROM team_actions WHERE id > uuidv7($1::int * interval '-1 millisecond')",
		values: [ageMs],
	});
	return rows;
}

/** A moment from which receipts are looked up. */
export interface ReceiptMark {
	/** An id that is less than those of later receipts, by the database's clock. */
	readonly receiptId: string;
	/** The moment by `performance.now()`. */
	readonly at: number;
}

/** Longer than a save takes to commit after the id of its receipt, a uuidv7, is generated. */
export const SAVE_OVERLAP_MS = 10_000;

/** Marks this moment. A save that is still being committed has a receipt since the mark. */
export async function createReceiptMark(client: Pick<ClientBase, "query">): Promise<ReceiptMark> {
	const at = performance.now();
	const { rows } = await client.query<{ id: string }>("SELECT uuidv7($1::int * interval '-1 millisecond') AS id", [
		SAVE_OVERLAP_MS,
	]);
	return { receiptId: rows[0]?.id ?? "", at };
}

/**
 * Lists the teams with a receipt since a moment; with `lastRoundId`, only receipts of rounds up to it. Finds them even if
 * the database's clock has been set forward or back since.
 */
export async function listTeamsSavedSince(
	client: Pick<ClientBase, "query">,
	{ receiptId, at }: ReceiptMark,
	lastRoundId: RoundId | null = null,
): Promise<TeamId[]> {
	const { rows } = await client.query<{ team_id: TeamId }>(
		`SELECT DISTINCT team_id FROM team_actions
		WHERE id > least($1::uuid, uuidv7($2::int * interval '-1 millisecond')) AND ($3::int IS NULL OR round_id <= $3)`,
		[receiptId, Math.ceil(performance.now() - at) + SAVE_OVERLAP_MS, lastRoundId],
	);
	return rows.map(({ team_id }) => team_id);
}
