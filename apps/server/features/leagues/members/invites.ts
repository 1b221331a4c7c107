import { randomBytes } from "node:crypto";
import type { UserId } from "@first-bounce/rules/ids";
import { canInvite } from "@first-bounce/rules/leagues/permissions";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { buildLeagueState, isCommissioner, type LeagueServices, readLeagues } from "../league-row.ts";
import { buildLeagueSummary, buildPublicName } from "../league-view.ts";
import { sendInviteMails } from "./invite-mails.ts";
import { requireMember, withLockedLeague } from "./locked-league.ts";

const createToken = () => randomBytes(24).toString("base64url");

/** Invites addresses, each once. One whose invitation was declined, or who has left since, is invited again. */
async function insertEmailInvites(
	transaction: Kysely<Tables>,
	leagueId: number,
	userId: UserId,
	emails: readonly string[],
	now: Date,
): Promise<void> {
	if (emails.length === 0) return;
	const tokens = emails.map(createToken);
	await sql`
		INSERT INTO league_invites AS i (league_id, invited_by, created_at, email, token)
		SELECT ${leagueId}, ${userId}, ${now}, n.email, n.token
		FROM unnest(${emails}::text[], ${tokens}::text[]) AS n (email, token)
		ON CONFLICT (league_id, email) DO UPDATE
			SET status = 'pending', answered_at = NULL, invited_by = excluded.invited_by, created_at = excluded.created_at
			WHERE i.status <> 'pending' AND NOT EXISTS (SELECT FROM users u JOIN league_members m ON m.user_id = u.id
				WHERE m.league_id = i.league_id AND u.email_verified_at IS NOT NULL AND lower(u.email) = i.email)`.execute(
		transaction,
	);
}

/** Invites people who have an account, whatever their address is. */
export async function createUserInvites(
	transaction: Kysely<Tables>,
	leagueId: number,
	userId: UserId,
	invited: readonly UserId[],
	now: Date,
): Promise<void> {
	if (invited.length === 0) return;
	const invite = { league_id: leagueId, invited_by: userId, created_at: now };
	await transaction
		.insertInto("league_invites")
		.values(invited.map((user_id) => ({ ...invite, user_id, token: createToken() })))
		.onConflict((conflict) => conflict.columns(["league_id", "user_id"]).doNothing())
		.execute();
}

/**
 * Invites addresses: an account that has verified one finds the invitation, and a mail goes out to those that want any.
 * The answer does not show which addresses have an account.
 */
export async function inviteToLeague(
	services: LeagueServices,
	userId: UserId,
	id: number,
	given: readonly { readonly email: string }[],
): Promise<number> {
	const emails = [...new Set(given.map(({ email }) => email.toLowerCase()))].sort();
	await withLockedLeague(services, { id }, userId, async ({ transaction, league, season, now }) => {
		requireMember(league);
		const viewer = { isMember: league.is_member, isCommissioner: isCommissioner(league, userId) };
		if (!canInvite(buildLeagueState(league, season, now), viewer)) throw refuse(403, "league-invite-refused");
		const wall = new Date(services.clocks.wallNow());
		await insertEmailInvites(transaction, id, userId, emails, wall);
		await sendInviteMails(services, transaction, league, userId, { emails }, wall);
	});
	return emails.length;
}

/** Whether an invitation is for this user: for the account itself, or for its address once that is verified. */
const isInviteFor = (userId: UserId) => sql`(i.user_id = ${userId} OR i.email =
	(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL))`;

/** Invitations that wait for a user's answer, to leagues she can still join, the newest first. */
export async function listUserInvites({ db, seasons, clocks }: LeagueServices, userId: UserId) {
	const season = seasons.current();
	const { rows } = await sql<{
		league_id: number;
		created_at: Date;
		team_name: string | null;
		first_name: string;
		last_name: string;
		is_active: boolean;
	}>`
		SELECT DISTINCT ON (i.league_id)
			i.league_id, i.created_at, u.team_name, u.first_name, u.last_name, u.is_active
		FROM league_invites i JOIN leagues l ON l.id = i.league_id JOIN users u ON u.id = i.invited_by
		WHERE ${isInviteFor(userId)} AND i.status = 'pending'
			AND l.season_id = ${season.seasonId} AND l.deleted_at IS NULL
		ORDER BY i.league_id DESC, i.created_at DESC LIMIT 100`.execute(db);
	const ids = rows.map(({ league_id }) => league_id);
	const leagues = await readLeagues(db, userId, sql`WHERE l.id = ANY (${ids}::int[])`);
	const now = clocks.seasonNow();
	return rows.flatMap((row) => {
		const league = leagues.find(({ id }) => id === row.league_id);
		if (!league || league.is_member || (league.type === "h2h" && buildLeagueState(league, season, now).hasBegun))
			return [];
		return [
			{
				leagueId: league.id,
				league: buildLeagueSummary(league, season),
				invitedBy: buildPublicName(row).teamName,
				invitedAt: row.created_at.toISOString(),
			},
		];
	});
}

/** Whether a user is invited to a league and has not declined. */
export async function isInvited(db: Kysely<Tables>, leagueId: number, userId: UserId): Promise<boolean> {
	const { rows } = await sql`
		SELECT FROM league_invites i
		WHERE i.league_id = ${leagueId} AND i.status <> 'declined' AND ${isInviteFor(userId)}`.execute(db);
	return rows.length > 0;
}

/** The league that a mailed token invites to, while the invitation waits. */
export const selectLeagueOfInvite = (token: string) =>
	sql<number>`(SELECT league_id FROM league_invites WHERE token = ${token} AND status = 'pending')`;

/** Deletes every invitation of a user to a league, whatever the answer was: a new one can be sent. */
export async function deleteInvites(transaction: Kysely<Tables>, leagueId: number, userId: UserId): Promise<void> {
	await sql`
		DELETE FROM league_invites i WHERE i.league_id = ${leagueId}
			AND (i.user_id = ${userId} OR i.email = (SELECT lower(u.email) FROM users u WHERE u.id = ${userId}))`.execute(
		transaction,
	);
}

/** Declines; whoever may invite may do so again. */
export async function declineInvite({ db, clocks }: LeagueServices, userId: UserId, leagueId: number): Promise<void> {
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_invites i SET status = 'declined', answered_at = ${new Date(clocks.wallNow())}
		WHERE i.league_id = ${leagueId} AND i.status = 'pending' AND ${isInviteFor(userId)}`.execute(db);
	if (numAffectedRows === 0n) throw refuse(404, "league-invite-unknown");
}

/** Joining accepts the invitations that are for this user, and the one whose mailed link led here. */
export async function acceptInvites(
	transaction: Kysely<Tables>,
	leagueId: number,
	userId: UserId,
	token: string | null,
	now: Date,
): Promise<void> {
	await sql`
		UPDATE league_invites i SET status = 'accepted', answered_at = ${now}
		WHERE i.league_id = ${leagueId} AND i.status = 'pending' AND (${isInviteFor(userId)} OR i.token = ${token})`.execute(
		transaction,
	);
}

/** Stops all invitations to the address that a mail with this token went to. */
export async function unsubscribeFromInvites({ db, clocks }: LeagueServices, token: string): Promise<void> {
	await sql`
		INSERT INTO mail_stops (address, kind, at)
		SELECT coalesce(i.email, lower(u.email)), 'league-invite', ${new Date(clocks.wallNow())}
		FROM league_invites i LEFT JOIN users u ON u.id = i.user_id WHERE i.token = ${token}
		ON CONFLICT DO NOTHING`.execute(db);
}
