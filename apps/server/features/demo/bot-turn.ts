import { changeCaptain } from "@first-bounce/rules/captaincy/change-marks";
import type { PlayerId } from "@first-bounce/rules/ids";
import { listBenchIds, listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { swapPlayers } from "@first-bounce/rules/swaps/swap-players";
import type { GameContext, TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { countTradesLeft, type NewTrade } from "@first-bounce/rules/trades/trade";
import type { Random } from "../seasons/generator/random.ts";
import { drawOpinions, type Prospect, type Taste } from "./pick-team.ts";

export interface BotTurn {
	readonly team: TeamState;
	readonly trades: readonly NewTrade[];
}

/** The chance that a bot with trades left makes one in a round. */
const TRADE_CHANCE = 0.22;
const MAX_PURCHASES_TRIED = 12;

export interface BotContext extends GameContext {
	readonly prospects: ReadonlyMap<PlayerId, Prospect>;
}

/** Swaps players who will play for those on field who will not, one at a time while the rules allow it. */
function swapInPlayers(team: TeamState, context: BotContext): TeamState {
	const points = (id: PlayerId) => context.prospects.get(id)?.projectedPoints ?? 0;
	let current = team;
	for (const out of listFieldIds(team.lineup).filter((id) => points(id) === 0)) {
		const reserves = [...listBenchIds(current.lineup), current.lineup.utilityId].sort((a, b) => points(b) - points(a));
		for (const into of reserves) {
			if (points(into) === 0) break;
			const swapped = swapPlayers(current, [[out, into]], context);
			if (!swapped.ok) continue;
			current = swapped.value;
			break;
		}
	}
	return current;
}

function chooseCaptains(team: TeamState, worth: (id: PlayerId) => number, context: BotContext): TeamState {
	const [best, second] = [...listFieldIds(team.lineup)].sort((a, b) => worth(b) - worth(a));
	if (best === undefined || second === undefined) return team;
	const captained = changeCaptain(team, "captain", best, context);
	const current = captained.ok ? captained.value : team;
	const seconded = changeCaptain(current, "viceCaptain", second, context);
	return seconded.ok ? seconded.value : current;
}

/** Trades the player of least worth for the best affordable one; null when the rules allow none of those tried. */
function tradeWorstPlayer(team: TeamState, worth: (id: PlayerId) => number, context: BotContext): BotTurn | null {
	const held = new Set(listPlayerIds(team.lineup));
	const [out] = [...listFieldIds(team.lineup)].sort((a, b) => worth(a) - worth(b));
	const sold = out === undefined ? undefined : context.prospects.get(out);
	if (!sold) return null;
	const purse = team.bank + sold.cost;
	const wanted = [...context.prospects.values()]
		.filter(({ id, cost, position }) => {
			const plays = position.some((line) => sold.position.includes(line));
			return plays && !held.has(id) && cost <= purse && worth(id) > worth(sold.id) * 1.25;
		})
		.sort((one, other) => worth(other.id) - worth(one.id))
		.slice(0, MAX_PURCHASES_TRIED);
	for (const { id } of wanted) {
		const traded = makeTrades(team, [{ playerInId: id, playerOutId: sold.id }], context);
		if (traded.ok) return { team: traded.value.team, trades: traded.value.newTrades };
	}
	return null;
}

/** Computes a bot's changes before a round's first lock: perhaps a trade, then swaps, then captains. */
export function computeBotTurn(team: TeamState, taste: Taste, context: BotContext, random: Random): BotTurn {
	const opinion = drawOpinions(context.prospects.values(), { ...taste, whim: taste.whim / 3 }, random);
	const worth = (id: PlayerId) => opinion.get(id) ?? 0;
	const roundId = context.rounds.find(({ status }) => status !== "complete")?.id ?? 0;
	const wantsTrade = countTradesLeft(team.trades, roundId, context.rules) > 0 && random.chance(TRADE_CHANCE);
	const traded = wantsTrade ? tradeWorstPlayer(team, worth, context) : null;
	const fielded = swapInPlayers(traded?.team ?? team, context);
	return { team: chooseCaptains(fielded, worth, context), trades: traded?.trades ?? [] };
}
