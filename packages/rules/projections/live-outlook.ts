import type { PlayerId, Points } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import type { Line } from "../player.ts";
import type { Match } from "../round/round.ts";
import { computeExpectedPoints, computeMatchesLeft } from "../scoring/expected-points.ts";
import { DID_NOT_PLAY, type PlayerRound } from "../scoring/player-round.ts";
import { scoreLineup } from "../scoring/score-lineup.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { PointsRange, ProjectionRules } from "./estimate.ts";
import { isLikelyToPlay } from "./forecast.ts";
import { computeNormalShare, NORMAL_80_PERCENT } from "./normal.ts";

export type LiveOutlookRules = ProjectionRules & Pick<SeasonRules, "matchMinutes" | "captainFactor">;

/** The facts about a player while a round is played. */
export interface LivePlayer {
	readonly result: PlayerRound;
	/** Points in a match that she plays. */
	readonly estimate: Points;
	readonly chanceToPlay: number;
	/** Her club's matches of the round. */
	readonly matches: readonly Pick<Match, "status" | "minutes" | "quarter">[];
}

export interface PlayerOutlook {
	/** Her chance to play in the round: 1 if she has played, 0 if she cannot play any more. */
	readonly chance: number;
	/** Her expected points at the end of the round if she plays. */
	readonly points: Points;
	readonly variance: number;
	readonly stage: "to-come" | "playing" | "finished";
}

const OUT: PlayerOutlook = { chance: 0, points: 0, variance: 0, stage: "finished" };

/** Between her two matches of a double game week a player is `to-come`. */
function getStage(matches: LivePlayer["matches"]): PlayerOutlook["stage"] {
	if (matches.some(({ status }) => status === "playing" || status === "partial")) return "playing";
	return matches.some(({ status }) => status === "scheduled") ? "to-come" : "finished";
}

/**
 * Computes the variance of a player's points in a share of a match, from 0 to 1. It fits `computeRange`, the range of four scores
 * out of five in a whole match.
 */
export const computeScoreVariance = (estimate: Points, share: number, { projections }: ProjectionRules): number =>
	(projections.rangeWidth / NORMAL_80_PERCENT) ** 2 * Math.max(0, estimate) * share;

/** What a player is expected to score by the end of the round (docs/game-rules.md#live-standing). */
export function computePlayerOutlook(
	{ result, estimate, chanceToPlay, matches }: LivePlayer,
	rules: LiveOutlookRules,
): PlayerOutlook {
	const stage = getStage(matches);
	const hasPlayed = result.state === "played";
	const chance = hasPlayed ? 1 : chanceToPlay;
	if (result.state === "did-not-play" || chance === 0) return OUT;
	if (stage === "finished") return hasPlayed ? { chance, points: result.points, variance: 0, stage } : OUT;
	const projection = !hasPlayed || isLikelyToPlay(chanceToPlay) ? estimate : 0;
	return {
		chance,
		points: computeExpectedPoints({ points: result.points, projection }, matches, rules),
		variance: computeScoreVariance(projection, computeMatchesLeft(matches, rules), rules),
		stage,
	};
}

/** What a player adds to the uncertainty of a team's score. */
interface OutlookTerm {
	/** How many times her points count: 0, 1 or the captain's factor. */
	readonly factor: number;
	/** The variance of her points, weighted by her chance to play. */
	readonly variance: number;
	readonly chance: number;
	/** How many points more the team scores if she plays than if she does not and may be covered. */
	readonly gain: Points;
}

/** What a team is expected to score by the end of the round. */
export interface TeamOutlook {
	/** The score if exactly the players who are likely to play do, as on the team screen. Not rounded. */
	readonly projected: Points;
	/** The mean final score, which takes everyone's chance to play into account. */
	readonly mean: Points;
	readonly terms: ReadonlyMap<PlayerId, OutlookTerm>;
	/** How many players whose points count are still to come. */
	readonly toCome: number;
	/** How many players whose points count are playing. */
	readonly playing: number;
}

export interface OutlookContext {
	readonly getOutlook: (id: PlayerId) => PlayerOutlook;
	/** The lines an emergency may cover, as in `scoreLineup`. */
	readonly getPositions: (id: PlayerId) => readonly Line[];
	readonly rules: LiveOutlookRules;
}

/** Computes a team's expected final score, and how much depends on each player (docs/game-rules.md#live-standing). */
export function computeTeamOutlook(lineup: Lineup, { getOutlook, getPositions, rules }: OutlookContext): TeamOutlook {
	const players = new Map(listPlayerIds(lineup).map((id) => [id, getOutlook(id)]));
	/** The score if exactly the likely players play; the player `flippedId` does the opposite of what is likely. */
	const computeScore = (flippedId: PlayerId | null) =>
		scoreLineup(
			lineup,
			(id) => {
				const { chance, points } = players.get(id) ?? OUT;
				return isLikelyToPlay(chance) !== (id === flippedId) ? { state: "played", points } : DID_NOT_PLAY;
			},
			getPositions,
			rules,
		);
	const { points: projected, ledger } = computeScore(null);
	const factors = new Map(ledger.map(({ playerId, factor }) => [playerId, factor]));
	const terms = [...players].map(([id, { chance, variance }]): [PlayerId, OutlookTerm] => {
		const isCertain = chance === 0 || chance === 1;
		const change = isCertain ? 0 : computeScore(id).points - projected;
		const gain = isLikelyToPlay(chance) ? -change : change;
		return [id, { factor: factors.get(id) ?? 0, variance: chance * variance, chance, gain }];
	});
	const countStage = (stage: PlayerOutlook["stage"]) =>
		[...players].filter(
			([id, player]) => player.stage === stage && isLikelyToPlay(player.chance) && (factors.get(id) ?? 0) > 0,
		).length;
	return {
		projected,
		mean: terms.reduce(
			(sum, [, { chance, gain }]) => sum + (isLikelyToPlay(chance) ? -(1 - chance) * gain : chance * gain),
			projected,
		),
		terms: new Map(terms),
		toCome: countStage("to-come"),
		playing: countStage("playing"),
	};
}

const NO_TERM: OutlookTerm = { factor: 0, variance: 0, chance: 0, gain: 0 };

/** The variance of the difference of two final scores; a player whose points count equally in both cancels out. */
export function computeDifferenceVariance(a: TeamOutlook["terms"], b: TeamOutlook["terms"]): number {
	let sum = 0;
	for (const id of new Set([...a.keys(), ...b.keys()])) {
		const [termA, termB] = [a.get(id) ?? NO_TERM, b.get(id) ?? NO_TERM];
		const { variance, chance } = a.has(id) ? termA : termB;
		sum += (termA.factor - termB.factor) ** 2 * variance + (termA.gain - termB.gain) ** 2 * chance * (1 - chance);
	}
	return sum;
}

/** The standard deviation of a team's final score; 0 once every player has finished. */
export const computeOutlookDeviation = ({ terms }: TeamOutlook, { projections }: ProjectionRules): Points =>
	projections.teamRangeFactor * Math.sqrt(computeDifferenceVariance(terms, new Map()));

/**
 * The range that the final score falls in four times out of five; once every player has finished, the score itself. It
 * is widened to reach the same distance beyond the projected score, which differs from the mean until it is known who plays.
 */
export function computeOutlookRange(outlook: TeamOutlook, rules: ProjectionRules): PointsRange {
	const distance = NORMAL_80_PERCENT * computeOutlookDeviation(outlook, rules);
	const { mean, projected } = outlook;
	return { low: Math.min(mean, projected) - distance, high: Math.max(mean, projected) + distance };
}

/** The chances, 0 to 1, of the three results of a match-up. */
export interface MatchUpChances {
	readonly win: number;
	readonly draw: number;
	readonly loss: number;
}

/** A team's chances in a match-up with another; 0 or 1 once every player has finished. */
export function computeMatchUpChances(own: TeamOutlook, opponent: TeamOutlook): MatchUpChances {
	const difference = own.mean - opponent.mean;
	const deviation = Math.sqrt(computeDifferenceVariance(own.terms, opponent.terms));
	if (deviation === 0)
		return { win: Number(difference > 0), draw: Number(difference === 0), loss: Number(difference < 0) };
	// Scores are whole, so a draw is every difference that rounds to 0.
	const win = computeNormalShare((difference - 0.5) / deviation);
	const loss = computeNormalShare((-difference - 0.5) / deviation);
	return { win, draw: Math.max(0, 1 - win - loss), loss };
}
