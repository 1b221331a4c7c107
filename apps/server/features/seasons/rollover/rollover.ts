import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { readDatabaseTime } from "../current/clock-queries.ts";
import { findCurrentSeason } from "../current/season-queries.ts";
import { incrementDataVersion, lockImports, lockSeason } from "../current/season-version-queries.ts";
import { findSeasonState } from "../import/merge/queries.ts";
import { createEmptyTeams, findFirstOpenRound, saveSeasonClosed, saveSeasonCurrent } from "./queries.ts";
import { retireDemo } from "./retire-demo.ts";

/** Closes the current season for good, as part of a transaction. */
async function closeInTransaction(transaction: Db, season: { id: number; name: string }, audit: AuditContext) {
	await lockSeason(transaction, season.id, "exclusive");
	const open = await findFirstOpenRound(transaction, season.id);
	if (open) throw refuse(409, "season-not-over", { round: open.id, name: season.name });
	await saveSeasonClosed(transaction, season.id);
	const entry = { action: "season-closed", subject: `season:${season.id}` };
	await writeAudit(transaction, audit, { ...entry, before: { status: "open" }, after: { status: "closed" } });
	await incrementDataVersion(transaction, season.id);
}

/**
 * Closes the current season and returns its id. Its results stay readable (decision 029).
 *
 * @throws Refusal `no-season`, `season-not-over` while a round is not complete
 */
export const closeSeason = (db: Db, audit: AuditContext): Promise<number> =>
	db.transaction().execute(async (transaction) => {
		const season = await findCurrentSeason(transaction);
		if (!season) throw refuse(503, "no-season");
		await closeInTransaction(transaction, season, audit);
		return season.id;
	});

/** Creates the continued leagues of a season; returns how many. */
export type ContinueLeagues = (transaction: Transaction<Tables>, seasonId: number, at: Date) => Promise<number>;

export interface SeasonBeginning {
	readonly current: number;
	readonly teams: number;
	/** How many keeper and dynasty leagues are continued. */
	readonly leagues: number;
}

/**
 * Makes a season the current one, closes the previous one, and creates an empty team for every manager (decision 029) and the
 * continued leagues. Idempotent. Accounts, team names and favourite clubs carry over; favourite players do not.
 *
 * @throws Refusal `season-unknown`, `season-is-closed`, `season-not-over`
 */
export const beginSeason = (
	db: Db,
	seasonId: number,
	audit: AuditContext,
	continueLeagues: ContinueLeagues = async () => 0,
): Promise<SeasonBeginning> =>
	db.transaction().execute((transaction) => beginInTransaction(transaction, seasonId, audit, continueLeagues));

/** Begins a season as part of a transaction. */
export async function beginInTransaction(
	transaction: Transaction<Tables>,
	seasonId: number,
	audit: AuditContext,
	continueLeagues: ContinueLeagues,
): Promise<SeasonBeginning> {
	await lockImports(transaction);
	const nextSeason = await findSeasonState(transaction, seasonId);
	if (!nextSeason) throw refuse(404, "season-unknown");
	const currentSeason = await findCurrentSeason(transaction);
	const endsOtherSeason = currentSeason !== undefined && currentSeason.id !== seasonId;
	// A demo that another season has replaced cannot begin again.
	if (nextSeason.status === "closed" || (nextSeason.is_demo && endsOtherSeason)) throw refuse(409, "season-is-closed");
	if (endsOtherSeason) await closeInTransaction(transaction, currentSeason, audit);
	await saveSeasonCurrent(transaction, seasonId);
	if (!nextSeason.is_demo) await retireDemo(transaction);
	const teams = await createEmptyTeams(transaction, seasonId);
	const leagues = await continueLeagues(transaction, seasonId, new Date(await readDatabaseTime(transaction)));
	const entry = { action: "season-begun", subject: `season:${seasonId}` };
	const beforeValue = currentSeason ? { current: currentSeason.id } : null;
	await writeAudit(transaction, audit, { ...entry, before: beforeValue, after: { current: seasonId, teams, leagues } });
	await incrementDataVersion(transaction, seasonId);
	return { current: seasonId, teams, leagues };
}
