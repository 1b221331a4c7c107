import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

export interface Receipt {
	readonly id: string;
	readonly team_id: TeamId;
	readonly user_id: UserId;
	readonly version: number;
}

/** Lists the receipts of the last `ageMs`. Their ids are uuidv7, so that these are a range of the primary key. */
export async function listReceiptsSince(pool: Pick<Pool, "query">, ageMs: number): Promise<readonly Receipt[]> {
	const { rows } = await pool.query<Receipt>({
		name: "recent-saves",
		text: "SELECT id, team_id, user_id, version FROM team_actions WHERE id > uuidv7($1::int * interval '-1 millisecond')",
		values: [ageMs],
	});
	return rows;
}
