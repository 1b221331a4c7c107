import type { PlayerId, Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { prepared } from "../../../db/prepared.ts";
import { hasRow, listRows } from "../../../db/rows.ts";
import type { LeagueCardKind } from "../../../db/tables/conversations.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import type { LineupRow } from "../../team/team-row.ts";
import type { LeagueRow } from "../league-row.ts";

/** A league that plays a round, with its recap settings. */
export interface CardLeague
	extends Pick<LeagueRow, "id" | "class" | "type" | "start_id" | "tiebreaker" | "median_game"> {
	/** Whether recaps are posted automatically. */
	readonly posts_recap: boolean;
	/** Whether the round's recap was posted without a text of the commissioner's own. */
	readonly has_generated_recap: boolean;
}

/** Lists leagues that play a round and have at least two members, in the order of ids. */
export const listCardLeagues = (
	db: Db,
	query: { readonly seasonId: number; readonly roundId: RoundId; readonly afterId: number; readonly limit: number },
): Promise<readonly CardLeague[]> =>
	listRows(db)<CardLeague>`
		SELECT l.id, l.class, l.type, l.start_id, l.tiebreaker, l.median_game, coalesce(c.posts_recap, false) AS posts_recap,
			EXISTS (SELECT FROM league_messages m WHERE m.league_id = l.id AND m.round_id = ${query.roundId}
				AND m.kind = 'recap' AND m.text = '') AS has_generated_recap
		FROM leagues l LEFT JOIN league_conversations c ON c.league_id = l.id
		WHERE l.season_id = ${query.seasonId} AND l.start_id <= ${query.roundId} AND l.deleted_at IS NULL
			AND NOT l.is_mock AND l.num_teams > 1 AND l.id > ${query.afterId}
		ORDER BY l.id LIMIT ${query.limit}`;

export interface CardRow {
	readonly leagueId: number;
	readonly data: CardData;
	/** Whether the card has no content. Such a card replaces a stored one, but is not posted. */
	readonly isEmpty: boolean;
}

/** A card as it is stored. It contains ids of teams only; their names are looked up whenever the card is read. */
export interface CardData {
	readonly card: { readonly type: LeagueCardKind };
	readonly teamIds: readonly TeamId[];
}

/**
 * Posts cards about a round, one of each kind per league, and updates those whose content has changed, except recaps with
 * a text of the commissioner's own. Leagues that have cards switched off get only new recaps, which have their own setting.
 * Conversations are locked in the order of their leagues, to avoid deadlocks.
 */
export async function saveCards(trx: Db, { kind, roundId, at, addsNew }: SaveCardsOptions, cards: readonly CardRow[]) {
	if (cards.length === 0) return;
	await sql`${prepared("save-cards")}
		WITH sent AS (SELECT * FROM unnest(${cards.map(({ leagueId }) => leagueId)}::int[],
				${cards.map(({ data }) => JSON.stringify(data))}::jsonb[], ${cards.map(({ isEmpty }) => isEmpty)}::boolean[])
				AS t (league_id, data, is_empty)),
		changed AS (
			SELECT s.league_id, s.data FROM sent s JOIN leagues l ON l.id = s.league_id AND l.deleted_at IS NULL
				LEFT JOIN league_conversations c ON c.league_id = s.league_id
				LEFT JOIN league_messages m
					ON m.league_id = s.league_id AND m.round_id = ${roundId}::int AND m.kind = ${kind}
			WHERE CASE WHEN m.id IS NULL
				THEN ${addsNew} AND NOT s.is_empty AND (${kind} = 'recap' OR coalesce(c.has_cards, true))
				ELSE m.data <> s.data AND m.text = '' END),
		locked AS (
			INSERT INTO league_conversations AS c (league_id, version) SELECT league_id, 1 FROM changed ORDER BY league_id
			ON CONFLICT (league_id) DO UPDATE SET version = c.version + 1 RETURNING league_id, version)
		INSERT INTO league_messages AS m (league_id, version, kind, round_id, data, at, is_notified)
		SELECT league_id, version, ${kind}, ${roundId}::int, data, ${at}::timestamptz, true
		FROM changed JOIN locked USING (league_id) ORDER BY league_id
		ON CONFLICT (league_id, round_id, kind) WHERE round_id IS NOT NULL
			DO UPDATE SET data = excluded.data, version = excluded.version WHERE m.text = ''`.execute(trx);
}

export const deleteCards = (trx: Db, leagueId: number, kinds: readonly LeagueCardKind[]) =>
	trx.deleteFrom("league_messages").where("league_id", "=", leagueId).where("kind", "in", kinds).execute();

export interface SaveCardsOptions {
	readonly kind: LeagueCardKind;
	readonly roundId: RoundId;
	readonly at: Date;
	/** False to correct stored cards only. */
	readonly addsNew: boolean;
}

/** The best score of a league in a round. */
export interface BestScore {
	readonly league_id: number;
	readonly teamId: TeamId;
	readonly points: Points;
	/** The league's former record; null if this score did not beat it. */
	readonly former: Points | null;
}

export const listBestScores = (db: Db, leagueIds: readonly number[], roundId: RoundId) =>
	listRows(db)<BestScore>`
		SELECT e.league_id, (e.data->>'teamId')::int AS "teamId", (e.data->>'points')::int AS points,
			(r.data->>'former')::int AS former
		FROM league_events e LEFT JOIN league_events r
			ON r.league_id = e.league_id AND r.round_id = e.round_id AND r.kind = 'record'
		WHERE e.league_id = ANY (${leagueIds}::int[]) AND e.round_id = ${roundId} AND e.kind = 'results'`;

/** Lists the teams that went out of elimination leagues by the results cards of a round when they were posted, by league. */
export async function listAnnouncedTeams(db: Db, leagueIds: readonly number[], roundId: RoundId) {
	if (leagueIds.length === 0) return new Map<number, readonly TeamId[]>();
	const rows = await listRows(db)<{ leagueId: number; announced: readonly TeamId[] }>`
		SELECT league_id AS "leagueId", data->'card'->'announced' AS announced FROM league_messages
		WHERE league_id = ANY (${leagueIds}::int[]) AND round_id = ${roundId} AND kind = 'results'
			AND jsonb_typeof(data->'card'->'announced') = 'array'`;
	return new Map(rows.map(({ leagueId, announced }) => [leagueId, announced]));
}

export type LeagueTrade = Row<"league_members", "league_id"> &
	Row<"trades", "team_id" | "player_in_id" | "player_out_id"> & {
		/** How many trades between visible players the league has in the round, those beyond the limit included. */
		readonly total: number;
	};

/** Lists a round's trades between visible players in the order of leagues, at most `max` for each. */
export const listLeagueTrades = (
	db: Db,
	leagueIds: readonly number[],
	roundId: RoundId,
	{ visibleIds, max }: { readonly visibleIds: readonly PlayerId[]; readonly max: number },
): Promise<readonly LeagueTrade[]> =>
	listRows(db)<LeagueTrade>`
		SELECT league_id, team_id, player_in_id, player_out_id, total FROM (
			SELECT m.league_id, t.team_id, t.player_in_id, t.player_out_id, t.id,
				count(*) OVER (PARTITION BY m.league_id)::int AS total,
				row_number() OVER (PARTITION BY m.league_id ORDER BY t.id) AS place
			FROM league_members m JOIN trades t ON t.team_id = m.team_id AND t.round_id = ${roundId}
			WHERE m.league_id = ANY (${leagueIds}::int[]) AND t.player_in_id = ANY (${visibleIds}::int[])
				AND t.player_out_id = ANY (${visibleIds}::int[])) AS each
		WHERE place <= ${max} ORDER BY league_id, id`;

/** Lists the line-ups of teams in a published round. */
export const listPlayedLineups = (db: Db, seasonId: number, roundId: RoundId, teamIds: readonly TeamId[]) =>
	listRows(db)<LineupRow & { teamId: TeamId }>`
		SELECT DISTINCT ON (l.team_id) l.team_id AS "teamId", l.round_id AS "roundId", l.slots,
			l.captain_id AS "captainId", l.vice_captain_id AS "viceCaptainId", l.emergency, l.bank
		FROM lineups l JOIN standings s
			ON s.season_id = ${seasonId} AND s.round_id = ${roundId} AND s.team_id = l.team_id
		WHERE l.team_id = ANY (${teamIds}::int[]) AND l.round_id <= ${roundId}
		ORDER BY l.team_id, l.round_id DESC`;

/** Lists published rounds whose results the cards do not show yet, in order, with the time their results were saved. */
export const listRoundsWithoutCards = (db: Db, seasonId: number) =>
	listRows(db)<Row<"league_activity_rounds", "round_id" | "saved_at">>`
		SELECT round_id, saved_at FROM league_activity_rounds WHERE season_id = ${seasonId} AND NOT has_cards ORDER BY round_id`;

/** Records that the cards show a round's results, unless the results were saved again meanwhile. */
export async function markCardsWritten(
	db: Db,
	seasonId: number,
	{ round_id: roundId, saved_at: savedAt }: Row<"league_activity_rounds", "round_id" | "saved_at">,
): Promise<void> {
	// PostgreSQL stores microseconds, but `savedAt` has only milliseconds.
	await sql`UPDATE league_activity_rounds SET has_cards = true WHERE season_id = ${seasonId} AND round_id = ${roundId}
		AND date_trunc('milliseconds', saved_at) = ${savedAt}`.execute(db);
}

/** Gets which cards are posted in a conversation; the defaults if the conversation is not stored yet. */
export const findConversationSettings = async (db: Db, leagueId: number) =>
	(await db
		.selectFrom("league_conversations")
		.where("league_id", "=", leagueId)
		.select(["has_cards", "posts_recap"])
		.executeTakeFirst()) ?? { has_cards: true, posts_recap: false };

/** Whether a round's recap has been posted, even if it was removed later. */
export const hasRecap = (db: Db, leagueId: number, roundId: RoundId): Promise<boolean> =>
	hasRow(db)`SELECT FROM league_messages WHERE league_id = ${leagueId} AND round_id = ${roundId} AND kind = 'recap'`;

type NewRecap = Row<"league_messages", "league_id" | "version" | "user_id" | "text" | "at"> & {
	readonly round_id: RoundId;
	readonly data: CardData;
};

/** Posts a commissioner's recap in a locked conversation and returns its id; undefined if the round already has one. */
export async function insertRecap(trx: Db, { data, ...recap }: NewRecap): Promise<number | undefined> {
	const row = await trx
		.insertInto("league_messages")
		.values({ ...recap, kind: "recap", data: JSON.stringify(data), is_notified: true })
		.onConflict((conflict) =>
			conflict.columns(["league_id", "round_id", "kind"]).where("round_id", "is not", null).doNothing(),
		)
		.returning("id")
		.executeTakeFirst();
	return row?.id;
}
