import { MAX_STATUS_NOTE_LENGTH } from "@first-bounce/contract/constants";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { ListColumn } from "./read-list.ts";

/** The words that mean a status in a status column. The first match counts. */
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

/**
 * Finds the status of a line without a status column. An injury list names only players who are out, or in doubt because
 * they are available again or have a fitness test.
 */
function findImpliedStatus(injury: string, returnDate: string): PlayerStatus | null {
	if (injury === "" && returnDate === "") return null;
	if (isAvailable(returnDate) || /\btest\b/.test(returnDate)) return "uncertain";
	return /suspen|personal|\bleave\b|\brested\b|\bmanaged\b/.test(`${injury} ${returnDate}`) ? "not-playing" : "injured";
}

function buildNote(...parts: readonly string[]): string {
	const note = parts.filter((part) => part !== "").join(" · ");
	return note.length > MAX_STATUS_NOTE_LENGTH ? `${note.slice(0, MAX_STATUS_NOTE_LENGTH - 1)}…` : note;
}

/** Reads a listed player's status, with the injury and the expected return as a note. Returns a problem without a status. */
export function readAvailability(cells: Readonly<Record<ListColumn, string>>) {
	const statusText = simplify(cells.status);
	const returnDate = simplify(cells.return);
	const status = statusText
		? (STATUSES.find(([pattern]) => pattern.test(statusText))?.[1] ?? null)
		: findImpliedStatus(simplify(cells.injury), returnDate);
	if (!status) return statusText ? "unknown-status" : "no-status";
	const isFit = isAvailable(statusText) || (!statusText && isAvailable(returnDate));
	if (isFit || status === "playing" || status === "emergency") return { status, note: "" };
	// A status such as "Suspended" or "Test" is more specific than the game's own, so the note repeats it.
	const specificStatus = /^(test|suspen|personal|rested|managed|concussion|ill)/.test(statusText) ? cells.status : "";
	return { status, note: buildNote(specificStatus, cells.injury, cells.return) };
}
