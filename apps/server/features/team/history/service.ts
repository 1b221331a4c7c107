import type { TeamHistory } from "@first-bounce/contract/team/team-history";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { createEmptyLineup, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { redactForRivals } from "@first-bounce/rules/rivals/visible-to-rivals";
import { getStartRoundId } from "@first-bounce/rules/team/team-state";
import { refuse } from "../../../plugins/refusal.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { findUserTeam, type LoadedTeam, loadTeam, type TeamServices } from "../load-team.ts";
import { computeRoundSubstitutions } from "../substitutions.ts";
import { findLineupRow } from "../team-row.ts";
import { buildLineup, buildSeasonContext, buildTeamState } from "../team-state.ts";
import { buildLineupView } from "../team-view.ts";

/** Builds the players of a line-up, with the roles as the history of a team names them. */
function buildHistoryLineup(lineup: Lineup) {
	const { utilityId: utility, captainId: captain, viceCaptainId: viceCaptain, ...lines } = buildLineupView(lineup);
	return { ...lines, utility, captain, viceCaptain };
}

/** Builds a team as it was in a round: the whole line-up, with its value and points in that round. */
function buildTeamHistory({ row, season }: LoadedTeam, round: SnapshotRound, services: TeamServices): TeamHistory {
	const now = services.clocks.seasonNow();
	const team = buildTeamState(row, season);
	const start = team && getStartRoundId(team, buildSeasonContext(season, now));
	const lineupRow = findLineupRow(row, round.id);
	if (start === null || round.id < start || !lineupRow) throw refuse(404, "team-not-in-round", { round: round.id });

	const lineup = buildLineup(lineupRow, season);
	const getPriceInRound = (id: number) =>
		season.players.get(id)?.prices.get(round.id) ?? season.players.get(id)?.cost ?? 0;
	const value = lineupRow.slots.reduce((sum, id) => sum + getPriceInRound(id), 0);
	const live = services.getLivePoints(row.id);
	const livePoints = live?.roundId === round.id ? live.points : null;
	return {
		roundId: round.id,
		teamId: row.id,
		userId: row.user_id,
		teamName: row.is_active ? (row.team_name ?? "") : "",
		avatarVersion: row.is_active ? row.avatar_version : 0,
		supportedSquadId: row.supported_squad_id,
		...buildHistoryLineup(lineup),
		value,
		salaryCap: value + (lineupRow.bank ?? 0),
		points: row.scoreflow[round.id] ?? livePoints,
		substitutions: round.status === "scheduled" ? {} : { [round.id]: computeRoundSubstitutions(lineup, round, season) },
		hidden: 0,
		isLive: round.status === "playing",
	};
}

/** Removes what rivals may not see of a team in a round (docs/game-rules.md#what-rivals-see). */
function redactTeamHistory(history: TeamHistory, round: SnapshotRound, season: SeasonSnapshot, now: number) {
	const { lineup, bench, emergency, utility: utilityId, captain: captainId, viceCaptain: viceCaptainId } = history;
	const fullLineup = { field: lineup, bench, emergency, utilityId, captainId, viceCaptainId };
	const getPlayer = (id: number) => season.players.get(id);
	const visible = redactForRivals(fullLineup, round, { getPlayer, now, shape: season.rules });
	if (!visible) throw refuse(403, "round-scheduled", { round: round.id });
	const hiddenValues = visible.hidden === 0 ? {} : { value: null, salaryCap: null };
	const visibleIds = new Set(listPlayerIds(visible.lineup));
	const visibleSubstitutions = (history.substitutions[round.id] ?? []).filter(
		(substitution) => visibleIds.has(substitution.out) && visibleIds.has(substitution.in),
	);
	return {
		...history,
		...buildHistoryLineup(visible.lineup),
		...hiddenValues,
		hidden: visible.hidden,
		substitutions: { [round.id]: visibleSubstitutions },
	};
}

/** Finds a user's team, to show it in a round. For a complete round, the data may be three seconds old. */
function findTeamOfRound(services: TeamServices, userId: UserId, { status }: SnapshotRound) {
	const { findTeam, findTeamOnStandby } = services;
	return findUserTeam({ ...services, findTeam: status === "complete" ? findTeamOnStandby : findTeam }, userId);
}

/** Gets the caller's own team in a round, from its start round on. */
export async function getOwnHistory(services: TeamServices, userId: UserId, roundId: RoundId): Promise<TeamHistory> {
	const round = requireRound(services.seasons.current(), roundId);
	const team = (await findTeamOfRound(services, userId, round)) ?? (await loadTeam(services, { userId }));
	return buildTeamHistory(team, requireRound(team.season, roundId), services);
}

/** Builds a team in a round as the viewer may see it. */
export function getVisibleHistory(
	viewerId: UserId | null,
	team: LoadedTeam,
	round: SnapshotRound,
	services: TeamServices,
): TeamHistory {
	if (team.row.user_id === viewerId) return buildTeamHistory(team, round, services);
	const { rules } = team.season;
	// Checked first, with an empty line-up: a round that rivals may not see yet is refused even for a team that is not in it.
	if (!redactForRivals(createEmptyLineup(rules), round, { getPlayer: () => undefined, now: 0, shape: rules }))
		throw refuse(403, "round-scheduled", { round: round.id });
	return redactTeamHistory(buildTeamHistory(team, round, services), round, team.season, services.clocks.seasonNow());
}

export async function getTeamHistory(
	services: TeamServices,
	viewerId: UserId | null,
	{ roundId, userId }: { readonly roundId: RoundId; readonly userId: UserId },
): Promise<TeamHistory> {
	if (userId === viewerId) return getOwnHistory(services, viewerId, roundId);
	const round = requireRound(services.seasons.current(), roundId);
	const team = await findTeamOfRound(services, userId, round);
	if (!team) throw refuse(404, "team-unknown");
	return getVisibleHistory(viewerId, team, round, services);
}
