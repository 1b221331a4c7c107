/** The cost of each pair of row and column: a whole number, or Infinity if the pair is forbidden. */
export type CostTable = readonly (readonly number[])[];

const FORBIDDEN_COST = 2 ** 40;

interface Potentials {
	readonly rows: number[];
	readonly columns: number[];
}

/**
 * The cheapest assignment of a column to every row of a square table, as a list of columns by row; null if there is
 * none. If several are equally cheap, it is the lexicographically first. Hungarian method, O(n³).
 */
export function findCheapestAssignment(table: CostTable): readonly number[] | null {
	const size = table.length;
	const getCost = (row: number, column: number): number =>
		Math.min(table[row]?.[column] ?? FORBIDDEN_COST, FORBIDDEN_COST);
	const potentials: Potentials = { rows: Array(size).fill(0), columns: Array(size).fill(0) };
	const rowByColumn: number[] = Array(size).fill(-1);
	for (let row = 0; row < size; row++) addRow(row, getCost, potentials, rowByColumn);

	const columnByRow: number[] = Array(size).fill(-1);
	rowByColumn.forEach((row, column) => {
		columnByRow[row] = column;
	});
	if (columnByRow.some((column, row) => getCost(row, column) >= FORBIDDEN_COST)) return null;
	const isTight = (row: number, column: number) =>
		getCost(row, column) === (potentials.rows[row] ?? 0) + (potentials.columns[column] ?? 0);
	return findFirstTightAssignment(columnByRow, isTight);
}

/** Extends the assignment by one row along the cheapest alternating path, keeping every reduced cost at or above 0. */
function addRow(
	start: number,
	getCost: (row: number, column: number) => number,
	potentials: Potentials,
	rowByColumn: number[],
): void {
	const size = rowByColumn.length;
	/** By column, the lowest reduced cost of reaching it from the rows visited so far. */
	const slack: number[] = Array(size).fill(Infinity);
	const previousColumn: number[] = Array(size).fill(-1);
	const visited = new Set<number>();
	let row = start;
	let column = -1;
	do {
		let nearest = -1;
		for (let candidate = 0; candidate < size; candidate++) {
			if (visited.has(candidate)) continue;
			const reducedCost = getCost(row, candidate) - (potentials.rows[row] ?? 0) - (potentials.columns[candidate] ?? 0);
			if (reducedCost < (slack[candidate] ?? 0)) {
				slack[candidate] = reducedCost;
				previousColumn[candidate] = column;
			}
			if (nearest < 0 || (slack[candidate] ?? 0) < (slack[nearest] ?? 0)) nearest = candidate;
		}
		const step = slack[nearest] ?? 0;
		potentials.rows[start] = (potentials.rows[start] ?? 0) + step;
		for (let candidate = 0; candidate < size; candidate++) {
			if (!visited.has(candidate)) {
				slack[candidate] = (slack[candidate] ?? 0) - step;
				continue;
			}
			const owner = rowByColumn[candidate] ?? -1;
			potentials.rows[owner] = (potentials.rows[owner] ?? 0) + step;
			potentials.columns[candidate] = (potentials.columns[candidate] ?? 0) - step;
		}
		visited.add(nearest);
		column = nearest;
		row = rowByColumn[nearest] ?? -1;
	} while (row >= 0);
	while (column >= 0) {
		const previous = previousColumn[column] ?? -1;
		rowByColumn[column] = previous < 0 ? start : (rowByColumn[previous] ?? -1);
		column = previous;
	}
}

/**
 * Finds the lexicographically first of the cheapest assignments, which are all those made of tight pairs: pairs whose
 * cost is the sum of their two potentials.
 */
function findFirstTightAssignment(columnByRow: readonly number[], isTight: (row: number, column: number) => boolean) {
	const chosen = [...columnByRow];
	/** Finds another column for `row`, moving only rows after `fixed`; the path ends at the column `freed`. */
	const tryReassign = (row: number, fixed: number, freed: number, takenColumns: Set<number>): boolean => {
		for (let column = 0; column < chosen.length; column++) {
			if (takenColumns.has(column) || !isTight(row, column)) continue;
			takenColumns.add(column);
			const owner = chosen.indexOf(column);
			if (column === freed || (owner > fixed && tryReassign(owner, fixed, freed, takenColumns))) {
				chosen[row] = column;
				return true;
			}
		}
		return false;
	};
	for (let row = 0; row < chosen.length; row++) {
		const current = chosen[row] ?? 0;
		for (let column = 0; column < current; column++) {
			const owner = chosen.indexOf(column);
			if (owner <= row || !isTight(row, column)) continue;
			if (!tryReassign(owner, row, current, new Set([column]))) continue;
			chosen[row] = column;
			break;
		}
	}
	return chosen;
}
