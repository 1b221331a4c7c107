import { randomBytes } from "node:crypto";
import type { UserId } from "@first-bounce/rules/ids";
import { mayInvite } from "@first-bounce/rules/leagues/permissions";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { refuse } from "../../plugins/refusal.ts";
import { inLeague, requireMember } from "./in-league.ts";
import { mailInvites } from "./invite-mails.ts";
import { isCommissioner, type LeagueServices, leagueAt, readLeagues } from "./league-row.ts";
import { leagueSummaryOf, shownName } from "./league-view.ts";

/** Invitations of a league that wait, one an address; an address that has answered keeps its answer. */
export async function writeInvites(
	transaction: Kysely<Tables>,
	leagueId: number,
	userId: UserId,
	emails: readonly string[],
	now: Date,
): Promise<void> {
	if (emails.length === 0) return;
	await transaction
		.insertInto("league_invites")
		.values(
			emails.map((email) => ({
				...{ league_id: leagueId, email, invited_by: userId, created_at: now },
				token: randomBytes(24).toString("base64url"),
			})),
		)
		.onConflict((conflict) => conflict.columns(["league_id", "email"]).doNothing())
		.execute();
}

/**
 * Invites addresses: whoever signs in with one finds the invitation, and a mail goes out to those that want any. The
 * answer does not tell whose addresses they are.
 */
export async function inviteToLeague(
	services: LeagueServices,
	userId: UserId,
	id: number,
	given: readonly { readonly email: string }[],
): Promise<number> {
	const emails = [...new Set(given.map(({ email }) => email.toLowerCase()))].sort();
	await inLeague(services, { id }, userId, async ({ transaction, league, game, now }) => {
		requireMember(league);
		const viewer = { isMember: league.is_member, isCommissioner: isCommissioner(league, userId) };
		if (!mayInvite(leagueAt(league, game, now), viewer)) throw refuse(403, "league-invite-refused");
		const wall = new Date(services.clocks.wallNow());
		await writeInvites(transaction, id, userId, emails, wall);
		await mailInvites(services, transaction, league, userId, emails, wall);
	});
	return emails.length;
}

// An address that somebody else has proven to be hers is hers alone.
const addressOf = (userId: UserId) => sql`
	(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND (u.email_verified_at IS NOT NULL OR NOT EXISTS (
		SELECT FROM users o WHERE lower(o.email) = lower(u.email) AND o.id <> u.id AND o.email_verified_at IS NOT NULL)))`;

/** Invitations that wait for a user's answer, to leagues she can still join, the newest first. */
export async function userInvites({ db, games, clocks }: LeagueServices, userId: UserId) {
	const game = games.current();
	const { rows } = await sql<{
		league_id: number;
		created_at: Date;
		team_name: string | null;
		first_name: string;
		last_name: string;
		is_active: boolean;
	}>`
		SELECT i.league_id, i.created_at, u.team_name, u.first_name, u.last_name, u.is_active
		FROM league_invites i JOIN leagues l ON l.id = i.league_id JOIN users u ON u.id = i.invited_by
		WHERE i.email = ${addressOf(userId)} AND i.status = 'pending'
			AND l.season_id = ${game.seasonId} AND l.deleted_at IS NULL
		ORDER BY i.id DESC LIMIT 100`.execute(db);
	const ids = rows.map(({ league_id }) => league_id);
	const leagues = await readLeagues(db, userId, sql`WHERE l.id = ANY (${ids}::int[])`);
	const now = clocks.seasonNow();
	return rows.flatMap((row) => {
		const league = leagues.find(({ id }) => id === row.league_id);
		if (!league || league.is_member || (league.type === "h2h" && leagueAt(league, game, now).hasBegun)) return [];
		return [
			{
				leagueId: league.id,
				league: leagueSummaryOf(league, game),
				invitedBy: shownName(row).teamName,
				invitedAt: row.created_at.toISOString(),
			},
		];
	});
}

/** Whether a user is invited to a league and has not declined. */
export async function isInvited(db: Kysely<Tables>, leagueId: number, userId: UserId): Promise<boolean> {
	const { rows } = await sql`
		SELECT FROM league_invites WHERE league_id = ${leagueId} AND status <> 'declined' AND email = ${addressOf(userId)}`.execute(
		db,
	);
	return rows.length > 0;
}

/** The league that a mailed token invites to, while the invitation waits. */
export const invitedBy = (token: string) =>
	sql<number>`(SELECT league_id FROM league_invites WHERE token = ${token} AND status = 'pending')`;

/** Takes back every invitation of a user to a league, whatever she answered: a new one can be sent. */
export async function withdrawInvites(transaction: Kysely<Tables>, leagueId: number, userId: UserId): Promise<void> {
	await sql`DELETE FROM league_invites WHERE league_id = ${leagueId} AND email = ${addressOf(userId)}`.execute(
		transaction,
	);
}

/** Declines for good: the address is not invited to this league again, nor mailed. */
export async function declineInvite({ db, clocks }: LeagueServices, userId: UserId, leagueId: number): Promise<void> {
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_invites SET status = 'declined', answered_at = ${new Date(clocks.wallNow())}
		WHERE league_id = ${leagueId} AND status = 'pending' AND email = ${addressOf(userId)}`.execute(db);
	if (numAffectedRows === 0n) throw refuse(404, "league-invite-unknown");
}

/** Whoever joins has accepted: by her address, and by the token of the mail that brought her. */
export async function acceptInvites(
	transaction: Kysely<Tables>,
	leagueId: number,
	userId: UserId,
	token: string | null,
	now: Date,
): Promise<void> {
	await sql`
		UPDATE league_invites SET status = 'accepted', answered_at = ${now}
		WHERE league_id = ${leagueId} AND status = 'pending' AND (email = ${addressOf(userId)} OR token = ${token})`.execute(
		transaction,
	);
}

/** Stops all invitations to the address that a mail with this token went to. */
export async function unsubscribe({ db, clocks }: LeagueServices, token: string): Promise<void> {
	await sql`
		INSERT INTO mail_stops (address, kind, at)
		SELECT email, 'league-invite', ${new Date(clocks.wallNow())} FROM league_invites WHERE token = ${token}
		ON CONFLICT DO NOTHING`.execute(db);
}
