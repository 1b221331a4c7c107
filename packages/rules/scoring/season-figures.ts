import type { Points, RoundId, SquadId } from "../ids.ts";
import { computeAverage } from "../numbers.ts";
import type { PlayedMatch } from "../prices/form-scores.ts";
import type { Round } from "../round/round.ts";
import { hasSquadFinished } from "./player-round.ts";

export interface SeasonMatch extends PlayedMatch {
	/** False while the match is being played. */
	readonly isOver: boolean;
}

/** A player's season without the match that is being played (docs/game-rules.md#season-figures). Not rounded. */
interface SeasonFigures {
	readonly games: number;
	/** Points per match; 0 before the first. */
	readonly average: Points;
	readonly averageLast3: Points;
	readonly averageLast5: Points;
	/** The lowest score of a round; null before the first. */
	readonly lowest: Points | null;
}

interface PlayedSeason {
	readonly squadId: SquadId;
	/** In the order in which they began. */
	readonly played: readonly SeasonMatch[];
	readonly scores: ReadonlyMap<RoundId, Points>;
}

/** Averages and games are of the matches that are over, the lowest score of rounds that are over for her club. */
export function computeSeasonFigures(
	{ squadId, played, scores }: PlayedSeason,
	rounds: readonly Round[],
): SeasonFigures {
	const points = played
		.filter(({ isOver }) => isOver)
		// Before the stable sort by round, so that the later match of a double game week comes first.
		.toReversed()
		.sort((a, b) => b.roundId - a.roundId)
		.map((match) => match.points);
	const unfinishedRoundIds = new Set(
		rounds.filter((round) => round.status !== "complete" && !hasSquadFinished(round, squadId)).map(({ id }) => id),
	);
	const finalScores = [...scores].filter(([roundId]) => !unfinishedRoundIds.has(roundId)).map(([, score]) => score);
	return {
		games: points.length,
		average: computeAverage(points),
		averageLast3: computeAverage(points.slice(0, 3)),
		averageLast5: computeAverage(points.slice(0, 5)),
		lowest: finalScores.length > 0 ? Math.min(...finalScores) : null,
	};
}
