import type { DraftSeat } from "@first-bounce/contract/draft/draft-board";
import type { SeasonTime, TeamId, UserId } from "@first-bounce/rules/ids";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { getLeagueForMember, getReadableLeague } from "../service.ts";
import { type DraftRow, listSeats, type SeatRow } from "./queries.ts";
import { getDraft, requireComplete } from "./room.ts";
import { createLeagueLockCheck } from "./squads/change-squads.ts";

export type ReadServices = Pick<LeagueServices, "db" | "isPublicRead" | "seasons" | "clocks">;

/** Reads something of a draft league for a viewer, who is null if she is a visitor. */
export type LeagueReader<Reply> = (services: ReadServices, userId: UserId | null, leagueId: number) => Promise<Reply>;

/** Reads something of a draft league for one of its members. */
export type MemberReader<Reply> = (services: LeagueServices, userId: UserId, leagueId: number) => Promise<Reply>;

/** Gets a draft league that the viewer may read, with its draft. */
export async function getReadableDraft(services: ReadServices, userId: UserId | null, leagueId: number) {
	const league = await getReadableLeague(services, userId, leagueId);
	return { league, draft: await getDraft(services.db, leagueId) };
}

/** Gets a team of a league whose draft is complete, if the viewer may read the league. */
export async function getReadableTeam(
	services: ReadServices,
	userId: UserId | null,
	{ id, teamId }: { readonly id: number; readonly teamId: TeamId },
) {
	const { league, draft } = await getReadableDraft(services, userId, id);
	requireComplete(draft);
	const seats = await listSeats(services.db, id);
	const seat = seats.find(({ team_id }) => team_id === teamId);
	if (!seat) throw refuse(404, "team-unknown");
	return { league, draft, seats, seat };
}

/** Gets a draft league for one of its members, with its draft and teams. */
export async function getMemberDraft(services: LeagueServices, userId: UserId, leagueId: number) {
	const league = await getLeagueForMember(services, userId, leagueId);
	const draft = await getDraft(services.db, leagueId);
	return { league, draft, seats: await listSeats(services.db, leagueId) };
}

/** A league whose draft is complete, with its teams, the season and the locks at an instant. */
export interface DraftedLeague {
	readonly league: LeagueRow;
	readonly draft: DraftRow;
	readonly seats: readonly SeatRow[];
	readonly season: SeasonSnapshot;
	/** Season time. */
	readonly now: SeasonTime;
	readonly isLocked: LockCheck;
}

/** Adds the season, its time and the locks to a league that was loaded for a member. */
export function buildDraftedLeague(
	{ seasons, clocks }: Pick<LeagueServices, "seasons" | "clocks">,
	member: Awaited<ReturnType<typeof getMemberDraft>>,
): DraftedLeague {
	const [season, now] = [seasons.current(), clocks.seasonNow()];
	return { ...member, season, now, isLocked: createLeagueLockCheck(season, member.league, now) };
}

/** Gets a league for one of its members; refuses one whose draft is not complete. */
export async function getDraftedLeague(services: LeagueServices, userId: UserId, leagueId: number) {
	const member = await getMemberDraft(services, userId, leagueId);
	requireComplete(member.draft);
	return buildDraftedLeague(services, member);
}

export const buildPerson = (
	userId: UserId | null,
	row: Pick<SeatRow, "team_name" | "is_active" | "avatar_version">,
): DraftSeat["manager"] =>
	userId === null
		? null
		: {
				userId,
				teamName: row.is_active ? (row.team_name ?? "") : "",
				avatarVersion: row.is_active ? (row.avatar_version ?? 0) : 0,
			};

/** Lists the managers of teams whose accounts are active. */
export const listActiveManagers = (seats: readonly SeatRow[], teamIds: readonly TeamId[]): UserId[] =>
	seats.flatMap(({ team_id, user_id, is_active }) =>
		user_id !== null && is_active && teamIds.includes(team_id) ? [user_id] : [],
	);

export const getTeamName = (seat: SeatRow): string => seat.name ?? (seat.is_active ? (seat.team_name ?? "") : "");

/** Builds what is shown of a team wherever it appears. */
export const buildTeam = (seat: SeatRow) => ({
	teamId: seat.team_id,
	teamName: getTeamName(seat),
	colour: seat.colour,
	manager: buildPerson(seat.user_id, seat),
	isRobot: seat.is_robot,
});

/** Sorts teams by the order of the first round; without one they stay in the order of joining. */
export function sortSeats({ team_order: order }: DraftRow, seats: readonly SeatRow[]): readonly SeatRow[] {
	if (!order) return seats;
	const getPlace = (seat: SeatRow) => (order.includes(seat.team_id) ? order.indexOf(seat.team_id) : order.length);
	return seats.toSorted((a, b) => getPlace(a) - getPlace(b));
}
