import { MAX_STATUS_NOTE_LENGTH } from "@first-bounce/contract/constants";
import type { PlayerAvailability } from "@first-bounce/contract/operator/player-imports";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { ListColumn } from "./read-list.ts";

/** The words of a status column. The first match counts. */
const STATUSES: readonly (readonly [RegExp, PlayerStatus])[] = [
	[/^(playing|named|selected)$/, "playing"],
	[/^emergency$/, "emergency"],
	[/^(available|fit|cleared|test|fitness test|uncertain|doubtful|questionable|tbc)$/, "uncertain"],
	[/^(injured|injury|ill|illness|concussion)$/, "injured"],
	[
		/^(not playing|out|omitted|suspended|suspension|personal|personal reasons|rested|managed|unavailable|leave)$/,
		"not-playing",
	],
];

const isAvailable = (text: string): boolean => /^(available|fit|cleared)$/.test(text);
const simplify = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[\s_-]+/g, " ")
		.trim();

/** Finds the status of a line without a status column: an injury list names only those who are out or in doubt. */
function findImpliedStatus(injury: string, returnDate: string): PlayerStatus | null {
	if (injury === "" && returnDate === "") return null;
	if (isAvailable(returnDate) || /\btest\b/.test(returnDate)) return "uncertain";
	return /suspen|personal|\bleave\b|\brested\b|\bmanaged\b/.test(`${injury} ${returnDate}`) ? "not-playing" : "injured";
}

function buildNote(...parts: readonly string[]): string {
	const note = parts.filter((part) => part !== "").join(" · ");
	return note.length > MAX_STATUS_NOTE_LENGTH ? `${note.slice(0, MAX_STATUS_NOTE_LENGTH - 1)}…` : note;
}

/** Reads what a list says about a player. A note has the injury and the expected return. */
export function readAvailability(
	cells: Readonly<Record<ListColumn, string>>,
): PlayerAvailability | "no-status" | "unknown-status" {
	const [word, injury, comeback] = [simplify(cells.status), simplify(cells.injury), simplify(cells.return)];
	const status = word
		? (STATUSES.find(([pattern]) => pattern.test(word))?.[1] ?? null)
		: findImpliedStatus(injury, comeback);
	if (!status) return word ? "unknown-status" : "no-status";
	if (isAvailable(word) || (!word && isAvailable(comeback)) || status === "playing" || status === "emergency")
		return { status, note: "" };
	// "Suspended" and "Test" are more specific than the game's own statuses.
	const specificStatus = /^(test|suspen|personal|rested|managed|concussion|ill)/.test(word) ? cells.status : "";
	return { status, note: buildNote(specificStatus, cells.injury, cells.return) };
}
