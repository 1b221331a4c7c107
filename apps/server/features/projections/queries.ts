import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { RoundProjection } from "@first-bounce/rules/projections/accuracy";
import type { PriorCoefficients } from "@first-bounce/rules/projections/estimate";
import { sql } from "kysely";
import { findRow, listRows } from "../../db/rows.ts";
import type { Db, RoundKey } from "../../db/tables/tables.ts";

/** A published round, and how often its standings were recomputed. */
export interface RoundRevision {
	readonly roundId: RoundId;
	readonly revision: number;
}

/** Lists the published rounds, in order, whose coefficients are missing or were fitted to scores corrected since. */
export const listRoundsToFit = (db: Db, seasonId: number): Promise<RoundRevision[]> =>
	listRows(db)<RoundRevision>`
		SELECT r.id AS "roundId", r.revision
		FROM rounds AS r LEFT JOIN projection_coefficients AS c ON c.season_id = r.season_id AND c.round_id = r.id
		WHERE r.season_id = ${seasonId} AND r.status = 'complete' AND c.revision IS DISTINCT FROM r.revision
		ORDER BY r.id`;

export const saveCoefficients = (
	db: Db,
	{ seasonId, roundId, revision }: RoundKey & RoundRevision,
	{ base, pricePoint, rootOwnership }: PriorCoefficients,
) => {
	const values = { revision, base, price_point: pricePoint, root_ownership: rootOwnership };
	return db
		.insertInto("projection_coefficients")
		.values({ season_id: seasonId, round_id: roundId, ...values })
		.onConflict((conflict) => conflict.columns(["season_id", "round_id"]).doUpdateSet(values))
		.execute();
};

export async function hasProjections(db: Db, { seasonId, roundId }: RoundKey): Promise<boolean> {
	const row = await findRow(db)<{ exists: boolean }>`SELECT EXISTS (
		SELECT FROM round_projections WHERE season_id = ${seasonId} AND round_id = ${roundId})`;
	return row?.exists ?? false;
}

/** Saves every player's projection for a round. Saved projections are never changed. */
export const saveProjections = (
	db: Db,
	{ seasonId, roundId }: RoundKey,
	projections: ReadonlyMap<PlayerId, RoundProjection>,
) => {
	const listValues = (key: keyof RoundProjection) => [...projections.values()].map((projection) => projection[key]);
	return sql`
		INSERT INTO round_projections (season_id, round_id, player_id, estimate, low, high, season_average, last_three,
			price_points)
		SELECT ${seasonId}, ${roundId}, *
		FROM unnest(${[...projections.keys()]}::int[], ${listValues("estimate")}::float8[], ${listValues("low")}::float8[],
			${listValues("high")}::float8[], ${listValues("seasonAverage")}::float8[], ${listValues("lastThree")}::float8[],
			${listValues("pricePoints")}::float8[])
		ON CONFLICT DO NOTHING`.execute(db);
};

/** Saves the current ownership as that of the season's opening. Returns false if none is counted yet or it is saved already. */
export async function saveOpeningOwnership(db: Db, seasonId: number): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`UPDATE selection_counts SET opening_percentages = percentages
		WHERE season_id = ${seasonId} AND opening_percentages IS NULL`.execute(db);
	return numAffectedRows > 0n;
}

export const listProjections = (db: Db, seasonId: number) =>
	listRows(db)<RoundProjection & { roundId: RoundId; playerId: PlayerId }>`
		SELECT p.round_id AS "roundId", p.player_id AS "playerId", p.estimate, p.low, p.high,
			p.season_average AS "seasonAverage", p.last_three AS "lastThree", p.price_points AS "pricePoints"
		FROM round_projections AS p JOIN rounds AS r ON r.season_id = p.season_id AND r.id = p.round_id
		WHERE p.season_id = ${seasonId} AND r.status = 'complete'
		ORDER BY p.round_id, p.player_id`;
