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
			const player = season.lookup(id);
			const entry = season.playerById.get(id);
			return player && entry ? { ...player, cost: getCost(entry) } : undefined;
		},
	};
}

/** The current round and up to five later ones. */
export const listPlannableRounds = ({ rounds, current }: Season): readonly RoundId[] =>
	rounds
		.filter(({ id, status }) => status !== "complete" && id >= (current?.id ?? 0))
		.map(({ id }) => id)
		.slice(0, MAX_PLANNED_ROUNDS + 1);

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
		trades: [...before.trades, ...newTrades.map((trade, index) => ({ ...trade, id: -1 - index }))],
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
	return listPlannableRounds(season)
		.filter((id) => id < roundId)
		.reduce((before, id) => applyPlannedTrades(before, plan, id, season, currentContext), team);
}

/** A round of the plan, with the bank after its trades and the players who have a bye. */
export interface PlannedRound {
	readonly roundId: RoundId;
	readonly trades: number;
	/** After the round's planned trades, at projected prices; negative if they cost too much. */
	readonly bank: Dollars;
	readonly byes: readonly PlayerId[];
}

export function listPlannedRounds(
	team: TeamState,
	plan: Plan,
	season: Season,
	currentContext: SeasonContext,
): readonly PlannedRound[] {
	let before = team;
	return listPlannableRounds(season).map((roundId) => {
		const trades = getPlannedTrades(plan, roundId);
		const { lineup, bank } = previewTrades(before, trades, buildRoundContext(roundId, season, currentContext));
		before = applyPlannedTrades(before, plan, roundId, season, currentContext);
		const round = findRound(season.rounds, roundId);
		const byes = listPlayerIds(lineup).filter((id) => {
			const squadId = season.playerById.get(id)?.squadId;
			return round !== undefined && squadId !== undefined && hasNoExpectedMatch(squadId, round);
		});
		return { roundId, trades: listCompletePairs(trades).length, bank, byes };
	});
}

/** Projected value of a team when a round opens. */
export function computeProjectedValue(team: TeamState, roundId: RoundId, season: Season): Dollars {
	const getCost = createPriceProjection(season, roundId);
	return listPlayerIds(team.lineup).reduce((sum, id) => {
		const entry = season.playerById.get(id);
		return sum + (entry ? getCost(entry) : 0);
	}, 0);
}
