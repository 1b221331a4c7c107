import { LINES, type Line } from "../player.ts";
import { countPlaced, type DraftPlayer } from "./complete-squads.ts";
import { countLinePlaces, getSquadSize, type SquadRules } from "./squad-rules.ts";

/**
 * Counts the places of a squad that are still to be filled. A player with several positions counts in the one that is filled
 * least; a player without a place in a line is the utility.
 */
export function countNeeds(
	squad: readonly DraftPlayer[],
	rules: SquadRules,
): Readonly<Record<Line | "utility", number>> {
	const withoutUtility = countLines(squad, rules);
	const placed = LINES.reduce((sum, line) => sum + withoutUtility[line], 0);
	const isUtilityTaken = squad.length > placed;
	const count = (line: Line) => countLinePlaces(rules, line) - withoutUtility[line];
	return {
		DEF: count("DEF"),
		MID: count("MID"),
		RUC: count("RUC"),
		FWD: count("FWD"),
		utility: isUtilityTaken ? 0 : 1,
	};
}

/** Places players in lines, those with one position first. */
function countLines(squad: readonly DraftPlayer[], rules: SquadRules): Record<Line, number> {
	const counts = { DEF: 0, MID: 0, RUC: 0, FWD: 0 };
	for (const { position } of squad.toSorted((a, b) => a.position.length - b.position.length)) {
		const line = position
			.filter((candidate) => counts[candidate] < countLinePlaces(rules, candidate))
			.toSorted((a, b) => counts[a] / countLinePlaces(rules, a) - counts[b] / countLinePlaces(rules, b))[0];
		if (line) counts[line]++;
	}
	return counts;
}

/** Lists the lines for which a squad may still take a player with only that position. */
export const listOpenLines = (squad: readonly DraftPlayer[], rules: SquadRules): Line[] =>
	squad.length >= getSquadSize(rules)
		? []
		: LINES.filter((line) => countPlaced([...squad, { id: 0, position: [line] }], rules) > squad.length);
