import type { TeamHistory } from "@first-bounce/contract/team/team-history";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Round } from "@first-bounce/rules/round/round";
import type { Season } from "../../../api/season-model.ts";
import type { PoolStat } from "../../../players/player-format.ts";
import { computeTeamScore } from "../../../players/team-score.ts";
import { buildSlotViews, type SlotView } from "../model/slot-view.ts";
import type { ViewContext } from "../model/view-context.ts";

const getHistoryLineup = (history: TeamHistory): Lineup => ({
	field: history.lineup,
	bench: history.bench,
	utilityId: history.utility,
	captainId: history.captain,
	viceCaptainId: history.viceCaptain,
	emergency: history.emergency,
});

interface HistoryView {
	readonly context: ViewContext;
	readonly slots: readonly SlotView[];
}

/** A read-only view of a team in a past round. */
export function buildHistoryView(history: TeamHistory, round: Round, season: Season, stat: PoolStat): HistoryView {
	const lineup = getHistoryLineup(history);
	const context: ViewContext = {
		season,
		lineup,
		stat,
		round,
		bank: 0,
		mode: "read",
		trade: null,
		isLocked: () => false,
		getCost: ({ cost, stats }) => stats.prices[String(round.id)] ?? cost,
	};
	const score = computeTeamScore(lineup, round, season);
	return { context, slots: buildSlotViews(lineup, context, { round, score }) };
}
