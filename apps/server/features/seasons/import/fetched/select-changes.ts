import type { SeasonMerge } from "../merge/merge-season.ts";
import {
	buildColumnKey,
	buildKey,
	buildRowKey,
	getColumnGroup,
	pickColumns,
	type RecordedRows,
	type TableMerge,
} from "../merge/merge-table.ts";
import type { TableRow } from "../merge/season-tables.ts";

/**
 * Lists the keys of the added rows to import: the chosen ones, and those that the chosen changes refer to, such as
 * clubs, new rounds with all their matches, and prices of signings.
 */
function listNeededRows({ tables }: SeasonMerge, keys: ReadonlySet<string>): ReadonlySet<string> {
	const added = tables.flatMap((merge) =>
		merge.added.map((row) => ({ ...merge, row, key: buildRowKey(merge.table, row) })),
	);
	const addedByKey = new Map(added.map((row) => [row.key, row]));
	const needed = new Set([...keys].filter((key) => addedByKey.has(key)));
	const addIfNew = (key: string) => {
		if (addedByKey.has(key)) needed.add(key);
	};
	const addReferences = (row: TableRow) => {
		addIfNew(`rounds:${row.round_id}`);
		for (const squad of [row.squad_id, row.home_squad_id, row.away_squad_id]) addIfNew(`squads:${squad}`);
	};
	for (const { table, changed } of tables)
		for (const { after } of changed)
			if (Object.keys(after).some((column) => keys.has(buildColumnKey(table, after, column)))) addReferences(after);
	for (const { key, row } of added) if (needed.has(key)) addReferences(row);
	for (const { table, key, row } of added) {
		if (table.name === "matches" && needed.has(`rounds:${row.round_id}`)) needed.add(key);
		if (table.name === "player_prices" && needed.has(`players:${row.player_id}`)) needed.add(key);
	}
	// Matches that were added with their round can need new clubs.
	for (const { key, row } of added) if (needed.has(key)) addReferences(row);
	return needed;
}

/** Selects the part of a merge that belongs to the chosen keys of rows and columns. */
export function selectChanges(merge: SeasonMerge, keys: ReadonlySet<string>) {
	const rows = listNeededRows(merge, keys);
	const columns = new Set(keys);
	const hasNewRound = [...rows].some((key) => key.startsWith("rounds:"));
	// Rounds after the season's `lastRound` do not count, so a new round comes with it.
	const [season] = merge.season.changed;
	if (hasNewRound && season) columns.add(buildColumnKey(merge.season.table, season.after, "lastRound"));
	const select = (tableMerge: TableMerge) =>
		selectFromTable(tableMerge, merge.getRecorded(tableMerge.table.name), { rows, columns });
	const selected = select(merge.season);
	return {
		season: selected,
		seasonRow: selected.changed[0]?.after ?? season?.before ?? merge.seasonRow,
		tables: merge.tables.map(select),
	};
}

interface Selection {
	readonly rows: ReadonlySet<string>;
	readonly columns: ReadonlySet<string>;
}

function selectFromTable(merge: TableMerge, recorded: RecordedRows, { rows, columns }: Selection): TableMerge {
	const { table } = merge;
	const recordedAfter: Record<string, TableRow> = { ...recorded };
	const added = merge.added.filter((row) => rows.has(buildRowKey(table, row)));
	for (const row of added) {
		const key = buildKey(row, table);
		const values = merge.recorded[key];
		if (values) recordedAfter[key] = values;
	}
	const changed = merge.changed.flatMap(({ before, after }) => {
		const chosen = Object.keys(after).filter((column) => columns.has(buildColumnKey(table, after, column)));
		if (chosen.length === 0) return [];
		const chosenGroups = [...new Set(chosen.flatMap((column) => getColumnGroup(column, table)))];
		const key = buildKey(after, table);
		recordedAfter[key] = { ...recorded[key], ...pickColumns(merge.recorded[key] ?? {}, chosenGroups) };
		return [{ before, after: { ...before, ...pickColumns(after, chosenGroups) } }];
	});
	return { table, added, changed, removed: [], kept: [], absent: [], recorded: recordedAfter };
}
