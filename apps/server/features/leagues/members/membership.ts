import { removeTeamFromFixture } from "@first-bounce/rules/fixtures/head-to-head";
import type { UserId } from "@first-bounce/rules/ids";
import { hasFreePlaces } from "@first-bounce/rules/leagues/permissions";
import { hasRoundStarted } from "@first-bounce/rules/round/rounds";
import { sql } from "kysely";
import { refuse } from "../../../plugins/refusal.ts";
import { ensureTeam } from "../../team/found-team.ts";
import { createLeagueEvent } from "../activity/queries.ts";
import { updateFixture } from "../head-to-head/fixture.ts";
import { createGrandFinals } from "../head-to-head/grand-finals.ts";
import { buildLeagueState, isCommissioner, type LeagueServices } from "../league-row.ts";
import { createFreeCode } from "./codes.ts";
import { updateCommissioner } from "./commissioner.ts";
import { acceptInvites, deleteInvites } from "./invites.ts";
import { type LockedLeague, requireCommissioner, requireMember, withLockedLeague } from "./locked-league.ts";

/** Joins by code: public or private, for the code is what opens a private league. `invite` is a mail's token. */
export async function joinLeague(
	services: Pick<LeagueServices, "db" | "seasons" | "clocks">,
	userId: UserId,
	code: string,
	invite: string | null,
): Promise<number> {
	return withLockedLeague(services, { code }, userId, async ({ transaction, league, season, now, hasBegun }) => {
		if (isCommissioner(league, userId)) throw refuse(409, "league-own");
		if (league.is_member) throw refuse(409, "league-joined-already");
		if (league.type === "h2h" && hasBegun) throw refuse(409, "league-started");
		if (!hasFreePlaces(buildLeagueState(league, season, now))) throw refuse(409, "league-full");
		const teamId = await ensureTeam(transaction, season.seasonId, userId);
		const joined_at = new Date(services.clocks.wallNow());
		await transaction
			.insertInto("league_members")
			.values({ league_id: league.id, user_id: userId, team_id: teamId, joined_at })
			.execute();
		await acceptInvites(transaction, league.id, userId, invite, joined_at);
		await createLeagueEvent(transaction, league.id, "joined", userId);
		if (!league.is_active) await updateCommissioner(transaction, league.id, userId);
		await updateFixture(transaction, { ...league, num_teams: league.num_teams + 1 }, season);
		return league.id;
	});
}

/** Takes a member out: before the start her place is free again, afterwards her matches to come are byes. */
async function deleteMember(at: LockedLeague, userId: UserId, kind: "left" | "removed"): Promise<void> {
	const { transaction, league, season, hasBegun } = at;
	const gone = await transaction
		.deleteFrom("league_members")
		.where("league_id", "=", league.id)
		.where("user_id", "=", userId)
		.returning("team_id")
		.executeTakeFirst();
	if (!gone) throw refuse(404, "league-user-unknown");
	if (hasBegun) await deleteRemainingMatches(at, gone.team_id);
	else await updateFixture(transaction, { ...league, num_teams: league.num_teams - 1 }, season);
	await createLeagueEvent(transaction, league.id, kind, userId);
}

/** Matches of rounds already begun stay, the others are her opponents' byes (decisions §8). */
async function deleteRemainingMatches(
	{ transaction, league, season, now }: LockedLeague,
	teamId: number,
): Promise<void> {
	const open = season.rounds.find((round) => round.status !== "complete" && !hasRoundStarted(round, now));
	if (!open || !league.drawn_at) return;
	const { rows } = await sql<{ round_id: number; place: number; home: number; away: number }>`
		SELECT round_id, place, home_team_id AS home, away_team_id AS away FROM league_matches
		WHERE league_id = ${league.id} AND (home_team_id = ${teamId} OR away_team_id = ${teamId})`.execute(transaction);
	const rounds = rows.map(({ round_id, home, away }) => {
		return { roundId: round_id, isGrandFinal: false, matchUps: [[home, away] as const], byes: [] };
	});
	const kept = removeTeamFromFixture(rounds, teamId, open.id);
	const dropped = rows.filter((_, index) => kept[index]?.matchUps.length === 0);
	for (const { round_id, place } of dropped)
		await transaction
			.deleteFrom("league_matches")
			.where("league_id", "=", league.id)
			.where("round_id", "=", round_id)
			.where("place", "=", place)
			.execute();
	await createGrandFinals(transaction, season, league.id);
}

export const leaveLeague = (services: LeagueServices, userId: UserId, id: number): Promise<void> =>
	withLockedLeague(services, { id }, userId, async (at) => {
		requireMember(at.league);
		if (isCommissioner(at.league, userId)) throw refuse(409, "league-commissioner-stays");
		await deleteMember(at, userId, "left");
	});

/** Only before the league starts, and never the commissioner herself (D2 §5). */
export const removeLeagueUser = (
	services: LeagueServices,
	callerId: UserId,
	id: number,
	userId: UserId,
): Promise<void> =>
	withLockedLeague(services, { id }, callerId, async (at) => {
		requireCommissioner(at.league, callerId);
		if (userId === callerId) throw refuse(409, "league-commissioner-stays");
		if (at.hasBegun) throw refuse(409, "league-started");
		await deleteMember(at, userId, "removed");
		if (at.league.privacy === "private") await revokeAccess(at, userId);
	});

/** Keeps a removed user out of a private league: renews its code and withdraws her invitations. */
async function revokeAccess({ transaction, league }: LockedLeague, userId: UserId): Promise<void> {
	await deleteInvites(transaction, league.id, userId);
	const code = await createFreeCode(transaction);
	await transaction.updateTable("leagues").set({ code }).where("id", "=", league.id).execute();
}

/** Only before it starts. Its code is kept, so that it says what became of the league. */
export const deleteLeague = (services: LeagueServices, userId: UserId, id: number): Promise<void> =>
	withLockedLeague(services, { id }, userId, async ({ transaction, league, hasBegun }) => {
		requireCommissioner(league, userId);
		if (hasBegun) throw refuse(409, "league-started");
		await transaction.deleteFrom("league_members").where("league_id", "=", id).execute();
		await transaction.deleteFrom("league_matches").where("league_id", "=", id).execute();
		await transaction.deleteFrom("league_events").where("league_id", "=", id).execute();
		await transaction
			.updateTable("leagues")
			.set({ deleted_at: new Date(), commissioner_id: null, drawn_at: null })
			.where("id", "=", id)
			.execute();
	});
