/** The mails that a link or a mail program turns off: those of results, or those about draft leagues. */
type UnsubscribedMails = "results" | "draft";

/** The user who gets a mail with a link to unsubscribe. */
export interface Recipient {
	readonly email: string;
	readonly firstName: string;
	readonly language: string;
	/** The token of the link. */
	readonly token: string;
}

/** Builds the address for `queueMail` and the texts that every mail with a link to unsubscribe has. */
export const addressMail = (
	{ email, firstName, language, token }: Recipient,
	publicUrl: string,
	mails: UnsubscribedMails,
) => ({
	address: { to: email, language, headers: buildUnsubscribeHeaders(publicUrl, token, mails) },
	texts: { firstName, unsubscribe: `${publicUrl}/unsubscribe/${token}?mails=${mails}` },
});

/** Builds the headers with which mail programs offer to unsubscribe in one click (RFC 8058). */
const buildUnsubscribeHeaders = (publicUrl: string, token: string, mails: UnsubscribedMails) => ({
	"List-Unsubscribe": `<${publicUrl}/api/en/public/user/result-mails/unsubscribe/${token}${mails === "draft" ? "?mails=draft" : ""}>`,
	"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
