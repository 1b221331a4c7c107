import type { RoundId } from "@first-bounce/rules/ids";
import { type ClubClash, findClubClashes } from "@first-bounce/rules/season-changes/club-clashes";
import { applyDefaultRules, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { readTime, type TimeSource } from "../current/season-clock.ts";
import { incrementDataVersion, lockImports, lockSeason } from "../current/season-version-queries.ts";
import { retireDemo } from "../rollover/retire-demo.ts";
import { repriceSavedTeams } from "../start-rounds/reprice-teams.ts";
import type { ImportProblem } from "./csv/problem-list.ts";
import { readSeasonFolder } from "./files/read-season-folder.ts";
import type { SeasonData } from "./files/season-data.ts";
import type { SkippedStatRow } from "./files/stats-reader.ts";
import { findTakeProblems, type ImportConflict, listConflicts } from "./merge/list-conflicts.ts";
import { findIdProblems, findMergeProblems, findSeasonProblems } from "./merge/merge-problems.ts";
import { mergeSeason, type SeasonMerge } from "./merge/merge-season.ts";
import { changesBanks, isEmptyChange, type KeptRow, type MergeOptions, type TableMerge } from "./merge/merge-table.ts";
import { listMatchesWithStats } from "./merge/queries.ts";
import { createRowNames, type RowNames } from "./merge/row-names.ts";
import { clearCurrentSeason, listSeasonStates, type SeasonEnd, saveRecordedRows, saveSeasonRow } from "./queries.ts";
import { recordImport, saveMergedRows } from "./save-merge.ts";
import { loadSeasonEnd, needsConfirmation } from "./season-end.ts";

export interface ImportOptions extends Partial<MergeOptions> {
	/** Reports the changes without writing them. */
	readonly isDryRun?: boolean;
	/** A stats file that replaces the folder's stats.csv. */
	readonly statsFile?: string | undefined;
	/** Ends a demo in which registered managers have teams. Without it such an import is refused. */
	readonly endDemo?: boolean;
	readonly audit?: AuditContext;
	/** Season time; by default that of the stored season clock. */
	readonly now?: TimeSource;
}

export interface ImportReport {
	readonly problems: readonly ImportProblem[];
	/** Stat rows of unknown players. */
	readonly skippedRows: readonly SkippedStatRow[];
	/** Null if the folder has problems or a confirmation is missing; in both cases nothing was written. */
	readonly outcome: ImportOutcome | null;
	/** The demo that the import would end, if that was not confirmed. */
	readonly demoToConfirm?: SeasonEnd;
}

export interface ImportOutcome {
	readonly seasonId: number;
	readonly name: string;
	/** The season's rules after the import. */
	readonly rules: SeasonRules;
	readonly isNew: boolean;
	/** Whether the season is the current one after the import. */
	readonly isCurrent: boolean;
	/** The season that ends because the imported one becomes the current one. */
	readonly ends: SeasonEnd | null;
	/** The name of the season that stays the current one. */
	readonly staysCurrent: string | null;
	/** Rounds of a new season whose matches all have a result, so that they are published automatically. */
	readonly playedRounds: readonly RoundId[];
	/** The clubs that play twice in a round or at the same time because of a match that was added or changed. */
	readonly clashes: readonly ClubClash[];
	readonly changedRules: readonly string[];
	/** The season's name and rules, where they are kept although season.json differs. */
	readonly keptRules: readonly KeptRow[];
	/** What was added, changed, removed and kept in each table. */
	readonly tables: readonly TableMerge[];
	/** The values that were changed here since the last import, whether or not the files override them. */
	readonly conflicts: readonly ImportConflict[];
	readonly names: RowNames;
}

/**
 * Imports a season's folder as a whole, or nothing of it if there is any problem or in a dry run. A repeated import
 * writes what has changed in the files. It removes nothing unless `remove` is set, keeps changes made in the database
 * since the last import unless `preferFiles` is set, and never changes published rounds, teams or published prices. The
 * season becomes the current one if there is none except a demo.
 */
export async function importSeason(db: Db, folder: string, { statsFile, ...options }: ImportOptions = {}) {
	const { season, problems, skippedRows } = await readFolderToImport(db, folder, statsFile);
	if (!season) return { problems, skippedRows, outcome: null };
	return { skippedRows, ...(await importSeasonData(db, season, options)) };
}

/** Reads a season's folder, and adds the problems that depend on the database, such as the id of a closed season. */
export const readFolderToImport = (db: Db, folder: string, statsFile?: string) =>
	readSeasonFolder(folder, {
		statsFile,
		listMatchesWithStats: (seasonId) => listMatchesWithStats(db, seasonId),
		findIdProblems: (seasonId) => findIdProblems(db, seasonId),
	});

type DataImportOptions = Omit<ImportOptions, "statsFile">;
type DataImportReport = Omit<ImportReport, "skippedRows">;

/** Imports a season that is already in memory. */
export const importSeasonData = (db: Db, season: SeasonData, options: DataImportOptions = {}) =>
	db.transaction().execute((transaction) => importInTransaction(transaction, season, options));

/** Imports a season as part of a transaction. */
export async function importInTransaction(
	transaction: Transaction<Tables>,
	season: SeasonData,
	{ isDryRun = false, remove = false, preferFiles = false, take, endDemo = false, audit, now: time }: DataImportOptions,
): Promise<DataImportReport> {
	await lockImports(transaction);
	await lockSeason(transaction, season.id, "exclusive");
	const now = time === undefined ? undefined : readTime(time);
	const seasonProblems = await findSeasonProblems(transaction, season, { preferFiles });
	if (seasonProblems.length > 0) return { problems: seasonProblems, outcome: null };
	const prefersSomeFiles = preferFiles || (take?.size ?? 0) > 0;
	const defaultMerge = await mergeSeason(transaction, season, { remove, preferFiles: false, now });
	const merge = prefersSomeFiles
		? await mergeSeason(transaction, season, { remove, preferFiles, take: take ?? new Set(), now })
		: defaultMerge;
	const problems = await findMergeProblems(transaction, season, merge);
	if (problems.length > 0) return { problems, outcome: null };
	// Conflicts are those of a merge that prefers no files, so that they include the ones that this import decides.
	const conflicts = listConflicts([defaultMerge.season, ...defaultMerge.tables], remove);
	const takeProblems = findTakeProblems(take ?? new Set(), conflicts);
	if (takeProblems.length > 0) return { problems: takeProblems, outcome: null };
	const outcome = { ...(await buildOutcome(transaction, season, merge)), conflicts };
	if (isDryRun) return { problems: [], outcome };
	if (outcome.ends && needsConfirmation(outcome.ends) && !endDemo)
		return { problems: [], outcome: null, demoToConfirm: outcome.ends };
	await applyImport(transaction, outcome, merge, { audit, remove, preferFiles });
	return { problems: [], outcome };
}

const listPlayedRounds = ({ rounds, matches }: SeasonData): RoundId[] =>
	rounds.filter((round) => {
		const roundMatches = matches.filter(({ roundId }) => roundId === round);
		return roundMatches.length > 0 && roundMatches.every(({ homeScore }) => homeScore !== null);
	});

function listClashes({ tables, getRowsAfter, progress }: SeasonMerge): ClubClash[] {
	const rows = [...getRowsAfter("matches").values()].filter(({ id }) => !progress.matches.get(Number(id))?.isAbandoned);
	const matches = rows.map((row) => ({
		id: Number(row.id),
		roundId: Number(row.round_id),
		homeSquadId: Number(row.home_squad_id),
		awaySquadId: Number(row.away_squad_id),
		startsAt: Date.parse(String(row.starts_at)),
	}));
	const changes = tables.filter(({ table }) => table.name === "matches");
	const changed = changes.flatMap((merge) => [...merge.added, ...merge.changed.map(({ after }) => after)]);
	const changedIds = new Set(changed.map(({ id }) => Number(id)));
	return findClubClashes(matches).filter(({ matchIds }) => matchIds.some((id) => changedIds.has(id)));
}

async function buildOutcome(db: Db, season: SeasonData, merge: SeasonMerge): Promise<Omit<ImportOutcome, "conflicts">> {
	const { id, name } = season;
	const seasons = await listSeasonStates(db);
	const current = seasons.find((season) => season.is_current);
	const isCurrent = !current || current.is_demo || current.id === id;
	const isNew = !seasons.some((stored) => stored.id === id);
	const { id: _, name: __, ...rules } = merge.seasonRow;
	return {
		seasonId: id,
		name,
		rules: applyDefaultRules(rules),
		isNew,
		playedRounds: isNew && season.rules.finalAfterMinutes !== null ? listPlayedRounds(season) : [],
		clashes: listClashes(merge),
		isCurrent,
		ends: isCurrent && current && current.id !== id ? await loadSeasonEnd(db, current.id) : null,
		staysCurrent: isCurrent ? null : current.name,
		changedRules: merge.changedRules,
		keptRules: merge.season.kept,
		tables: merge.tables,
		names: createRowNames((table) => merge.getRowsAfter(table).values()),
	};
}

async function applyImport(
	transaction: Db,
	{ seasonId, name, rules, isNew, isCurrent, ends, changedRules, tables }: ImportOutcome,
	merge: SeasonMerge,
	{ audit, ...options }: MergeOptions & { readonly audit: AuditContext | undefined },
): Promise<void> {
	if (isCurrent) {
		await clearCurrentSeason(transaction, seasonId);
		await retireDemo(transaction);
	}
	const row = { name: String(merge.seasonRow.name), rules: JSON.stringify(rules), is_current: isCurrent };
	await saveSeasonRow(transaction, seasonId, row);
	await saveRecordedRows(transaction, seasonId, [merge.season, ...tables]);
	if (!isNew && changedRules.length === 0 && tables.every(isEmptyChange)) return;
	if (!isNew) await recordImport(transaction, seasonId, merge, { audit, source: "files" });
	await saveMergedRows(transaction, seasonId, merge);
	if (changesBanks([merge.season, ...tables])) await repriceSavedTeams(transaction, seasonId, merge.progress.now);
	await incrementDataVersion(transaction, seasonId);
	if (!audit) return;
	const counts = tables.map(({ table, added, changed, removed, kept }) => [
		table.name,
		{ added: added.length, changed: changed.length, removed: removed.length, kept: kept.length },
	]);
	const ended = ends ? { ended: ends.id } : {};
	const after = { name, changedRules, ...options, ...ended, ...Object.fromEntries(counts) };
	const entry = { action: "season-imported", subject: `season:${seasonId}` };
	await writeAudit(transaction, audit, { ...entry, before: null, after });
}
