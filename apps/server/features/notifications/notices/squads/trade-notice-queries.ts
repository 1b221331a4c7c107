import type { TradeReason } from "@first-bounce/contract/draft/trades";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Db } from "../../../../db/tables/tables.ts";
import type { TradeNoticeKind } from "../notice.ts";
import { createSquadNotices } from "./create-squad-notices.ts";
import { TEAM_NAMES } from "./team-names.ts";

/**
 * What is told of trades, with the kind of the notice: an offer or a counter-offer came; the user's offer was accepted or
 * rejected; an accepted trade waits for her review or her vote; her trade was executed, stopped or failed.
 */
const NOTICE_KINDS = {
	offer: "trade-offer",
	counter: "trade-offer",
	accepted: "trade-accepted",
	review: "trade-accepted",
	vote: "trade-accepted",
	rejected: "trade-decided",
	executed: "trade-decided",
	stopped: "trade-decided",
	failed: "trade-decided",
} as const satisfies Readonly<Record<string, TradeNoticeKind>>;
type TradeNews = keyof typeof NOTICE_KINDS;

export interface TradeNotice {
	readonly what: TradeNews;
	readonly userId: UserId;
	readonly tradeId: number;
}

/** Creates notices for managers about a trade, in the transaction that changes it. */
export const createTradeNotices = (
	trx: Db,
	league: { readonly leagueId: number; readonly seasonId: number; readonly wallNow: number },
	notices: readonly TradeNotice[],
): Promise<void> =>
	createSquadNotices(
		trx,
		{ ...league, roundId: 0 },
		notices.map(({ userId, what, tradeId }) => ({
			userId,
			kind: NOTICE_KINDS[what],
			subject: `${league.leagueId}:${tradeId}:${what}`,
		})),
	);

/** What a notice of a trade is about. */
export interface NoticedTrade {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly what: TradeNews;
	/** The other team; in a trade between others, the one that offered it. */
	readonly team: string;
	/** The second team of a trade of others. */
	readonly otherTeam: string;
	/** The players whom the user's team gives or, in a trade between others, the team that offered it. */
	readonly givenIds: readonly PlayerId[];
	readonly gottenIds: readonly PlayerId[];
	/** How many picks of the next draft are in it. */
	readonly picks: number;
	/** Why it was stopped or not made, with the team that the reason names; null without one. */
	readonly reason: TradeReason | null;
	readonly reasonTeam: string;
}

// An offer is old news once it is answered, and so is a review that is over.
const FIND_TRADE = `
	WITH found AS (
		SELECT t.*, l.id AS league, l.name AS league_name,
			CASE WHEN m.team_id = t.to_team_id THEN t.to_team_id ELSE t.from_team_id END AS own_team_id
		FROM draft_trades t JOIN leagues l ON l.id = t.league_id AND l.deleted_at IS NULL
			JOIN league_members m ON m.league_id = l.id AND m.user_id = $2
		WHERE t.league_id = $1 AND t.id = $3 AND CASE
			WHEN $4 IN ('offer', 'counter') THEN t.state = 'offered' AND t.expires_at > $5
			WHEN $4 IN ('accepted', 'review', 'vote') THEN t.state = 'accepted' ELSE true END),
	names AS NOT MATERIALIZED (${TEAM_NAMES})
	SELECT f.league AS "leagueId", f.league_name AS "leagueName", $4 AS what,
		CASE WHEN $4 IN ('review', 'vote') THEN own.name ELSE other.name END AS team, other.name AS "otherTeam",
		array(SELECT player_id FROM draft_trade_parts p WHERE p.trade_id = f.id AND p.player_id IS NOT NULL
			AND NOT p.is_dropped AND p.team_id = f.own_team_id ORDER BY player_id) AS "givenIds",
		array(SELECT player_id FROM draft_trade_parts p WHERE p.trade_id = f.id AND p.player_id IS NOT NULL
			AND NOT p.is_dropped AND p.team_id <> f.own_team_id ORDER BY player_id) AS "gottenIds",
		(SELECT count(*)::int FROM draft_trade_parts p WHERE p.trade_id = f.id AND p.player_id IS NULL) AS picks,
		f.reason, coalesce((SELECT name FROM names WHERE id = (f.reason ->> 'teamId')::int), '') AS "reasonTeam"
	FROM found f JOIN names own ON own.id = f.own_team_id
		JOIN names other ON other.id = f.from_team_id + f.to_team_id - f.own_team_id`;

/** Finds what a notice of a trade is about; null if that has passed. */
export async function findNoticeTrade(
	pool: Pool,
	{ userId, subject }: { readonly userId: UserId; readonly subject: string },
	wallNow: number,
): Promise<NoticedTrade | null> {
	const [leagueId, tradeId, what] = subject.split(":");
	const { rows } = await pool.query<NoticedTrade>(FIND_TRADE, [leagueId, userId, tradeId, what, new Date(wallNow)]);
	return rows[0] ?? null;
}
