import type { LineupBody, Team } from "@first-bounce/contract/team/team";
import type { TradeView } from "@first-bounce/contract/team/trade";
import type { Lineup, PlayersByLine } from "@first-bounce/rules/lineup/lineup";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { TeamState } from "@first-bounce/rules/team/team-state";

/** The line-up within a team as the wire has it. */
export const getLineup = ({ lineup, bench, utilityId, captainId, viceCaptainId, emergency }: Team): Lineup => ({
	lineup,
	bench,
	utilityId,
	captainId,
	viceCaptainId,
	emergency,
});

/** The saved team as the rules read it, with the trades that the server holds; null before its first save. */
export const getTeamState = (team: Team, trades: readonly TradeView[] = []): TeamState | null =>
	team.isComplete && team.startRoundId !== null
		? { lineup: getLineup(team), bank: team.salaryCap - team.value, startRoundId: team.startRoundId, trades }
		: null;

const copyPlayersByLine = ({ DEF, MID, RUC, FWD }: PlayersByLine) => ({
	DEF: [...DEF],
	MID: [...MID],
	RUC: [...RUC],
	FWD: [...FWD],
});

/** What team/update and autopick take. */
export const buildLineupBody = (lineup: Lineup, version: number): LineupBody => ({
	lineup: copyPlayersByLine(lineup.lineup),
	bench: copyPlayersByLine(lineup.bench),
	utilityId: lineup.utilityId,
	captainId: lineup.captainId,
	viceCaptainId: lineup.viceCaptainId,
	emergency: [...lineup.emergency],
	version,
});

/** A team that has started, as its live actions leave it; one that has not is empty and never asked. */
export const getStartedTeamState = (
	{ team, lineup }: { readonly team: Team; readonly lineup: Lineup },
	trades: readonly TradeView[],
	rules: SeasonRules,
): TeamState => ({
	...(getTeamState(team, trades) ?? { bank: rules.salaryCap, startRoundId: 0, trades: [] }),
	lineup,
});
