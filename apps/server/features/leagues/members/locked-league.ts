import type { UserId } from "@first-bounce/rules/ids";
import { sql, type Transaction } from "kysely";
import pLimit from "p-limit";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { buildLeagueState, isCommissioner, type LeagueRow, type LeagueServices, readLeagues } from "../league-row.ts";

/** What an action on a league is decided on: the league as the action before left it, and nobody else at it. */
export interface LockedLeague {
	readonly transaction: Transaction<Tables>;
	readonly league: LeagueRow;
	readonly season: SeasonSnapshot;
	/** Season time, taken once the league is held. */
	readonly now: number;
	readonly hasBegun: boolean;
}

/** Leaves connections to others while many wait for one league. */
const limit = pLimit(6);
const MAX_ATTEMPTS = 8;
const OUTDATED = Symbol("outdated");

/** Picks the league out by its id, or by its code. */
export type LeagueKey = { readonly id: number } | { readonly code: string };

async function lockLeague(
	transaction: Transaction<Tables>,
	snapshot: SeasonSnapshot,
	which: LeagueKey,
): Promise<number> {
	const { rows } = await sql<{ id: number; deleted_at: Date | null }>`
		SELECT id, deleted_at FROM leagues
		WHERE season_id = ${snapshot.seasonId} AND ${"id" in which ? sql`id = ${which.id}` : sql`code = ${which.code}`}
		FOR UPDATE`.execute(transaction);
	const found = rows[0];
	if (!found) throw refuse(404, "league-unknown");
	if (found.deleted_at) throw refuse(404, "league-deleted");
	return found.id;
}

/**
 * One action on a league in one transaction that holds the league's row: whoever joins, leaves, edits or deletes at
 * the same time waits, and then sees what the one before has done. Judged by the season as it is, read again first
 * where it changed.
 */
export async function withLockedLeague<Result>(
	{ db, seasons, clocks }: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	which: LeagueKey,
	userId: UserId,
	act: (at: LockedLeague) => Promise<Result>,
): Promise<Result> {
	for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
		const snapshot = seasons.current();
		const attempt = async (transaction: Transaction<Tables>) => {
			const id = await lockLeague(transaction, snapshot, which);
			// A statement of its own: it sees what was committed before the league was held.
			const [league] = await readLeagues(transaction, userId, sql`WHERE l.id = ${id}`);
			const season = await transaction
				.selectFrom("seasons")
				.where("id", "=", snapshot.seasonId)
				.select("data_version")
				.executeTakeFirstOrThrow();
			if (!league) throw refuse(404, "league-unknown");
			if (season.data_version !== snapshot.dataVersion) return OUTDATED;
			const now = clocks.seasonNow();
			return act({
				transaction,
				league,
				season: snapshot,
				now,
				hasBegun: buildLeagueState(league, snapshot, now).hasBegun,
			});
		};
		const result = await limit(() => db.transaction().execute(attempt));
		if (result !== OUTDATED) return result;
		await seasons.refresh();
	}
	throw refuse(503, "busy");
}

export function requireCommissioner(league: LeagueRow, userId: UserId): void {
	if (!isCommissioner(league, userId)) throw refuse(403, "not-commissioner");
}

export function requireMember(league: LeagueRow): void {
	if (!league.is_member) throw refuse(403, "league-members-only");
}

/** D2 §7: a league named in the body is the one in the address. */
export function requireSameLeague(id: number, { leagueId }: { readonly leagueId?: number | undefined }): void {
	if (leagueId !== undefined && leagueId !== id) throw refuse(400, "league-mismatch");
}
