import type { RoundId } from "@first-bounce/rules/ids";
import {
	computeStandingsBytes,
	createStandingsArrays,
	type StandingsArrays,
} from "@first-bounce/scoring/standings/standings";
import { type RowSource, readIntColumns } from "./copy-out.ts";

export interface PublishedStandings {
	readonly count: number;
	readonly teams: Int32Array;
	readonly standings: StandingsArrays;
	/** What each row's team was worth, in dollars. */
	readonly values: Int32Array;
}

const COLUMN_COUNT = 7;

/** A complete round's standings as they were published. */
export async function loadPublishedStandings(
	source: RowSource,
	seasonId: number,
	roundId: RoundId,
): Promise<PublishedStandings> {
	const fields = await readIntColumns(
		source,
		`SELECT team_id, points, total_points, highest_points, overall_rank, round_rank, team_value
			FROM standings WHERE season_id = ${Number(seasonId)} AND round_id = ${Number(roundId)} ORDER BY overall_rank`,
		COLUMN_COUNT,
	);
	const count = fields.length / COLUMN_COUNT;
	const standings = createStandingsArrays(new ArrayBuffer(computeStandingsBytes(count)), count);
	const teams = new Int32Array(count);
	const { points, totals, highs, overallRank, roundRank, overallOrder, roundOrder } = standings;
	const values = new Int32Array(count);
	const columns = [teams, points, totals, highs, overallRank, roundRank, values];
	for (let row = 0; row < count; row++) {
		for (const [field, column] of columns.entries()) column[row] = fields[row * COLUMN_COUNT + field] ?? 0;
		overallOrder[(overallRank[row] ?? 1) - 1] = row;
		roundOrder[(roundRank[row] ?? 1) - 1] = row;
	}
	return { count, teams, standings, values };
}
