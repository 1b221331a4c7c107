import type { PlayerMove } from "@first-bounce/rules/draft/squad-moves";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { listRows } from "../../../../db/rows.ts";
import type { Db, Row } from "../../../../db/tables/tables.ts";
import type { Receipt } from "../../../team/receipts/receipt.ts";
import type { LineupRow } from "../../../team/team-row.ts";

export interface StoredDraftTeam {
	readonly id: TeamId;
	readonly version: number;
	readonly injuredId: PlayerId | null;
	/** In the order of versions. */
	readonly receipts: readonly Receipt[];
	/** In the order of rounds. */
	readonly lineups: readonly Omit<LineupRow, "bank">[];
}

export interface StoredChange {
	readonly id: number;
	readonly kind: Row<"squad_changes">["kind"];
	readonly teamId: TeamId | null;
	readonly roundId: RoundId;
	/** Wall and season time in milliseconds. */
	readonly wallAt: number;
	readonly seasonAt: number;
	readonly data: {
		readonly injuredPlayerId?: PlayerId;
		/** The change that an undo has undone. */
		readonly undoneId?: string;
		readonly runRoundId?: RoundId;
		readonly run?: string;
	};
	readonly moves: readonly PlayerMove[];
}

/** A drafted league as it is stored, since its draft was last reset. */
export interface StoredDraftLeague {
	readonly id: number;
	readonly startRoundId: RoundId;
	readonly squad: SquadRules;
	readonly captainDoubled: boolean;
	/** When the draft was last reset, in wall time; null if it never was. */
	readonly resetAt: number | null;
	/** Who was drafted or kept by whom. */
	readonly drafted: readonly { readonly playerId: PlayerId; readonly teamId: TeamId }[];
	/** The earliest first. */
	readonly changes: readonly StoredChange[];
	readonly teams: readonly StoredDraftTeam[];
}

/** SQL: milliseconds of a time. */
const toMilliseconds = (column: string) => sql`floor(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`;

const SELECT_TEAMS = sql`SELECT t.id, t.version, s.injured_player_id AS "injuredId",
	(SELECT coalesce(json_agg(json_build_object('id', a.id, 'version', a.version, 'roundId', a.round_id, 'action', a.action,
		'saved', a.saved, 'wallAt', ${toMilliseconds("a.wall_at")}, 'seasonAt', ${toMilliseconds("a.season_at")})
		ORDER BY a.version, a.id), '[]') FROM team_actions a WHERE a.team_id = t.id) AS receipts,
	(SELECT coalesce(json_agg(json_build_object('roundId', n.round_id, 'slots', n.slots, 'captainId', n.captain_id,
		'viceCaptainId', n.vice_captain_id, 'emergency', n.emergency) ORDER BY n.round_id), '[]')
		FROM lineups n WHERE n.team_id = t.id) AS lineups
	FROM teams t JOIN draft_seats s ON s.team_id = t.id WHERE t.league_id = l.id ORDER BY t.id`;

const SELECT_CHANGES = sql`SELECT c.id, c.kind, c.team_id AS "teamId", c.round_id AS "roundId",
	${toMilliseconds("c.at")} AS "wallAt", ${toMilliseconds("c.season_at")} AS "seasonAt", c.data,
	(SELECT coalesce(json_agg(json_build_object('playerId', m.player_id, 'fromTeamId', m.from_team_id,
		'toTeamId', m.to_team_id) ORDER BY m.id), '[]') FROM player_moves m WHERE m.change_id = c.id) AS moves
	FROM squad_changes c WHERE c.league_id = l.id AND (r.at IS NULL OR c.at > r.at) ORDER BY c.id`;

const SELECT_DRAFTED = sql`SELECT m.player_id AS "playerId", m.to_team_id AS "teamId" FROM player_moves m
	WHERE m.league_id = l.id AND m.kind IN ('drafted', 'kept') AND m.id > coalesce(r.id, 0) ORDER BY m.id`;

const selectJson = (rows: typeof SELECT_TEAMS) => sql`(SELECT coalesce(json_agg(j), '[]') FROM (${rows}) AS j)`;

/** Reads the next drafted leagues of a season in the order of their ids. */
export const listStoredLeagues = (
	trx: Db,
	seasonId: number,
	{ afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly StoredDraftLeague[]> =>
	listRows(trx)<StoredDraftLeague>`
		SELECT l.id, l.start_id AS "startRoundId", d.squad, d.captain_doubled AS "captainDoubled",
			${toMilliseconds("r.at")} AS "resetAt", ${selectJson(SELECT_DRAFTED)} AS drafted,
			${selectJson(SELECT_CHANGES)} AS changes, ${selectJson(SELECT_TEAMS)} AS teams
		FROM (SELECT id, start_id FROM leagues WHERE season_id = ${seasonId} AND class = 'draft' AND NOT is_mock
				AND deleted_at IS NULL AND id > ${afterId}
				AND EXISTS (SELECT FROM drafts c WHERE c.league_id = leagues.id AND c.state = 'complete')
				ORDER BY id LIMIT ${limit}) AS l
			JOIN drafts d ON d.league_id = l.id
			LEFT JOIN LATERAL (SELECT m.id, m.at FROM player_moves m WHERE m.league_id = l.id AND m.kind = 'reset'
				ORDER BY m.id DESC LIMIT 1) AS r ON true
		ORDER BY l.id`;
