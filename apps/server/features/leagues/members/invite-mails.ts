import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { buildInviteMail } from "../../../i18n/mail-texts.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { buildAddressCounterKey, formatUtcDate } from "../../notifications/mail/mail-limits.ts";
import { tryCountMails } from "../../notifications/mail/mail-queries.ts";
import { queueTextMail } from "../../notifications/mail/queue-mail.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import {
	countInviteMail,
	getInviter,
	INVITE_KIND,
	type InviteRecipients,
	listInvitesToMail,
} from "./invite-queries.ts";

/** The most invitation emails a day for one league, from one user, and to one address. */
const MAX_MAILS_PER_DAY = { league: 100, user: 150, address: 5 };
/** The most emails for one invitation, which are at least a day apart. */
const MAX_MAILS_PER_INVITE = 3;

/**
 * Puts the emails of pending invitations into the outbox. Refuses all of them if the league or the user would exceed
 * its limit for the day, and skips addresses that have reached theirs or have unsubscribed.
 */
export async function sendInviteMails(
	{ publicUrl, language = DEFAULT_LANGUAGE }: Pick<LeagueServices, "publicUrl" | "language">,
	trx: Db,
	{
		league,
		userId,
		recipients,
		now,
	}: {
		readonly league: Pick<LeagueRow, "id" | "name" | "code">;
		readonly userId: UserId;
		readonly recipients: InviteRecipients;
		readonly now: Date;
	},
): Promise<void> {
	const invites = await listInvitesToMail(trx, league.id, recipients, {
		maxMails: MAX_MAILS_PER_INVITE,
		mailedBefore: new Date(now.getTime() - DAY_MS),
	});
	if (invites.length === 0) return;
	const day = formatUtcDate(now.getTime());
	const mails = invites.length;
	// The user first: a league that is just being created, whose invitations are kept without mails, then counts none.
	const isWithinLimits =
		(await tryCountMails(trx, `person:${userId}`, day, { mails, max: MAX_MAILS_PER_DAY.user })) &&
		(await tryCountMails(trx, `league:${league.id}`, day, { mails, max: MAX_MAILS_PER_DAY.league }));
	if (!isWithinLimits) throw refuse(429, "league-invites-throttled");
	const inviter = await getInviter(trx, userId);
	for (const { id, email, token } of invites) {
		const counterKey = buildAddressCounterKey("address", email);
		if (!(await tryCountMails(trx, counterKey, day, { mails: 1, max: MAX_MAILS_PER_DAY.address }))) continue;
		const mail = buildInviteMail(
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
		const { subject, text } = mail;
		await queueTextMail(trx, { kind: INVITE_KIND, to: email, subject, text, headers, createdAt: now.getTime() });
		await countInviteMail(trx, id, now);
	}
}
