import type { UserId } from "@first-bounce/rules/ids";
import { hasRight, type LeagueRight, type LeagueRole } from "@first-bounce/rules/leagues/league-permissions";
import type { Transaction } from "kysely";
import pLimit from "p-limit";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { lockSeason } from "../../seasons/current/season-version-queries.ts";
import { lockUserAndCountLeagues } from "../league-queries.ts";
import { buildLeagueSnapshot, type LeagueRow, type LeagueServices } from "../league-row.ts";
import { findLockedLeague, type LeagueColumns } from "../select-leagues.ts";
import { type LeagueKey, lockActiveUser, lockLeague } from "./queries.ts";

/** A league whose row is locked, with the data that an action on it is checked against. */
export interface LockedLeague<Columns = unknown> {
	readonly trx: Transaction<Tables>;
	readonly league: LeagueRow & Columns;
	readonly season: SeasonSnapshot;
	/** Season time, taken once the row is locked. */
	readonly now: number;
	readonly hasStarted: boolean;
	/** Whether the account of `lockedUserId` is active; true if there is none. */
	readonly isUserActive: boolean;
}

/** What is locked before the league. */
interface LockOptions {
	/** A user whose account cannot be closed until the transaction ends. It may have been closed before. */
	readonly lockedUserId?: UserId | null;
	/** Whether the season is locked first, as for saves of teams, so that no publication comes in between. */
	readonly locksSeason?: boolean;
}

/** While many actions wait for one league, other requests still get a database connection. */
const limitActions = pLimit(6);
const MAX_ATTEMPTS = 8;
const OUTDATED = Symbol("outdated");
/** Prevents a user from filling the list of public leagues. */
const MAX_LEAGUES_AS_COMMISSIONER = 50;

/**
 * Runs an action on a league in a transaction that locks the league's row, so that concurrent actions on it run one
 * after the other. If the season has changed in the database since this process read it, the season is read again and
 * the action starts over. The extra columns, which may depend on the season, are read along with the league.
 */
export async function withLockedLeague<Result, Columns = unknown>(
	{ db, seasons, clocks }: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	{
		extraColumns,
		lockedUserId,
		locksSeason,
		...key
	}: LeagueKey & LockOptions & { readonly extraColumns?: (season: SeasonSnapshot) => LeagueColumns<Columns> },
	userId: UserId | null,
	action: (locked: LockedLeague<Columns>) => Promise<Result>,
): Promise<Result> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const season = seasons.current();
		const runLocked = async (trx: Transaction<Tables>) => {
			if (locksSeason) await lockSeason(trx, season.seasonId, "shared");
			// Locks the user before the league, in the same order as closing an account, so that they cannot deadlock.
			const isUserActive = lockedUserId ? await lockActiveUser(trx, lockedUserId) : true;
			const locked = await lockLeague(trx, season.seasonId, key);
			if (!locked) throw refuse(404, "league-unknown");
			if (locked.deleted_at) throw refuse(404, "league-deleted");
			const league = await findLockedLeague(trx, userId, locked.id, extraColumns?.(season));
			if (!league) throw refuse(404, "league-unknown");
			if (league.data_version !== season.dataVersion) return OUTDATED;
			const now = clocks.seasonNow();
			const { hasStarted } = buildLeagueSnapshot(league, season, now);
			return action({ trx, league, season, now, hasStarted, isUserActive });
		};
		const result = await limitActions(() => db.transaction().execute(runLocked));
		if (result !== OUTDATED) return result;
		await seasons.refresh();
	}
	throw refuse(503, "busy");
}

export async function requireLeagueQuota(trx: Transaction<Tables>, seasonId: number, userId: UserId): Promise<void> {
	if ((await lockUserAndCountLeagues(trx, seasonId, userId)) >= MAX_LEAGUES_AS_COMMISSIONER)
		throw refuse(422, "too-many-leagues", { most: MAX_LEAGUES_AS_COMMISSIONER });
}

export const buildRoleRefusal = (role: LeagueRole | null) =>
	refuse(403, role === "deputy" ? "commissioner-only" : "not-commissioner");

export function requireRight({ role }: Pick<LeagueRow, "role">, right: LeagueRight): void {
	if (!hasRight(role, right)) throw buildRoleRefusal(role);
}

export function requireMember(league: LeagueRow): void {
	if (!league.is_member) throw refuse(403, "league-members-only");
}

/** Refuses a body that names another league than the path does. */
export function requireSameLeague(id: number, { leagueId }: { readonly leagueId?: number | undefined }): void {
	if (leagueId !== undefined && leagueId !== id) throw refuse(400, "league-mismatch");
}
