import { Profanity } from "@2toad/profanity";
import { TEAM_NAME_LENGTH } from "@first-bounce/contract/constants";
import { containsAddress, isPrintable } from "@first-bounce/contract/fields";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../db/tables/tables.ts";
import type { Reason } from "../../plugins/refusal.ts";
import { isRejectedName, isTeamNameTaken } from "./name-queries.ts";

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
// Matches zero-width joiners and variation selectors within emoji. By themselves they are not printable.
const EMOJI_JOINERS =
	/(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;
// Scripts with letters that look alike: "Аlpha" with a Cyrillic А looks like "Alpha".
const LOOKALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Cherokee}/u];

const spellOut = (text: string) => text.replaceAll(/[013457@$!]/g, (character) => LOOKALIKES[character] ?? character);

/** Whether a name is printable and free of profanity, also if written with digits, in CamelCase or letter by letter. */
export function isDecentName(name: string): boolean {
	if (!isPrintable(name.replaceAll(EMOJI_JOINERS, ""))) return false;
	const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
	// A number that stands alone, as in "Draft 455", is no word.
	const withoutLookalikes = plain.replaceAll(/\S+/g, (word) => (/^\d+$/.test(word) ? word : spellOut(word)));
	const camelCaseSplit = withoutLookalikes
		.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ");
	const lettersJoined = spellOut(plain).replaceAll(/[^\p{L}\p{N}]+/gu, "");
	return ![plain, withoutLookalikes, camelCaseSplit, lettersJoined].some((spelling) => profanity.exists(spelling));
}

/** Whether each line of a text is decent. They are checked one by one, because a name with a line break is never decent. */
export const isDecentText = (text: string): boolean => text.split("\n").every((line) => isDecentName(line.trim()));

/** Whether a name is decent, legible, free of web addresses, and not in a mix of lookalike scripts. */
export function isAllowedName(name: string): boolean {
	// At least one letter, digit or emoji, and no stacks of three combining marks.
	const isLegible = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name) && !/\p{M}{3}/u.test(name.normalize("NFC"));
	const scripts = LOOKALIKE_SCRIPTS.filter((script) => script.test(name));
	return isLegible && scripts.length <= 1 && !containsAddress(name) && isDecentName(name);
}

/** Finds what is wrong with a team name: its length, its words, or that another account has it. */
export async function findTeamNameProblems(db: Db, input: string, ownerId: UserId | null): Promise<Reason[]> {
	const name = input.trim().normalize("NFKC");
	const { least, most } = TEAM_NAME_LENGTH;
	// Counted in code points, as the database does.
	const { length } = [...name];
	if (length < least || length > most) return [{ code: "team-name-length", data: TEAM_NAME_LENGTH }];
	if (!isAllowedName(name)) return [{ code: "team-name-not-allowed" }];
	if (ownerId !== null && (await isRejectedName(db, { kind: "team", ownerId }, name)))
		return [{ code: "team-name-rejected" }];
	return (await isTeamNameTaken(db, name, ownerId)) ? [{ code: "team-name-taken" }] : [];
}
