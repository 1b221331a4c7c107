import type { Pool } from "pg";
import type { RoundKey } from "../../../db/tables/tables.ts";
import { readRows } from "../../standings/copy-queries.ts";
import { buildComparedQueries, STANDING_COLUMNS } from "./queries.ts";

/** A published value that differs from the recomputed one; a missing value is null. */
export interface Difference {
	/** The name of the value, such as `team 7: points`. */
	readonly what: string;
	readonly published: number | null;
	readonly recomputed: number | null;
}

export const formatDifference = ({ what, published, recomputed }: Difference): string =>
	`${what}: published ${published ?? "nothing"}, recomputed ${recomputed ?? "nothing"}`;

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
	const queries = buildComparedQueries(seasonId, roundId);
	const pools = [source, copy] as const;
	const standings = await compareRows(pools, queries.standings, { noun: "team", columns: STANDING_COLUMNS });
	const prices = await compareRows(pools, queries.prices, { noun: "player", columns: ["price"] });
	const magicNumbers = await compareRows(pools, queries.magicNumbers, { noun: "round", columns: ["magic number"] });
	return {
		teams: standings.count,
		differences: [...magicNumbers.differences, ...prices.differences, ...standings.differences],
	};
}
