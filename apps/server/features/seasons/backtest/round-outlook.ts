import { type CoachPlayer, countRoundsAhead, createCoachPlayer } from "@first-bounce/rules/coach/coach-player";
import type { PlayerId, Points } from "@first-bounce/rules/ids";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { computeEstimate, computePrior, type PriorCoefficients } from "@first-bounce/rules/projections/estimate";
import { createLineMateFactor } from "@first-bounce/rules/projections/line-mates";
import { computeOpponentFactors, getOpponentFactor } from "@first-bounce/rules/projections/opponents";
import { fitPriorCoefficients, type PriorObservation } from "@first-bounce/rules/projections/prior-coefficients";
import { listSquadMatches } from "@first-bounce/rules/round/round";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { SeasonBeforeRound } from "./season-history.ts";

export interface OutlookOptions {
	readonly rules: SeasonRules;
	/**
	 * The share of teams that owned each player before the season, from 0 to 1; 0 for a player who is not listed. Null if
	 * the shares are not known.
	 */
	readonly ownership: ReadonlyMap<PlayerId, number> | null;
	/** Varies the estimates of the first round, the same way for the same seed; null leaves them as they are. */
	readonly seed: number | null;
	/** Replaces the coach's estimate of a player, in benchmarks that know more or less than it does. */
	readonly estimatePlayer?: ((id: PlayerId, season: SeasonBeforeRound) => Points) | null;
}

/** What the coach expects before a round. */
export interface RoundOutlook {
	readonly prior: PriorCoefficients;
	/** Expected points per match played in the round, for every player in the pool. */
	readonly estimates: ReadonlyMap<PlayerId, Points>;
	readonly coachPlayers: ReadonlyMap<PlayerId, CoachPlayer>;
	/** How many rounds are left, this one included. */
	readonly roundsLeft: number;
}

/** The most by which a seed changes an estimate, as a share of it. */
const MAX_NOISE = 0.01;

export function createRoundOutlook(
	season: SeasonBeforeRound,
	{ rules, ownership, seed, estimatePlayer = null }: OutlookOptions,
): RoundOutlook {
	const getOpeningFacts = (id: PlayerId) => ({
		openingPrice: season.getOpeningPrice(id),
		ownership: ownership ? (ownership.get(id) ?? 0) : null,
	});
	const getForm = (id: PlayerId) => computeFormScores(season.listPlayedMatches(id));
	const observations = [...season.players.keys()].flatMap((id) =>
		getForm(id).map((score): PriorObservation => ({ playerId: id, ...score, ...getOpeningFacts(id) })),
	);
	const prior = fitPriorCoefficients(observations, rules);
	const isFirstRound = season.rounds[0]?.id === season.roundId;
	const roundsAhead = season.rounds.filter(({ id }) => id >= season.roundId);
	const consideredRounds = roundsAhead.slice(0, countRoundsAhead(roundsAhead.length, rules));

	const estimates = new Map<PlayerId, Points>();
	const coachPlayers = new Map<PlayerId, CoachPlayer>();
	const listScores = (id: PlayerId) => getForm(id).map(({ points }) => points);
	const computePlayerEstimate = (id: PlayerId): Points => {
		if (estimatePlayer) return estimatePlayer(id, season);
		const noise = isFirstRound && seed !== null ? 1 + MAX_NOISE * (2 * hashToShare(seed, id) - 1) : 1;
		return noise * computeEstimate(computePrior(getOpeningFacts(id), prior, rules), listScores(id), rules);
	};
	const players = [...season.players.values()].map((player) => ({
		player,
		formerSquads: player.formerSquads,
		squadId: player.squadId,
		position: player.position,
		estimate: computePlayerEstimate(player.id),
		played: season.listPlayedMatches(player.id),
		isNamed: season.namedPlayers.has(player.id),
	}));
	const opponentFactors = computeOpponentFactors(players, season.rounds, rules);
	const getLineMateFactor = createLineMateFactor(players, season.rounds, rules);
	for (const estimatedPlayer of players) {
		const { player, estimate, isNamed } = estimatedPlayer;
		const matchFactor =
			getOpponentFactor(player.squadId, consideredRounds[0] ?? null, opponentFactors) *
			getLineMateFactor(estimatedPlayer);
		estimates.set(player.id, estimate * matchFactor);
		const matchCounts = consideredRounds.map(
			(round, index) => (index === 0 ? matchFactor : 1) * listSquadMatches(player.squadId, round).length,
		);
		const namedOrLeftOut = isNamed ? "named" : "left-out";
		const selection = matchCounts[0] === 0 ? "unknown" : namedOrLeftOut;
		const scores = listScores(player.id);
		const facts = { player, estimate, scores, status: "playing", selection, matches: matchCounts } as const;
		coachPlayers.set(player.id, createCoachPlayer(facts, season.magicNumber, rules));
	}
	return { prior, estimates, coachPlayers, roundsLeft: roundsAhead.length };
}

/** Hashes seed and player to a number from 0 to 1, with the mixing step of the hash function lowbias32. */
function hashToShare(seed: number, id: PlayerId): number {
	let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(id, 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
	hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
