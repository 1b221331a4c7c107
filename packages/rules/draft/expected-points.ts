import { getLineSet } from "../coach/coach-player.ts";
import { LineSlots } from "../coach/line-slots.ts";
import type { PlayerId, Points, SquadId } from "../ids.ts";
import { sum } from "../numbers.ts";
import type { PlayerStatus } from "../player.ts";
import { computeChanceToPlay, getLaterAvailability } from "../projections/forecast.ts";
import { computeScoreVariance } from "../projections/live-outlook.ts";
import { listExpectedMatches, type Round } from "../round/round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { DraftPlayer } from "./complete-squads.ts";
import type { SquadRules } from "./squad-rules.ts";

/** A player with the points that she is expected to score in each round that is left, and how far they may be off. */
export interface ExpectedPlayer extends DraftPlayer {
	/** The next round first. */
	readonly pointsByRound: readonly Points[];
	/** The variance of her points in all of these rounds together. */
	readonly variance: number;
}

/** A player as she is now, whose rounds are forecast. */
interface PlayerToForecast extends DraftPlayer {
	/** Points in a match that she plays. */
	readonly estimate: Points;
	/** In the next round. */
	readonly chanceToPlay: number;
	readonly status: PlayerStatus;
	/** How many matches her club has in each round that is left, the next one first. */
	readonly matches: readonly number[];
}

/** The number of a club's matches in each round that is not complete, the next one first. */
export const countMatchesLeft = (
	squadId: SquadId,
	rounds: readonly Round[],
	{ lastRound }: Pick<SeasonRules, "lastRound">,
): readonly number[] =>
	rounds
		.filter(({ id, status }) => id <= lastRound && status !== "complete")
		.map((round) => listExpectedMatches(squadId, round).length);

/** Computes what a player is expected to score in each round that is left, as the coach of the classic game does. */
export function forecastRoundsLeft(
	{ id, position, estimate, chanceToPlay, status, matches }: PlayerToForecast,
	rules: Pick<SeasonRules, "projections" | "prices">,
): ExpectedPlayer {
	const later = getLaterAvailability({ status });
	const expectedMatches = matches.map(
		(count, index) => count * (index === 0 ? chanceToPlay : computeChanceToPlay(later, index, rules)),
	);
	return {
		id,
		position,
		pointsByRound: expectedMatches.map((count) => estimate * count),
		variance: computeScoreVariance(estimate, sum(expectedMatches), rules),
	};
}

export const countRounds = (players: readonly ExpectedPlayer[]): number =>
	Math.max(0, ...players.map(({ pointsByRound }) => pointsByRound.length));

/** Sorts a squad by the expected points in a round, most first. */
export const sortForRound = (squad: readonly ExpectedPlayer[], round: number): readonly ExpectedPlayer[] =>
	squad.toSorted((a, b) => (b.pointsByRound[round] ?? 0) - (a.pointsByRound[round] ?? 0) || a.id - b.id);

/**
 * Returns a function that adds up the points of the best line-up in a round, without a captain. Taking the best players first
 * is exact, because nothing but the places limits the choice.
 *
 * @param players everybody who may be in a squad
 */
export function createLineupPoints(players: readonly ExpectedPlayer[], { field, utilityScores }: SquadRules) {
	const lines = new Map(players.map((player) => [player.id, getLineSet(player)]));
	const slots = new LineSlots(
		field,
		[...lines.values()].map((set) => ({ lines: set })),
	);
	return (bestFirst: Iterable<ExpectedPlayer>, round: number): Points => {
		slots.clear();
		let isUtilityFree = utilityScores;
		let points = 0;
		for (const player of bestFirst) {
			if (!slots.take(lines.get(player.id) ?? 0)) {
				if (!isUtilityFree) continue;
				isUtilityFree = false;
			}
			points += player.pointsByRound[round] ?? 0;
			if (slots.isFull && !isUtilityFree) break;
		}
		return points;
	};
}

/** The expected points of the best line-ups of a squad in each round that is left. */
export function projectSquad(squad: readonly ExpectedPlayer[], rules: SquadRules): readonly Points[] {
	const getPoints = createLineupPoints(squad, rules);
	return Array.from({ length: countRounds(squad) }, (_, round) => getPoints(sortForRound(squad, round), round));
}

/** The players of a squad after some have left and others have come. */
export const replacePlayers = (
	squad: readonly ExpectedPlayer[],
	leaving: readonly (PlayerId | null)[],
	coming: readonly ExpectedPlayer[],
): readonly ExpectedPlayer[] => [...squad.filter(({ id }) => !leaving.includes(id)), ...coming];
