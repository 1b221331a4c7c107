import { LINES, type Line, mapLines, sumLines } from "../player.ts";
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
	const isUtilityTaken = squad.length > sumLines(withoutUtility);
	return {
		...mapLines((line) => countLinePlaces(rules, line) - withoutUtility[line]),
		utility: isUtilityTaken ? 0 : 1,
	};
}

/** Places players in lines, those with one position first. */
function countLines(squad: readonly DraftPlayer[], rules: SquadRules): Record<Line, number> {
	const counts = mapLines(() => 0);
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
