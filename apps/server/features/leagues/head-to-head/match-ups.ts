import type { SuccessOf } from "@first-bounce/contract/call";
import type { MatchUpTeam, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import type { TeamHistory } from "@first-bounce/contract/team/team-history";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { findGrandFinalWinner } from "@first-bounce/rules/ladder/grand-final";
import { createEmptyLineup, listSlots } from "@first-bounce/rules/lineup/slots";
import { findRound, hasRoundStarted } from "@first-bounce/rules/round/rounds";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getVisibleHistory } from "../../team/history/service.ts";
import { findUserTeam, type LoadedTeam, type TeamServices } from "../../team/load-team.ts";
import { buildLineupView } from "../../team/team-view.ts";
import type { LeagueServices } from "../league-row.ts";
import { getGrandFinalRound } from "../league-view.ts";
import { listTeamOwners, type TeamOwner } from "../members/team-owners.ts";
import { computeResult, type LeagueMatch } from "./h2h-ladder.ts";
import { getH2hLeague, loadLadder } from "./h2h-rankings.ts";

export interface MatchUpServices extends LeagueServices {
	readonly teams: TeamServices;
}

/** A team in a round as the caller may see it: the one redaction of decisions §5. Null where there is nothing to see. */
function findVisibleTeam(
	teams: TeamServices,
	callerId: UserId,
	read: LoadedTeam,
	round: SnapshotRound,
): TeamHistory | null {
	try {
		return getVisibleHistory(callerId, read, round, teams);
	} catch (error) {
		if (error instanceof Refusal && error.status < 500) return null;
		throw error;
	}
}

/** What a side shows besides its names. */
function buildSide(seen: TeamHistory | null, isComplete: boolean, season: SeasonSnapshot) {
	if (!seen) {
		const { emergency: _, ...nobody } = buildLineupView(createEmptyLineup(season.rules));
		return { ...nobody, emergency: [], substitutions: {}, hidden: isComplete ? listSlots(season.rules).length : 0 };
	}
	const { lineup, bench, emergency, substitutions, hidden } = seen;
	const { utility: utilityId, captain: captainId, viceCaptain: viceCaptainId } = seen;
	return { lineup, bench, emergency, substitutions, hidden, utilityId, captainId, viceCaptainId };
}

interface RoundTeams {
	readonly people: ReadonlyMap<TeamId, TeamOwner>;
	readonly ranks: ReadonlyMap<TeamId, number>;
	readonly loaded: ReadonlyMap<TeamId, LoadedTeam>;
}

/** The teams of people, all in one statement. */
async function loadTeams(teams: TeamServices, people: readonly TeamOwner[]): Promise<RoundTeams["loaded"]> {
	const reads = await Promise.all(people.map(({ userId }) => findUserTeam(teams, userId)));
	return new Map(reads.flatMap((read) => (read ? [[read.row.id, read]] : [])));
}

function buildMatchUp(
	services: MatchUpServices,
	callerId: UserId,
	{ match, round, sides }: { readonly match: LeagueMatch; readonly round: SnapshotRound; readonly sides: RoundTeams },
) {
	const season = services.seasons.current();
	const result = computeResult(match, services.view());
	const hasStarted = hasRoundStarted(round, services.clocks.seasonNow());
	const side = (teamId: TeamId, points: number | undefined): MatchUpTeam => {
		const person = sides.people.get(teamId);
		const read = sides.loaded.get(teamId);
		if (!person || !read) throw new Error(`Team ${teamId} has no owner`);
		const { start_round_id: startRoundId, scoreflow } = read.row;
		const isComplete = startRoundId !== null && startRoundId <= round.id;
		const seen = isComplete ? findVisibleTeam(services.teams, callerId, read, round) : null;
		const live = points === undefined ? {} : { [round.id]: points };
		return {
			...person,
			rank: sides.ranks.get(teamId) ?? 0,
			...buildSide(seen, isComplete, season),
			scoreFlow: { ...scoreflow, ...live },
			points: points ?? (hasStarted ? 0 : null),
			isComplete,
		};
	};
	const isComplete = round.status === "complete";
	const isDecided = isComplete && result && (result.isGrandFinal || result.homePoints !== result.awayPoints);
	return {
		index: match.place,
		roundId: round.id,
		isGrandFinal: match.is_grand_final,
		isComplete,
		isLive: round.status === "playing",
		home: side(match.home, result?.homePoints),
		away: side(match.away, result?.awayPoints),
		winnerTeamId: isDecided ? findGrandFinalWinner(result) : null,
	};
}

/** Who meets whom in a round, and what the caller may see of their teams. */
export async function listMatchUps(
	services: MatchUpServices,
	callerId: UserId,
	{ leagueId, roundId }: { readonly leagueId: number; readonly roundId: RoundId },
): Promise<SuccessOf<typeof showMatchUps>> {
	const league = await getH2hLeague(services, callerId, leagueId);
	const season = services.seasons.current();
	const round = season.rounds.find(({ id }) => id === roundId);
	if (!round || !findRound(season.rounds, roundId)) throw refuse(404, "round-unknown");
	const { members, matches: all, ladder } = await loadLadder(services, league, 0);
	const matches = all.filter((match) => match.round_id === roundId);
	const isGrandFinal = league.drawn_at !== null && getGrandFinalRound(league, season) === roundId;
	const playing = new Set(matches.flatMap(({ home, away }) => [home, away]));
	const idle = members.map(({ team_id }) => team_id).filter((teamId) => !playing.has(teamId));
	const hasByes = league.drawn_at !== null && !isGrandFinal && roundId >= league.start_id;
	const byes = hasByes && roundId <= season.rules.lastRound ? idle : [];
	const ranks = new Map(ladder.rows.map(({ teamId }, index) => [teamId, index + 1]));
	const people = await listTeamOwners(services.db, [...playing, ...byes]);
	const players = [...playing].flatMap((teamId) => people.get(teamId) ?? []);
	const sides = { people, ranks, loaded: await loadTeams(services.teams, players) };
	return {
		matchUps: matches.map((match) => buildMatchUp(services, callerId, { match, round, sides })),
		byes: byes.flatMap((teamId) => people.get(teamId) ?? []),
		isGrandFinal,
	};
}
