import type { Db } from "../../../db/tables/tables.ts";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { countManagersWithoutTeam, findCurrentSeason } from "../current/season-queries.ts";
import { lockImports } from "../current/season-version-queries.ts";
import { beginInTransaction, type ContinueLeagues } from "../rollover/rollover.ts";
import { type ImportOptions, type ImportReport, importInTransaction, readFolderToImport } from "./import-season.ts";
import { loadSeasonEnd } from "./season-end.ts";

export interface NextSeasonReport extends ImportReport {
	/** How many managers get an empty team. */
	readonly teams: number;
	/** How many keeper and dynasty leagues are continued; 0 in a dry run. */
	readonly leagues: number;
}

/**
 * Imports the next season, closes the current one, and begins the next with empty teams, in one transaction.
 *
 * @throws Refusal `season-not-over`, also in a dry run, while the current season has a round that is not complete and is no demo
 */
export async function startNextSeason(
	db: Db,
	folder: string,
	options: Pick<ImportOptions, "isDryRun" | "remove" | "preferFiles" | "endDemo"> & {
		readonly audit: AuditContext;
		readonly continueLeagues: ContinueLeagues;
	},
): Promise<NextSeasonReport> {
	const { season, problems, skippedRows } = await readFolderToImport(db, folder);
	if (!season) return { problems, skippedRows, outcome: null, teams: 0, leagues: 0 };
	return db.transaction().execute(async (transaction) => {
		await lockImports(transaction);
		const currentSeason = await findCurrentSeason(transaction);
		const report = { ...(await importInTransaction(transaction, season, options)), skippedRows };
		if (!report.outcome) return { ...report, teams: 0, leagues: 0 };
		const { isCurrent, ends: endedDemo } = report.outcome;
		const seasonEnd = currentSeason && !isCurrent ? await loadSeasonEnd(transaction, currentSeason.id) : endedDemo;
		if (seasonEnd && !seasonEnd.isDemo && seasonEnd.openRound !== null)
			throw refuse(409, "season-not-over", { round: seasonEnd.openRound, name: seasonEnd.name });
		const { teams, leagues } = options.isDryRun
			? { teams: await countManagersWithoutTeam(transaction, season.id), leagues: 0 }
			: await beginInTransaction(transaction, season.id, options.audit, options.continueLeagues);
		const outcome = { ...report.outcome, isCurrent: true, ends: seasonEnd, staysCurrent: null };
		return { ...report, outcome, teams, leagues };
	});
}
