import { changeCaptain } from "@first-bounce/rules/captaincy/change-roles";
import type { PlayerId } from "@first-bounce/rules/ids";
import { listBenchIds, listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { swapPlayers } from "@first-bounce/rules/swaps/swap-players";
import type { SeasonContext, TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { countTradesLeft, type NewTrade } from "@first-bounce/rules/trades/trade";
import type { Random } from "../../seasons/generator/random.ts";
import { type BotStrategy, drawEstimates, type Prospect } from "./pick-team.ts";

export interface BotTurn {
	readonly team: TeamState;
	readonly trades: readonly NewTrade[];
}

/** The chance that a bot with trades left makes one in a round. */
const TRADE_CHANCE = 0.22;
const MAX_PURCHASES_TRIED = 12;
/** How many times the sold player's estimate a bought player's must be. */
const MIN_IMPROVEMENT = 1.25;

export interface BotContext extends SeasonContext {
	readonly prospects: ReadonlyMap<PlayerId, Prospect>;
}

/** Swaps players who will play for those on field who will not, one at a time while the rules allow it. */
function swapInPlayers(team: TeamState, context: BotContext): TeamState {
	const getPoints = (id: PlayerId) => context.prospects.get(id)?.projectedPoints ?? 0;
	let current = team;
	for (const outId of listFieldIds(team.lineup).filter((id) => getPoints(id) === 0)) {
		const reserves = [...listBenchIds(current.lineup), current.lineup.utilityId].sort(
			(a, b) => getPoints(b) - getPoints(a),
		);
		for (const reserveId of reserves) {
			if (getPoints(reserveId) === 0) break;
			const swapped = swapPlayers(current, [[outId, reserveId]], context);
			if (!swapped.ok) continue;
			current = swapped.value;
			break;
		}
	}
	return current;
}

function chooseCaptains(team: TeamState, getEstimate: (id: PlayerId) => number, context: BotContext): TeamState {
	const [best, second] = [...listFieldIds(team.lineup)].sort((a, b) => getEstimate(b) - getEstimate(a));
	if (best === undefined || second === undefined) return team;
	const withCaptain = changeCaptain(team, "captain", best, context);
	const current = withCaptain.ok ? withCaptain.value : team;
	const withViceCaptain = changeCaptain(current, "viceCaptain", second, context);
	return withViceCaptain.ok ? withViceCaptain.value : current;
}

/** Trades the weakest player for the best affordable one; null if no trade is allowed. */
function tradeWorstPlayer(team: TeamState, getEstimate: (id: PlayerId) => number, context: BotContext): BotTurn | null {
	const teamIds = new Set(listPlayerIds(team.lineup));
	const [outId] = [...listFieldIds(team.lineup)].sort((a, b) => getEstimate(a) - getEstimate(b));
	const soldPlayer = outId === undefined ? undefined : context.prospects.get(outId);
	if (!soldPlayer) return null;
	const budget = team.bank + soldPlayer.cost;
	const candidates = [...context.prospects.values()]
		.filter(({ id, cost, position }) => {
			const fitsPosition = position.some((line) => soldPlayer.position.includes(line));
			return (
				fitsPosition &&
				!teamIds.has(id) &&
				cost <= budget &&
				getEstimate(id) > getEstimate(soldPlayer.id) * MIN_IMPROVEMENT
			);
		})
		.sort((one, other) => getEstimate(other.id) - getEstimate(one.id))
		.slice(0, MAX_PURCHASES_TRIED);
	for (const { id } of candidates) {
		const traded = makeTrades(team, [{ playerInId: id, playerOutId: soldPlayer.id }], context);
		if (traded.ok) return { team: traded.value.team, trades: traded.value.newTrades };
	}
	return null;
}

/** Computes a bot's changes before a round's first lock: perhaps a trade, then swaps, then captains. */
export function computeBotTurn(team: TeamState, strategy: BotStrategy, context: BotContext, random: Random): BotTurn {
	// Closer to the projections than when the bot picked its team.
	const estimates = drawEstimates(
		context.prospects.values(),
		{ ...strategy, estimateDeviation: strategy.estimateDeviation / 3 },
		random,
	);
	const getEstimate = (id: PlayerId) => estimates.get(id) ?? 0;
	const roundId = context.rounds.find(({ status }) => status !== "complete")?.id ?? 0;
	const wantsTrade = countTradesLeft(team.trades, roundId, context.rules) > 0 && random.chance(TRADE_CHANCE);
	const traded = wantsTrade ? tradeWorstPlayer(team, getEstimate, context) : null;
	const fielded = swapInPlayers(traded?.team ?? team, context);
	return { team: chooseCaptains(fielded, getEstimate, context), trades: traded?.trades ?? [] };
}
