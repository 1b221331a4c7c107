import type { RoundId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { readRows } from "../../match-day/standings/copy-queries.ts";

/** A published value that differs from the recomputed one; a missing value is null. */
export interface Difference {
	/** The name of the value, such as `team 7: points`. */
	readonly what: string;
	readonly published: number | null;
	readonly recomputed: number | null;
}

interface RoundKey {
	readonly seasonId: number;
	readonly roundId: RoundId;
}

const STANDING_COLUMNS = ["points", "round_rank", "total_points", "highest_points", "overall_rank", "team_value"];

async function loadRows(pool: Pool, query: string, width: number): Promise<Map<number, readonly number[]>> {
	const rows = new Map<number, readonly number[]>();
	await readRows(pool, query, (row) => {
		const id = row.int();
		rows.set(
			id,
			Array.from({ length: width }, () => row.int()),
		);
	});
	return rows;
}

async function compareRows(
	[source, copy]: readonly [Pool, Pool],
	query: string,
	{ noun, columns }: { readonly noun: string; readonly columns: readonly string[] },
) {
	const publishedRows = await loadRows(source, query, columns.length);
	const recomputedRows = await loadRows(copy, query, columns.length);
	const differences: Difference[] = [];
	for (const id of new Set([...publishedRows.keys(), ...recomputedRows.keys()]))
		for (const [index, column] of columns.entries()) {
			const published = publishedRows.get(id)?.[index] ?? null;
			const recomputed = recomputedRows.get(id)?.[index] ?? null;
			if (published !== recomputed) differences.push({ what: `${noun} ${id}: ${column}`, published, recomputed });
		}
	return { differences, count: publishedRows.size };
}

/** Compares a round's standings, magic number and next prices in two databases, value by value. */
export async function findDifferences(source: Pool, copy: Pool, { seasonId, roundId }: RoundKey) {
	// The ids become part of the SQL text, because COPY takes no parameters.
	const [season, round] = [Number(seasonId), Number(roundId)];
	const pools = [source, copy] as const;
	const standingsQuery = `SELECT team_id, ${STANDING_COLUMNS.join(", ")} FROM standings WHERE season_id = ${season} AND round_id = ${round}`;
	const pricesQuery = `SELECT player_id, price FROM player_prices WHERE season_id = ${season} AND round_id = ${round + 1}`;
	const magicNumbersQuery = `SELECT id, magic_number FROM rounds WHERE season_id = ${season} AND id <= ${round}`;
	const standings = await compareRows(pools, standingsQuery, { noun: "team", columns: STANDING_COLUMNS });
	const prices = await compareRows(pools, pricesQuery, { noun: "player", columns: ["price"] });
	const magicNumbers = await compareRows(pools, magicNumbersQuery, { noun: "round", columns: ["magic number"] });
	return {
		teams: standings.count,
		differences: [...magicNumbers.differences, ...prices.differences, ...standings.differences],
	};
}
