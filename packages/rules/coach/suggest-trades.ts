import { computeStyledPoints } from "../autofill/autofill-style.ts";
import type { Dollars, PlayerId, Points } from "../ids.ts";
import { sum } from "../numbers.ts";
import type { PointsRange } from "../projections/estimate.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { SeasonContext, TeamState } from "../team/team-state.ts";
import { changeTrade, findChangeableHalf, type TradeHalf } from "../trades/change-trade.ts";
import type { TradePair } from "../trades/trade.ts";
import type { CoachPlayer, PlayerFacts } from "./coach-player.ts";
import { findOpenSlots, type OpenSlots } from "./open-slots.ts";
import { type CoachTrade, createTeamValue } from "./team-value.ts";
import { listTradeSets, type TradeSet } from "./trade-search.ts";

/**
 * What suggested trades aim at. `season`: points over the next rounds, and price rises. `round`: points of the next
 * round alone. `money`: price rises before points. `safe`: as `season`, with even scorers preferred. `risk`: as `round`, with
 * players preferred who may score far more than expected.
 */
export const COACH_AIMS = ["season", "round", "money", "safe", "risk"] as const;
type CoachAim = (typeof COACH_AIMS)[number];

/** A player's forecast, and the facts that it was computed from, which explain a trade. */
export interface AdvisedPlayer {
	readonly coach: CoachPlayer;
	readonly facts: PlayerFacts;
}

export interface SuggestionInput {
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor" | "coach" | "prices" | "projections">;
	readonly team: readonly AdvisedPlayer[];
	/** Players who could be traded in; none of them is in the team. */
	readonly pool: readonly AdvisedPlayer[];
	/** The slots that are open in the next round, and which players are locked; by default all slots are open. */
	readonly openSlots?: OpenSlots;
	/** Players who must not be traded out, and players who must not be traded in. */
	readonly keep: ReadonlySet<PlayerId>;
	readonly ban: ReadonlySet<PlayerId>;
	/** The manager's wait list, the most wanted player first. */
	readonly waiting?: readonly PlayerId[];
	readonly aim: CoachAim;
	/** The bank after the trades that the manager has prepared; negative if the team cannot afford them. */
	readonly bank: Dollars;
	readonly tradesLeft: number;
	/** The value of an expected dollar of price rise, in points. */
	readonly pointsPerDollar: number;
	/** Whether the request was aborted; nothing is suggested then. */
	readonly isAborted?: () => boolean;
	/** Whether the rules accept these trades (`makeTrades`). */
	readonly isLegal: (pairs: readonly TradePair[]) => boolean;
}

/** Why a player should be traded out. If several reasons apply, it is the first in this order. */
export const OUT_REASONS = ["bye", "injured", "left-out", "uncertain", "fewer-points", "price"] as const;
type OutReason = (typeof OUT_REASONS)[number];

export interface SuggestedTrade extends TradePair {
	readonly outReason: OutReason;
	/** Expected points of the new player less those of the old one, in the next round and over all rounds ahead. */
	readonly points: Points;
	readonly pointsAhead: Points;
	/** The new player's expected price rise over these rounds, and the old one's. */
	readonly priceRiseIn: Dollars;
	readonly priceRiseOut: Dollars;
}

interface TradeSuggestion {
	readonly trades: readonly SuggestedTrade[];
	/** How many more points the best field, captain included, is expected to score in the next round. */
	readonly points: Points;
	/** The same over all rounds ahead, the next one included. */
	readonly pointsAhead: Points;
	/** The gain in the next round falls in this range four times out of five. */
	readonly range: PointsRange;
	/** How much more the prices of the team are expected to rise over the rounds ahead than without the trades. */
	readonly priceRise: Dollars;
	readonly bankAfter: Dollars;
}

export const MAX_SUGGESTIONS = 3;
/** With the aim `money`, expected points count only this much. */
const POINTS_FACTOR_FOR_MONEY = 0.25;
/** How many sets are passed to `isLegal` at most. It bounds the time for a team that may not make any trade. */
const MAX_LEGALITY_CHECKS = 200;
/** How much each trade must add to a set's value; a trade that adds less is left out. */
const MIN_TRADE_GAIN: Points = 2;
/** The bonus for the first player on the wait list: the most points that preferring her to another may lose. */
const MAX_WAIT_LIST_BONUS: Points = 6;

/**
 * Finds up to three different sets of trades that improve the team, the best first, and none if no trade helps. If the bank
 * is negative, every set brings in the money that is missing, even if that loses points.
 */
export function suggestTrades(input: SuggestionInput): TradeSuggestion[] {
	const { team, pool, keep, ban, rules, tradesLeft, bank, openSlots = findOpenSlots(rules, null) } = input;
	const { isLocked } = openSlots;
	const [weights, pointsPerDollar] = getAimWeights(input);
	const getWaitListBonus = createWaitListBonus(input.waiting ?? []);
	const getBonus = (id: PlayerId) => getWaitListBonus(id) - MIN_TRADE_GAIN;
	const originals = new Map<CoachPlayer, CoachPlayer>();
	const weigh = (advised: AdvisedPlayer): CoachPlayer => {
		const weighed = weighByAim(advised, input.aim);
		originals.set(weighed, advised.coach);
		return weighed;
	};
	const sets = listTradeSets({
		rules: { ...rules, coach: { ...rules.coach, roundWeights: weights } },
		team: team.map(weigh),
		pool: pool.map(weigh).filter(({ player }) => !ban.has(player.id) && !isLocked(player.id)),
		mustStay: (id) => keep.has(id) || isLocked(id),
		bank,
		tradesLeft,
		alternativeCount: MAX_SUGGESTIONS - 1,
		pointsPerDollar,
		openSlots,
		getBonus,
		...(input.isAborted && { isAborted: input.isAborted }),
	});
	if (input.isAborted?.()) return [];
	const computeGainWithoutBonuses = ({ gain, trades }: TradeSet) =>
		trades.reduce((sum, { playerIn }) => sum - getBonus(playerIn.player.id), gain);
	const chosen: TradeSet[] = [];
	let legalityChecks = 0;
	for (const set of sets) {
		if (chosen.length === MAX_SUGGESTIONS || legalityChecks === MAX_LEGALITY_CHECKS) break;
		if ((bank >= 0 && computeGainWithoutBonuses(set) <= 0) || !chosen.every((other) => isDifferent(set, other)))
			continue;
		legalityChecks += 1;
		if (input.isLegal(set.trades.map(toPair))) chosen.push(set);
	}
	const getOriginal = (player: CoachPlayer) => originals.get(player) ?? player;
	return chosen.map((set) => {
		const trades = set.trades.map(({ playerIn, playerOut }) => ({
			playerIn: getOriginal(playerIn),
			playerOut: getOriginal(playerOut),
		}));
		return describeSet({ ...set, trades }, input);
	});
}

/** Weighs a player's points by the aim: `safe` takes the spread of her scores off them, `risk` adds it. */
function weighByAim({ coach, facts: { estimate, scores } }: AdvisedPlayer, aim: CoachAim): CoachPlayer {
	if ((aim !== "safe" && aim !== "risk") || estimate <= 0) return coach;
	const style = aim === "safe" ? "safe" : "bold";
	const factor = computeStyledPoints({ projected: estimate, scores, priceRise: 0 }, style) / estimate;
	return { ...coach, points: coach.points.map((points) => factor * points) };
}

/** The best change of a half-locked trade. Its pair has the player who leaves the team and the one who joins it. */
export interface ChangeSuggestion extends TradeSuggestion {
	readonly tradeId: number;
	readonly half: TradeHalf;
}

/** Finds the best change of each half-locked trade of the team (docs/game-rules.md#changing-a-half-locked-trade). */
export const suggestTradeChanges = (
	input: SuggestionInput,
	team: TeamState,
	context: SeasonContext,
): ChangeSuggestion[] =>
	team.trades.flatMap((trade) => {
		const half = findChangeableHalf(trade, team, context);
		if (!half) return [];
		const { id: tradeId, playerInId, playerOutId } = trade;
		// The former player is bought or sold back at the trade's price.
		const reprice = (players: readonly AdvisedPlayer[], id: PlayerId, cost: Dollars) =>
			players.map((advised) => {
				const { player } = advised.coach;
				return player.id === id ? { ...advised, coach: { ...advised.coach, player: { ...player, cost } } } : advised;
			});
		const keep = new Set(input.keep);
		if (half === "in") for (const { coach } of input.team) keep.add(coach.player.id);
		keep.delete(half === "in" ? playerInId : playerOutId);
		const [suggestion] = suggestTrades({
			...input,
			team: half === "in" ? reprice(input.team, playerInId, trade.priceIn) : input.team,
			pool:
				half === "in"
					? input.pool
					: reprice(input.pool, playerOutId, trade.priceOut).filter(({ coach }) => coach.player.id === playerOutId),
			keep,
			ban: half === "in" ? input.ban : new Set(),
			tradesLeft: 1,
			isLegal: ([pair]) =>
				pair !== undefined &&
				changeTrade(team, { tradeId, half, playerId: half === "in" ? pair.playerInId : pair.playerOutId }, context).ok,
		});
		return suggestion ? [{ ...suggestion, tradeId, half }] : [];
	});

/** The bonus of a player on the wait list; it falls evenly from the first to the last, and is 0 for everyone else. */
function createWaitListBonus(waitList: readonly PlayerId[]): (id: PlayerId) => Points {
	const ranks = new Map(waitList.map((id, rank) => [id, rank]));
	return (id) => {
		const rank = ranks.get(id);
		return rank === undefined ? 0 : MAX_WAIT_LIST_BONUS * (1 - rank / waitList.length);
	};
}

/** The weight of each round, and the value of a dollar in points, that follow from the manager's aim. */
function getAimWeights({ aim, rules, pointsPerDollar }: SuggestionInput): readonly [readonly number[], number] {
	const { roundWeights } = rules.coach;
	if (aim === "round" || aim === "risk") return [roundWeights.slice(0, 1), 0];
	if (aim === "money") return [roundWeights.map((weight) => POINTS_FACTOR_FOR_MONEY * weight), pointsPerDollar];
	return [roundWeights, pointsPerDollar];
}

const toPair = ({ playerIn, playerOut }: CoachTrade): TradePair => ({
	playerInId: playerIn.player.id,
	playerOutId: playerOut.player.id,
});

/** Whether two sets share at most half of the players traded in, and at most half of all players traded. */
function isDifferent({ trades }: TradeSet, other: TradeSet): boolean {
	const sharedIn = trades.filter((trade) => other.trades.some(({ playerIn }) => playerIn === trade.playerIn)).length;
	const sharedOut = trades.filter((trade) =>
		other.trades.some(({ playerOut }) => playerOut === trade.playerOut),
	).length;
	const size = Math.min(trades.length, other.trades.length);
	return sharedIn <= size / 2 && sharedIn + sharedOut <= size;
}

function describeSet({ trades, cost }: TradeSet, input: SuggestionInput): TradeSuggestion {
	const { team, pool, rules, bank } = input;
	const factsByPlayer = new Map([...team, ...pool].map(({ coach, facts }) => [coach, facts]));
	const before = team.map(({ coach }) => coach);
	const incoming = trades.map(({ playerIn }) => playerIn);
	const { openSlots = findOpenSlots(rules, null) } = input;
	const computeGain = (roundWeights: readonly number[]): Points => {
		const computeValue = createTeamValue(before, incoming, { rules, roundWeights, pointsPerDollar: 0, openSlots });
		return computeValue(trades) - computeValue([]);
	};
	const involved = trades.flatMap(({ playerIn, playerOut }) => [playerIn, playerOut]);
	const points = computeGain([1]);
	// A player's range reaches a multiple of √points to either side. For independent scores the squares of these
	// distances add up, so the set's range follows from the sum of the points.
	const distance =
		rules.projections.rangeWidth * Math.sqrt(involved.reduce((sum, { points }) => sum + (points[0] ?? 0), 0));
	return {
		trades: trades.map((trade) => describeTrade(trade, factsByPlayer)),
		points,
		pointsAhead: computeGain(rules.coach.roundWeights.slice(0, team[0]?.coach.points.length).map(() => 1)),
		range: { low: points - distance, high: points + distance },
		priceRise: trades.reduce((sum, { playerIn, playerOut }) => sum + playerIn.priceRise - playerOut.priceRise, 0),
		bankAfter: bank - cost,
	};
}

function describeTrade(trade: CoachTrade, factsByPlayer: ReadonlyMap<CoachPlayer, PlayerFacts>): SuggestedTrade {
	const { playerIn, playerOut } = trade;
	const points = (playerIn.points[0] ?? 0) - (playerOut.points[0] ?? 0);
	return {
		...toPair(trade),
		outReason: findOutReason(factsByPlayer.get(playerOut), factsByPlayer.get(playerIn), points),
		points,
		pointsAhead: sum(playerIn.points) - sum(playerOut.points),
		priceRiseIn: playerIn.priceRise,
		priceRiseOut: playerOut.priceRise,
	};
}

const isUncertain = (facts: PlayerFacts | undefined): boolean =>
	facts?.selection === "unknown" && facts.status === "uncertain";

function findOutReason(
	facts: PlayerFacts | undefined,
	incomingFacts: PlayerFacts | undefined,
	points: Points,
): OutReason {
	if (facts?.matches[0] === 0) return "bye";
	if (facts?.selection !== "named" && facts?.status === "injured") return "injured";
	if (facts?.selection === "left-out" || facts?.status === "not-playing") return "left-out";
	if (isUncertain(facts) && !isUncertain(incomingFacts)) return "uncertain";
	return points > 0 ? "fewer-points" : "price";
}
