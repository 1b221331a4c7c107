import type { Dollars, PlayerId, Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { CoachPlayer } from "./coach-player.ts";
import { findTrades, type TradeSet } from "./find-trades.ts";
import { findOpenSlots, type OpenSlots } from "./open-slots.ts";
import { createRosterCheck, createTeamValue } from "./team-value.ts";

export interface TradeAdviceInput {
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor" | "coach" | "prices">;
	readonly team: readonly CoachPlayer[];
	/** Players who may come in. */
	readonly pool: readonly CoachPlayer[];
	/** Players of the team who may not leave: locked, traded in this round, or kept by the manager. */
	readonly mustStay: (id: PlayerId) => boolean;
	readonly bank: Dollars;
	readonly tradesLeft: number;
	/** How many alternatives to the best trades are wanted. */
	readonly otherChoices?: number;
	/** The value of an expected dollar in points. */
	readonly pointsPerDollar: number;
	/** The slots that are open in the next round; all by default. */
	readonly openSlots?: OpenSlots;
	/** The bonus that a player coming in adds to a set's gain. Players with a bonus above 0 are always considered. */
	readonly getBonus?: (id: PlayerId) => Points;
	/** Whether the request was aborted. The search then ends at once, and the sets mean nothing. */
	readonly isAborted?: () => boolean;
}

/** The values of a dollar to try while combining trades, relative to one point per opening magic number. */
const MONEY_VALUES = [0, 0.5, 1, 2];

/** Every set of trades worth considering for the next rounds, the best first. Their gains include the bonuses. */
export function listTradeSets(input: TradeAdviceInput): TradeSet[] {
	const {
		rules,
		team,
		pool,
		mustStay,
		bank,
		tradesLeft,
		otherChoices = 0,
		pointsPerDollar,
		getBonus = () => 0,
	} = input;
	const { isAborted = () => false } = input;
	const openSlots = input.openSlots ?? findOpenSlots(rules, null);
	const roundWeights = rules.coach.roundWeights.slice(0, team[0]?.points.length ?? 0);
	const pointsPerMoney = roundWeights.reduce((sum, weight) => sum + weight, 0) / rules.prices.openingMagicNumber;
	const computeTeamValue = createTeamValue(team, pool, { rules, roundWeights, pointsPerDollar, openSlots });
	return findTrades({
		leaving: team.filter(({ player }) => !mustStay(player.id)),
		pool,
		bank,
		maxTrades: tradesLeft,
		otherChoices,
		mustConsider: ({ player }) => getBonus(player.id) > 0,
		computeValue: (trades) => {
			if (isAborted()) return 0;
			let value = computeTeamValue(trades);
			for (const { playerIn } of trades) value += getBonus(playerIn.player.id);
			return value;
		},
		fits: createRosterCheck(team, pool, openSlots),
		moneyValues: MONEY_VALUES.map((value) => value * pointsPerMoney),
	});
}
