import type { LineupBody, Team } from "@first-bounce/contract/team";
import type { Lineup, PlayersByLine } from "@first-bounce/rules/lineup/lineup";
import type { TeamState } from "@first-bounce/rules/team/team-state";

/** The line-up within a team as the wire has it. */
export const lineupOf = ({ lineup, bench, utilityId, captainId, viceCaptainId, emergency }: Team): Lineup => ({
	lineup,
	bench,
	utilityId,
	captainId,
	viceCaptainId,
	emergency,
});

/** The saved team as the rules read it; null before its first save. Trades are judged on the server alone. */
export const stateOf = (team: Team): TeamState | null =>
	team.isComplete && team.startRoundId !== null
		? { lineup: lineupOf(team), bank: team.salaryCap - team.value, startRoundId: team.startRoundId, trades: [] }
		: null;

const lists = ({ DEF, MID, RUC, FWD }: PlayersByLine) => ({
	DEF: [...DEF],
	MID: [...MID],
	RUC: [...RUC],
	FWD: [...FWD],
});

/** What team/update and autopick take. */
export const toBody = (lineup: Lineup, version: number): LineupBody => ({
	lineup: lists(lineup.lineup),
	bench: lists(lineup.bench),
	utilityId: lineup.utilityId,
	captainId: lineup.captainId,
	viceCaptainId: lineup.viceCaptainId,
	emergency: [...lineup.emergency],
	version,
});
