import type { CardText } from "../../../i18n/card-texts.ts";
import type { WebhookService } from "./address.ts";

const MAX_TITLE_LENGTH = 250;
const MAX_TEXT_LENGTH = 3_500;
/** Discord's limit, which counts the backslashes of escaped markup too. */
const MAX_DISCORD_LENGTH = 4_096;
/** The start of a line that Slack would show as a quotation or a list item. */
const SLACK_LINE_START = /^(?=[>•-])/gm;

/** Shortens a text with an ellipsis, without leaving half of a surrogate pair before it. */
const truncate = (text: string, length: number): string =>
	text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;

/** Escapes Discord's markup, so that names cannot mention, link or format. */
export const escapeDiscord = (text: string): string =>
	text.replaceAll(/[\\*_~`|>[\]()#:@<-]/g, "\\$&").replaceAll(/(?<=https?\\):/gi, ":\u200b");

/** Escapes Slack's markup and breaks addresses that it would link (https://docs.slack.dev/messaging/formatting-message-text). */
export const escapeSlack = (text: string): string =>
	text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		// An invisible word joiner (U+2060) keeps the marks from formatting the text that follows.
		.replaceAll(/[*_~`]/g, "$&\u2060")
		.replaceAll(/(?<=https?):/gi, ":\u2060")
		.replaceAll(SLACK_LINE_START, "\u2060");

/** Formats a card as JSON for a service, with a link to the conversation. */
export function formatPayload(
	service: WebhookService,
	{ title, lines }: CardText,
	{ leagueName, url }: { readonly leagueName: string; readonly url: string },
): string {
	const text = truncate(lines.join("\n"), MAX_TEXT_LENGTH);
	const heading = truncate(`${leagueName} · ${title}`, MAX_TITLE_LENGTH);
	if (service === "discord")
		return JSON.stringify({
			embeds: [
				{
					title: truncate(escapeDiscord(heading), MAX_TITLE_LENGTH),
					url,
					description: truncate(escapeDiscord(text), MAX_DISCORD_LENGTH),
				},
			],
			allowed_mentions: { parse: [] },
		});
	const body = `*<${url}|${escapeSlack(heading)}>*\n${escapeSlack(text)}`;
	return JSON.stringify({ text: body, mrkdwn: true, unfurl_links: false, unfurl_media: false });
}
