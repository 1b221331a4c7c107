import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import type { Pool } from "pg";
import { createBatcher } from "../../db/batcher.ts";
import type { Db } from "../../db/tables/tables.ts";
import { LINEUPS_JSON, TRADES_JSON } from "./team-json.ts";
import type { TeamRow } from "./team-row.ts";

// The parameters are in subqueries, so that PostgreSQL uses one generic plan, and OFFSET 0 makes it look up each team by
// key. The plan stays the same however many teams are read together (decision 015).
const SELECT_TEAMS = `SELECT key.place::int, result.team
	FROM unnest((SELECT $1::int[]), (SELECT $2::int[])) WITH ORDINALITY AS key (season_id, user_id, place)
	CROSS JOIN LATERAL (SELECT json_build_object('id', t.id, 'user_id', t.user_id, 'version', t.version, 'start_round_id', t.start_round_id,
		'team_name', u.team_name, 'avatar_version', u.avatar_version, 'supported_squad_id', u.supported_squad_id,
		'is_active', u.is_active, 'data_version', (SELECT data_version FROM seasons WHERE id = t.season_id),
		'lineups', ${LINEUPS_JSON}, 'trades', ${TRADES_JSON},
		'scoreflow', (SELECT coalesce(json_object_agg(s.round_id, s.points), '{}')
			FROM standings s WHERE s.team_id = t.id AND s.season_id = key.season_id)) AS team
	FROM teams t JOIN users u ON u.id = t.user_id
	WHERE t.season_id = key.season_id AND t.user_id = key.user_id OFFSET 0) AS result`;

interface TeamKey {
	readonly seasonId: number;
	readonly userId: UserId;
}

export type FindTeam = (key: TeamKey) => Promise<TeamRow | null>;

const BATCH_LIMITS = { maxConcurrent: 2, maxItems: 64 };

/** Creates a `FindTeam` that reads all teams requested at the same moment in one statement. */
export const createFindTeam = (pool: Pool): FindTeam =>
	createBatcher(async (keys: readonly TeamKey[]) => {
		const { rows } = await pool.query<{ place: number; team: TeamRow }>({
			name: "find-teams",
			text: SELECT_TEAMS,
			values: [keys.map(({ seasonId }) => seasonId), keys.map(({ userId }) => userId)],
		});
		const teams = new Array<TeamRow | null>(keys.length).fill(null);
		for (const { place, team } of rows) teams[place - 1] = team;
		return teams;
	}, BATCH_LIMITS);

/** Creates an empty team for a user who has none, and returns the id of the user's team. */
export async function ensureTeam(db: Db, seasonId: number, userId: UserId): Promise<TeamId> {
	const { id } = await db
		.insertInto("teams")
		.values({ season_id: seasonId, user_id: userId })
		.onConflict((conflict) =>
			// This update changes nothing. DO NOTHING would not return the id.
			conflict.columns(["season_id", "user_id"]).doUpdateSet({ season_id: sql`teams.season_id` }),
		)
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

export const findTeamOfUser = (db: Db, seasonId: number, userId: UserId) =>
	db
		.selectFrom("teams")
		.where("season_id", "=", seasonId)
		.where("user_id", "=", userId)
		.select("id")
		.executeTakeFirst();
