import type { OperatorPlayer } from "@first-bounce/contract/operator/players";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { PositionHistory } from "@first-bounce/rules/season-changes/positions";
import { type Insertable, sql, type Updateable } from "kysely";
import { buildLikePattern } from "../../../db/like-pattern.ts";
import { listRows } from "../../../db/rows.ts";
import type { Db, Tables } from "../../../db/tables/tables.ts";

export interface PlayerRow extends Omit<OperatorPlayer, "positions" | "plannedPositions"> {
	readonly positionHistory: PositionHistory;
}

/** Selects players with the fields of the console. `where` refers to the table as `p`. */
const selectPlayers = (seasonId: number, where: ReturnType<typeof sql>) => sql<PlayerRow>`
	SELECT p.id, p.first_name AS "firstName", p.last_name AS "lastName", p.squad_id AS "squadId",
		coalesce((SELECT json_agg(json_build_object('untilRound', c.until_round, 'squadId', c.squad_id) ORDER BY c.until_round)
			FROM former_squads AS c WHERE c.season_id = p.season_id AND c.player_id = p.id), '[]') AS "formerSquads",
		json_build_object('latest', p.positions, 'previous', coalesce((
			SELECT json_agg(json_build_object('untilRound', f.until_round, 'positions', f.positions) ORDER BY f.until_round)
			FROM former_positions AS f WHERE f.season_id = p.season_id AND f.player_id = p.id), '[]')) AS "positionHistory",
		p.status, p.status_note AS "statusNote", p.birthday::text AS birthday, p.from_round AS "fromRound", p.departed_round AS "departedRound",
		p.photo_version AS "photoVersion",
		coalesce((SELECT price FROM player_prices AS v WHERE v.season_id = p.season_id AND v.player_id = p.id
			ORDER BY round_id DESC LIMIT 1), 0) AS price,
		(SELECT count(*) FROM teams AS t CROSS JOIN LATERAL (
			SELECT slots FROM lineups WHERE team_id = t.id ORDER BY round_id DESC LIMIT 1) AS l
			WHERE t.season_id = p.season_id AND t.completed_at IS NOT NULL AND p.id = ANY (l.slots)) AS teams
	FROM players AS p WHERE p.season_id = ${seasonId} AND ${where}`;

/** Finds players by part of the name; with `squadId`, only those of that club. */
export async function searchPlayers(
	db: Db,
	seasonId: number,
	{ search, squadId, limit }: { readonly search: string; readonly squadId: number | null; readonly limit: number },
): Promise<PlayerRow[]> {
	const condition = sql`p.first_name || ' ' || p.last_name ILIKE ${buildLikePattern(search)}
		AND (${squadId}::int IS NULL OR p.squad_id = ${squadId})`;
	return listRows(db)<PlayerRow>`
		${selectPlayers(seasonId, condition)} ORDER BY p.last_name, p.first_name, p.id LIMIT ${limit}`;
}

export async function findPlayer(db: Db, seasonId: number, id: PlayerId): Promise<PlayerRow | undefined> {
	const { rows } = await selectPlayers(seasonId, sql`p.id = ${id}`).execute(db);
	return rows[0];
}

export type PlayerValues = Updateable<Tables["players"]>;

export async function savePlayer(db: Db, seasonId: number, id: PlayerId, values: PlayerValues): Promise<void> {
	if (Object.keys(values).length === 0) return;
	await db.updateTable("players").set(values).where("season_id", "=", seasonId).where("id", "=", id).execute();
}

/** Adds a player, and her price in her first round. */
export async function insertPlayer(
	db: Db,
	row: Insertable<Tables["players"]> & { readonly id: PlayerId; readonly from_round: number },
	price: number,
): Promise<void> {
	await db.insertInto("players").values(row).execute();
	await db
		.insertInto("player_prices")
		.values({ season_id: row.season_id, round_id: row.from_round, player_id: row.id, price })
		.execute();
}

/** Reserves a version that no photo of the player has had; null for an unknown player. */
export async function reservePhotoVersion(db: Db, seasonId: number, id: PlayerId): Promise<number | null> {
	const row = await db
		.updateTable("players")
		.set({ photos: sql`photos + 1` })
		.where("season_id", "=", seasonId)
		.where("id", "=", id)
		.returning("photos")
		.executeTakeFirst();
	return row?.photos ?? null;
}
