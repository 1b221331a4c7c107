import { MAX_PLANNED_ROUNDS } from "@first-bounce/contract/constants";
import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { findRound, hasNoExpectedMatch } from "@first-bounce/rules/round/round";
import type { SeasonContext, TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import type { Season } from "../../../api/season-model.ts";
import { createPriceProjection } from "../model/projected-price.ts";
import { type LocalTrade, listCompletePairs } from "./local-trades.ts";
import { previewTrades } from "./trade-preview.ts";

/** Planned trades by round. They are never sent. */
export type Plan = Readonly<Record<string, readonly LocalTrade[]>>;

export const getPlannedTrades = (plan: Plan, roundId: RoundId): readonly LocalTrade[] => plan[String(roundId)] ?? [];

/** The season as it will be in a later round: earlier rounds complete, nobody locked, prices as projected. */
export function buildRoundContext(roundId: RoundId, season: Season, currentContext: SeasonContext): SeasonContext {
	if (roundId <= (season.current?.id ?? 0)) return currentContext;
	const getCost = createPriceProjection(season, roundId);
	return {
		rules: season.rules,
		now: Number.NEGATIVE_INFINITY,
		rounds: season.rounds.map((round) => (round.id < roundId ? { ...round, status: "complete" as const } : round)),
		getPlayer: (id) => {
			const rulesPlayer = season.lookup(id);
			const entry = season.playerById.get(id);
			return rulesPlayer && entry ? { ...rulesPlayer, cost: getCost(entry) } : undefined;
		},
	};
}

/** The current round and the later ones that can be planned. */
export const listPlannableRoundIds = ({ rounds, current }: Season): readonly RoundId[] =>
	rounds
		.filter(({ id, status }) => status !== "complete" && id >= (current?.id ?? 0))
		.map(({ id }) => id)
		.slice(0, MAX_PLANNED_ROUNDS + 1);

/** Trades that are not saved have no id. No saved trade has this one. */
const UNSAVED_TRADE_ID = -1;

/** The team after the trades planned for a round; unchanged if they are impossible. */
function applyPlannedTrades(
	before: TeamState,
	plan: Plan,
	roundId: RoundId,
	season: Season,
	currentContext: SeasonContext,
): TeamState {
	const pairs = listCompletePairs(getPlannedTrades(plan, roundId));
	if (pairs.length === 0) return before;
	const ruling = makeTrades(before, pairs, buildRoundContext(roundId, season, currentContext));
	if (!ruling.ok) return before;
	const { team: after, newTrades } = ruling.value;
	return {
		...after,
		trades: [...before.trades, ...newTrades.map((trade) => ({ ...trade, id: UNSAVED_TRADE_ID }))],
	};
}

/** The team when a round opens, with the trades planned before it. Impossible trades are left out. */
export function buildPlannedTeam(
	team: TeamState,
	plan: Plan,
	roundId: RoundId,
	season: Season,
	currentContext: SeasonContext,
): TeamState {
	return listPlannableRoundIds(season)
		.filter((id) => id < roundId)
		.reduce((before, id) => applyPlannedTrades(before, plan, id, season, currentContext), team);
}

export interface PlannedRound {
	readonly roundId: RoundId;
	readonly tradeCount: number;
	/** After the round's planned trades, at projected prices; negative if they cost too much. */
	readonly bank: Dollars;
	/** The players of the team after these trades who have a bye. */
	readonly byes: readonly PlayerId[];
}

/** Sums up each plannable round, also those without planned trades. */
export function summarizePlan(
	team: TeamState,
	plan: Plan,
	season: Season,
	currentContext: SeasonContext,
): readonly PlannedRound[] {
	const plannedRounds: PlannedRound[] = [];
	let before = team;
	for (const roundId of listPlannableRoundIds(season)) {
		const trades = getPlannedTrades(plan, roundId);
		const { lineup, bank } = previewTrades(before, trades, buildRoundContext(roundId, season, currentContext));
		const round = findRound(season.rounds, roundId);
		const byes = listPlayerIds(lineup).filter((id) => {
			const squadId = season.playerById.get(id)?.squadId;
			return round !== undefined && squadId !== undefined && hasNoExpectedMatch(squadId, round);
		});
		plannedRounds.push({ roundId, tradeCount: listCompletePairs(trades).length, bank, byes });
		before = applyPlannedTrades(before, plan, roundId, season, currentContext);
	}
	return plannedRounds;
}

/** Projected value of a team when a round opens. */
export function computeProjectedValue(team: TeamState, roundId: RoundId, season: Season): Dollars {
	const getCost = createPriceProjection(season, roundId);
	return listPlayerIds(team.lineup).reduce((sum, id) => {
		const entry = season.playerById.get(id);
		return sum + (entry ? getCost(entry) : 0);
	}, 0);
}
