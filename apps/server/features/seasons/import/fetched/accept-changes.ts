import type { PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../../plugins/audit.ts";
import { refuse } from "../../../../plugins/refusal.ts";
import { readTime, type TimeSource } from "../../current/season-clock.ts";
import { incrementDataVersion, lockImports, lockSeason } from "../../current/season-version-queries.ts";
import { repriceSavedTeams } from "../../start-rounds/reprice-teams.ts";
import type { SeasonData } from "../files/season-data.ts";
import { findDuplicateNameProblems } from "../merge/merge-problems.ts";
import { mergeSeason, type SeasonMerge } from "../merge/merge-season.ts";
import { changesBanks, computeRowsAfter } from "../merge/merge-table.ts";
import { findSeasonState, loadStoredRows } from "../merge/queries.ts";
import { createRowNames } from "../merge/row-names.ts";
import { buildSeasonTables } from "../merge/season-tables.ts";
import { saveRecordedRows } from "../queries.ts";
import { recordImport, saveMergedRows } from "../save-merge.ts";
import { saveSeasonRules } from "../undo/queries.ts";
import { alignIds } from "./align-ids.ts";
import { type ChosenChanges, listChanges, type SeasonChange } from "./list-changes.ts";
import { countTeamsWith, deleteRefusals, listRefusals, saveRefusals } from "./queries.ts";
import { selectChanges } from "./select-changes.ts";

/** Compares a fetched season with the stored one of the same id. `aligned` is the fetched season with the stored one's ids. */
export async function compareSeason(transaction: Db, fetchedSeason: SeasonData, now: SeasonTime) {
	const tables = new Map(buildSeasonTables(fetchedSeason).map((table) => [table.name, table]));
	const load = async (name: "squads" | "players" | "matches") => {
		const table = tables.get(name);
		return table ? loadStoredRows(transaction, fetchedSeason.id, table) : [];
	};
	const stored = { squads: await load("squads"), players: await load("players"), matches: await load("matches") };
	const aligned = alignIds(fetchedSeason, stored);
	const merge = await mergeSeason(transaction, aligned, { remove: false, preferFiles: false, now });
	return { aligned, changes: listChanges(merge), names: createRowNames((name) => merge.getRowsAfter(name).values()) };
}

/**
 * Loads how many teams have each player with a new club or position, and which version of a change was refused, by the
 * change's key.
 */
export async function loadChangeDetails(db: Db, seasonId: number, changes: readonly SeasonChange[]) {
	const players = changes.filter(({ kind }) => kind === "club-move" || kind === "position");
	return {
		refused: await listRefusals(db, seasonId),
		teams: await countTeamsWith(
			db,
			seasonId,
			players.map(({ row }) => Number(row.id)),
		),
	};
}

/** Finds the chosen changes. Refuses if the provider's value of one has changed since it was shown. */
function findChosen(changes: readonly SeasonChange[], chosen: ChosenChanges): SeasonChange[] {
	const byKey = new Map(changes.map((change) => [change.key, change]));
	return chosen.map(({ key, version }) => {
		const change = byKey.get(key);
		if (change?.version !== version) throw refuse(409, "season-changes-outdated");
		return change;
	});
}

/** Gets the rounds from which chosen new positions count, by player. */
function getFromRounds(changes: readonly SeasonChange[], chosen: ChosenChanges): ReadonlyMap<PlayerId, RoundId> {
	const byKey = new Map(changes.map((change) => [change.key, change]));
	return new Map(
		chosen.flatMap(({ key, fromRound }) => {
			const change = byKey.get(key);
			if (!change || fromRound === undefined) return [];
			if (change.kind !== "position") throw refuse(422, "season-change-from-round");
			return [[Number(change.row.id), fromRound] as const];
		}),
	);
}

/** Selects the chosen part of a merge. Refuses if it would use a name twice. */
async function selectChosen(transaction: Db, seasonId: number, merge: SeasonMerge, keys: ReadonlySet<string>) {
	const selected = selectChanges(merge, keys);
	const rowsAfter = new Map(
		await Promise.all(
			selected.tables.map(async (tableMerge) => {
				const stored = await loadStoredRows(transaction, seasonId, tableMerge.table);
				return [tableMerge.table.name, computeRowsAfter(tableMerge, stored)] as const;
			}),
		),
	);
	const [nameProblem] = findDuplicateNameProblems({ getRowsAfter: (name) => rowsAfter.get(name) ?? new Map() });
	if (nameProblem) throw refuse(409, "season-import-names", { problem: nameProblem.message });
	return selected;
}

interface DecisionOptions {
	readonly chosen: ChosenChanges;
	readonly audit: AuditContext;
	readonly now: TimeSource;
}

/**
 * Accepts changes of a fetched season: imports their values and nothing else, as an import that can be undone.
 *
 * @throws Refusal `season-changes-outdated`, `season-is-closed`, `season-import-names`, `season-change-from-round`,
 * `round-started`
 */
export const acceptChanges = (db: Db, fetchedSeason: SeasonData, { chosen, audit, now: time }: DecisionOptions) =>
	db.transaction().execute(async (transaction) => {
		await lockImports(transaction);
		await lockSeason(transaction, fetchedSeason.id, "exclusive");
		const state = await findSeasonState(transaction, fetchedSeason.id);
		if (state?.status !== "open") throw refuse(409, "season-is-closed");
		const now = readTime(time);
		const { aligned, changes } = await compareSeason(transaction, fetchedSeason, now);
		if (findChosen(changes, chosen).some(({ block }) => block)) throw refuse(409, "season-changes-outdated");
		const fromRounds = getFromRounds(changes, chosen);
		const take = new Set(chosen.map(({ key }) => key));
		const merge = await mergeSeason(transaction, aligned, { remove: false, preferFiles: false, take, now });
		const selected = await selectChosen(transaction, fetchedSeason.id, merge, take);
		const record = { ...selected, getRecorded: merge.getRecorded };
		await recordImport(transaction, fetchedSeason.id, record, { audit, source: "fetch" });
		await saveRecordedRows(transaction, fetchedSeason.id, [selected.season, ...selected.tables]);
		const { id: _, name, ...rules } = selected.seasonRow;
		if (selected.season.changed.length > 0)
			await saveSeasonRules(transaction, fetchedSeason.id, String(name), JSON.stringify(applyDefaultRules(rules)));
		const rows = { tables: selected.tables, progress: merge.progress, fromRounds };
		await saveMergedRows(transaction, fetchedSeason.id, rows);
		if (changesBanks([selected.season, ...selected.tables]))
			await repriceSavedTeams(transaction, fetchedSeason.id, now);
		await deleteRefusals(transaction, fetchedSeason.id, [...take]);
		await writeAudit(transaction, audit, {
			action: "season-changes-accepted",
			subject: `season:${fetchedSeason.id}`,
			before: null,
			after: { changes: [...take], positionsFrom: Object.fromEntries(fromRounds) },
		});
		await incrementDataVersion(transaction, fetchedSeason.id);
	});

/**
 * Refuses changes of a fetched season. Each stays refused until the provider has another value.
 *
 * @throws Refusal `season-changes-outdated`
 */
export const refuseChanges = (db: Db, fetchedSeason: SeasonData, { chosen, audit, now }: DecisionOptions) =>
	db.transaction().execute(async (transaction) => {
		await lockSeason(transaction, fetchedSeason.id, "exclusive");
		const { changes } = await compareSeason(transaction, fetchedSeason, readTime(now));
		findChosen(changes, chosen);
		await saveRefusals(transaction, fetchedSeason.id, chosen, audit.actor);
		await writeAudit(transaction, audit, {
			action: "season-changes-refused",
			subject: `season:${fetchedSeason.id}`,
			before: null,
			after: { changes: chosen.map(({ key }) => key) },
		});
	});
