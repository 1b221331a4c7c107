import type { SeasonTime } from "@first-bounce/rules/ids";
import { completeStoredRules } from "@first-bounce/rules/season-rules/season-rules";
import type { StoredChanges } from "../../../../db/tables/season-changes.ts";
import type { Db } from "../../../../db/tables/tables.ts";
import { createGuard, type SeasonProgress } from "../merge/forbidden-changes.ts";
import { buildKey, type GetRows } from "../merge/merge-table.ts";
import { countPlayerUses, findSeasonState, listRoundUses, loadProgress, loadStoredRows } from "../merge/queries.ts";
import {
	buildSeasonRow,
	buildSeasonRowTable,
	buildSeasonTables,
	type SeasonTable,
	type TableRow,
} from "../merge/season-tables.ts";
import type { UndoContext, UndoReason } from "./plan-undo.ts";
import { countInstructions, countMatchPlayers } from "./queries.ts";

/** The tables that a table refers to, by column. */
const REFERENCES: Readonly<Partial<Record<SeasonTable["name"], Readonly<Record<string, SeasonTable["name"]>>>>> = {
	players: { squad_id: "squads" },
	player_prices: { player_id: "players" },
	matches: { round_id: "rounds", home_squad_id: "squads", away_squad_id: "squads" },
	stat_lines: { match_id: "matches", player_id: "players", squad_id: "squads" },
};

/** Loads what decides whether an import can be undone. Undefined for an unknown season. */
export async function loadUndoContext(
	transaction: Db,
	seasonId: number,
	changes: readonly StoredChanges[],
	now: SeasonTime | undefined,
): Promise<(UndoContext & { readonly progress: SeasonProgress }) | undefined> {
	const season = await findSeasonState(transaction, seasonId);
	if (!season) return undefined;
	const rules = completeStoredRules(season.rules);
	const seasonFacts = { id: seasonId, name: season.name, rules };
	const emptySeason = { squads: [], rounds: [], matches: [], players: [], stats: [] };
	const tables = [buildSeasonRowTable(seasonFacts), ...buildSeasonTables({ ...seasonFacts, ...emptySeason })];
	const stored = new Map<SeasonTable["name"], ReadonlyMap<string, TableRow>>();
	for (const table of tables) {
		const rows =
			table.name === "seasons"
				? [buildSeasonRow(seasonId, season.name, rules)]
				: await loadStoredRows(transaction, seasonId, table);
		stored.set(table.name, new Map(rows.map((row) => [buildKey(row, table), row])));
	}
	const getTable = (name: string): SeasonTable => {
		const table = tables.find((table) => table.name === name);
		if (!table) throw new RangeError(`A season has no table ${name}`);
		return table;
	};
	const getStored: GetRows = (name) => stored.get(name) ?? new Map();
	const progress = await loadProgress(transaction, seasonId, now);
	const restored = new Set(changes.flatMap(({ table, removed }) => removed.map((row) => `${table}:${row.id}`)));
	return {
		progress,
		getTable,
		getStored,
		createGuard: (name) => createGuard(name, progress, getStored),
		findUse: await createUseFinder(transaction, seasonId, changes),
		isReferenceMissing: (name, row) =>
			Object.entries(REFERENCES[name] ?? {}).some(
				([column, target]) =>
					column in row && !getStored(target).has(String(row[column])) && !restored.has(`${target}:${row[column]}`),
			),
	};
}

/** Creates a function that finds what still uses a row that an import added. */
async function createUseFinder(
	transaction: Db,
	seasonId: number,
	changes: readonly StoredChanges[],
): Promise<UndoContext["findUse"]> {
	const listAdded = (name: string) =>
		changes.flatMap(({ table, added }) => (table === name ? added.map(({ id }) => Number(id)) : []));
	const [players, matches, rounds] = [listAdded("players"), listAdded("matches"), listAdded("rounds")];
	const playerUses = new Map((await countPlayerUses(transaction, seasonId, players)).map((use) => [use.id, use]));
	const instructions = await countInstructions(transaction, seasonId, players);
	const matchUses = await countMatchPlayers(transaction, seasonId, matches);
	const roundUses = new Map((await listRoundUses(transaction, seasonId, rounds)).map((use) => [use.id, use]));

	return (name, { id: rowId }, getRowsAfter): UndoReason | null => {
		const id = Number(rowId);
		const listRowsAfter = (table: SeasonTable["name"]) => [...getRowsAfter(table).values()];
		// Stats of the same import are undone with the player or match.
		const countUndoneLines = (column: "player_id" | "match_id") => {
			const importedLines = changes.flatMap(({ table, added }) => (table === "stat_lines" ? added : []));
			const importedCount = importedLines.filter((row) => row[column] === id).length;
			const remainingCount = listRowsAfter("stat_lines").filter((row) => row[column] === id).length;
			return Math.max(0, importedCount - remainingCount);
		};
		if (name === "players") {
			const { teams = 0, matches: matchCount = 0 } = playerUses.get(id) ?? {};
			if (teams > 0 || (instructions.get(id) ?? 0) > 0) return "in-teams";
			return matchCount - countUndoneLines("player_id") > 0 ? "has-stats" : null;
		}
		if (name === "matches") return (matchUses.get(id) ?? 0) - countUndoneLines("match_id") > 0 ? "has-stats" : null;
		if (name === "rounds") {
			const { hasStarted = false, leagues = 0 } = roundUses.get(id) ?? {};
			if (hasStarted) return "begun";
			if (listRowsAfter("matches").some(({ round_id }) => round_id === id)) return "has-matches";
			return leagues > 0 ? "in-leagues" : null;
		}
		if (name !== "squads") return null;
		const isUsed =
			listRowsAfter("players").some(({ squad_id }) => squad_id === id) ||
			listRowsAfter("matches").some(({ home_squad_id: home, away_squad_id: away }) => home === id || away === id);
		return isUsed ? "in-use" : null;
	};
}
