import type { ClaimFailure } from "@first-bounce/rules/draft/claims";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { TEAM_NAMES } from "./team-names.ts";

/** A claim that a waiver run has decided. */
interface DecidedClaim {
	readonly playerId: PlayerId;
	/** Who left for her, or should have. */
	readonly dropId: PlayerId | null;
	readonly bid: number;
	/** Null for a claim that was won. */
	readonly reason: ClaimFailure | null;
	/** The team that the reason names; empty without one. */
	readonly reasonTeam: string;
}

/** What a waiver run has decided on the claims of a team. */
export interface NoticedClaims {
	readonly leagueId: number;
	readonly leagueName: string;
	/** In the order of its claims. */
	readonly claims: readonly DecidedClaim[];
	/** Whom other teams got. */
	readonly others: readonly { readonly team: string; readonly playerId: PlayerId }[];
}

const FIND_CLAIMS = `SELECT l.id AS "leagueId", l.name AS "leagueName",
		json_agg(json_build_object('playerId', c.player_id, 'dropId', c.drop_player_id, 'bid', c.bid,
			'reason', CASE WHEN c.state = 'failed' THEN c.reason END, 'reasonTeam', coalesce(n.name, '')) ORDER BY c.rank) AS claims,
		(SELECT coalesce(json_agg(json_build_object('team', o.name, 'playerId', w.player_id) ORDER BY o.name, w.player_id), '[]')
			FROM waiver_claims w JOIN (${TEAM_NAMES}) o ON o.id = w.team_id
			WHERE w.league_id = l.id AND w.round_id = $3 AND w.run = $4 AND w.state = 'won' AND w.team_id <> m.team_id) AS others
	FROM leagues l JOIN league_members m ON m.league_id = l.id AND m.user_id = $2
		JOIN waiver_claims c ON c.league_id = l.id AND c.team_id = m.team_id AND c.round_id = $3 AND c.run = $4
			AND c.state IN ('won', 'failed')
		LEFT JOIN (${TEAM_NAMES}) n ON n.id = (c.reason ->> 'teamId')::int
	WHERE l.id = $1 AND l.deleted_at IS NULL GROUP BY l.id, m.team_id`;

/** Finds what a notice of a waiver run is about; null if the user has left the league. */
export async function findNoticeClaims(
	pool: Pool,
	{ userId, roundId, subject }: { readonly userId: UserId; readonly roundId: number; readonly subject: string },
): Promise<NoticedClaims | null> {
	const [leagueId, run] = subject.split(":");
	const { rows } = await pool.query<NoticedClaims>(FIND_CLAIMS, [leagueId, userId, roundId, run]);
	return rows[0] ?? null;
}
