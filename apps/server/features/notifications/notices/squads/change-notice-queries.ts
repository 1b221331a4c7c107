import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Db } from "../../../../db/tables/tables.ts";
import { createSquadNotices } from "./create-squad-notices.ts";
import { TEAM_NAMES } from "./team-names.ts";

interface ChangeNotices {
	readonly leagueId: number;
	readonly seasonId: number;
	readonly wallNow: number;
	readonly changeId: string;
	/** `done` tells of an undo or a correction; `vote` asks for a vote on a proposed one. */
	readonly stage: "done" | "vote";
}

/** Creates notices for managers about the undo or the correction of squads, in the transaction that makes or proposes it. */
export const createChangeNotices = (
	trx: Db,
	{ leagueId, changeId, stage, ...scope }: ChangeNotices,
	userIds: readonly UserId[],
): Promise<void> =>
	createSquadNotices(
		trx,
		{ ...scope, roundId: 0 },
		userIds.map((userId) => ({ userId, kind: "squad-changed", subject: `${leagueId}:${changeId}:${stage}` })),
	);

/** What a notice tells about: an undo or a correction that was made, or one that is put to a vote. */
export interface NoticedChange {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly what: "undo" | "correction" | "vote" | "correctionVote";
	/** The role of who made or proposed it. */
	readonly by: "operator" | "commissioner" | "deputy" | "manager";
	/** The team of who made or proposed it. */
	readonly byTeam: string;
	/** The managers who agreed to an undo that was voted on; otherwise null. */
	readonly votes: number | null;
	readonly reason: string;
	readonly ownTeamId: TeamId;
	readonly moves: readonly {
		readonly playerId: PlayerId;
		readonly fromTeamId: TeamId | null;
		readonly toTeamId: TeamId | null;
	}[];
	/** The player who went to the injured place or came back. */
	readonly injuredPlayerId: PlayerId | null;
}

const FIND_CHANGE = `
	WITH found AS (
		SELECT c.id, c.league_id, c.data, p.change_id IS NOT NULL AS is_proposed, c.kind,
			coalesce(p.user_id, c.user_id) AS user_id, coalesce(p.reason, c.reason) AS reason
		FROM squad_changes c LEFT JOIN undo_proposals p ON p.change_id = c.id AND $4 = 'vote'
		WHERE c.league_id = $1 AND c.id = $3 AND ($4 = 'done' OR p.change_id IS NOT NULL))
	SELECT l.id AS "leagueId", l.name AS "leagueName", f.reason, m.team_id AS "ownTeamId",
		CASE WHEN NOT f.is_proposed THEN f.kind WHEN f.data ? 'proposedMoves' THEN 'correctionVote' ELSE 'vote' END AS what,
		CASE WHEN f.user_id IS NULL THEN 'operator' WHEN f.user_id = l.commissioner_id THEN 'commissioner'
			WHEN a.deputy_place IS NOT NULL THEN 'deputy' ELSE 'manager' END AS by,
		coalesce(n.name, '') AS "byTeam", (f.data ->> 'votes')::int AS votes,
		(f.data ->> 'injuredPlayerId')::int AS "injuredPlayerId",
		coalesce(f.data -> 'proposedMoves', (SELECT coalesce(jsonb_agg(jsonb_build_object('playerId', v.player_id,
			'fromTeamId', v.from_team_id, 'toTeamId', v.to_team_id) ORDER BY v.id), '[]')
			FROM player_moves v WHERE v.change_id = f.id)) AS moves
	FROM found f JOIN leagues l ON l.id = f.league_id AND l.deleted_at IS NULL
		JOIN league_members m ON m.league_id = l.id AND m.user_id = $2
		LEFT JOIN league_members a ON a.league_id = l.id AND a.user_id = f.user_id
		LEFT JOIN (${TEAM_NAMES}) n ON n.id = a.team_id`;

/** Finds what a notice of an undo or a correction is about; null once a proposal is decided, or if the user has left the league. */
export async function findNoticeChange(
	pool: Pool,
	{ userId, subject }: { readonly userId: UserId; readonly subject: string },
): Promise<NoticedChange | null> {
	const [leagueId, changeId, stage] = subject.split(":");
	const { rows } = await pool.query<NoticedChange>(FIND_CHANGE, [leagueId, userId, changeId, stage]);
	return rows[0] ?? null;
}
