import { removeTeamFromFixture } from "@first-bounce/rules/head-to-head/fixture";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { closesAtStart } from "@first-bounce/rules/leagues/league";
import {
	canActOn,
	canRemoveUsers,
	findDeletionBan,
	hasFreePlaces,
	hasRight,
} from "@first-bounce/rules/leagues/league-permissions";
import { findFirstUpcomingRoundId } from "@first-bounce/rules/round/round";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { ensureTeam } from "../../team/team-queries.ts";
import { findFormerManager, insertLeagueEvent } from "../activity/queries.ts";
import { hasConfirmed } from "../draft/keepers/queries.ts";
import { type LockedDraft, loadLockedDraft } from "../draft/room.ts";
import { getTeamName } from "../draft/seat-view.ts";
import { joinDraft, leaveDraft } from "../draft/teams.ts";
import { findTradeMember } from "../draft/trades/queries.ts";
import { buildDeparture, deleteDeparture } from "../elimination/elimination-queries.ts";
import { createFinals } from "../head-to-head/finals.ts";
import { deleteMatchUps } from "../head-to-head/fixture-queries.ts";
import { listLeagueMatchUps } from "../head-to-head/match-up-queries.ts";
import { updateFixture } from "../head-to-head/save-fixture.ts";
import { markLeagueDeleted, updateLeagueRow } from "../league-queries.ts";
import { buildLeagueSnapshot, type LeagueServices } from "../league-row.ts";
import { createFreeCode } from "./codes.ts";
import { deleteInvites, markInvitesAccepted } from "./invite-queries.ts";
import { appointCommissioner, restoreDeputy } from "./leadership.ts";
import { type LockedLeague, requireMember, requireRight, withLockedLeague } from "./league-transaction.ts";
import { deleteMember, findMemberRole, insertMember } from "./queries.ts";

/** Joins a league, also a private one, by its code. `token` is the token of an emailed invitation, if there was one. */
export async function joinLeague(
	services: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	userId: UserId,
	code: string,
	token: string | null,
): Promise<number> {
	return withLockedLeague(services, { code }, userId, async (locked) => {
		const { trx, league, season, now, hasStarted } = locked;
		if (league.role === "commissioner") throw refuse(409, "league-own");
		if (league.is_member) throw refuse(409, "league-joined-already");
		const at = new Date(services.clocks.wallNow());
		let taken = {};
		if (league.class === "draft") {
			const draft = await loadLockedDraft(services, locked);
			await joinDraft(draft, userId, token);
			taken = await buildTakeover(draft, userId);
		} else {
			if (closesAtStart(league.type) && hasStarted) throw refuse(409, "league-started");
			if (!hasFreePlaces(buildLeagueSnapshot(league, season, now))) throw refuse(409, "league-full");
			const teamId = await ensureTeam(trx, season.seasonId, userId);
			await insertMember(trx, { league_id: league.id, user_id: userId, team_id: teamId, joined_at: at });
		}
		await markInvitesAccepted(trx, league.id, userId, { token, at });
		await insertLeagueEvent(trx, league.id, "joined", userId, taken);
		const isCommissionerActive = league.is_active;
		if (!isCommissionerActive) await appointCommissioner(trx, league.id, userId);
		await restoreDeputy(trx, league, userId);
		await updateFixture(trx, { ...league, num_teams: league.num_teams + 1 }, season, now);
		return league.id;
	});
}

/** Builds what the activity says about the team that a new manager of a draft league has taken over, if she has. */
async function buildTakeover({ trx, league, room }: LockedDraft, userId: UserId): Promise<object> {
	const member = await findTradeMember(trx, league.id, userId);
	const seat = room.seats.find(({ team_id }) => team_id === member?.team_id);
	if (!seat) return {};
	const formerId = await findFormerManager(trx, league.id, seat.team_id);
	return { takenOver: getTeamName(seat), ...(formerId === null ? {} : { formerId }) };
}

/**
 * Removes a member. If the league has not started, its fixture is deleted, and drawn again once the league is full.
 * Otherwise the opponents of the member's upcoming match-ups get byes, and in an elimination league the member is out. The
 * team of a draft league stays without a manager once the draft has started.
 */
async function removeMember(
	services: Pick<LeagueServices, "clocks">,
	locked: LockedLeague,
	userId: UserId,
	kind: "left" | "removed",
	by: Readonly<Record<string, unknown>> = {},
): Promise<void> {
	const { trx, league, season, now, hasStarted } = locked;
	const member = await deleteMember(trx, league.id, userId);
	if (!member) throw refuse(404, "league-user-unknown");
	if (league.class === "draft") {
		await leaveDraft(await loadLockedDraft(services, locked), userId, member.team_id);
		return insertLeagueEvent(trx, league.id, kind, userId, { ...by, teamId: member.team_id });
	}
	if (hasStarted) await deleteUpcomingMatchUps(locked, member.team_id);
	else {
		await updateFixture(trx, { ...league, num_teams: league.num_teams - 1 }, season, now);
		await deleteDeparture(trx, league.id, userId);
	}
	const goesOut = league.type === "elimination" && hasStarted;
	const departure = goesOut ? await buildDeparture(trx, season.seasonId, member) : {};
	await insertLeagueEvent(trx, league.id, kind, userId, { ...departure, ...by });
}

/**
 * Deletes a former member's match-ups in rounds that have not started, which gives the opponents byes. The finals of
 * these rounds are paired again.
 */
async function deleteUpcomingMatchUps({ trx, league, season, now }: LockedLeague, teamId: TeamId): Promise<void> {
	const firstUpcomingRound = findFirstUpcomingRoundId(season.rounds, now);
	if (firstUpcomingRound === null || !league.drawn_at) return;
	const allMatchUps = await listLeagueMatchUps(trx, [league.id], season.rules.lastRound);
	const matchUps = allMatchUps.filter(({ home, away }) => home === teamId || away === teamId);
	// Each match-up is passed as a round of its own, so that the result tells which match-ups are left.
	const rounds = matchUps.map(({ round_id, home, away }) => {
		return { roundId: round_id, isGrandFinal: false, matchUps: [[home, away] as const], byes: [] };
	});
	const remaining = removeTeamFromFixture(rounds, teamId, firstUpcomingRound);
	const droppedMatchUps = matchUps.filter((_, index) => remaining[index]?.matchUps.length === 0);
	const upcomingFinals = allMatchUps.filter(
		(matchUp) =>
			(matchUp.is_grand_final || matchUp.is_semi_final || matchUp.is_consolation) &&
			matchUp.round_id >= firstUpcomingRound &&
			!droppedMatchUps.includes(matchUp),
	);
	await deleteMatchUps(trx, [...droppedMatchUps, ...upcomingFinals]);
	await createFinals(trx, season, league.id);
}

export const leaveLeague = (services: LeagueServices, userId: UserId, id: number): Promise<void> =>
	withLockedLeague(services, { id }, userId, async (locked) => {
		requireMember(locked.league);
		if (!hasRight(locked.league.role, "leave")) throw refuse(409, "league-commissioner-stays");
		await removeMember(services, locked, userId, "left");
	});

/**
 * Removes a member before the league starts, from a draft league before its draft does. Nobody removes the commissioner or a
 * manager of a continued team, and only the commissioner removes a deputy.
 */
export const removeLeagueUser = (services: LeagueServices, callerId: UserId, id: number, userId: UserId) =>
	withLockedLeague(services, { id }, callerId, async (locked) => {
		requireRight(locked.league, "removeUsers");
		const target = await findMemberRole(locked.trx, id, userId);
		if (target === "commissioner") throw refuse(409, "league-commissioner-stays");
		if (target && !canActOn(locked.league.role, target)) throw refuse(403, "deputy-protected");
		const { league, season, now } = locked;
		if (!canRemoveUsers(buildLeagueSnapshot(league, season, now)))
			throw refuse(409, league.class === "draft" ? "league-managers-stay" : "league-started");
		if (league.class === "draft" && (await hasConfirmed(locked.trx, id, userId)))
			throw refuse(409, "league-manager-confirmed");
		await removeMember(services, locked, userId, "removed", { byId: callerId });
		if (league.privacy === "private") await revokeAccess(locked, userId);
	});

/** Removes a member of a league in trouble at any time, its draft and season included. */
export const removeByOperator = (
	services: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	id: number,
	userId: UserId,
	audit: AuditContext,
): Promise<void> =>
	withLockedLeague(services, { id }, null, async (locked) => {
		const { trx, league } = locked;
		if (league.commissioner_id === userId) throw refuse(409, "league-commissioner-stays");
		await removeMember(services, locked, userId, "removed", { isOperator: true });
		if (league.privacy === "private") await revokeAccess(locked, userId);
		const subject = `league:${id}`;
		await writeAudit(trx, audit, { action: "league-member-removed", subject, before: { userId }, after: null });
	});

/** Renews a private league's code and deletes a removed user's invitations (decision 022). */
async function revokeAccess({ trx, league }: LockedLeague, userId: UserId): Promise<void> {
	await deleteInvites(trx, league.id, userId);
	await updateLeagueRow(trx, league.id, { code: await createFreeCode(trx) });
}

/** Deletes a league before it starts, and a draft league before its draft does. */
export const deleteLeague = (services: LeagueServices, userId: UserId, id: number): Promise<void> =>
	withLockedLeague(services, { id }, userId, async ({ trx, league, season, now }) => {
		requireRight(league, "delete");
		const ban = findDeletionBan(buildLeagueSnapshot(league, season, now));
		if (ban) throw refuse(409, ban);
		await markLeagueDeleted(trx, id, new Date(services.clocks.wallNow()));
	});

/** Deletes a league in trouble at any time. */
export const deleteByOperator = (
	services: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	id: number,
	audit: AuditContext,
): Promise<void> =>
	withLockedLeague(services, { id }, null, async ({ trx, league: { name } }) => {
		await markLeagueDeleted(trx, id, new Date(services.clocks.wallNow()));
		await writeAudit(trx, audit, { action: "league-deleted", subject: `league:${id}`, before: { name }, after: null });
	});
