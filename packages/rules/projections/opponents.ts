import type { Points, SquadId } from "../ids.ts";
import { computeAverage } from "../numbers.ts";
import type { PlayedMatch } from "../prices/form-scores.ts";
import { listExpectedMatches, type Round } from "../round/round.ts";
import { type ClubHistory, getSquadInRound } from "../season-changes/clubs.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** A player's scores, and what she is expected to score in a match against an ordinary opponent. */
export interface ScoredPlayer extends ClubHistory {
	readonly estimate: Points;
	readonly played: readonly PlayedMatch[];
}

/** A club's opponents of a round, without those of matches called off ahead of time. */
const getOpponents = (squadId: SquadId, round: Pick<Round, "matches">): readonly SquadId[] =>
	listExpectedMatches(squadId, round).map(({ homeSquadId, awaySquadId }) =>
		homeSquadId === squadId ? awaySquadId : homeSquadId,
	);

/**
 * The factor for each club as an opponent (docs/game-rules.md#projected-points): the points that were scored against it in
 * complete rounds ÷ those that the players' estimates say, with `opponentPoints` added to both. Scores in an abandoned match, and
 * in a round in which a player's club had two matches, are left out.
 */
export function computeOpponentFactors(
	players: Iterable<ScoredPlayer>,
	rounds: readonly Round[],
	{ projections: { opponentPoints } }: Pick<SeasonRules, "projections">,
): ReadonlyMap<SquadId, number> {
	const completeRounds = new Map(
		rounds.filter(({ status }) => status === "complete").map((round) => [round.id, round]),
	);
	const totals = new Map<SquadId, { scored: Points; expected: Points }>();
	for (const player of players) {
		for (const { roundId, points, isAbandoned } of player.played) {
			const round = isAbandoned ? undefined : completeRounds.get(roundId);
			const [opponent, ...more] = round ? getOpponents(getSquadInRound(player, roundId), round) : [];
			if (opponent === undefined || more.length > 0) continue;
			const total = totals.get(opponent) ?? { scored: opponentPoints, expected: opponentPoints };
			total.scored += points;
			total.expected += player.estimate;
			totals.set(opponent, total);
		}
	}
	return new Map([...totals].map(([squadId, { scored, expected }]) => [squadId, expected > 0 ? scored / expected : 1]));
}

/** The mean factor of a club's opponents in a round; 1 without a match or before anything is known about them. */
export function getOpponentFactor(
	squadId: SquadId,
	round: Pick<Round, "matches"> | null,
	factors: ReadonlyMap<SquadId, number>,
): number {
	const opponents = round ? getOpponents(squadId, round) : [];
	if (opponents.length === 0) return 1;
	return computeAverage(opponents.map((opponent) => factors.get(opponent) ?? 1));
}
