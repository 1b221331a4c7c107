import type { Dollars, PlayerId, SquadId } from "./ids.ts";

export const LINES = ["DEF", "MID", "RUC", "FWD"] as const;
/** A line on the field, and the position of a player who can play in it. */
export type Line = (typeof LINES)[number];

/** Builds a value for each line, in the order of LINES. */
export const mapLines = <Value>(getValue: (line: Line) => Value): Record<Line, Value> => ({
	DEF: getValue("DEF"),
	MID: getValue("MID"),
	RUC: getValue("RUC"),
	FWD: getValue("FWD"),
});

/** Adds up numbers by line, such as slots. */
export const sumLines = (numbers: Readonly<Record<Line, number>>): number =>
	LINES.reduce((sum, line) => sum + numbers[line], 0);

export const MAX_POSITIONS = 3;

/** Parses positions such as `MID/FWD` and orders them as LINES; null if they are not one to three different lines. */
export function parsePositions(text: string): readonly Line[] | null {
	const words = text
		.toUpperCase()
		.split(/[\s/|;,+]+/)
		.filter((word) => word !== "");
	const positions = LINES.filter((line) => words.includes(line));
	const isValid = positions.length > 0 && positions.length === words.length && positions.length <= MAX_POSITIONS;
	return isValid ? positions : null;
}

export const PLAYER_STATUSES = ["playing", "emergency", "injured", "not-playing", "uncertain"] as const;
export type PlayerStatus = (typeof PLAYER_STATUSES)[number];

/** A player as the rules need her; `cost` is today's price in dollars. */
export interface Player {
	readonly id: PlayerId;
	readonly name: string;
	readonly squadId: SquadId;
	/** One to three, in the season's order. */
	readonly position: readonly Line[];
	readonly cost: Dollars;
}

export type PlayerLookup = (id: PlayerId) => Player | undefined;
