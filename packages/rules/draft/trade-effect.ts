import type { Points } from "../ids.ts";
import { NORMAL_80_PERCENT } from "../projections/normal.ts";
import { countPlaced, type DraftPlayer } from "./complete-squads.ts";
import type { SquadRules } from "./squad-rules.ts";

/** A player with the points that she is expected to score in each round that is left, and how far they may be off. */
export interface TradedPlayer extends DraftPlayer {
	readonly pointsByRound: readonly Points[];
	/** The variance of her points in all of these rounds together. */
	readonly variance: number;
}

const NO_PLACES = { DEF: 0, MID: 0, RUC: 0, FWD: 0 };

/** The places that score as rules of a squad, in which everyone who finds a place scores. */
function getScoringRules({ field, utilityScores }: SquadRules): SquadRules {
	const extra = utilityScores ? 1 : 0;
	const { DEF, MID, RUC, FWD } = field;
	const limits = { DEF: DEF + extra, MID: MID + extra, RUC: RUC + extra, FWD: FWD + extra };
	return { field, bench: NO_PLACES, utilityScores, limits };
}

/**
 * Chooses the players of a squad with the most points who find places that score together. Taking the best first is exact, as places
 * are matched.
 */
export function chooseBestPlayers<Chosen extends DraftPlayer>(
	squad: readonly Chosen[],
	getPoints: (player: Chosen) => Points,
	rules: SquadRules,
): readonly Chosen[] {
	const scoring = getScoringRules(rules);
	const chosen: Chosen[] = [];
	for (const player of squad.toSorted((a, b) => getPoints(b) - getPoints(a) || a.id - b.id))
		if (countPlaced([...chosen, player], scoring) > chosen.length) chosen.push(player);
	return chosen;
}

/** The expected points of the best line-ups of a squad in the rounds that are left, without a captain's extra points. */
export function projectSquad(squad: readonly TradedPlayer[], rules: SquadRules): Points {
	const rounds = Math.max(0, ...squad.map(({ pointsByRound }) => pointsByRound.length));
	return Array.from({ length: rounds }, (_, round) => {
		const getPoints = ({ pointsByRound }: TradedPlayer): Points => pointsByRound[round] ?? 0;
		return chooseBestPlayers(squad, getPoints, rules).reduce((sum, player) => sum + getPoints(player), 0);
	}).reduce((sum, points) => sum + points, 0);
}

/** What a trade does to the projected points of both teams in the rounds that are left. */
export interface TradeEffect {
	readonly fromGain: Points;
	readonly toGain: Points;
	/** Four times in five the projections of the players who move are off by less than this. */
	readonly range: Points;
	/** Whether the difference between the gains is within the range. */
	readonly isFair: boolean;
}

interface SquadChange {
	readonly before: readonly TradedPlayer[];
	readonly after: readonly TradedPlayer[];
}

/** Compares the best line-ups of two squads before and after a trade (docs/game-rules.md#what-a-trade-does). */
export function computeTradeEffect(from: SquadChange, to: SquadChange, rules: SquadRules): TradeEffect {
	const getGain = ({ before, after }: SquadChange) => projectSquad(after, rules) - projectSquad(before, rules);
	const [fromGain, toGain] = [getGain(from), getGain(to)];
	const isMoving = ({ before, after }: SquadChange, { id }: TradedPlayer): boolean =>
		before.some((player) => player.id === id) !== after.some((player) => player.id === id);
	const moving = new Map(
		[from, to]
			.flatMap((change) => [...change.before, ...change.after].filter((player) => isMoving(change, player)))
			.map((player) => [player.id, player]),
	);
	const variance = [...moving.values()].reduce((sum, player) => sum + player.variance, 0);
	const range = NORMAL_80_PERCENT * Math.sqrt(variance);
	return { fromGain, toGain, range, isFair: Math.abs(fromGain - toGain) <= range };
}
