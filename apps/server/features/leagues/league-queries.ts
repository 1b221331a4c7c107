import type { Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { LeagueClass, LeaguePrivacy, LeagueType } from "@first-bounce/rules/leagues/league";
import type { LeagueRole } from "@first-bounce/rules/leagues/league-permissions";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { buildLikePattern } from "../../db/like-pattern.ts";
import { findValue, hasRow, listRows } from "../../db/rows.ts";
import type { Db, Row, Tables } from "../../db/tables/tables.ts";
import { deleteConversation } from "./conversation/queries.ts";
import type { LeagueRow } from "./league-row.ts";
import { MEMBER_ROLE, type TeamOwnerRow } from "./members/queries.ts";
import { selectLeagues } from "./select-leagues.ts";

/** A member of a league, with the fields that break ties on a ladder. */
export type LeagueMember = Row<"league_members", "league_id" | "team_id" | "user_id" | "joined_no"> &
	Row<"teams", "start_round_id" | "completed_at">;

/** A page of a list: at most `limit` rows, after the first `offset` rows. */
export interface PageRange {
	readonly limit: number;
	readonly offset: number;
}

const buildLimit = ({ limit, offset }: PageRange) => sql`LIMIT ${limit} OFFSET ${offset}`;

/** Lists a user's leagues, the most recently joined first. */
export const listLeaguesOfUser = (
	db: Db,
	userId: UserId,
	query: { readonly seasonId: number; readonly privacy: LeaguePrivacy | undefined; readonly range: PageRange },
): Promise<LeagueRow[]> =>
	selectLeagues(
		db,
		userId,
		sql`JOIN league_members m ON m.league_id = l.id AND m.user_id = ${userId}
			WHERE l.season_id = ${query.seasonId} AND NOT l.is_mock ${query.privacy ? sql`AND l.privacy = ${query.privacy}` : sql``}
			ORDER BY m.joined_no DESC ${buildLimit(query.range)}`,
	);

export interface PublicLeagueQuery {
	readonly seasonId: number;
	readonly search: string;
	readonly type: LeagueType | undefined;
	readonly class: LeagueClass | undefined;
	/** The first round that has not started; leagues that started earlier are closed, except open ones. */
	readonly firstUpcomingRound: RoundId;
	readonly range: PageRange;
}

/** Lists public leagues with free places that the viewer is not in, newest first. */
export function listPublicLeagues(
	db: Db,
	viewer: UserId | null,
	{ seasonId, search, type, class: leagueClass, firstUpcomingRound, range }: PublicLeagueQuery,
): Promise<LeagueRow[]> {
	const conditions: RawBuilder<unknown>[] = [
		sql`l.season_id = ${seasonId} AND l.privacy = 'public' AND l.deleted_at IS NULL AND l.num_teams < l.size`,
		sql`(l.type = 'open' OR l.start_id >= ${firstUpcomingRound} OR EXISTS (
			SELECT FROM drafts d WHERE d.league_id = l.id AND d.state IN ('setup', 'scheduled')))`,
		...(search === "" ? [] : [sql`l.search_name LIKE search_text(${buildLikePattern(search)})`]),
		...(type ? [sql`l.type = ${type}`] : []),
		...(leagueClass ? [sql`l.class = ${leagueClass}`] : []),
		...(viewer === null
			? []
			: [sql`NOT EXISTS (SELECT FROM league_members o WHERE o.league_id = l.id AND o.user_id = ${viewer})`]),
	];
	// The inner query selects ids only, so that the rows a deep page skips are not read in full.
	const ids = sql`
		SELECT l.id FROM leagues l WHERE ${sql.join(conditions, sql` AND `)} ORDER BY l.id DESC ${buildLimit(range)}`;
	return selectLeagues(db, viewer, sql`WHERE l.id IN (${ids}) ORDER BY l.id DESC`);
}

/** Finds the league with a code, deleted ones included. */
export async function findLeagueByCode(db: Db, viewer: UserId | null, seasonId: number, code: string) {
	const [row] = await selectLeagues(db, viewer, sql`WHERE l.season_id = ${seasonId} AND l.code = ${code}`);
	return row;
}

/** Finds the league of a pending invitation by the token in its email. */
export async function findLeagueByInvite(db: Db, viewer: UserId | null, seasonId: number, token: string) {
	const invited = sql`(SELECT league_id FROM league_invites WHERE token = ${token} AND status = 'pending')`;
	const [row] = await selectLeagues(db, viewer, sql`WHERE l.season_id = ${seasonId} AND l.id = ${invited}`);
	return row;
}

export async function findLeague(db: Db, viewer: UserId | null, seasonId: number, id: number) {
	const [row] = await selectLeagues(db, viewer, sql`WHERE l.season_id = ${seasonId} AND l.id = ${id}`);
	return row;
}

export const listLeaguesById = (db: Db, viewer: UserId, ids: readonly number[]): Promise<LeagueRow[]> =>
	selectLeagues(db, viewer, sql`WHERE l.id = ANY (${ids}::int[])`);

/** Lists a league in all its seasons, linked by regeneration, the first one first. Empty for a deleted league. */
export const listLineage = (db: Db, viewer: UserId | null, id: number): Promise<LeagueRow[]> =>
	selectLeagues(
		db,
		viewer,
		sql`WHERE l.id IN (
			WITH RECURSIVE former AS (
				SELECT f.id, f.regenerated_from FROM leagues f WHERE f.id = ${id} AND f.deleted_at IS NULL
				UNION ALL SELECT f.id, f.regenerated_from FROM leagues f JOIN former n ON f.id = n.regenerated_from),
			lineage AS (
				SELECT id FROM former WHERE regenerated_from IS NULL
				UNION ALL SELECT n.id FROM leagues n JOIN lineage f ON n.regenerated_from = f.id AND n.deleted_at IS NULL)
			SELECT id FROM lineage)
			ORDER BY l.season_id`,
	);

/** Lists the leagues of all seasons in which an active user is, the newest first. */
export const listLeaguesOfAllSeasons = (db: Db, viewer: UserId | null, userId: UserId, limit: number) =>
	selectLeagues(
		db,
		viewer,
		sql`JOIN league_members m ON m.league_id = l.id AND m.user_id = ${userId} WHERE l.num_teams > 1 AND NOT l.is_mock
			AND EXISTS (SELECT FROM users a WHERE a.id = ${userId} AND a.is_active)
			ORDER BY l.season_id DESC, m.joined_no DESC LIMIT ${limit}`,
	);

/** Locks a user's row, so that concurrent creations of leagues wait for one another. */
export const lockUser = (trx: Db, userId: UserId) =>
	trx.selectFrom("users").where("id", "=", userId).select("id").forNoKeyUpdate().execute();

/** Counts the leagues that a user runs, and locks the user's row. */
export async function lockUserAndCountLeagues(trx: Db, seasonId: number, userId: UserId): Promise<number> {
	await lockUser(trx, userId);
	const count = await findValue(trx)<number>`
		SELECT count(*)::int FROM leagues WHERE season_id = ${seasonId} AND commissioner_id = ${userId} AND NOT is_mock`;
	return count ?? 0;
}

export async function insertLeague(trx: Db, league: Insertable<Tables["leagues"]>): Promise<number> {
	const { id } = await trx.insertInto("leagues").values(league).returning("id").executeTakeFirstOrThrow();
	return id;
}

export const updateLeagueRow = (trx: Db, id: number, changes: Updateable<Tables["leagues"]>) =>
	trx.updateTable("leagues").set(changes).where("id", "=", id).execute();

export const isCodeTaken = (trx: Db, code: string): Promise<boolean> =>
	hasRow(trx)`SELECT FROM leagues WHERE code = ${code}`;

/**
 * Deletes a league's conversation, members, matches, activity and draft. Its row stays, so that its code leads to a
 * message that the league was deleted.
 */
export async function markLeagueDeleted(trx: Db, id: number, at: Date): Promise<void> {
	// The conversation comes first, because sending a message locks it before the membership.
	await deleteConversation(trx, id);
	await trx.deleteFrom("league_members").where("league_id", "=", id).execute();
	await trx.deleteFrom("league_matches").where("league_id", "=", id).execute();
	await trx.deleteFrom("league_events").where("league_id", "=", id).execute();
	await trx.deleteFrom("drafts").where("league_id", "=", id).execute();
	await trx.deleteFrom("teams").where("league_id", "=", id).execute();
	await updateLeagueRow(trx, id, { deleted_at: at, commissioner_id: null, drawn_at: null });
}

/** Higher than any `joined_no`. */
const LAST_JOINED_NO = sql.lit(1_000_000_000_000);

/** Lists members in the order they joined, then draft teams without a manager, which play on, with a user id of 0. */
export const listMembers = (db: Db, leagueIds: readonly number[]): Promise<LeagueMember[]> =>
	listRows(db)<LeagueMember>`
		SELECT m.league_id, m.team_id, m.user_id, m.joined_no, t.start_round_id, t.completed_at
		FROM league_members m JOIN teams t ON t.id = m.team_id
		WHERE m.league_id = ANY (${leagueIds}::int[])
		UNION ALL
		SELECT t.league_id, t.id, 0, ${LAST_JOINED_NO} + t.id, t.start_round_id, t.completed_at
		FROM teams t
		WHERE t.league_id = ANY (${leagueIds}::int[]) AND NOT EXISTS (
			SELECT FROM league_members m WHERE m.league_id = t.league_id AND m.team_id = t.id)
		ORDER BY joined_no`;

/** Finds the highest `joined_no` of a league, which grows when a member joins; null without members. */
export const findLastJoinedNo = (db: Db, leagueId: number): Promise<number | null> =>
	findValue(db)<number>`
		SELECT max(joined_no) AS last FROM league_members WHERE league_id = ${leagueId}`;

export interface PublishedPoints {
	readonly team_id: TeamId;
	readonly total: Points;
	/** The team's best round. */
	readonly highest: Points;
	/** The team's points in the last of the rounds; null if it did not score in it. */
	readonly last: Points | null;
}

/** Sums the published points of teams from one round to another, both included, by team. */
export async function sumPublishedPoints(
	db: Db,
	seasonId: number,
	teamIds: readonly TeamId[],
	{ from, to }: { readonly from: RoundId; readonly to: RoundId },
): Promise<ReadonlyMap<TeamId, PublishedPoints>> {
	if (from > to || teamIds.length === 0) return new Map();
	const rounds = Array.from({ length: to - from + 1 }, (_, index) => from + index);
	const rows = await listRows(db)<PublishedPoints>`
		SELECT team_id, sum(points)::int AS total, max(points) AS highest,
			max(points) FILTER (WHERE round_id = ${to}) AS last
		FROM standings
		WHERE season_id = ${seasonId} AND round_id = ANY (${rounds}::int[]) AND team_id = ANY (${teamIds}::int[])
		GROUP BY team_id`;
	return new Map(rows.map((row) => [row.team_id, row]));
}

export type MemberProfileRow = TeamOwnerRow & Row<"league_members", "joined_at"> & { readonly role: LeagueRole };

/** Lists a league's members with their names, in the order they joined. */
export const listMemberProfiles = (db: Db, leagueId: number, range: PageRange): Promise<MemberProfileRow[]> =>
	listRows(db)<MemberProfileRow>`
		SELECT m.user_id, m.team_id, m.joined_at, u.team_name, u.first_name, u.last_name, u.is_active, u.avatar_version,
			u.supported_squad_id, ${MEMBER_ROLE} AS role
		FROM league_members m JOIN users u ON u.id = m.user_id JOIN leagues l ON l.id = m.league_id
		WHERE m.league_id = ${leagueId} ORDER BY m.joined_no ${buildLimit(range)}`;
