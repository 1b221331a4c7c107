import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import { refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../../league-row.ts";
import { getLeagueFinals } from "../../league-view.ts";
import { buildInjuredField } from "../draft-league.ts";
import { listOwners, type SeatRow } from "../queries.ts";
import { requireOwnSeat } from "../room.ts";
import {
	buildPerson,
	type DraftedLeague,
	getDraftedLeague,
	getReadableTeam,
	getTeamName,
	type MemberReader,
	type ReadServices,
} from "../seat-view.ts";
import { findMatchUp, listTeamLineups } from "./lineup-queries.ts";
import {
	buildDraftLineup,
	buildShownLineup,
	getLineupRoundId,
	listShownSubstitutions,
	scoreRounds,
} from "./lineup-view.ts";

interface ShownTeamKey extends Pick<DraftedLeague, "league" | "draft" | "seats"> {
	readonly seat: SeatRow;
	readonly viewerId: UserId | null;
	readonly roundId: RoundId;
}

/** Whether a team without an opponent plays against the league's average in a round. */
function hasAverageGame(league: LeagueRow, season: SeasonSnapshot, roundId: RoundId): boolean {
	const { semiFinalId, grandFinalId } = getLeagueFinals(league, season);
	return league.average_game && league.drawn_at !== null && roundId !== semiFinalId && roundId !== grandFinalId;
}

/** Loads a team in a round as the viewer may see it. */
export async function loadTeamRound(
	{ db, seasons, clocks }: Pick<ReadServices, "db" | "seasons" | "clocks">,
	{ league, draft, seats, seat, viewerId, roundId }: ShownTeamKey,
): Promise<DraftTeamRound> {
	const season = seasons.current();
	const round = findRound(season.rounds, roundId);
	if (!round) throw refuse(404, "round-unknown");
	if (roundId < league.start_id) throw refuse(404, "team-not-in-round", { round: roundId });
	const { version, rows } = await listTeamLineups(db, seat.team_id);
	const owners = await listOwners(db, league.id);
	const isOwn = viewerId !== null && seat.user_id === viewerId;
	const row = rows.findLast((candidate) => candidate.round_id <= roundId);
	const lineup = row ? buildDraftLineup(row, draft) : null;
	const shown = buildShownLineup(lineup, isOwn, { season, round, draft, now: clocks.seasonNow() });
	const scores = scoreRounds(rows, league.start_id, season, draft);
	const matchUp = await findMatchUp(db, league.id, roundId, seat.team_id);
	const opponent = seats.find(({ team_id }) => team_id === matchUp?.opponentId);
	const opponentLineups = opponent ? (await listTeamLineups(db, opponent.team_id)).rows : [];
	const opponentScores = scoreRounds(opponentLineups, roundId, season, draft);
	return {
		leagueId: league.id,
		leagueName: league.name,
		startRoundId: league.start_id,
		squad: draft.squad,
		captainDoubled: draft.captain_doubled,
		teamId: seat.team_id,
		teamName: getTeamName(seat),
		colour: seat.colour,
		owner: buildPerson(seat.user_id, seat),
		isRobot: seat.is_robot,
		isOwn,
		playerIds: owners.filter(({ teamId }) => teamId === seat.team_id).map(({ playerId }) => playerId),
		...shown,
		roundId,
		isLive: round.status === "playing",
		points: scores.get(roundId)?.points ?? null,
		scoreflow: Object.fromEntries([...scores].map(([id, { points }]) => [id, points])),
		substitutions: { [roundId]: listShownSubstitutions(scores.get(roundId), shown) },
		matchUp:
			matchUp && opponent
				? {
						index: matchUp.place,
						teamId: opponent.team_id,
						teamName: getTeamName(opponent),
						points: opponentScores.get(roundId)?.points ?? null,
					}
				: null,
		...(!matchUp && hasAverageGame(league, season, roundId) ? { playsAverage: true as const } : {}),
		...buildInjuredField(draft, seat),
		// Each save raises the version, and rivals must not learn of saves before a lock.
		version: isOwn ? version : 0,
	};
}

/** Gets the caller's team in a draft league, with the line-up of the playing or next round. */
export const getMyDraftTeam: MemberReader<DraftTeamRound> = async (services, userId, leagueId) => {
	const { league, draft, seats, season } = await getDraftedLeague(services, userId, leagueId);
	const seat = requireOwnSeat(seats, userId);
	const roundId = getLineupRoundId(season, league);
	return loadTeamRound(services, { league, draft, seats, seat, viewerId: userId, roundId });
};

/** Gets a team of a draft league in a round. */
export async function getDraftTeam(
	services: ReadServices,
	viewerId: UserId | null,
	{ roundId, ...key }: { readonly id: number; readonly teamId: TeamId; readonly roundId: RoundId },
): Promise<DraftTeamRound> {
	const team = await getReadableTeam(services, viewerId, key);
	return loadTeamRound(services, { ...team, viewerId, roundId });
}
