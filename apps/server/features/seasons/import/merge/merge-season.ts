import type { SeasonTime } from "@first-bounce/rules/ids";
import { getLastBegunRoundId, getNextOpenRoundId } from "@first-bounce/rules/season-changes/change-limits";
import { completeStoredRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../../db/tables/tables.ts";
import type { SeasonData } from "../files/season-data.ts";
import { createGuard, type SeasonProgress } from "./forbidden-changes.ts";
import {
	computeRowsAfter,
	type GetRows,
	listChangedColumns,
	type MergeOptions,
	mergeTable,
	type RecordedRows,
	type TableMerge,
} from "./merge-table.ts";
import { findSeasonState, listFirstRounds, loadProgress, loadRecordedRows, loadStoredRows } from "./queries.ts";
import {
	buildSeasonRow,
	buildSeasonRowTable,
	buildSeasonTables,
	type SeasonTable,
	type TableRow,
} from "./season-tables.ts";

/** The changes that an import of a season writes, and the values that it keeps. */
export interface SeasonMerge {
	/** The changes of the season's name and rules. */
	readonly season: TableMerge;
	/** The season's row after the import. */
	readonly seasonRow: TableRow;
	readonly changedRules: readonly string[];
	/** Parents before children. */
	readonly tables: readonly TableMerge[];
	readonly progress: SeasonProgress;
	/** The values of the last import. */
	readonly getRecorded: (name: SeasonTable["name"]) => RecordedRows;
	/** All rows after the import, by table and key. */
	readonly getRowsAfter: GetRows;
}

/** Compares a season's files with the database and with the values of the last import. */
export async function mergeSeason(
	transaction: Db,
	season: SeasonData,
	{ now, ...options }: MergeOptions & { readonly now: SeasonTime | undefined },
): Promise<SeasonMerge> {
	const getRecorded = await loadRecordedRows(transaction, season.id);
	const progress = await loadProgress(transaction, season.id, now);
	const rowsAfterByTable = new Map<string, ReadonlyMap<string, TableRow>>();
	const getRowsAfter: GetRows = (name) => rowsAfterByTable.get(name) ?? new Map();
	const mergeRows = (table: SeasonTable, stored: readonly TableRow[]): TableMerge => {
		const guard = createGuard(table.name, progress, getRowsAfter);
		return mergeTable(table, { ...options, stored, guard, recorded: getRecorded(table.name) });
	};

	const row = await findSeasonState(transaction, season.id);
	const stored = row ? [buildSeasonRow(season.id, row.name, completeStoredRules(row.rules))] : [];
	const seasonMerge = mergeRows(buildSeasonRowTable(season), stored);
	const seasonRow = computeRowsAfter(seasonMerge, stored).get(String(season.id)) ?? {};

	const tables: TableMerge[] = [];
	for (const table of buildSeasonTables(await delayNewPlayers(transaction, season, progress))) {
		const storedRows = await loadStoredRows(transaction, season.id, table);
		const tableMerge =
			table.name === "player_prices"
				? removePricesOfRemovedPlayers(
						mergeRows(alignOpeningPrices(table, getRowsAfter("players")), storedRows),
						storedRows,
						getRowsAfter("players"),
					)
				: mergeRows(table, storedRows);
		rowsAfterByTable.set(table.name, computeRowsAfter(tableMerge, storedRows));
		tables.push(tableMerge);
	}
	return {
		season: seasonMerge,
		seasonRow,
		changedRules: seasonMerge.changed.flatMap(listChangedColumns),
		tables,
		progress,
		getRecorded,
		getRowsAfter,
	};
}

/**
 * Moves new players of a season that has begun to its next round that has not begun. Players whom an earlier import
 * moved like this keep their stored round, although the files have an earlier one.
 */
async function delayNewPlayers(transaction: Db, season: SeasonData, { rounds, now }: SeasonProgress) {
	const nextRoundId = getNextOpenRoundId(rounds, now);
	const lastBegun = getLastBegunRoundId(rounds, now);
	if (lastBegun === 0) return season;
	const roundByPlayer = new Map(
		(await listFirstRounds(transaction, season.id)).map(({ id, from_round }) => [id, from_round]),
	);
	const players = season.players.map((player) => {
		const { id, fromRound } = player;
		const storedFromRound = roundByPlayer.get(id);
		if (storedFromRound === undefined)
			return { ...player, fromRound: fromRound > lastBegun ? fromRound : (nextRoundId ?? fromRound) };
		return storedFromRound > fromRound && fromRound <= lastBegun ? { ...player, fromRound: storedFromRound } : player;
	});
	return { ...season, players };
}

/** Moves opening prices to the rounds from which players are in the pool, which can differ from those of the files. */
function alignOpeningPrices(table: SeasonTable, players: ReadonlyMap<string, TableRow>): SeasonTable {
	const rows = table.rows.flatMap((row) => {
		const player = players.get(String(row.player_id));
		return player ? [{ ...row, round_id: player.from_round ?? null }] : [];
	});
	return { ...table, rows };
}

function removePricesOfRemovedPlayers(
	merge: TableMerge,
	stored: readonly TableRow[],
	players: ReadonlyMap<string, TableRow>,
): TableMerge {
	const isRemoved = (playerId: unknown) => !players.has(String(playerId));
	const recorded = Object.fromEntries(Object.entries(merge.recorded).filter(([playerId]) => !isRemoved(playerId)));
	return { ...merge, removed: stored.filter((row) => isRemoved(row.player_id)), recorded };
}
