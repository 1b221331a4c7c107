import { MAX_PLANNED_ROUNDS } from "@first-bounce/contract/constants";
import { computePointsPerDollar, countRoundsAhead, createCoachPlayer } from "@first-bounce/rules/coach/coach-player";
import type { AdvisedPlayer } from "@first-bounce/rules/coach/suggest-trades";
import type { PlayerId, Points, RoundId } from "@first-bounce/rules/ids";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { getLastMagicNumber } from "@first-bounce/rules/prices/price-change";
import {
	computePriceAfterRounds,
	computeProjectedPoints,
	listExpectedToPlay,
} from "@first-bounce/rules/prices/price-projection";
import type { PriorCoefficients } from "@first-bounce/rules/projections/estimate";
import { getLaterAvailability } from "@first-bounce/rules/projections/forecast";
import { findCurrentRound, hasNoExpectedMatch, listExpectedMatches } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot, SnapshotPlayer, SnapshotRound } from "../seasons/current/season-snapshot.ts";

/** The coach's expectations for the current round and the rounds after it. */
export interface SeasonOutlook {
	readonly roundId: RoundId;
	/** The rounds whose points are forecast, this one first. */
	readonly roundIds: readonly RoundId[];
	/** The prior's coefficients, fitted to the scores of complete rounds. */
	readonly prior: PriorCoefficients;
	/** Everybody in the pool or in a team, by id. */
	readonly players: ReadonlyMap<PlayerId, AdvisedPlayer>;
	/** How many points a price rise of one dollar is worth to `suggestTrades`. */
	readonly pointsPerDollar: number;
}

function buildSeasonOutlook({ rules, rounds, players, prior }: SeasonSnapshot, requestedRoundId: RoundId | null) {
	const current = findCurrentRound(rounds);
	if (!current) return null;
	const openRounds = rounds.filter(({ id, status }) => id >= current.id && status !== "complete");
	const isPlannable = openRounds.slice(0, MAX_PLANNED_ROUNDS + 1).some(({ id }) => id === requestedRoundId);
	if (requestedRoundId !== null && !isPlannable) return null;
	const roundId = requestedRoundId ?? current.id;
	const completeIds = new Set(rounds.filter(({ status }) => status === "complete").map(({ id }) => id));
	const magicNumber = getLastMagicNumber(rounds, rules);
	const roundsBefore = openRounds.filter(({ id }) => id < roundId);
	const roundsLeft = openRounds.filter(({ id }) => id >= roundId);
	const expectedRounds = roundsLeft.slice(0, countRoundsAhead(roundsLeft.length, rules));
	const buildAdvisedPlayer = (player: SnapshotPlayer): AdvisedPlayer => {
		const { estimate, matchEstimate, availability, cost: price, status } = player;
		const form = computeFormScores(player.played.filter(({ roundId }) => completeIds.has(roundId)));
		const scores = form.map(({ points }) => points);
		// Opponent and line mates count in the current round, as in projected points.
		const matchFactor = roundsBefore.length === 0 && estimate > 0 ? matchEstimate / estimate : 1;
		const matches = expectedRounds.map(
			(round, index) => (index === 0 ? matchFactor : 1) * listExpectedMatches(player.squadId, round).length,
		);
		const byes = roundsBefore.map((round) => hasNoExpectedMatch(player.squadId, round));
		const cost = computePriceAfterRounds({ estimate, price, scores, status }, byes, magicNumber, rules);
		// In the rounds before the planned one the player is assumed to score as estimated.
		const assumedScores = listExpectedToPlay(status, byes, rules)
			.filter((plays) => plays)
			.map(() => estimate);
		const facts = {
			player: { ...player, cost },
			estimate,
			scores: [...assumedScores, ...scores],
			...(roundsBefore.length === 0 ? availability : getLaterAvailability(availability)),
			matches,
		};
		return { facts, coach: createCoachPlayer(facts, magicNumber, rules, roundsBefore.length) };
	};
	return {
		roundId,
		roundIds: expectedRounds.map(({ id }) => id),
		prior,
		players: new Map([...players].map(([id, player]) => [id, buildAdvisedPlayer(player)])),
		pointsPerDollar: computePointsPerDollar(roundsLeft.length, prior.pricePoint, rules),
	};
}

/**
 * Computes what a player is projected to score in a round that has not begun, the current one or a later one: her projected points
 * for each match of her club. Her opponent, line mates and status are known for the current round only.
 */
export function computeRoundProjection(
	player: SnapshotPlayer,
	round: SnapshotRound,
	{ rounds }: SeasonSnapshot,
): Points {
	const matchCount = listExpectedMatches(player.squadId, round).length;
	const isCurrent = round.id === findCurrentRound(rounds)?.id;
	const { estimate, status } = isCurrent
		? { estimate: player.matchEstimate, status: player.status }
		: { estimate: player.estimate, status: getLaterAvailability(player).status };
	return matchCount * computeProjectedPoints({ estimate, status, hasBye: matchCount === 0 });
}

const outlooksBySeason = new WeakMap<SeasonSnapshot, Map<RoundId | undefined, SeasonOutlook>>();

/**
 * Gets the coach's expectations for a round of the current season, by default the current one; null if it cannot be planned.
 * They take several milliseconds and are built once for each version of the season.
 */
export function getSeasonOutlook(season: SeasonSnapshot, requestedRoundId?: RoundId | null): SeasonOutlook | null {
	const outlooks = outlooksBySeason.get(season) ?? new Map<RoundId | undefined, SeasonOutlook>();
	outlooksBySeason.set(season, outlooks);
	const roundId = requestedRoundId ?? findCurrentRound(season.rounds)?.id;
	const outlook = outlooks.get(roundId) ?? buildSeasonOutlook(season, requestedRoundId ?? null);
	if (outlook) outlooks.set(roundId, outlook);
	return outlook;
}
