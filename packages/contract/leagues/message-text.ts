import { MAX_INT } from "../constants.ts";

type MessagePart =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "link"; readonly text: string; readonly href: string }
	| { readonly kind: "mention"; readonly userId: number };

/** Accents and other marks on one letter. */
const MAX_MARKS = 4;
const MAX_LINES = 40;
// Control characters, and those that are invisible or change the direction of the text around them. The joiners U+200C and
// U+200D stay, because emoji and some scripts need them.
const REMOVED_CHARACTERS =
	/[\p{Cc}\p{Co}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff]/gu;
/** Anything but spaces, marks and format characters. */
const VISIBLE_CHARACTER = /[^\s\p{M}\p{Cf}]/u;

/**
 * A message as it is stored: without invisible characters, with few accents on a letter, at most one empty line in a
 * row, and the lines after the fortieth joined to one. Empty if nothing visible is left.
 */
export function cleanMessageText(text: string): string {
	const lines = text
		.toWellFormed()
		.normalize("NFC")
		.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
		.replaceAll("\t", " ")
		.split("\n")
		.map((line) =>
			line
				.replaceAll(REMOVED_CHARACTERS, "")
				.replaceAll(/\p{M}+/gu, (marks) => [...marks].slice(0, MAX_MARKS).join(""))
				.trimEnd(),
		);
	const firstLines = lines.slice(0, MAX_LINES);
	const otherLines = lines.slice(MAX_LINES).filter(Boolean).join(" ");
	const cleaned = [...firstLines, ...(otherLines ? [otherLines] : [])]
		.join("\n")
		.replaceAll(/\n{3,}/g, "\n\n")
		.trim();
	return VISIBLE_CHARACTER.test(cleaned) ? cleaned : "";
}

const MENTION = /<@([1-9]\d{0,9})>/g;

/** A mention as it is sent and stored. */
export const formatMention = (userId: number): string => `<@${userId}>`;

/** The users that a text mentions, each once; numbers that no user can have are left out. */
export const listMentionedIds = (text: string): number[] => [
	...new Set([...text.matchAll(MENTION)].map(([, userId]) => Number(userId)).filter((userId) => userId <= MAX_INT)),
];

export const replaceMentions = (text: string, getName: (userId: number) => string): string =>
	text.replaceAll(MENTION, (_, userId) => `@${getName(Number(userId))}`);

const MENTION_OR_LINK = /<@([1-9]\d{0,9})>|https?:\/\/[^\s<>"]+/giu;
const TRAILING_PUNCTUATION = /[)\].,;:!?'’”]+$/u;

/** An absolute address that a browser can open safely; null for any other text. */
function parseLink(text: string): string | null {
	if (!URL.canParse(text)) return null;
	const { protocol, username, password, href } = new URL(text);
	return /^https?:$/.test(protocol) && username === "" && password === "" ? href : null;
}

/** Splits a text into plain text, web addresses and mentions. */
export function splitMessage(text: string): MessagePart[] {
	const parts: MessagePart[] = [];
	let plain = "";
	const addPlainText = () => {
		if (plain !== "") parts.push({ kind: "text", text: plain });
		plain = "";
	};
	let end = 0;
	for (const { 0: found, 1: userId, index } of text.matchAll(MENTION_OR_LINK)) {
		plain += text.slice(end, index);
		end = index + found.length;
		if (userId !== undefined) {
			addPlainText();
			parts.push({ kind: "mention", userId: Number(userId) });
			continue;
		}
		const address = found.replace(TRAILING_PUNCTUATION, "");
		const href = parseLink(address);
		if (href === null) {
			plain += found;
			continue;
		}
		addPlainText();
		parts.push({ kind: "link", text: address, href });
		plain = found.slice(address.length);
	}
	plain += text.slice(end);
	addPlainText();
	return parts;
}
