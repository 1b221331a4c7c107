/** A mail's texts; layout and sending are the same for every kind. */
export interface MailTexts {
	readonly subject: string;
	/** Plain text. */
	readonly paragraphs: readonly string[];
	/** A button; its address is part of the plain text too. */
	readonly link?: { readonly label: string; readonly url: string };
	/** Small print after the link. */
	readonly remark?: string;
	/** A link that stops mails of this kind. */
	readonly unsubscribe?: { readonly label: string; readonly url: string };
}

/** Formats a name for a mail: on one line, and without anything that mail programs turn into a link. */
export const formatMailName = (name: string): string =>
	name
		.normalize("NFKC")
		.replaceAll(/[\p{C}\s]+/gu, " ")
		.replaceAll("://", ": //")
		.replaceAll(/[.。](?=\p{L})/gu, ". ")
		.trim();

/** Writes the end of a mail from which its reader can unsubscribe. */
export const writeEnd = (
	translate: (key: string) => string,
	{ url, unsubscribe }: { readonly url: string; readonly unsubscribe: string },
) => ({
	link: { label: translate("link"), url },
	remark: translate("remark"),
	unsubscribe: { label: translate("unsubscribe"), url: unsubscribe },
});
