import type { UserId } from "@first-bounce/rules/ids";
import { closesAtStart } from "@first-bounce/rules/leagues/league";
import { canInvite } from "@first-bounce/rules/leagues/league-permissions";
import { refuse } from "../../../plugins/refusal.ts";
import { buildPublicNames } from "../../names/public-name.ts";
import { listLeaguesById } from "../league-queries.ts";
import { buildLeagueSnapshot, type LeagueServices } from "../league-row.ts";
import { buildLeagueSummary } from "../league-view.ts";
import { sendInviteMails } from "./invite-mails.ts";
import {
	insertEmailInvites,
	insertInviteUnsubscription,
	listPendingInvites,
	markInvitesDeclined,
} from "./invite-queries.ts";
import { listLeadershipOffers } from "./leadership.ts";
import { requireMember, withLockedLeague } from "./league-transaction.ts";

/**
 * Invites email addresses. An account with this verified address sees the invitation, and every address that has not
 * unsubscribed gets an email. The response does not reveal which addresses have an account.
 */
export async function inviteToLeague(
	services: LeagueServices,
	userId: UserId,
	id: number,
	invites: readonly { readonly email: string }[],
): Promise<number> {
	const emails = [...new Set(invites.map(({ email }) => email.toLowerCase()))].sort();
	await withLockedLeague(services, { id }, userId, async ({ trx, league, season, now }) => {
		requireMember(league);
		const snapshot = buildLeagueSnapshot(league, season, now);
		// Once the draft has started, a team is handed over by its own link.
		if (snapshot.hasDraftStarted || !canInvite(snapshot, league.role)) throw refuse(403, "league-invite-refused");
		const wallNow = new Date(services.clocks.wallNow());
		await insertEmailInvites(trx, id, userId, emails, wallNow);
		await sendInviteMails(services, trx, { league, userId, recipients: { emails }, now: wallNow });
	});
	return emails.length;
}

/**
 * Lists a user's pending invitations to leagues that can still be joined, the newest leagues first, and offers to
 * become a league's commissioner.
 */
export async function listUserInvites(services: LeagueServices, userId: UserId) {
	const { db, seasons, clocks } = services;
	const season = seasons.current();
	const invites = await listPendingInvites(db, season.seasonId, userId);
	const leagueIds = invites.map(({ league_id }) => league_id);
	const leagues = await listLeaguesById(db, userId, leagueIds);
	const now = clocks.seasonNow();
	const joinable = invites.flatMap((invite) => {
		const league = leagues.find(({ id }) => id === invite.league_id);
		if (!league || league.is_member) return [];
		const { hasStarted, hasDraftStarted } = buildLeagueSnapshot(league, season, now);
		if (hasDraftStarted || (closesAtStart(league.type) && hasStarted)) return [];
		return [
			{
				leagueId: league.id,
				league: buildLeagueSummary(league, season),
				// The user's columns of the row are those of the inviter.
				invitedBy: buildPublicNames(invite).teamName,
				invitedAt: invite.created_at.toISOString(),
			},
		];
	});
	return { invites: joinable, handOvers: await listLeadershipOffers(services, userId) };
}

/** Declines a user's invitations to a league; a new one can still be sent. */
export async function declineInvite({ db, clocks }: LeagueServices, userId: UserId, leagueId: number): Promise<void> {
	const isDeclined = await markInvitesDeclined(db, leagueId, userId, new Date(clocks.wallNow()));
	if (!isDeclined) throw refuse(404, "league-invite-unknown");
}

/** Unsubscribes the address to which the email with this token was sent from all invitations. */
export const unsubscribeFromInvites = ({ db, clocks }: LeagueServices, token: string) =>
	insertInviteUnsubscription(db, token, new Date(clocks.wallNow()));
