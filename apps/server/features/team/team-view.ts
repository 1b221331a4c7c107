import type { Team } from "@first-bounce/contract/team/team";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { copyPlayersByLine, type Lineup } from "@first-bounce/rules/lineup/lineup";
import { createEmptyLineup } from "@first-bounce/rules/lineup/slots";
import { sum } from "@first-bounce/rules/numbers";
import { computeTeamSalaryCap, computeTeamValue } from "@first-bounce/rules/salary/salary";
import { getStartRoundId } from "@first-bounce/rules/team/team-state";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { getSubstitutions } from "./substitutions.ts";
import type { TeamRow } from "./team-row.ts";
import { buildTeamState } from "./team-state.ts";

export interface LiveTeamPoints {
	readonly roundId: number;
	readonly points: number;
}

export const buildLineupView = (lineup: Lineup) => ({
	lineup: copyPlayersByLine(lineup.field),
	bench: copyPlayersByLine(lineup.bench),
	utilityId: lineup.utilityId,
	captainId: lineup.captainId,
	viceCaptainId: lineup.viceCaptainId,
	emergency: [...lineup.emergency],
});

export function buildTeamView(
	row: TeamRow,
	season: SeasonSnapshot,
	live: LiveTeamPoints | null,
	now: SeasonTime,
): Team {
	const state = buildTeamState(row, season);
	const startRoundId = state && getStartRoundId(state, { rounds: season.rounds, now });
	const getPlayer = (id: number) => season.players.get(id);
	const lineup = state?.lineup ?? createEmptyLineup(season.rules);
	const value = computeTeamValue(lineup, getPlayer);
	const scoreflow: Record<string, number> = { ...row.scoreflow, ...(live ? { [live.roundId]: live.points } : {}) };
	return {
		id: row.id,
		userId: row.user_id,
		name: row.team_name ?? "",
		teamName: row.team_name ?? "",
		...buildLineupView(lineup),
		value,
		salaryCap: state ? computeTeamSalaryCap(value, state.bank) : season.rules.salaryCap,
		points: sum(Object.values(scoreflow)),
		scoreflow,
		startRoundId,
		isComplete: state !== null,
		avatarVersion: row.avatar_version,
		supportedSquadId: row.supported_squad_id,
		substitutions: getSubstitutions(row, season, startRoundId),
		version: row.version,
	};
}
