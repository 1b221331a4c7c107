import { randomBytes } from "node:crypto";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findValue, hasRow, listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

const createToken = () => randomBytes(24).toString("base64url");

/** The kind of these emails in `outbox_mails` and `mail_stops`. */
export const INVITE_KIND = "league-invite";

/** SQL for whether invitation `i` is for a user: for the account itself, or for its address if that is verified. */
const isInviteFor = (userId: UserId) => sql`(i.user_id = ${userId} OR i.email =
	(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL))`;

/** Invites email addresses, each once. Invitations that were declined, or whose users left again, become pending again. */
export async function insertEmailInvites(
	trx: Db,
	leagueId: number,
	inviterId: UserId,
	emails: readonly string[],
	now: Date,
): Promise<void> {
	if (emails.length === 0) return;
	const tokens = emails.map(createToken);
	await sql`
		INSERT INTO league_invites AS i (league_id, invited_by, created_at, email, token)
		SELECT ${leagueId}, ${inviterId}, ${now}, n.email, n.token
		FROM unnest(${emails}::text[], ${tokens}::text[]) AS n (email, token)
		ON CONFLICT (league_id, email) DO UPDATE
			SET status = 'pending', answered_at = NULL, answered_by = NULL, invited_by = excluded.invited_by, created_at = excluded.created_at
			WHERE i.status <> 'pending' AND NOT EXISTS (SELECT FROM users u JOIN league_members m ON m.user_id = u.id
				WHERE m.league_id = i.league_id AND u.email_verified_at IS NOT NULL AND lower(u.email) = i.email)`.execute(trx);
}

/** Invites accounts by their ids, without a mail. */
export async function insertUserInvites(
	trx: Db,
	leagueId: number,
	inviterId: UserId,
	userIds: readonly UserId[],
	now: Date,
): Promise<void> {
	if (userIds.length === 0) return;
	const invite = { league_id: leagueId, invited_by: inviterId, created_at: now };
	await trx
		.insertInto("league_invites")
		.values(userIds.map((user_id) => ({ ...invite, user_id, token: createToken() })))
		.onConflict((conflict) => conflict.columns(["league_id", "user_id"]).doNothing())
		.execute();
}

/** Creates a link that gives whoever has it a team, in place of the team's earlier link; returns its token. */
export async function insertTeamInvite(
	trx: Db,
	invite: {
		readonly league_id: number;
		readonly team_id: TeamId;
		readonly invited_by: UserId;
		readonly created_at: Date;
	},
): Promise<string> {
	const { token } = await trx
		.insertInto("league_invites")
		.values({ ...invite, token: createToken() })
		.onConflict((conflict) =>
			conflict.column("team_id").doUpdateSet(({ ref }) => ({
				token: ref("excluded.token"),
				invited_by: ref("excluded.invited_by"),
				created_at: ref("excluded.created_at"),
				status: "pending",
				answered_at: null,
				answered_by: null,
			})),
		)
		.returning("token")
		.executeTakeFirstOrThrow();
	return token;
}

/** Finds the team that an unused link gives; null for other tokens. */
export const findInvitedTeam = (trx: Db, leagueId: number, token: string): Promise<TeamId | null> =>
	findValue(trx)<TeamId>`
		SELECT team_id FROM league_invites WHERE league_id = ${leagueId} AND token = ${token} AND status = 'pending'`;

export type UserInviteRow = Row<"league_invites", "league_id" | "created_at"> &
	Row<"users", "team_name" | "first_name" | "last_name" | "is_active">;

/** Lists a user's pending invitations with their senders' names, one per league, the newest leagues first. */
export const listPendingInvites = (db: Db, seasonId: number, userId: UserId): Promise<UserInviteRow[]> =>
	listRows(db)<UserInviteRow>`
		SELECT DISTINCT ON (i.league_id)
			i.league_id, i.created_at, u.team_name, u.first_name, u.last_name, u.is_active
		FROM league_invites i JOIN leagues l ON l.id = i.league_id JOIN users u ON u.id = i.invited_by
		WHERE ${isInviteFor(userId)} AND i.status = 'pending'
			AND l.season_id = ${seasonId} AND l.deleted_at IS NULL
		ORDER BY i.league_id DESC, i.created_at DESC LIMIT 100`;

/** Whether a user is invited to a league and has not declined. */
export const isInvited = (db: Db, leagueId: number, userId: UserId): Promise<boolean> =>
	hasRow(db)`
		SELECT FROM league_invites i
		WHERE i.league_id = ${leagueId} AND i.status <> 'declined' AND ${isInviteFor(userId)}`;

/** Deletes every invitation of a user to a league, answered or not, so that a new one can be sent. */
export const deleteInvites = (trx: Db, leagueId: number, userId: UserId) =>
	sql`
		DELETE FROM league_invites i WHERE i.league_id = ${leagueId}
			AND (i.user_id = ${userId} OR i.email = (SELECT lower(u.email) FROM users u WHERE u.id = ${userId}))`.execute(
		trx,
	);

/** Marks a user's pending invitations as declined; false if there are none. */
export async function markInvitesDeclined(db: Db, leagueId: number, userId: UserId, at: Date): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_invites i SET status = 'declined', answered_at = ${at}, answered_by = ${userId}
		WHERE i.league_id = ${leagueId} AND i.status = 'pending' AND ${isInviteFor(userId)}`.execute(db);
	return numAffectedRows > 0n;
}

/** Marks a user's pending invitations as accepted, and the one with the emailed token, even if it went to another address. */
export const markInvitesAccepted = (
	trx: Db,
	leagueId: number,
	userId: UserId,
	{ token, at }: { readonly token: string | null; readonly at: Date },
) =>
	sql`
		UPDATE league_invites i SET status = 'accepted', answered_at = ${at}, answered_by = ${userId}
		WHERE i.league_id = ${leagueId} AND i.status = 'pending'
			AND (${isInviteFor(userId)} OR i.token = ${token})`.execute(trx);

/** Unsubscribes the address to which the email with this token was sent from invitations. */
export const insertInviteUnsubscription = (db: Db, token: string, at: Date) =>
	sql`
		INSERT INTO mail_stops (address, kind, at)
		SELECT coalesce(i.email, lower(u.email)), ${INVITE_KIND}, ${at}
		FROM league_invites i LEFT JOIN users u ON u.id = i.user_id WHERE i.token = ${token}
		ON CONFLICT DO NOTHING`.execute(db);

export type InviteRecipients = { readonly emails: readonly string[] } | { readonly userIds: readonly UserId[] };

interface InviteToMail {
	readonly id: number;
	readonly email: string;
	readonly token: string;
}

/**
 * Lists pending invitations for which an email may be sent: so far fewer than `maxMails` and none after `mailedBefore`. Those
 * of members, and of addresses that have unsubscribed, are left out.
 */
export async function listInvitesToMail(
	trx: Db,
	leagueId: number,
	recipients: InviteRecipients,
	{ maxMails, mailedBefore }: { readonly maxMails: number; readonly mailedBefore: Date },
): Promise<InviteToMail[]> {
	const isRecipient =
		"emails" in recipients
			? sql`i.email = ANY (${recipients.emails}::text[])`
			: sql`i.user_id = ANY (${recipients.userIds}::int[]) AND a.email <> ''`;
	return listRows(trx)<InviteToMail>`
		SELECT i.id, to_address AS email, i.token
		FROM league_invites i LEFT JOIN users a ON a.id = i.user_id, coalesce(i.email, lower(a.email)) AS to_address
		WHERE i.league_id = ${leagueId} AND ${isRecipient} AND i.status = 'pending'
			AND i.mails < ${maxMails} AND (i.last_mailed_at IS NULL OR i.last_mailed_at <= ${mailedBefore})
			AND NOT EXISTS (SELECT FROM mail_stops s WHERE s.address = to_address AND s.kind = ${INVITE_KIND})
			AND NOT EXISTS (SELECT FROM users u JOIN league_members m ON m.user_id = u.id
				WHERE m.league_id = i.league_id
					AND (u.id = i.user_id OR lower(u.email) = i.email AND u.email_verified_at IS NOT NULL))
		ORDER BY to_address`;
}

export const getInviter = (trx: Db, userId: UserId) =>
	trx.selectFrom("users").where("id", "=", userId).select(["first_name", "team_name"]).executeTakeFirstOrThrow();

/** Counts an email that was put into the outbox for an invitation. */
export const countInviteMail = (trx: Db, inviteId: number, at: Date) =>
	sql`UPDATE league_invites SET mails = mails + 1, last_mailed_at = ${at} WHERE id = ${inviteId}`.execute(trx);
