import type { FuturePick, SquadTrade, TradeSide } from "@first-bounce/rules/draft/trades";
import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { findRow, findValue, listRows, listValues } from "../../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../../db/tables/tables.ts";

type Part = Omit<Row<"draft_trade_parts">, "trade_id">;

/** A trade as stored, with its parts and votes. */
export type TradeRow = Omit<Row<"draft_trades">, "id" | "counters_id"> &
	SquadTrade & {
		readonly id: number;
		readonly counters_id: number | null;
		readonly votes: readonly { readonly teamId: TeamId; readonly isAgainst: boolean }[];
	};

function buildSide(teamId: TeamId, parts: readonly Part[]): TradeSide {
	const own = parts.filter(({ team_id }) => team_id === teamId);
	const listPlayers = ({ isDropped }: { readonly isDropped: boolean }) =>
		own.flatMap(({ player_id: id, is_dropped }) => (id !== null && is_dropped === isDropped ? [id] : []));
	return {
		teamId,
		playerIds: listPlayers({ isDropped: false }),
		dropIds: listPlayers({ isDropped: true }),
		picks: own.flatMap(({ pick_round: round, pick_original_team_id: originalTeamId }) =>
			round !== null && originalTeamId !== null ? [{ round, originalTeamId }] : [],
		),
	};
}

async function selectTrades(db: Db, filter: RawBuilder<unknown>): Promise<TradeRow[]> {
	const rows = await listRows(db)<Row<"draft_trades"> & { parts: Part[]; votes: TradeRow["votes"] }>`
		SELECT t.*,
			(SELECT coalesce(json_agg(p ORDER BY p.player_id, p.pick_round), '[]') FROM draft_trade_parts p
				WHERE p.trade_id = t.id) AS parts,
			(SELECT coalesce(json_agg(json_build_object('teamId', v.team_id, 'isAgainst', v.is_against)), '[]')
				FROM draft_trade_votes v WHERE v.trade_id = t.id) AS votes
		FROM draft_trades t ${filter} ORDER BY t.id DESC`;
	return rows.map(({ parts, id, counters_id, ...row }) => ({
		...row,
		id: Number(id),
		counters_id: counters_id === null ? null : Number(counters_id),
		from: buildSide(row.from_team_id, parts),
		to: buildSide(row.to_team_id, parts),
	}));
}

/**
 * Lists accepted trades and a team's own offers, newest first. `limit` is only for decided ones, so that a trade that someone has
 * to answer or review is never left out.
 */
export const listVisibleTrades = (
	db: Db,
	leagueId: number,
	{ teamId, limit }: { readonly teamId: TeamId | null; readonly limit: number },
): Promise<TradeRow[]> =>
	selectTrades(
		db,
		sql`WHERE t.id IN (WITH visible AS (SELECT id, state IN ('offered', 'accepted') AS is_open FROM draft_trades
				WHERE league_id = ${leagueId} AND (accepted_at IS NOT NULL OR ${teamId}::int IN (from_team_id, to_team_id)))
			SELECT id FROM visible WHERE is_open
			UNION ALL (SELECT id FROM visible WHERE NOT is_open ORDER BY id DESC LIMIT ${limit}))`,
	);

export async function findTrade(db: Db, leagueId: number, id: number): Promise<TradeRow | undefined> {
	const [row] = await selectTrades(db, sql`WHERE t.league_id = ${leagueId} AND t.id = ${id}`);
	return row;
}

/** Lists a league's trades that are offered, or accepted and not executed yet. */
export const listOpenTrades = (db: Db, leagueId: number): Promise<TradeRow[]> =>
	selectTrades(db, sql`WHERE t.league_id = ${leagueId} AND t.state IN ('offered', 'accepted')`);

/** Lists a league's trades that a vote has stopped. */
export const listTradesStoppedByVote = (db: Db, leagueId: number): Promise<TradeRow[]> =>
	selectTrades(db, sql`WHERE t.league_id = ${leagueId} AND t.state = 'stopped' AND t.reason ->> 'code' = 'vote'`);

/** An accepted trade whose review is over. */
export interface ReviewedTrade {
	readonly leagueId: number;
	/** The start round of its league. */
	readonly startId: RoundId;
	readonly playerIds: readonly PlayerId[];
}

/** Lists accepted trades of a season whose review is over, the longest-waiting first. */
export const listReviewedTrades = (db: Db, seasonId: number, now: number) =>
	listRows(db)<ReviewedTrade>`
		SELECT t.league_id AS "leagueId", l.start_id AS "startId", array(SELECT p.player_id FROM draft_trade_parts p
			WHERE p.trade_id = t.id AND p.player_id IS NOT NULL) AS "playerIds"
		FROM draft_trades t JOIN leagues l ON l.id = t.league_id
		WHERE t.state = 'accepted' AND t.review_ends_at <= ${new Date(now)} AND l.season_id = ${seasonId}
			AND l.deleted_at IS NULL
		ORDER BY t.review_ends_at, t.id`;

/** SQL: the parts of a league's accepted trades that are not decided, in the order in which their reviews end. */
export const selectAcceptedParts = (leagueId: number) => sql<AcceptedPart>`
	SELECT t.id::int AS "tradeId", t.review_ends_at AS "reviewEndsAt", p.player_id AS "playerId", p.team_id AS "fromTeamId",
		CASE WHEN p.is_dropped THEN NULL WHEN p.team_id = t.from_team_id THEN t.to_team_id ELSE t.from_team_id END AS "toTeamId"
	FROM draft_trades t JOIN draft_trade_parts p ON p.trade_id = t.id
	WHERE t.league_id = ${leagueId} AND t.state = 'accepted' ORDER BY t.review_ends_at, t.id, p.is_dropped DESC, p.player_id`;

/** A part of an accepted trade as JSON; `playerId` is null for a pick. */
export interface AcceptedPart {
	readonly tradeId: number;
	readonly reviewEndsAt: string;
	readonly playerId: PlayerId | null;
	readonly fromTeamId: TeamId;
	readonly toTeamId: TeamId | null;
}

/** SQL: whether a league has offers that are open. */
export const hasOpenOffers = (leagueId: number) =>
	sql<boolean>`EXISTS (SELECT FROM draft_trades t WHERE t.league_id = ${leagueId} AND t.state = 'offered')`;

const buildParts = (tradeId: number, { teamId, playerIds, dropIds, picks }: TradeSide) => {
	const part = { trade_id: String(tradeId), team_id: teamId };
	return [
		...playerIds.map((player_id) => ({ ...part, player_id })),
		...dropIds.map((player_id) => ({ ...part, player_id, is_dropped: true })),
		...picks.map((pick) => ({ ...part, pick_round: pick.round, pick_original_team_id: pick.originalTeamId })),
	];
};

/** Saves an offer; returns its id. */
export async function insertTrade(
	trx: Db,
	trade: Insertable<Tables["draft_trades"]>,
	{ from, to }: SquadTrade,
): Promise<number> {
	const row = await trx.insertInto("draft_trades").values(trade).returning("id").executeTakeFirstOrThrow();
	const id = Number(row.id);
	const parts = [...buildParts(id, from), ...buildParts(id, to)];
	await trx.insertInto("draft_trade_parts").values(parts).execute();
	return id;
}

/** Saves the players whom the accepting team drops. */
export async function insertDrops(trx: Db, id: number, side: TradeSide): Promise<void> {
	const parts = buildParts(id, { ...side, playerIds: [], picks: [] });
	if (parts.length > 0) await trx.insertInto("draft_trade_parts").values(parts).execute();
}

export const updateTrade = (trx: Db, id: number, changes: Updateable<Tables["draft_trades"]>) =>
	trx.updateTable("draft_trades").set(changes).where("id", "=", String(id)).execute();

export const upsertVote = (trx: Db, { trade_id, team_id, is_against, at }: Insertable<Tables["draft_trade_votes"]>) =>
	sql`INSERT INTO draft_trade_votes (trade_id, team_id, is_against, at) VALUES (${trade_id}, ${team_id}, ${is_against}, ${at})
		ON CONFLICT (trade_id, team_id) DO UPDATE SET is_against = excluded.is_against, at = excluded.at`.execute(trx);

/** Lists the picks of the next draft with their owners. A league that was converted to redraft keeps them unused. */
export const listFuturePicks = (db: Db, leagueId: number) =>
	listRows(db)<FuturePick & { readonly teamId: TeamId }>`
		SELECT round, original_team_id AS "originalTeamId", team_id AS "teamId" FROM future_picks
		WHERE league_id = ${leagueId} ORDER BY round, original_team_id`;

export const updatePickOwner = (trx: Db, leagueId: number, { round, originalTeamId }: FuturePick, teamId: TeamId) =>
	sql`UPDATE future_picks SET team_id = ${teamId}
		WHERE league_id = ${leagueId} AND round = ${round} AND original_team_id = ${originalTeamId}`.execute(trx);

/** Lists the leagues of a season with offers that are due to end: their time is over, or the trade deadline has passed. */
export const listLeaguesWithDueOffers = (
	db: Db,
	seasonId: number,
	{ wallNow, startedRoundId }: { readonly wallNow: number; readonly startedRoundId: number },
): Promise<readonly number[]> =>
	listValues(db)<number>`
		SELECT DISTINCT t.league_id FROM draft_trades t JOIN drafts d ON d.league_id = t.league_id
			JOIN leagues l ON l.id = t.league_id AND l.season_id = ${seasonId} AND l.deleted_at IS NULL
		WHERE t.state = 'offered' AND (t.expires_at <= ${new Date(wallNow)} OR d.trade_deadline_round_id <= ${startedRoundId})
		ORDER BY 1`;

/** Counts the offers that a team has made since an instant, withdrawn ones included. */
export const countOffersSince = async (db: Db, teamId: TeamId, since: Date): Promise<number> =>
	(await findValue(db)<number>`
		SELECT count(*)::int FROM draft_trades WHERE from_team_id = ${teamId} AND offered_at > ${since}`) ?? 0;

/** Ends the offers of a league with a player or a pick that has moved. */
export const expireMovedOffers = (trx: Db, leagueId: number, at: Date) =>
	sql`
		UPDATE draft_trades t SET state = 'expired', decided_at = ${at}, reason = '{"code": "moved"}'
		WHERE t.league_id = ${leagueId} AND t.state = 'offered' AND EXISTS (
			SELECT FROM draft_trade_parts p WHERE p.trade_id = t.id AND p.team_id IS DISTINCT FROM CASE
				WHEN p.player_id IS NOT NULL THEN (SELECT m.to_team_id FROM player_moves m
					WHERE m.league_id = t.league_id AND m.player_id = p.player_id ORDER BY m.id DESC LIMIT 1)
				ELSE (SELECT f.team_id FROM future_picks f WHERE f.league_id = t.league_id AND f.round = p.pick_round
					AND f.original_team_id = p.pick_original_team_id) END)`.execute(trx);

/** Deletes the offers and trades of a draft that is reset. */
export const deleteTrades = (trx: Db, leagueId: number) =>
	trx.deleteFrom("draft_trades").where("league_id", "=", leagueId).execute();

/** Withdraws the open offers of a team whose manager leaves, and deletes her messages. Accepted trades stay. */
export async function withdrawOffersOfTeam(trx: Db, teamId: TeamId, at: Date): Promise<void> {
	await sql`UPDATE draft_trades SET state = 'withdrawn', decided_at = ${at}, reason = '{"code": "manager-left"}'
		WHERE state = 'offered' AND ${teamId}::int IN (from_team_id, to_team_id)`.execute(trx);
	await sql`UPDATE draft_trades SET message = '' WHERE from_team_id = ${teamId} AND message <> ''`.execute(trx);
}

/** Finds a member's team, and when she got it. Undefined for a user who is not a member. */
export const findTradeMember = (db: Db, leagueId: number, userId: UserId) =>
	findRow(db)<Row<"league_members", "team_id" | "joined_at">>`
		SELECT team_id, joined_at FROM league_members WHERE league_id = ${leagueId} AND user_id = ${userId}`;
