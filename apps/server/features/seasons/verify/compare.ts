import type { RoundId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { readRows } from "../../match-day/standings/copy-queries.ts";

/** A published value that differs from the recomputed one; null if one of them is missing. */
export interface Difference {
	/** Such as `team 7: points`. */
	readonly what: string;
	readonly published: number | null;
	readonly recomputed: number | null;
}

interface RoundKey {
	readonly seasonId: number;
	readonly roundId: RoundId;
}

const COLUMNS = ["points", "round_rank", "total_points", "highest_points", "overall_rank", "team_value"];

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
	const published = await loadRows(source, query, columns.length);
	const recomputed = await loadRows(copy, query, columns.length);
	const differences: Difference[] = [];
	for (const id of new Set([...published.keys(), ...recomputed.keys()]))
		for (const [index, column] of columns.entries()) {
			const [one, other] = [published.get(id)?.[index] ?? null, recomputed.get(id)?.[index] ?? null];
			if (one !== other) differences.push({ what: `${noun} ${id}: ${column}`, published: one, recomputed: other });
		}
	return { differences, count: published.size };
}

/** Compares a round's standings, magic number and next prices in two databases, value by value. */
export async function findDifferences(source: Pool, copy: Pool, { seasonId, roundId }: RoundKey) {
	const [season, round] = [Number(seasonId), Number(roundId)];
	const pools = [source, copy] as const;
	const standings = `SELECT team_id, ${COLUMNS.join(", ")} FROM standings WHERE season_id = ${season} AND round_id = ${round}`;
	const prices = `SELECT player_id, price FROM player_prices WHERE season_id = ${season} AND round_id = ${round + 1}`;
	const numbers = `SELECT id, magic_number FROM rounds WHERE season_id = ${season} AND id <= ${round}`;
	const teams = await compareRows(pools, standings, { noun: "team", columns: COLUMNS });
	const priced = await compareRows(pools, prices, { noun: "player", columns: ["price"] });
	const magic = await compareRows(pools, numbers, { noun: "round", columns: ["magic number"] });
	return {
		teams: teams.count,
		differences: [...magic.differences, ...priced.differences, ...teams.differences],
	};
}
