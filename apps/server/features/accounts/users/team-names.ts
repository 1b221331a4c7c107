import { Profanity } from "@2toad/profanity";
import { containsAddress, isPrintable } from "@first-bounce/contract/fields";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { Reason } from "../../../plugins/refusal.ts";
import { isRejectedName, isTeamNameTaken } from "./name-queries.ts";

const TEAM_NAME_LENGTH = { least: 3, most: 30 };

const profanity = new Profanity({ languages: ["en"], wholeWord: true });
const LOOKALIKES: Readonly<Record<string, string>> = {
	"0": "o",
	"1": "i",
	"3": "e",
	"4": "a",
	"5": "s",
	"7": "t",
	"@": "a",
	$: "s",
	"!": "i",
};
// What joins a picture's parts into one, and asks for its colours, prints nothing by itself.
const JOINTS =
	/(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;
// Letters of these are drawn alike: "Аlpha" with a Cyrillic А passes for another's name.
const LOOKALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Cherokee}/u];

/** Whether a name is fit to print, also spelt with digits, in one word, or letter by letter. */
export function isDecentName(name: string): boolean {
	if (!isPrintable(name.replaceAll(JOINTS, ""))) return false;
	const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
	const spelt = plain.replaceAll(/[013457@$!]/g, (character) => LOOKALIKES[character] ?? character);
	const parted = spelt.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll(/[^\p{L}\p{N}]+/gu, " ");
	const joined = spelt.replaceAll(/[^\p{L}\p{N}]+/gu, "");
	return ![plain, spelt, parted, joined].some((spelling) => profanity.exists(spelling));
}

/** Whether a name is fit to print and can be told from others: it shows something, in letters of one kind, and leads nowhere. */
export function isFitForName(name: string): boolean {
	const isLegible = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name) && !/\p{M}{3}/u.test(name.normalize("NFC"));
	const scripts = LOOKALIKE_SCRIPTS.filter((script) => script.test(name));
	return isLegible && scripts.length <= 1 && !containsAddress(name) && isDecentName(name);
}

/** What speaks against a team name: its length, its words, somebody who has it already. Empty when it is free. */
export async function findTeamNameFaults(db: Kysely<Tables>, given: string, own: UserId | null): Promise<Reason[]> {
	const name = given.trim().normalize("NFKC");
	const { least, most } = TEAM_NAME_LENGTH;
	// Counted in code points, as the database does: an emoji is one.
	const { length } = [...name];
	if (length < least || length > most) return [{ code: "team-name-length", data: TEAM_NAME_LENGTH }];
	if (!isFitForName(name)) return [{ code: "team-name-not-allowed" }];
	if (own !== null && (await isRejectedName(db, { kind: "team", ownerId: own }, name)))
		return [{ code: "team-name-rejected" }];
	return (await isTeamNameTaken(db, name, own)) ? [{ code: "team-name-taken" }] : [];
}
