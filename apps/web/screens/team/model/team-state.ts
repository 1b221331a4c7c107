import type { LineupBody, Team } from "@first-bounce/contract/team/team";
import type { TradeView } from "@first-bounce/contract/team/trade";
import { copyPlayersByLine, type Lineup } from "@first-bounce/rules/lineup/lineup";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { TeamState } from "@first-bounce/rules/team/team-state";

/** The line-up of a team from the API. */
export const getLineup = ({ lineup, bench, utilityId, captainId, viceCaptainId, emergency }: Team): Lineup => ({
	field: lineup,
	bench,
	utilityId,
	captainId,
	viceCaptainId,
	emergency,
});

/** Converts a saved team and its saved trades to the state that the rules take; null before the first save. */
export const getTeamState = (team: Team, trades: readonly TradeView[] = []): TeamState | null =>
	team.isComplete && team.startRoundId !== null
		? { lineup: getLineup(team), bank: team.salaryCap - team.value, startRoundId: team.startRoundId, trades }
		: null;

/** The body of the calls that update or autofill a team. */
export const buildLineupBody = (lineup: Lineup, version: number): LineupBody & { emergency: number[] } => ({
	lineup: copyPlayersByLine(lineup.field),
	bench: copyPlayersByLine(lineup.bench),
	utilityId: lineup.utilityId,
	captainId: lineup.captainId,
	viceCaptainId: lineup.viceCaptainId,
	emergency: [...lineup.emergency],
	version,
});

/** The state of a started team with its live actions. For any other team, bank, start round and trades are placeholders. */
export const getStartedTeamState = (
	{ team, lineup }: { readonly team: Team; readonly lineup: Lineup },
	trades: readonly TradeView[],
	rules: SeasonRules,
): TeamState => ({
	...(getTeamState(team, trades) ?? { bank: rules.salaryCap, startRoundId: 0, trades: [] }),
	lineup,
});
