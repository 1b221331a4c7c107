import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import type { UserId } from "@first-bounce/rules/ids";
import type { LeaguePrivacy, LeagueType } from "@first-bounce/rules/leagues/league";
import { findStartRoundId } from "@first-bounce/rules/round/rounds";
import { type RawBuilder, sql } from "kysely";
import { refuse } from "../../plugins/refusal.ts";
import { getFixture } from "./head-to-head/fixture.ts";
import { isCommissioner, type LeagueRow, type LeagueServices, readLeagues } from "./league-row.ts";
import { buildLeagueSummary, buildLeagueView, buildPublicName } from "./league-view.ts";
import { isInvited, selectLeagueOfInvite } from "./members/invites.ts";
import { requireMember } from "./members/locked-league.ts";
import { listOwnRanks } from "./own-ranks.ts";

export interface Paging {
	readonly page: number;
	readonly limit: number;
}

export const MAX_PAGE_ROWS = 100;

/** The stretch of a list that a page is, and one row more to know whether it is the last. */
const getPageLimits = ({ page, limit }: Paging) => {
	const rows = Math.min(limit, MAX_PAGE_ROWS);
	return { rows, cut: sql`LIMIT ${rows + 1} OFFSET ${(page - 1) * rows}` };
};

function buildPage<Row>(found: readonly Row[], rows: number, page: number) {
	return { rows: found.slice(0, rows), nextPage: found.length > rows ? page + 1 : null };
}

/** The leagues a user is in, the one she joined last first. */
export async function listMyLeagues(
	services: LeagueServices,
	userId: UserId,
	{ privacy, ...paging }: Paging & { readonly privacy?: LeaguePrivacy | undefined },
) {
	const season = services.seasons.current();
	const { rows, cut } = getPageLimits(paging);
	const found = await readLeagues(
		services.db,
		userId,
		sql`JOIN league_members m ON m.league_id = l.id AND m.user_id = ${userId}
			WHERE l.season_id = ${season.seasonId} ${privacy ? sql`AND l.privacy = ${privacy}` : sql``}
			ORDER BY m.joined_no DESC ${cut}`,
	);
	const page = buildPage(found, rows, paging.page);
	const ranks = await listOwnRanks(services, page.rows, userId);
	return {
		leagues: page.rows.map((row) => ({
			...buildLeagueSummary(row, season),
			rank: ranks.get(row.id) ?? null,
			isCommissioner: isCommissioner(row, userId),
		})),
		nextPage: page.nextPage,
	};
}

const escapeLikePattern = (text: string) => text.replaceAll(/[%_\\]/g, "\\$&");

/** A league whose whole code was typed, private ones too: the code is what opens them. */
const listLeaguesByCode = (
	{ db, seasons }: LeagueServices,
	userId: UserId | null,
	code: string,
): Promise<LeagueRow[]> =>
	readLeagues(
		db,
		userId,
		sql`WHERE l.season_id = ${seasons.current().seasonId} AND l.code = ${code.toUpperCase()} AND l.deleted_at IS NULL`,
	);

/**
 * Public leagues that take members, the newest first; none of the caller's own. A search finds any part of a name,
 * accents and case ignored, and the league whose code it is.
 */
export async function listLeaguesToJoin(
	services: LeagueServices,
	userId: UserId | null,
	{ search, type, ...paging }: Paging & { readonly search: string; readonly type?: LeagueType | undefined },
) {
	const season = services.seasons.current();
	const { rows, cut } = getPageLimits(paging);
	const coded =
		/^[A-Za-z0-9]{6}$/.test(search) && paging.page === 1 ? await listLeaguesByCode(services, userId, search) : [];
	const open = findStartRoundId(season.rounds, services.clocks.seasonNow()) ?? season.rules.lastRound + 1;
	const picks: RawBuilder<unknown>[] = [
		sql`l.season_id = ${season.seasonId} AND l.privacy = 'public' AND l.deleted_at IS NULL AND l.num_teams < l.size`,
		sql`(l.type = 'open' OR l.start_id >= ${open})`,
		...(search === "" ? [] : [sql`l.search_name LIKE '%' || search_text(${escapeLikePattern(search)}) || '%'`]),
		...(type ? [sql`l.type = ${type}`] : []),
		...(userId === null
			? []
			: [sql`NOT EXISTS (SELECT FROM league_members o WHERE o.league_id = l.id AND o.user_id = ${userId})`]),
	];
	const found = await readLeagues(
		services.db,
		userId,
		// Picked first, by id alone: what a deep page passes over is not read whole.
		sql`WHERE l.id IN (SELECT l.id FROM leagues l WHERE ${sql.join(picks, sql` AND `)} ORDER BY l.id DESC ${cut})
			ORDER BY l.id DESC`,
	);
	const page = buildPage(found, rows, paging.page);
	const known = new Set(coded.map(({ id }) => id));
	const shown = [...coded, ...page.rows.filter(({ id }) => !known.has(id))];
	return { leagues: shown.map((row) => buildLeagueSummary(row, season)), nextPage: page.nextPage };
}

/** The league with this code, or, if its code was renewed, the league of the invitation with this token. */
export async function getLeagueByCode(
	services: LeagueServices,
	userId: UserId | null,
	code: string,
	invite: string | null = null,
): Promise<LeagueSummary> {
	const season = services.seasons.current();
	const read = (which: RawBuilder<unknown>) =>
		readLeagues(services.db, userId, sql`WHERE l.season_id = ${season.seasonId} AND ${which}`);
	const [coded] = await read(sql`l.code = ${code}`);
	const invited = coded || invite === null ? [] : await read(sql`l.id = ${selectLeagueOfInvite(invite)}`);
	const row = coded ?? invited[0];
	if (!row) throw refuse(404, "league-unknown");
	if (row.deleted_at) throw refuse(404, "league-deleted");
	return buildLeagueSummary(row, season);
}

/** A league of this season; refuses one that is deleted. */
export async function getLeague(services: LeagueServices, userId: UserId, id: number): Promise<LeagueRow> {
	const season = services.seasons.current();
	const [row] = await readLeagues(services.db, userId, sql`WHERE l.season_id = ${season.seasonId} AND l.id = ${id}`);
	if (!row) throw refuse(404, "league-unknown");
	if (row.deleted_at) throw refuse(404, "league-deleted");
	return row;
}

/** A league of this season for one of its members. */
export async function getLeagueForMember(services: LeagueServices, userId: UserId, id: number): Promise<LeagueRow> {
	const row = await getLeague(services, userId, id);
	requireMember(row);
	return row;
}

/** A league as one of its members sees it, or whoever looks at a public one; a private one only if invited. */
export async function getLeagueView(services: LeagueServices, userId: UserId, id: number) {
	const row = await getLeague(services, userId, id);
	if (row.privacy === "private" && !row.is_member && !(await isInvited(services.db, id, userId)))
		throw refuse(403, "league-private");
	const season = services.seasons.current();
	const fixture = row.is_member ? await getFixture(services.db, row, season) : null;
	const ranks = row.is_member ? await listOwnRanks(services, [row], userId) : new Map<number, number>();
	const rank = ranks.get(id) ?? null;
	return buildLeagueView(row, season, { userId, now: services.clocks.seasonNow(), fixture, rank });
}

interface MemberRow {
	readonly user_id: number;
	readonly team_id: number;
	readonly joined_at: Date;
	readonly team_name: string | null;
	readonly first_name: string;
	readonly last_name: string;
	readonly is_active: boolean;
	readonly avatar_version: number;
	readonly supported_squad_id: number | null;
}

/** A league's members in the order they joined. */
export async function listLeagueUsers(services: LeagueServices, userId: UserId, id: number, paging: Paging) {
	const league = await getLeagueForMember(services, userId, id);
	const { rows, cut } = getPageLimits(paging);
	const { rows: found } = await sql<MemberRow>`
		SELECT m.user_id, m.team_id, m.joined_at, u.team_name, u.first_name, u.last_name, u.is_active, u.avatar_version,
			u.supported_squad_id
		FROM league_members m JOIN users u ON u.id = m.user_id
		WHERE m.league_id = ${id} ORDER BY m.joined_no ${cut}`.execute(services.db);
	const page = buildPage(found, rows, paging.page);
	return {
		users: page.rows.map((row) => ({
			userId: row.user_id,
			teamId: row.team_id,
			...buildPublicName(row),
			avatarVersion: row.is_active ? row.avatar_version : 0,
			supportedSquadId: row.supported_squad_id,
			isCommissioner: row.user_id === league.commissioner_id,
			joinedAt: row.joined_at.toISOString(),
		})),
		nextPage: page.nextPage,
		total: league.num_teams,
	};
}
