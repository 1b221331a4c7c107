import type { BodyOf } from "@first-bounce/contract/call";
import type { createTeamLink as linkCall } from "@first-bounce/contract/draft/draft-process";
import { hasDraftStarted } from "@first-bounce/rules/draft/draft-board";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { findInvitedTeam, insertTeamInvite } from "../members/invite-queries.ts";
import { deleteMember, insertMember } from "../members/queries.ts";
import {
	clearSeat,
	deleteDraftTeam,
	insertDraftTeam,
	lockDraftsOfMember,
	type SeatRow,
	updateTeam,
} from "./queries.ts";
import {
	buildWholeClock,
	defineCommissionerAction,
	type LockedDraft,
	loadRoom,
	requireNotStarted,
	saveChange,
} from "./room.ts";
import { withdrawOffersOfTeam } from "./trades/queries.ts";

/**
 * Finds the team that a new member takes over. Before the draft starts, it is the first vacant team or, if there is none, a
 * robot's. Afterwards it is the team of her link, so that nobody chooses or swaps teams without the commissioner.
 */
async function findVacantSeat(locked: LockedDraft, token: string | null): Promise<SeatRow> {
	const { trx, league, room } = locked;
	const vacant = room.seats.filter(({ user_id }) => user_id === null);
	const [first] = vacant;
	if (!hasDraftStarted(room.draft.state)) {
		if (!first) throw refuse(409, "league-full");
		return vacant.find(({ is_robot }) => !is_robot) ?? first;
	}
	if (!first) throw refuse(409, "league-started");
	const teamId = token === null ? null : await findInvitedTeam(trx, league.id, token);
	const linked = vacant.find(({ team_id }) => team_id === teamId);
	if (!linked) throw refuse(409, "league-team-link");
	return linked;
}

/** Creates the link by which the commissioner or a deputy hands over a team without a manager. */
export const createTeamLink = defineCommissionerAction(async (locked, userId, { teamId }: BodyOf<typeof linkCall>) => {
	const { trx, league, room, wallNow } = locked;
	if (!hasDraftStarted(room.draft.state)) throw refuse(409, "draft-not-started");
	const seat = room.seats.find(({ team_id }) => team_id === teamId);
	if (!seat) throw refuse(404, "draft-team-unknown");
	if (seat.user_id !== null) throw refuse(409, "draft-team-managed");
	const created = { league_id: league.id, team_id: teamId, invited_by: userId, created_at: new Date(wallNow) };
	return { code: league.code, invite: await insertTeamInvite(trx, created) };
});

/** Gives a new member a team: a new one while the draft has not started and there is a place, else one without a manager. */
export async function joinDraft(locked: LockedDraft, userId: UserId, token: string | null): Promise<void> {
	const { trx, league, season, room, wallNow } = locked;
	const hasPlace = !hasDraftStarted(room.draft.state) && room.seats.length < league.size;
	const taken = hasPlace ? undefined : await findVacantSeat(locked, token);
	const teamId =
		taken?.team_id ??
		(await insertDraftTeam(trx, { season_id: season.seasonId, league_id: league.id, name: null, is_robot: false }));
	if (taken) await updateTeam(trx, teamId, { is_robot: false, name: null, colour: null });
	await insertMember(trx, { league_id: league.id, user_id: userId, team_id: teamId, joined_at: new Date(wallNow) });
	const seats = taken ? [{ teamId, changes: { autopick: "if-missed" as const, misses: 0, is_away: false } }] : [];
	const seatsAfter = room.seats.map((seat) =>
		seat.team_id === teamId ? { ...seat, user_id: userId, is_active: true, is_robot: false } : seat,
	);
	const log = taken ? [{ action: "taken-over" as const, userId, data: { teamId } }] : [];
	await saveChange(
		{ ...locked, room: { ...room, seats: seatsAfter } },
		{
			// The team may be on the short clock of an absent manager.
			...buildWholeClock(room, teamId),
			seats,
			log,
		},
	);
}

/**
 * Removes the manager of a team, whose membership has been deleted. Before the draft starts, a new team is deleted too;
 * afterwards it stays, and the server picks for it. Without a name of its own, it is then named after its place in the order.
 */
export async function leaveDraft(
	locked: Parameters<typeof saveChange>[0],
	userId: UserId,
	teamId: TeamId,
): Promise<void> {
	const { trx, room } = locked;
	const own = room.seats.find((seat) => seat.team_id === teamId);
	// A continued team stays even before the draft starts.
	if (!hasDraftStarted(room.draft.state) && own?.previous_team_id == null) {
		await deleteDraftTeam(trx, teamId);
		const seats = room.seats.filter(({ team_id }) => team_id !== teamId);
		await saveChange({ ...locked, room: { ...room, seats } }, { log: [] });
		return;
	}
	// Nobody inherits the private lists and offers.
	await clearSeat(trx, teamId);
	await withdrawOffersOfTeam(trx, teamId, new Date(locked.wallNow));
	const order = room.draft.team_order ?? room.seats.map(({ team_id }) => team_id);
	const name = own?.name ?? `Team ${order.indexOf(teamId) + 1}`;
	await updateTeam(trx, teamId, { name });
	const seats = room.seats.map((seat) =>
		seat.team_id === teamId ? { ...seat, name, user_id: null, is_active: null } : seat,
	);
	// Nobody inherits a choice of keepers that nobody else has seen.
	const choice = room.draft.keepers_closed_at === null ? { keepers: null } : {};
	const changes = { misses: 0, is_away: false, is_confirmed: true, ...choice };
	await saveChange(
		{ ...locked, room: { ...room, seats } },
		{ seats: [{ teamId, changes }], log: [{ action: "left", userId, data: { teamId } }] },
	);
}

/**
 * Removes an erased user from her draft leagues, and the names of her teams. She stays a member of a league that nobody could
 * take over from her.
 */
export async function leaveErasedDrafts(trx: Transaction<Tables>, userId: UserId, wallNow: number): Promise<void> {
	for (const { id, season_id, commissioner_id, team_id: teamId } of await lockDraftsOfMember(trx, userId)) {
		const isLeft = commissioner_id !== userId;
		// She may have left while this waited for the league.
		if (isLeft && !(await deleteMember(trx, id, userId))) continue;
		await updateTeam(trx, teamId, { name: null, colour: null });
		await clearSeat(trx, teamId);
		await withdrawOffersOfTeam(trx, teamId, new Date(wallNow));
		if (!isLeft) continue;
		await leaveDraft({ trx, league: { season_id }, room: await loadRoom(trx, id), wallNow }, userId, teamId);
	}
}

/** Fills the free places of a league with robots; returns how many. */
export async function addRobots(
	{ trx, league, season, room }: LockedDraft,
	names: readonly string[] = [],
): Promise<number> {
	const count = Math.max(0, league.size - room.seats.length);
	for (let index = 0; index < count; index++) {
		const name = names[index] ?? `Robot ${room.seats.length + index + 1}`;
		await insertDraftTeam(trx, { season_id: season.seasonId, league_id: league.id, name, is_robot: true });
	}
	return count;
}

/** Fills the free places of a league with robots, by its commissioner. */
export const fillWithRobots = defineCommissionerAction(async (locked, userId) => {
	requireNotStarted(locked.room.draft);
	const count = await addRobots(locked);
	if (count > 0) await saveChange(locked, { log: [{ action: "robots-added", userId, data: { count } }] });
});
