import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { createBatcher } from "../../db/batcher.ts";
import type { Tables } from "../../db/tables/tables.ts";
import type { SavedAction } from "./actions/saved-action.ts";
import type { TeamRow } from "./team-row.ts";

// Values behind a SELECT tell the planner nothing, so that it plans once; OFFSET 0 has each team read by its own key. Both
// keep the plan the same however many teams are read together (docs/decisions/022).
const TEAMS = `SELECT asked.place::int, found.team
	FROM unnest((SELECT $1::int[]), (SELECT $2::int[])) WITH ORDINALITY AS asked (season_id, user_id, place)
	CROSS JOIN LATERAL (SELECT json_build_object('id', t.id, 'user_id', t.user_id, 'version', t.version, 'start_round_id', t.start_round_id,
		'team_name', u.team_name, 'avatar_version', u.avatar_version, 'supported_squad_id', u.supported_squad_id,
		'is_active', u.is_active, 'data_version', (SELECT data_version FROM seasons WHERE id = t.season_id),
		'lineups', (SELECT coalesce(json_agg(json_build_object('roundId', l.round_id, 'slots', l.slots,
			'captainId', l.captain_id, 'viceCaptainId', l.vice_captain_id, 'emergency', l.emergency, 'bank', l.bank)
			ORDER BY l.round_id), '[]') FROM lineups l WHERE l.team_id = t.id),
		'trades', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'roundId', r.round_id,
			'playerInId', r.player_in_id, 'playerOutId', r.player_out_id, 'priceIn', r.price_in, 'priceOut', r.price_out,
			'swapIds', r.swap_ids, 'final', r.is_final) ORDER BY r.id), '[]') FROM trades r WHERE r.team_id = t.id),
		'scoreflow', (SELECT coalesce(json_object_agg(s.round_id, s.points), '{}')
			FROM standings s WHERE s.team_id = t.id AND s.season_id = asked.season_id)) AS team
	FROM teams t JOIN users u ON u.id = t.user_id
	WHERE t.season_id = asked.season_id AND t.user_id = asked.user_id OFFSET 0) AS found`;

interface TeamKey {
	readonly seasonId: number;
	readonly userId: UserId;
}

/** Finds a user's team of a season. */
export type FindTeam = (key: TeamKey) => Promise<TeamRow | null>;

const BATCHES = { maxConcurrent: 2, maxItems: 64 };

/** Teams that are requested at the same moment are read in one statement. */
export const createFindTeam = (pool: Pool): FindTeam =>
	createBatcher(async (keys: readonly TeamKey[]) => {
		const { rows } = await pool.query<{ place: number; team: TeamRow }>({
			name: "find-teams",
			text: TEAMS,
			values: [keys.map(({ seasonId }) => seasonId), keys.map(({ userId }) => userId)],
		});
		const found = new Array<TeamRow | null>(keys.length).fill(null);
		for (const { place, team } of rows) found[place - 1] = team;
		return found;
	}, BATCHES);

export interface ActionRow {
	readonly id: string;
	readonly user_id: UserId;
	readonly first_name: string;
	readonly last_name: string;
	readonly round_id: RoundId;
	readonly action: TeamAction["action"];
	readonly version: number;
	readonly saved: SavedAction;
	readonly wall_at: Date;
	readonly season_at: Date;
}

const ACTIONS = `SELECT a.id, a.user_id, u.first_name, u.last_name, a.round_id, a.action, a.version, a.saved, a.wall_at,
		a.season_at
	FROM team_actions a JOIN teams t ON t.id = a.team_id JOIN users u ON u.id = a.user_id
	WHERE t.season_id = $1 AND t.user_id = $2`;

/** What was done to a user's team, newest first; `from` counts from 0. */
export async function listActionRows(
	pool: Pool,
	seasonId: number,
	userId: UserId,
	{ from, limit }: { readonly from: number; readonly limit: number },
): Promise<readonly ActionRow[]> {
	const text = `${ACTIONS} ORDER BY a.version DESC OFFSET $3 LIMIT $4`;
	const { rows } = await pool.query<ActionRow>(text, [seasonId, userId, from, limit]);
	return rows;
}

export async function findActionRow(
	pool: Pool,
	seasonId: number,
	userId: UserId,
	id: string,
): Promise<ActionRow | undefined> {
	const { rows } = await pool.query<ActionRow>(`${ACTIONS} AND a.id = $3`, [seasonId, userId, id]);
	return rows[0];
}

/** Creates an empty team for a user unless there is one, and returns its id. */
export async function insertTeamIfMissing(db: Kysely<Tables>, seasonId: number, userId: UserId): Promise<TeamId> {
	const { id } = await db
		.insertInto("teams")
		.values({ season_id: seasonId, user_id: userId })
		.onConflict((conflict) =>
			// An update that changes nothing, because DO NOTHING would not return the id.
			conflict.columns(["season_id", "user_id"]).doUpdateSet({ season_id: sql`teams.season_id` }),
		)
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}
