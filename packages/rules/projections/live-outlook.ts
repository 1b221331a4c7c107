import type { PlayerId, Points } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import type { Line } from "../player.ts";
import type { Match } from "../round/round.ts";
import { computeExpectedPoints, getShareLeft } from "../scoring/expected-points.ts";
import { DID_NOT_PLAY, type PlayerRound } from "../scoring/player-round.ts";
import { scoreLineup } from "../scoring/score-lineup.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { PointsRange, ProjectionRules } from "./estimate.ts";
import { isLikelyToPlay } from "./forecast.ts";
import { computeNormalShare, NORMAL_80_PERCENT } from "./normal.ts";

export type LiveOutlookRules = ProjectionRules & Pick<SeasonRules, "matchMinutes" | "captainFactor">;

/** The facts about a player while a round is played. */
export interface LivePlayer {
	readonly round: PlayerRound;
	/** Points in a match that she plays. */
	readonly estimate: Points;
	readonly chanceToPlay: number;
	/** Her squad's matches of the round. */
	readonly matches: readonly Pick<Match, "status" | "minutes" | "quarter">[];
}

/** What a player is expected to score by the end of the round. */
export interface PlayerOutlook {
	/** Her chance to play in the round; 1 once she has, 0 once she cannot any more. */
	readonly chance: number;
	/** Her final points if she plays, and their variance. */
	readonly points: Points;
	readonly variance: number;
	readonly stage: "to-come" | "playing" | "finished";
}

const OUT: PlayerOutlook = { chance: 0, points: 0, variance: 0, stage: "finished" };

/** Between the two matches of a double game week she is still to come. */
function getStage(matches: LivePlayer["matches"]): PlayerOutlook["stage"] {
	if (matches.some(({ status }) => status === "playing" || status === "partial")) return "playing";
	return matches.some(({ status }) => status === "scheduled") ? "to-come" : "finished";
}

/** The variance of a score over a share of a match, such that 80 % of whole matches are in `computeRange`. */
export const computeScoreVariance = (estimate: Points, share: number, { projections }: ProjectionRules): number =>
	(projections.rangeWidth / NORMAL_80_PERCENT) ** 2 * Math.max(0, estimate) * share;

/** What a player is expected to score by the end of the round (docs/game-rules.md#live-standing). */
export function computePlayerOutlook(
	{ round, estimate, chanceToPlay, matches }: LivePlayer,
	rules: LiveOutlookRules,
): PlayerOutlook {
	const stage = getStage(matches);
	const hasPlayed = round.state === "played";
	const chance = hasPlayed ? 1 : chanceToPlay;
	if (round.state === "did-not-play" || chance === 0) return OUT;
	if (stage === "finished") return hasPlayed ? { chance, points: round.points, variance: 0, stage } : OUT;
	const projection = !hasPlayed || isLikelyToPlay(chanceToPlay) ? estimate : 0;
	// A match whose progress is unknown counts as half played.
	const left = matches.reduce((sum, match) => sum + (getShareLeft(match, rules) ?? 0.5), 0);
	return {
		chance,
		points: computeExpectedPoints({ points: round.points, projection }, matches, rules),
		variance: computeScoreVariance(projection, left, rules),
		stage,
	};
}

/** What a player adds to the uncertainty of a team's score. */
interface OutlookTerm {
	/** How often her points count. */
	readonly factor: number;
	/** The variance of her points, weighted by her chance to play. */
	readonly variance: number;
	readonly chance: number;
	/** What the team gains if she plays, compared with the cover that it has otherwise. */
	readonly gain: Points;
}

/** What a team is expected to score by the end of the round. */
export interface TeamOutlook {
	/** The score if everyone who is likely to play does, as on the team screen. Not rounded. */
	readonly projected: Points;
	/** The mean of all outcomes, in which uncertain players may be out. */
	readonly mean: Points;
	readonly terms: ReadonlyMap<PlayerId, OutlookTerm>;
	/** Players whose points count and who are still to play, or playing. */
	readonly toCome: number;
	readonly playing: number;
}

export interface OutlookContext {
	readonly getOutlook: (id: PlayerId) => PlayerOutlook;
	/** The lines an emergency may cover, as in `scoreLineup`. */
	readonly getPositions: (id: PlayerId) => readonly Line[];
	readonly rules: LiveOutlookRules;
}

/**
 * Computes a team's expected final score in a round, and how much depends on each player
 * (docs/game-rules.md#live-standing).
 */
export function computeTeamOutlook(lineup: Lineup, { getOutlook, getPositions, rules }: OutlookContext): TeamOutlook {
	const players = new Map(listPlayerIds(lineup).map((id) => [id, getOutlook(id)]));
	/**
	 * The score if exactly the likely players play. For `exceptId` it is the other way round: she plays if she is
	 * unlikely to.
	 */
	const computeScore = (exceptId: PlayerId | null) =>
		scoreLineup(
			lineup,
			(id) => {
				const { chance, points } = players.get(id) ?? OUT;
				return isLikelyToPlay(chance) !== (id === exceptId) ? { state: "played", points } : DID_NOT_PLAY;
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

/** The variance of the difference of two teams' final scores. A player in both teams cancels out. */
function computeDifferenceVariance(a: TeamOutlook["terms"], b: TeamOutlook["terms"]): number {
	let sum = 0;
	for (const id of new Set([...a.keys(), ...b.keys()])) {
		const [termA, termB] = [a.get(id) ?? NO_TERM, b.get(id) ?? NO_TERM];
		const { variance, chance } = a.has(id) ? termA : termB;
		sum += (termA.factor - termB.factor) ** 2 * variance + (termA.gain - termB.gain) ** 2 * chance * (1 - chance);
	}
	return sum;
}

/** The standard deviation of a team's final score; 0 once nothing is left. */
export const computeOutlookDeviation = ({ terms }: TeamOutlook, { projections }: ProjectionRules): Points =>
	projections.teamRangeFactor * Math.sqrt(computeDifferenceVariance(terms, new Map()));

/**
 * The range that the final score falls in four times out of five; the score itself once nothing is left. While somebody may
 * be out or in after all it is wider, so that the projected score is in it too.
 */
export function computeOutlookRange(outlook: TeamOutlook, rules: ProjectionRules): PointsRange {
	const half = NORMAL_80_PERCENT * computeOutlookDeviation(outlook, rules);
	const { mean, projected } = outlook;
	return { low: Math.min(mean, projected) - half, high: Math.max(mean, projected) + half };
}

/** The chances, 0 to 1, of the three results of a match-up. */
export interface MatchUpChances {
	readonly win: number;
	readonly draw: number;
	readonly loss: number;
}

/** A team's chances in a match-up with another; certain once nothing is left. */
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
