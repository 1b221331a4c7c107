import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, Points } from "@first-bounce/rules/ids";
import { LINES, type Line } from "@first-bounce/rules/player";

interface RoundScores {
	/** Undefined for a player who did not play. */
	readonly getScore: (id: PlayerId) => Points | undefined;
	readonly getPositions: (id: PlayerId) => readonly Line[];
}

/** The most points that emergencies add in vacant places, the most places filled first: [places, points]. */
function cover(
	vacant: readonly (Line | null)[],
	emergencies: readonly PlayerId[],
	scores: RoundScores,
): [number, number] {
	const [first, ...others] = emergencies;
	if (first === undefined) return [0, 0];
	let best = cover(vacant, others, scores);
	for (const [index, line] of vacant.entries()) {
		if (line !== null && !scores.getPositions(first).includes(line)) continue;
		const [places, points] = cover(vacant.toSpliced(index, 1), others, scores);
		const candidate: [number, number] = [places + 1, points + (scores.getScore(first) ?? 0)];
		if (candidate[0] > best[0] || (candidate[0] === best[0] && candidate[1] > best[1])) best = candidate;
	}
	return best;
}

/** Sums up the points of a stored line-up without the product's code: a second opinion for tests. */
export function sumPlainPoints(
	lineup: {
		readonly slots: readonly PlayerId[];
		readonly emergency: readonly PlayerId[];
		readonly captain_id: PlayerId;
		readonly vice_captain_id: PlayerId;
	},
	{ squad, captainFactor }: { readonly squad: SquadRules; readonly captainFactor: number },
	scores: RoundScores,
): Points {
	const places: (Line | null)[] = LINES.flatMap((line) => Array<Line>(squad.field[line]).fill(line));
	const scoring = lineup.slots.slice(0, places.length);
	const bench = lineup.slots.slice(places.length, -1);
	if (squad.utilityScores) {
		places.push(null);
		scoring.push(lineup.slots.at(-1) ?? 0);
	}
	const played = (id: PlayerId) => scores.getScore(id) !== undefined;
	const vacant = places.filter((_, index) => !played(scoring[index] ?? 0));
	const emergencies = bench.filter((id) => lineup.emergency.includes(id) && played(id));
	const captain = [lineup.captain_id, lineup.vice_captain_id].find(played);
	const total = scoring.reduce((sum, id) => sum + (scores.getScore(id) ?? 0), 0);
	const bonus = (captainFactor - 1) * (captain === undefined ? 0 : (scores.getScore(captain) ?? 0));
	return total + cover(vacant, emergencies, scores)[1] + bonus;
}
