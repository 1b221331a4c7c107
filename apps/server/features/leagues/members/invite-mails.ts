import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { inviteMail } from "../../../wording/mails/league-invite.ts";
import { countMails, formatDay } from "../../notifications/mail/mail-limits.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Invitations a day: that one league sends, that one person sends, that one address gets. */
const MAX_MAILS_PER_DAY = { league: 100, person: 150, address: 5 };
/** Mails of one invitation, a day apart at least. */
const MAX_MAILS_PER_INVITE = 3;
const INVITE_KIND = "league-invite";

/** Whom a mail is to go to: addresses that were typed, or people by their account. */
type InviteRecipients = { readonly emails: readonly string[] } | { readonly userIds: readonly UserId[] };

/** Pending invitations whose address may be mailed now. */
async function listInvitesToMail(transaction: Kysely<Tables>, leagueId: number, invited: InviteRecipients, wall: Date) {
	const isInvited =
		"emails" in invited
			? sql`i.email = ANY (${invited.emails}::text[])`
			: sql`i.user_id = ANY (${invited.userIds}::int[]) AND a.email <> ''`;
	const { rows } = await sql<{ id: number; email: string; token: string }>`
		SELECT i.id, to_address AS email, i.token
		FROM league_invites i LEFT JOIN users a ON a.id = i.user_id, coalesce(i.email, lower(a.email)) AS to_address
		WHERE i.league_id = ${leagueId} AND ${isInvited} AND i.status = 'pending'
			AND i.mails < ${MAX_MAILS_PER_INVITE} AND (i.last_mailed_at IS NULL OR i.last_mailed_at <= ${new Date(wall.getTime() - DAY_MS)})
			AND NOT EXISTS (SELECT FROM mail_stops s WHERE s.address = to_address AND s.kind = ${INVITE_KIND})
			AND NOT EXISTS (SELECT FROM users u JOIN league_members m ON m.user_id = u.id
				WHERE m.league_id = i.league_id
					AND (u.id = i.user_id OR lower(u.email) = i.email AND u.email_verified_at IS NOT NULL))
		ORDER BY to_address`.execute(transaction);
	return rows;
}

/**
 * Puts an invitation's mail into the outbox for every address that wants any and has not had its share. Beyond what a
 * league or a person may send a day the whole call is refused; an address that has had its own is passed over.
 */
export async function sendInviteMails(
	{ publicUrl, language = "en" }: Pick<LeagueServices, "publicUrl" | "language">,
	transaction: Kysely<Tables>,
	league: Pick<LeagueRow, "id" | "name" | "code">,
	userId: UserId,
	invited: InviteRecipients,
	wall: Date,
): Promise<void> {
	const invites = await listInvitesToMail(transaction, league.id, invited, wall);
	if (invites.length === 0) return;
	const day = formatDay(wall.getTime());
	const mails = invites.length;
	const isWithin =
		(await countMails(transaction, `league:${league.id}`, day, { mails, max: MAX_MAILS_PER_DAY.league })) &&
		(await countMails(transaction, `person:${userId}`, day, { mails, max: MAX_MAILS_PER_DAY.person }));
	if (!isWithin) throw refuse(429, "league-invites-throttled");
	const inviter = await transaction
		.selectFrom("users")
		.where("id", "=", userId)
		.select(["first_name", "team_name"])
		.executeTakeFirstOrThrow();
	for (const { id, email, token } of invites) {
		if (!(await countMails(transaction, `address:${email}`, day, { mails: 1, max: MAX_MAILS_PER_DAY.address })))
			continue;
		const mail = inviteMail(
			{
				league: league.name,
				code: league.code,
				inviter: inviter.team_name ?? inviter.first_name,
				join: `${publicUrl}/leagues/join/${league.code}?invite=${token}`,
				unsubscribe: `${publicUrl}/unsubscribe/${token}`,
			},
			language,
		);
		const headers = {
			"List-Unsubscribe": `<${publicUrl}/api/en/public/fantasy/league/unsubscribe/${token}>`,
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		};
		await transaction
			.insertInto("outbox_mails")
			.values({
				kind: INVITE_KIND,
				to_address: email,
				subject: mail.subject,
				body_text: mail.text,
				headers: JSON.stringify(headers),
				created_at: wall,
				due_at: wall,
			})
			.execute();
		await sql`UPDATE league_invites SET mails = mails + 1, last_mailed_at = ${wall} WHERE id = ${id}`.execute(
			transaction,
		);
	}
}
