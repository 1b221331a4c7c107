import type { SuccessOf } from "@first-bounce/contract/call";
import type { MatchUpTeam, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import type { TeamHistory } from "@first-bounce/contract/team/team-history";
import { findMatchUpWinner, hasGrandFinalByes } from "@first-bounce/rules/head-to-head/finals";
import { FINALS_SERIES_TEAMS } from "@first-bounce/rules/head-to-head/finals-rounds";
import { computeRoundMedian } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { createEmptyLineup, listSlots } from "@first-bounce/rules/lineup/slots";
import { findRound, hasRoundStarted } from "@first-bounce/rules/round/round";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getVisibleHistory } from "../../team/history/service.ts";
import { findUserTeam, type LoadedTeam, type TeamServices } from "../../team/load-team.ts";
import { buildLineupView } from "../../team/team-view.ts";
import { getDraftRules, loadDraftTeams } from "../draft/lineups/loaded-teams.ts";
import { listOwnersInLeague } from "../draft/team-colours.ts";
import type { LeagueMember } from "../league-queries.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { getLeagueFinals, type SeasonRounds } from "../league-view.ts";
import type { TeamOwner } from "../members/team-owners.ts";
import { computeResult, type H2hLadder } from "./h2h-ladder.ts";
import { getH2hLeague, loadH2hLadder } from "./h2h-rankings.ts";
import type { LeagueMatchUp } from "./match-up-queries.ts";

export interface MatchUpServices extends LeagueServices {
	readonly teams: TeamServices;
}

/** Gets a team in a round as the viewer may see it; null if nothing is visible. */
function findVisibleTeam(teams: TeamServices, viewerId: UserId | null, team: LoadedTeam, round: SnapshotRound) {
	try {
		return getVisibleHistory(viewerId, team, round, teams);
	} catch (error) {
		if (error instanceof Refusal && error.status < 500) return null;
		throw error;
	}
}

/** Builds the line-up of one side of a match-up, with empty slots if the viewer may not see the team. */
function buildSide(visibleTeam: TeamHistory | null, isTeamComplete: boolean, season: SeasonSnapshot) {
	if (!visibleTeam) {
		return {
			...buildLineupView(createEmptyLineup(season.rules)),
			substitutions: {},
			hidden: isTeamComplete ? listSlots(season.rules).length : 0,
		};
	}
	const { lineup, bench, emergency, substitutions, hidden } = visibleTeam;
	const { utility: utilityId, captain: captainId, viceCaptain: viceCaptainId } = visibleTeam;
	return { lineup, bench, emergency, substitutions, hidden, utilityId, captainId, viceCaptainId };
}

interface RoundTeams {
	readonly owners: ReadonlyMap<TeamId, TeamOwner>;
	readonly ranks: ReadonlyMap<TeamId, number>;
	readonly loadedTeams: ReadonlyMap<TeamId, LoadedTeam>;
}

/** Builds the line-up of a team in a round as the viewer may see it. */
export function buildVisibleSide(
	{ teams }: MatchUpServices,
	viewerId: UserId | null,
	team: LoadedTeam,
	round: SnapshotRound,
) {
	const { start_round_id: startRoundId } = team.row;
	const isComplete = startRoundId !== null && startRoundId <= round.id;
	const visibleTeam = isComplete ? findVisibleTeam(teams, viewerId, team, round) : null;
	return { ...buildSide(visibleTeam, isComplete, team.season), isComplete };
}

/** Loads the classic teams of these owners in one statement, because `findUserTeam` batches its calls. */
export async function loadTeams(teams: TeamServices, owners: readonly TeamOwner[]): Promise<RoundTeams["loadedTeams"]> {
	const loaded = await Promise.all(owners.map(({ userId }) => findUserTeam(teams, userId)));
	return new Map(loaded.flatMap((team) => (team ? [[team.row.id, team]] : [])));
}

function buildMatchUp(
	services: MatchUpServices,
	viewerId: UserId | null,
	{
		matchUp,
		round,
		teams,
	}: { readonly matchUp: LeagueMatchUp; readonly round: SnapshotRound; readonly teams: RoundTeams },
) {
	const result = computeResult(matchUp, services.view());
	const hasStarted = hasRoundStarted(round, services.clocks.seasonNow());
	const buildTeamView = (teamId: TeamId, points: number | undefined): MatchUpTeam => {
		const owner = teams.owners.get(teamId);
		const loadedTeam = teams.loadedTeams.get(teamId);
		if (!owner || !loadedTeam) throw new Error(`Team ${teamId} has no owner`);
		// The API spells it `scoreflow` in a team and `scoreFlow` in a match-up.
		const { scoreflow } = loadedTeam.row;
		const roundPoints = points === undefined ? {} : { [round.id]: points };
		return {
			...owner,
			rank: teams.ranks.get(teamId) ?? 0,
			...buildVisibleSide(services, viewerId, loadedTeam, round),
			scoreFlow: { ...scoreflow, ...roundPoints },
			points: points ?? (hasStarted ? 0 : null),
		};
	};
	const isRoundComplete = round.status === "complete";
	return {
		index: matchUp.place,
		roundId: round.id,
		isGrandFinal: matchUp.is_grand_final,
		isSemiFinal: matchUp.is_semi_final,
		isConsolation: matchUp.is_consolation,
		isComplete: isRoundComplete,
		isLive: round.status === "playing",
		home: buildTeamView(matchUp.home, result?.homePoints),
		away: buildTeamView(matchUp.away, result?.awayPoints),
		winnerTeamId: isRoundComplete && result ? findMatchUpWinner(result) : null,
	};
}

const listPlayingTeams = (matchUps: readonly LeagueMatchUp[]): ReadonlySet<TeamId> =>
	new Set(matchUps.flatMap(({ home, away }) => [home, away]));

/** Tells which final a round is in a league, and which members have no match-up in it. */
export function describeRound(
	league: LeagueRow,
	members: readonly LeagueMember[],
	matchUps: readonly LeagueMatchUp[],
	{
		season,
		roundId,
		isPreviousRoundComplete,
	}: { readonly season: SeasonRounds; readonly roundId: RoundId; readonly isPreviousRoundComplete: boolean },
) {
	if (league.drawn_at === null) return { isGrandFinal: false, isSemiFinal: false, byes: [] };
	const { semiFinalId, grandFinalId } = getLeagueFinals(league, season);
	const isGrandFinal = grandFinalId === roundId;
	const isSemiFinal = semiFinalId === roundId;
	const playingTeams = listPlayingTeams(matchUps);
	const teamsWithoutMatchUp = members.map(({ team_id }) => team_id).filter((teamId) => !playingTeams.has(teamId));
	const isRegular = !isGrandFinal && !isSemiFinal && roundId >= league.start_id && roundId <= season.rules.lastRound;
	const stages = matchUps.map(({ is_consolation: isConsolation }) => ({ isConsolation }));
	const hasSemiFinalByes =
		isSemiFinal && isPreviousRoundComplete && members.length < FINALS_SERIES_TEAMS && hasGrandFinalByes(stages);
	const hasConsolationByes = league.consolation_games && !isRegular && matchUps.length > 0;
	const hasByes = isRegular || hasSemiFinalByes || hasConsolationByes;
	return { isGrandFinal, isSemiFinal, byes: hasByes ? teamsWithoutMatchUp : [] };
}

/** Builds the game of the team with a bye against the league's average; undefined if there is none. */
export function buildAverageGame(
	matchUps: readonly LeagueMatchUp[],
	{ averageGames }: Pick<H2hLadder, "averageGames">,
	roundId: RoundId,
) {
	const teamId = matchUps.find(
		({ round_id, bye_team_id }) => round_id === roundId && bye_team_id !== null,
	)?.bye_team_id;
	if (!teamId) return undefined;
	const game = averageGames.find((other) => other.roundId === roundId && other.teamId === teamId);
	return { teamId, points: game?.points ?? null, average: game?.average ?? null };
}

/** Lists the match-ups of a round, with what the viewer may see of the teams. */
export async function listMatchUps(
	services: MatchUpServices,
	viewerId: UserId | null,
	{ leagueId, roundId }: { readonly leagueId: number; readonly roundId: RoundId },
): Promise<SuccessOf<typeof showMatchUps>> {
	const league = await getH2hLeague(services, viewerId, leagueId);
	const season = services.seasons.current();
	const round = findRound(season.rounds, roundId);
	if (!round) throw refuse(404, "round-unknown");
	const { members, matchUps: allMatchUps, ladder } = await loadH2hLadder(services, league, 0);
	const matchUps = allMatchUps.filter((matchUp) => matchUp.round_id === roundId);
	const isPreviousRoundComplete = season.rounds.some(({ id, status }) => id === roundId - 1 && status === "complete");
	const { byes, ...finals } = describeRound(league, members, matchUps, { season, roundId, isPreviousRoundComplete });
	const playingTeams = listPlayingTeams(matchUps);
	const ranks = new Map(ladder.rows.map(({ teamId }, index) => [teamId, index + 1]));
	const owners = await listOwnersInLeague(services.db, league, [...playingTeams, ...byes], viewerId);
	const playingOwners = [...playingTeams].flatMap((teamId) => owners.get(teamId) ?? []);
	const loadedTeams = await (league.class === "draft"
		? loadDraftTeams(services, league, playingOwners)
		: loadTeams(services.teams, playingOwners));
	const teams = { owners, ranks, loadedTeams };
	return {
		matchUps: matchUps.map((matchUp) => buildMatchUp(services, viewerId, { matchUp, round, teams })),
		median: league.median_game ? computeRoundMedian(ladder.results, roundId) : null,
		averageGame: buildAverageGame(matchUps, ladder, roundId),
		byes: byes.flatMap((teamId) => owners.get(teamId) ?? []),
		...finals,
		draftRules: league.class === "draft" ? await getDraftRules(services.db, league.id) : null,
	};
}
