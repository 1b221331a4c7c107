import type { DraftSettings } from "@first-bounce/contract/draft/draft-settings";
import {
	type DraftPick,
	type PauseReason,
	UNDOABLE_ACTIONS,
	type UndoableAction,
} from "@first-bounce/rules/draft/draft-board";
import type { LeagueFormat } from "@first-bounce/rules/draft/keepers";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { IS_UPGRADING } from "../../../db/lock-tables.ts";
import { findRow, findValue, hasRow, listRows, listValues } from "../../../db/rows.ts";
import type { Db, OptionalRow, Row, Tables } from "../../../db/tables/tables.ts";

export type DraftRow = Row<"drafts">;
/** A pick in the form of the rules, with its further columns. */
export type PickRow = DraftPick & Row<"draft_picks", "made_at" | "made_by" | "kept_years" | "request_key" | "version">;
/** A pick with the projection that the recap compares it with, which is saved at the end of the draft. */
export type ComparedPick = PickRow & Row<"draft_picks", "projected_points" | "projected_rank">;
/** A team of the league with its place in the room and, if it has one, its manager. */
export type SeatRow = Omit<Row<"draft_seats">, "league_id" | "queue" | "ranking" | "do_not_draft"> &
	Row<"teams", "name" | "colour" | "is_robot"> &
	OptionalRow<"users", "team_name" | "is_active" | "avatar_version"> & {
		readonly user_id: UserId | null;
		/** When the manager got the team. */
		readonly joined_at: Date | null;
		/** Whether the manager has a browser that gets notifications. */
		readonly is_subscribed: boolean;
	};

export const findDraft = (db: Db, leagueId: number): Promise<DraftRow | undefined> =>
	db.selectFrom("drafts").where("league_id", "=", leagueId).selectAll().executeTakeFirst();

/** Lists the drafts of leagues; leagues without one are left out. */
export async function listDrafts(db: Db, leagueIds: readonly number[]): Promise<DraftRow[]> {
	if (leagueIds.length === 0) return [];
	return db.selectFrom("drafts").where("league_id", "in", leagueIds).selectAll().execute();
}

export const insertDraft = (trx: Db, draft: Insertable<Tables["drafts"]>) =>
	trx.insertInto("drafts").values(draft).execute();

export const updateDraft = (trx: Db, leagueId: number, changes: Updateable<Tables["drafts"]>) =>
	trx.updateTable("drafts").set(changes).where("league_id", "=", leagueId).execute();

/** Lists a draft's picks by number. */
export const listPicks = (db: Db, leagueId: number): Promise<ComparedPick[]> =>
	listRows(db)<ComparedPick>`
		SELECT overall, round, original_team_id AS "originalTeamId", team_id AS "teamId", player_id AS "playerId",
			is_skipped AS "isSkipped", made_at, made_by, kept_years, request_key, version, projected_points, projected_rank
		FROM draft_picks WHERE league_id = ${leagueId} ORDER BY overall`;

export const insertPicks = (trx: Db, leagueId: number, picks: readonly PickRow[]) =>
	trx
		.insertInto("draft_picks")
		.values(
			picks.map(({ originalTeamId, teamId, playerId, isSkipped, ...pick }) => ({
				...pick,
				league_id: leagueId,
				original_team_id: originalTeamId,
				team_id: teamId,
				player_id: playerId,
				is_skipped: isSkipped,
			})),
		)
		.execute();

/** Stores what the recap compares picks with. */
export const saveProjections = (
	trx: Db,
	leagueId: number,
	projections: readonly { readonly overall: number; readonly points: number; readonly rank: number }[],
) =>
	sql`UPDATE draft_picks p SET projected_points = c.points, projected_rank = c.rank
		FROM json_to_recordset(${JSON.stringify(projections)}) AS c (overall int, points real, rank int)
		WHERE p.league_id = ${leagueId} AND p.overall = c.overall`.execute(trx);

export const deletePicks = (trx: Db, leagueId: number) =>
	trx.deleteFrom("draft_picks").where("league_id", "=", leagueId).execute();

export const selectSeats = (leagueId: number) => sql<SeatRow>`
	SELECT s.team_id, s.autopick, s.misses, s.is_away, s.seen_at, s.waiver_rank, s.budget, s.injured_player_id,
		s.previous_team_id, s.is_confirmed, s.keepers, t.name, t.colour, t.is_robot, u.id AS user_id, m.joined_at, u.team_name, u.is_active,
		u.avatar_version,
		EXISTS (SELECT FROM push_subscriptions p WHERE p.user_id = u.id AND p.ended_at IS NULL) AS is_subscribed
	FROM draft_seats s JOIN teams t ON t.id = s.team_id
		LEFT JOIN league_members m ON m.league_id = s.league_id AND m.team_id = s.team_id
		LEFT JOIN users u ON u.id = m.user_id
	WHERE s.league_id = ${leagueId} ORDER BY m.joined_no, s.team_id`;

/** Lists a draft league's teams: those with a manager in the order in which they joined, then the others. */
export const listSeats = async (db: Db, leagueId: number): Promise<SeatRow[]> =>
	(await selectSeats(leagueId).execute(db)).rows;

export const updateSeat = (trx: Db, teamId: TeamId, changes: Updateable<Tables["draft_seats"]>) =>
	trx.updateTable("draft_seats").set(changes).where("team_id", "=", teamId).execute();

/** Deletes what a team's manager leaves behind: her private lists and claims, and her presence and autopick in the room. */
export async function clearSeat(trx: Db, teamId: TeamId): Promise<void> {
	await updateSeat(trx, teamId, { queue: [], ranking: [], do_not_draft: [], autopick: "if-missed", seen_at: null });
	await sql`UPDATE waiver_claims SET state = 'withdrawn', decided_at = now()
		WHERE team_id = ${teamId} AND state = 'pending'`.execute(trx);
}

/** Records that managers' rooms have asked for the board, unless that was recorded a moment ago. */
export const markSeen = (db: Db, teamIds: readonly TeamId[], at: Date, unlessAfter: Date) =>
	sql`UPDATE draft_seats SET seen_at = ${at}
		WHERE team_id = ANY (${teamIds}::int[]) AND (seen_at IS NULL OR seen_at < ${unlessAfter})`.execute(db);

/** Locks the draft leagues of a member in the order of their ids. */
export const lockDraftsOfMember = (trx: Db, userId: UserId) =>
	listRows(trx)<Row<"leagues", "id" | "season_id" | "commissioner_id"> & Row<"league_members", "team_id">>`
		SELECT l.id, l.season_id, l.commissioner_id, m.team_id FROM leagues l JOIN league_members m ON m.league_id = l.id
		WHERE m.user_id = ${userId} AND l.class = 'draft' ORDER BY l.id FOR UPDATE OF l`;

/** Creates a team of a draft league with its seat. */
export async function insertDraftTeam(
	trx: Db,
	team: Pick<Insertable<Tables["teams"]>, "season_id" | "name" | "is_robot"> & { readonly league_id: number },
): Promise<TeamId> {
	const { id } = await trx.insertInto("teams").values(team).returning("id").executeTakeFirstOrThrow();
	await trx.insertInto("draft_seats").values({ team_id: id, league_id: team.league_id }).execute();
	return id;
}

export const updateTeam = (trx: Db, teamId: TeamId, changes: Updateable<Tables["teams"]>) =>
	trx.updateTable("teams").set(changes).where("id", "=", teamId).execute();

export const deleteDraftTeam = (trx: Db, teamId: TeamId) =>
	trx.deleteFrom("teams").where("id", "=", teamId).where("league_id", "is not", null).execute();

export const findPreferences = (db: Db, teamId: TeamId) =>
	findRow(db)<Row<"draft_seats", "queue" | "ranking"> & { readonly doNotDraft: PlayerId[] }>`
		SELECT queue, ranking, do_not_draft AS "doNotDraft" FROM draft_seats WHERE team_id = ${teamId}`;

/**
 * Changes the private lists of a member's team. If she is just leaving, it waits for that, so that the lists are never saved for
 * her successor.
 */
export const savePreferencesOfMember = (
	db: Db,
	{ userId, leagueId }: { readonly userId: UserId; readonly leagueId: number },
	changes: Pick<Updateable<Tables["draft_seats"]>, "queue" | "ranking" | "do_not_draft">,
) =>
	db
		.with("own", (with_) =>
			with_
				.selectFrom("league_members")
				.where("league_id", "=", leagueId)
				.where("user_id", "=", userId)
				.select("team_id")
				.forKeyShare(),
		)
		.updateTable("draft_seats")
		.from("own")
		.set(changes)
		.whereRef("draft_seats.team_id", "=", "own.team_id")
		.execute();

/** The data of a log entry. Which fields there are depends on the action. */
export interface LogData {
	readonly teamId?: TeamId;
	readonly overallPick?: number;
	readonly otherOverallPick?: number;
	readonly playerId?: PlayerId;
	readonly madeBy?: "manager" | "autopick" | "commissioner";
	readonly autopick?: Row<"draft_seats">["autopick"];
	readonly count?: number;
	readonly undone?: UndoableAction;
	/** The entry that an undo has undone. */
	readonly undoneId?: number;
	readonly pauseReason?: PauseReason;
	/** The settings that were changed. */
	readonly settings?: readonly (keyof DraftSettings)[];
	/** Whether the pick had been skipped before it was made. */
	readonly wasSkipped?: boolean;
	/** How many picks in a row the team had missed before it missed this one, and whether it was away. */
	readonly misses?: number;
	readonly wasAway?: boolean;
	/** The key of the request whose pick was undone. */
	readonly key?: string;
	/** Whether the date of the draft was moved in the last hour before it. */
	readonly isLate?: boolean;
	/** What the league was converted to. */
	readonly format?: LeagueFormat;
	/** The last change of squads before a reset, which cannot be undone after it; 0 without one. */
	readonly lastChangeId?: number;
}

export type LogRow = Row<"draft_log", "id" | "version" | "at" | "user_id" | "action"> &
	OptionalRow<"users", "team_name" | "is_active" | "avatar_version"> & { readonly data: LogData };

/** Finds the last pick, miss, skip or exchange since the start that was not undone. */
export const findUndoable = (trx: Db, leagueId: number) =>
	findRow(trx)<LogRow & { readonly action: UndoableAction }>`
		SELECT id, version, at, user_id, action, data FROM draft_log g
		WHERE league_id = ${leagueId} AND action = ANY (${UNDOABLE_ACTIONS}::text[])
			AND id > (SELECT max(id) FROM draft_log WHERE league_id = ${leagueId} AND action = 'started')
			AND NOT EXISTS (SELECT FROM draft_log x WHERE x.league_id = ${leagueId} AND x.action = 'undone'
				AND (x.data ->> 'undoneId')::bigint = g.id)
		ORDER BY id DESC LIMIT 1`;

/** Whether the date of a draft has been moved in the last hour before it, since an instant. */
export const wasRescheduledLate = (trx: Db, leagueId: number, since: Date): Promise<boolean> =>
	hasRow(trx)`
		SELECT FROM draft_log WHERE league_id = ${leagueId} AND action = 'scheduled' AND at > ${since}
			AND (data ->> 'isLate')::boolean`;

/**
 * Lists drafts for which something is due, the longest-waiting first. Drafts that are paused for an upgrade wait for its
 * end.
 */
export const listDueDrafts = (db: Db, seasonId: number, now: number): Promise<readonly number[]> =>
	listValues(db)<number>`
		SELECT d.league_id FROM drafts d JOIN leagues l ON l.id = d.league_id
		WHERE d.due_at <= ${new Date(now)} AND (d.state <> 'paused' OR NOT ${IS_UPGRADING})
			AND l.season_id = ${seasonId} AND l.deleted_at IS NULL
		ORDER BY d.due_at`;

/** When the leader last looked for due drafts; null if it never has. */
export async function findLastTick(db: Db): Promise<number | null> {
	return (await findValue(db)<Date>`SELECT ticked_at FROM draft_ticks`)?.getTime() ?? null;
}

export const saveTick = (db: Db, now: number) =>
	sql`INSERT INTO draft_ticks (ticked_at) VALUES (${new Date(now)})
		ON CONFLICT (id) DO UPDATE SET ticked_at = greatest(draft_ticks.ticked_at, excluded.ticked_at)`.execute(db);

export const insertMoves = (trx: Db, moves: readonly Insertable<Tables["player_moves"]>[]) =>
	trx.insertInto("player_moves").values(moves).execute();

/** SQL: the id of the last move of a league that belongs to a draft that was reset; 0 without one. */
export const selectLastReset = (leagueId: number) =>
	sql<number>`coalesce((SELECT max(id) FROM player_moves WHERE league_id = ${leagueId} AND kind = 'reset'), 0)`;

export interface Ownership {
	readonly playerId: PlayerId;
	readonly teamId: TeamId;
}

export const selectOwners = (leagueId: number) => sql<Ownership>`
	SELECT player_id AS "playerId", to_team_id AS "teamId" FROM (
		SELECT DISTINCT ON (player_id) id, player_id, to_team_id FROM player_moves
		WHERE league_id = ${leagueId} ORDER BY player_id, id DESC) AS last
	WHERE to_team_id IS NOT NULL ORDER BY id`;

/** Lists who owns whom by the log of moves, in the order in which the players came. */
export const listOwners = async (db: Db, leagueId: number): Promise<Ownership[]> =>
	(await selectOwners(leagueId).execute(db)).rows;

export const selectLineups = (leagueId: number, roundId: number | RawBuilder<unknown>) => sql<Row<"lineups">>`
	SELECT DISTINCT ON (n.team_id) n.* FROM lineups n JOIN teams t ON t.id = n.team_id
	WHERE t.league_id = ${leagueId} AND n.round_id <= ${roundId} ORDER BY n.team_id, n.round_id DESC`;

/** Lists the line-ups of a draft league's teams that count in a round. */
export const listLineups = async (db: Db, leagueId: number, roundId: number): Promise<Row<"lineups">[]> =>
	(await selectLineups(leagueId, roundId).execute(db)).rows;

export const insertLineups = (trx: Db, lineups: readonly Insertable<Tables["lineups"]>[]) =>
	trx.insertInto("lineups").values(lineups).execute();

export const deleteLineups = (trx: Db, leagueId: number) =>
	sql`DELETE FROM lineups USING teams WHERE teams.id = lineups.team_id AND teams.league_id = ${leagueId}`.execute(trx);
