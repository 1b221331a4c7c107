import type { Team } from "@first-bounce/contract/team/team";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { isSeasonComplete } from "@first-bounce/rules/round/round";
import { getActionRoundId } from "@first-bounce/rules/team/team-state";
import type { Season } from "../../../api/season-model.ts";
import { useSeasonNow } from "../../../live/season-clock.ts";
import { useTeamEditor } from "../editor/use-team-editor.ts";
import { getLineup, getStartedTeamState } from "../model/team-state.ts";
import type { ViewContext } from "../model/view-context.ts";
import { buildTradeContext, useSavedTrades } from "../trade/use-trade-editor.ts";

/** The user's team as the team screen would open it; null until the saved trades are known. */
export function useTeamContext(team: Team, season: Season): ViewContext | null {
	const { current, rules, lookup: getPlayer, rounds } = season;
	const now = useSeasonNow((time) => (current ? getNextLockTime(current, time) : null));
	const editor = useTeamEditor(team, season, now);
	const saved = useSavedTrades(team.isComplete, { noErrorModal: true });
	const hasStarted = !editor.isEditable;
	if (hasStarted && !saved.isKnown) return null;
	const seasonContext = { rules, getPlayer, rounds, now };
	const started = getStartedTeamState({ team, lineup: getLineup(team) }, saved.trades, rules);
	const savedTrades = saved.trades.filter(({ roundId }) => roundId === getActionRoundId(seasonContext));
	return {
		season,
		lineup: hasStarted ? started.lineup : editor.lineup,
		bank: hasStarted ? started.bank : editor.bank,
		isLocked: editor.isLocked,
		mode: isSeasonComplete(rounds) ? "read" : hasStarted ? "live" : "edit",
		round: current,
		getCost: ({ cost }) => cost,
		stat: "avgPoints",
		trade: hasStarted ? buildTradeContext(started, [], savedTrades, seasonContext) : null,
	};
}
