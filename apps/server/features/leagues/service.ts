import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import type { UserId } from "@first-bounce/rules/ids";
import type { LeagueClass, LeaguePrivacy, LeagueType } from "@first-bounce/rules/leagues/league";
import { findStartRoundId } from "@first-bounce/rules/round/round";
import type { Read } from "../../db/servers/read-standby.ts";
import { refuse } from "../../plugins/refusal.ts";
import { buildPublicNames } from "../names/public-name.ts";
import { getFixture } from "./head-to-head/save-fixture.ts";
import {
	findLeague,
	findLeagueByCode,
	findLeagueByInvite,
	listLeaguesOfUser,
	listMemberProfiles,
	listPublicLeagues,
	type PageRange,
} from "./league-queries.ts";
import type { LeagueRow, LeagueServices } from "./league-row.ts";
import { buildLeagueSummary, buildLeagueView, buildVisibleSummary, NO_PLACE } from "./league-view.ts";
import { isCode } from "./members/codes.ts";
import { isInvited } from "./members/invite-queries.ts";
import { getLeadershipView } from "./members/leadership.ts";
import { requireMember } from "./members/league-transaction.ts";
import { buildTeamOwner } from "./members/team-owners.ts";
import { listOwnPlaces } from "./own-places.ts";

export interface Paging {
	readonly page: number;
	readonly limit: number;
}

export const MAX_PAGE_ROWS = 100;

/** Gets the range of a page, with one row more that shows whether there is a next page. */
export function getPageRange({ page, limit }: Paging): PageRange {
	const pageSize = Math.min(limit, MAX_PAGE_ROWS);
	return { limit: pageSize + 1, offset: (page - 1) * pageSize };
}

/** Builds a page of the rows that `getPageRange` selects. */
export function buildPage<Row>(found: readonly Row[], { page, limit }: Paging) {
	const pageSize = Math.min(limit, MAX_PAGE_ROWS);
	return { rows: found.slice(0, pageSize), nextPage: found.length > pageSize ? page + 1 : null };
}

/** Lists a user's leagues with the user's rank in each, the most recently joined first. */
export async function listMyLeagues(
	services: LeagueServices,
	userId: UserId,
	{ privacy, ...paging }: Paging & { readonly privacy?: LeaguePrivacy | undefined },
) {
	const season = services.seasons.current();
	const query = { seasonId: season.seasonId, privacy, range: getPageRange(paging) };
	const { rows, nextPage } = buildPage(await listLeaguesOfUser(services.db, userId, query), paging);
	const places = await listOwnPlaces({ ...services, season }, rows, userId);
	const leagues = rows.map((row) => ({
		...buildLeagueSummary(row, season),
		...(places.get(row.id) ?? NO_PLACE),
		isCommissioner: row.role === "commissioner",
	}));
	return { leagues, nextPage };
}

/**
 * Lists public leagues with free places that the caller is not in, newest first. A search matches a part of their names,
 * and also finds the league that has the searched text as its code, even a private one.
 */
export async function listLeaguesToJoin(
	services: LeagueServices & { readonly read: Read },
	userId: UserId | null,
	{
		search,
		type,
		class: leagueClass,
		...paging
	}: Paging & {
		readonly search: string;
		readonly type?: LeagueType | undefined;
		readonly class?: LeagueClass | undefined;
	},
) {
	const { db, read, seasons, clocks } = services;
	const season = seasons.current();
	const leagueWithCode =
		isCode(search) && paging.page === 1
			? await findLeagueByCode(db, userId, season.seasonId, search.toUpperCase())
			: undefined;
	const firstUpcomingRound = findStartRoundId(season.rounds, clocks.seasonNow()) ?? season.rules.lastRound + 1;
	const kind = { type, class: leagueClass };
	const query = { seasonId: season.seasonId, search, ...kind, firstUpcomingRound, range: getPageRange(paging) };
	const publicLeagues = await read((source) => listPublicLeagues(source.db, userId, query));
	const { rows, nextPage } = buildPage(publicLeagues, paging);
	const first = leagueWithCode && !leagueWithCode.deleted_at ? [leagueWithCode] : [];
	const others = rows.filter(({ id }) => id !== first[0]?.id);
	const leagues = [
		...first.map((row) => buildVisibleSummary(row, season, { viewerId: userId, knowsCode: true })),
		...others.map((row) => buildVisibleSummary(row, season, { viewerId: userId })),
	];
	return { leagues, nextPage };
}

function requireExistingLeague(row: LeagueRow | undefined): LeagueRow {
	if (!row) throw refuse(404, "league-unknown");
	if (row.deleted_at) throw refuse(404, "league-deleted");
	return row;
}

/** Gets the league with a code or, if its code was renewed after an invitation, the league of that invitation's token. */
export async function getLeagueByCode(
	services: LeagueServices,
	userId: UserId | null,
	code: string,
	invite: string | null = null,
): Promise<LeagueSummary> {
	const season = services.seasons.current();
	const row =
		(await findLeagueByCode(services.db, userId, season.seasonId, code)) ??
		(invite === null ? undefined : await findLeagueByInvite(services.db, userId, season.seasonId, invite));
	return buildVisibleSummary(requireExistingLeague(row), season, { viewerId: userId, knowsCode: true });
}

const MAX_INVITED_MEMBERS = 12;

/** Gets a league with the names of its longest-standing members, for anyone who has its code or an invitation. */
export async function getInvitedLeague(
	services: LeagueServices,
	userId: UserId | null,
	code: string,
	invite: string | null = null,
): Promise<{ readonly league: LeagueSummary; readonly members: string[] }> {
	const league = await getLeagueByCode(services, userId, code, invite);
	const rows = await listMemberProfiles(services.db, league.id, { offset: 0, limit: MAX_INVITED_MEMBERS });
	return { league, members: rows.map((row) => buildPublicNames(row).teamName).filter((name) => name !== "") };
}

/** Gets a league of this season; refuses a deleted one. */
export async function getLeague({ db, seasons }: LeagueServices, userId: UserId, id: number): Promise<LeagueRow> {
	return requireExistingLeague(await findLeague(db, userId, seasons.current().seasonId, id));
}

/** Gets a league of this season; refuses users who are not its members. */
export async function getLeagueForMember(services: LeagueServices, userId: UserId, id: number): Promise<LeagueRow> {
	const row = await getLeague(services, userId, id);
	requireMember(row);
	return row;
}

/** Whether everyone may read a league's ladder and match-ups, visitors included. */
export const isReadableByAll = ({ isPublicRead }: Pick<LeagueServices, "isPublicRead">, row: LeagueRow): boolean =>
	isPublicRead && row.privacy === "public";

/** Gets a league that the viewer may read. Visitors cannot tell other leagues from unknown ones. */
export async function getReadableLeague(
	services: Pick<LeagueServices, "db" | "isPublicRead" | "seasons">,
	userId: UserId | null,
	id: number,
	seasonId = services.seasons.current().seasonId,
): Promise<LeagueRow> {
	const found = await findLeague(services.db, userId, seasonId, id);
	if (userId === null) {
		if (!found || found.deleted_at || !isReadableByAll(services, found)) throw refuse(401, "not-signed-in");
		return found;
	}
	const row = requireExistingLeague(found);
	if (!isReadableByAll(services, row)) requireMember(row);
	return row;
}

const NO_LEADERSHIP: Awaited<ReturnType<typeof getLeadershipView>> = { deputies: [], handOver: null };

/**
 * Gets a league's details. A private league is shown to members and invited users only. The fixture is shown
 * to those who may read the league's match-ups, and the rank and deputies to members.
 */
export async function getLeagueView(services: LeagueServices, userId: UserId | null, id: number) {
	const row = userId === null ? await getReadableLeague(services, null, id) : await getLeague(services, userId, id);
	if (userId !== null && row.privacy === "private" && !row.is_member && !(await isInvited(services.db, id, userId)))
		throw refuse(403, "league-private");
	const season = services.seasons.current();
	const mayRead = row.is_member || isReadableByAll(services, row);
	const fixture = mayRead ? await getFixture(services.db, row, season) : null;
	const places = row.is_member && userId !== null ? await listOwnPlaces({ ...services, season }, [row], userId) : null;
	const place = places?.get(id) ?? NO_PLACE;
	const leadership = row.is_member && userId !== null ? await getLeadershipView(services, userId, id) : NO_LEADERSHIP;
	const now = services.clocks.seasonNow();
	return buildLeagueView(row, season, { viewerId: userId, now, fixture, place, leadership });
}

/** Lists a league's members, in the order they joined. */
export async function listLeagueUsers(services: LeagueServices, userId: UserId, id: number, paging: Paging) {
	const league = await getLeagueForMember(services, userId, id);
	const { rows, nextPage } = buildPage(await listMemberProfiles(services.db, id, getPageRange(paging)), paging);
	return {
		users: rows.map((row) => ({
			...buildTeamOwner(row),
			isCommissioner: row.role === "commissioner",
			role: row.role,
			joinedAt: row.joined_at.toISOString(),
		})),
		nextPage,
		total: league.num_teams,
	};
}
