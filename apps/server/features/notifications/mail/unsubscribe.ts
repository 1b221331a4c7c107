/** Which mails a link or a mail program turns off: those of results, or those about draft leagues. */
type UnsubscribedMails = "results" | "draft";

export const buildUnsubscribeUrl = (publicUrl: string, token: string, mails: UnsubscribedMails): string =>
	`${publicUrl}/unsubscribe/${token}?mails=${mails}`;

/** Builds the headers with which mail programs offer to unsubscribe in one click (RFC 8058). */
export const buildUnsubscribeHeaders = (publicUrl: string, token: string, mails: UnsubscribedMails) => ({
	"List-Unsubscribe": `<${publicUrl}/api/en/public/user/result-mails/unsubscribe/${token}${mails === "draft" ? "?mails=draft" : ""}>`,
	"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
