import { type ListedPerson, matchPeople } from "@first-bounce/rules/draft/match-people";
import type { PlayerId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { lockPersonMatches } from "../current/season-version-queries.ts";

const listPeople = (db: Db, seasonId: number) =>
	listRows(db)<ListedPerson>`
		SELECT id, provider_id AS "providerId", first_name AS "firstName", last_name AS "lastName", birthday::text AS birthday
		FROM players WHERE season_id = ${seasonId} ORDER BY id`;

/** Finds the season whose draft squads are continued in this one; null if there is none. */
async function findPreviousSeason(db: Db, seasonId: number): Promise<number | null> {
	const row = await findRow(db)<{ id: number | null }>`
		SELECT max(t.season_id) AS id FROM draft_seats s JOIN leagues l ON l.id = s.league_id JOIN teams t ON t.id = s.previous_team_id
		WHERE l.season_id = ${seasonId}`;
	return row?.id ?? null;
}

/** Lists the players who were in a continued squad, even if they left it before the end of last season. */
async function listContinuedPlayerIds(db: Db, seasonId: number): Promise<ReadonlySet<PlayerId>> {
	const rows = await listRows(db)<{ id: PlayerId }>`
		SELECT DISTINCT v.player_id AS id FROM player_moves v WHERE v.league_id IN (
			SELECT t.league_id FROM draft_seats s JOIN leagues l ON l.id = s.league_id JOIN teams t ON t.id = s.previous_team_id
			WHERE l.season_id = ${seasonId})`;
	return new Set(rows.map(({ id }) => id));
}

/**
 * Finds the players of last season's squads in a season's list, and stores who is who. A player who is not found for certain
 * becomes a task for the operator, whose earlier decisions stay. Idempotent; called again whenever the list of players changes.
 */
export async function savePersonMatches(trx: Db, seasonId: number): Promise<void> {
	await lockPersonMatches(trx, seasonId);
	const previousSeasonId = await findPreviousSeason(trx, seasonId);
	if (previousSeasonId === null) return;
	const continuedIds = await listContinuedPlayerIds(trx, seasonId);
	const [previous, next] = [await listPeople(trx, previousSeasonId), await listPeople(trx, seasonId)];
	const nextIds = new Set(next.map(({ id }) => id));
	const decided = await trx
		.selectFrom("person_matches")
		.where("season_id", "=", seasonId)
		.where("method", "=", "operator")
		.select(["previous_player_id", "player_id"])
		.execute();
	// A decision for a player who has been removed from the list becomes a task again.
	const kept = decided.filter(({ player_id }) => player_id === null || nextIds.has(player_id));
	const keptIds = kept.map(({ previous_player_id }) => previous_player_id);
	const takenIds = new Set(kept.map(({ player_id }) => player_id));
	const found = matchPeople(
		previous.filter(({ id }) => !keptIds.includes(id)),
		next.filter(({ id }) => !takenIds.has(id)),
	);
	await trx
		.deleteFrom("person_matches")
		.where("season_id", "=", seasonId)
		.$if(keptIds.length > 0, (query) => query.where("previous_player_id", "not in", keptIds))
		.execute();
	const rows = found
		.filter(({ previousId }) => continuedIds.has(previousId))
		.map(({ previousId, playerId, method, candidates }) => ({
			season_id: seasonId,
			previous_season_id: previousSeasonId,
			previous_player_id: previousId,
			player_id: playerId,
			method,
			candidates: [...candidates],
		}));
	if (rows.length > 0) await trx.insertInto("person_matches").values(rows).execute();
}

/** A player of last season who was not found in a season's list, with the players whom she may be. */
export interface UnmatchedPlayer extends Omit<ListedPerson, "id"> {
	readonly previousPlayerId: PlayerId;
	/** In how many continued leagues a team still owned her at the end. */
	readonly leagues: number;
	readonly candidates: readonly PlayerId[];
}

/**
 * SQL: players whom an operator still has to find in the season's list, as `m`, because a team of a continued league owned them at
 * the end of last season.
 */
const UNMATCHED_PLAYERS = sql`person_matches m JOIN LATERAL (
	SELECT count(*)::int AS leagues FROM (
		SELECT DISTINCT ON (v.league_id) v.league_id, v.to_team_id FROM player_moves v JOIN leagues l ON l.id = v.league_id
		WHERE v.player_id = m.previous_player_id AND l.season_id = m.previous_season_id
			AND EXISTS (SELECT FROM leagues n WHERE n.regenerated_from = l.id AND n.season_id = m.season_id AND n.deleted_at IS NULL)
		ORDER BY v.league_id, v.id DESC) AS owned WHERE to_team_id IS NOT NULL) AS waiting
	ON m.method IS NULL AND waiting.leagues > 0`;

export const listUnmatchedPlayers = (db: Db, seasonId: number) =>
	listRows(db)<UnmatchedPlayer>`
		SELECT m.previous_player_id AS "previousPlayerId", p.first_name AS "firstName", p.last_name AS "lastName",
			p.birthday::text AS birthday, p.provider_id AS "providerId", m.candidates, waiting.leagues
		FROM ${UNMATCHED_PLAYERS} JOIN players p ON p.season_id = m.previous_season_id AND p.id = m.previous_player_id
		WHERE m.season_id = ${seasonId} ORDER BY p.last_name, p.first_name, p.id`;

/** Lists the unmatched players and the leagues that wait for them, a row for each player and league. */
export const listUnmatchedByLeague = (db: Db, seasonId: number) =>
	listRows(db)<{ leagueId: number; name: string }>`
		SELECT n.id AS "leagueId", p.first_name || ' ' || p.last_name AS name
		FROM person_matches m JOIN players p ON p.season_id = m.previous_season_id AND p.id = m.previous_player_id
			JOIN LATERAL (
				SELECT DISTINCT ON (v.league_id) v.league_id, v.to_team_id FROM player_moves v JOIN leagues l ON l.id = v.league_id
				WHERE v.player_id = m.previous_player_id AND l.season_id = m.previous_season_id
				ORDER BY v.league_id, v.id DESC) AS owned ON owned.to_team_id IS NOT NULL
			JOIN leagues n ON n.regenerated_from = owned.league_id AND n.season_id = m.season_id AND n.deleted_at IS NULL
		WHERE m.season_id = ${seasonId} AND m.method IS NULL ORDER BY n.id, p.last_name, p.first_name, p.id`;

export async function countUnmatchedPlayers(db: Db, seasonId: number): Promise<number> {
	const row = await findRow(db)<{ count: number }>`
		SELECT count(*)::int AS count FROM ${UNMATCHED_PLAYERS} WHERE m.season_id = ${seasonId}`;
	return row?.count ?? 0;
}

/** Finds who one of last season's players is now. Nobody else can change it until the transaction ends. */
export async function findPersonMatch(trx: Db, seasonId: number, previousPlayerId: PlayerId) {
	await lockPersonMatches(trx, seasonId);
	return trx
		.selectFrom("person_matches")
		.where("season_id", "=", seasonId)
		.where("previous_player_id", "=", previousPlayerId)
		.selectAll()
		.executeTakeFirst();
}

/** Finds which of last season's players one of this season's players is. */
export const findPersonMatchByPlayer = (db: Db, seasonId: number, playerId: PlayerId) =>
	db
		.selectFrom("person_matches")
		.where("season_id", "=", seasonId)
		.where("player_id", "=", playerId)
		.selectAll()
		.executeTakeFirst();

/** Stores an operator's decision on a player of last season: who she is in this season's list; null for nobody. */
export const savePersonMatch = (
	trx: Db,
	seasonId: number,
	previousPlayerId: PlayerId,
	{ playerId, decidedAt }: { readonly playerId: PlayerId | null; readonly decidedAt: Date },
) =>
	trx
		.updateTable("person_matches")
		.set({ player_id: playerId, method: "operator", decided_at: decidedAt })
		.where("season_id", "=", seasonId)
		.where("previous_player_id", "=", previousPlayerId)
		.execute();
