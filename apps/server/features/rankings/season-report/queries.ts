import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Row } from "../../../db/tables/tables.ts";

export type HindsightRow = Omit<Row<"team_hindsight">, "team_id">;

export async function listHindsight(pool: Pool, teamId: TeamId): Promise<ReadonlyMap<RoundId, HindsightRow>> {
	const { rows } = await pool.query<HindsightRow>({
		name: "hindsight-of-team",
		text: "SELECT round_id, revision, best_of_squad, best_under_cap FROM team_hindsight WHERE team_id = $1",
		values: [teamId],
	});
	return new Map(rows.map((row) => [row.round_id, row]));
}

export const saveHindsight = (pool: Pool, teamId: TeamId, row: HindsightRow) =>
	pool.query(
		`INSERT INTO team_hindsight (team_id, round_id, revision, best_of_squad, best_under_cap)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (team_id, round_id) DO UPDATE
			SET revision = excluded.revision, best_of_squad = excluded.best_of_squad, best_under_cap = excluded.best_under_cap`,
		[
			teamId,
			row.round_id,
			row.revision,
			JSON.stringify(row.best_of_squad),
			row.best_under_cap && JSON.stringify(row.best_under_cap),
		],
	);

export async function listRanksByRound(pool: Pool, teamId: TeamId) {
	const { rows } = await pool.query<Row<"standings", "round_id" | "round_rank" | "overall_rank">>({
		name: "ranks-of-team",
		text: "SELECT round_id, round_rank, overall_rank FROM standings WHERE team_id = $1",
		values: [teamId],
	});
	return new Map(rows.map((row) => [row.round_id, row]));
}
