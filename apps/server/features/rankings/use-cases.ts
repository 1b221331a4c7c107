import type { SuccessOf } from "@first-bounce/contract/call";
import type { openLeagueRankings, RankingRow } from "@first-bounce/contract/rankings";
import type { overallRank } from "@first-bounce/contract/team";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { roundById } from "@first-bounce/rules/round/rounds";
import type { Pool } from "pg";
import { refuse } from "../../plugins/refusal.ts";
import type { Game } from "../season/game.ts";
import type { StandingsView } from "../standings/standings-view.ts";
import type { CurrentRankings } from "./current-rankings.ts";
import { roundsCounted } from "./order-by-average.ts";
import { pastPage, pastStanding } from "./past-standings.ts";
import { type TeamOwner, teamIdOf, teamOwners, teamSeason } from "./queries.ts";
import type { RankedTeam, RankingPage, RankingRequest } from "./ranking-request.ts";

export interface RankingServices {
	readonly pool: Pool;
	readonly game: () => Game;
	readonly view: () => StandingsView;
	readonly current: CurrentRankings;
}

export interface RankingQuery extends Omit<RankingRequest, "from"> {
	readonly page: number;
	/** 0 is to date. */
	readonly roundId: RoundId;
}

const MOST_ROWS = 100;

const worthOf = (slots: readonly number[] | null, game: Game): number =>
	(slots ?? []).reduce((sum, id) => sum + (game.players.get(id)?.cost ?? 0), 0);

/** Rounds whose points count: of the whole competition from its first on, of a league from its own. */
interface Counted {
	readonly from: RoundId;
	readonly to: RoundId;
}

/** One row as the wire has it; a deactivated owner's team has no name (decisions §3). */
function rowOf(team: RankedTeam, owner: TeamOwner, counted: Counted, game: Game, userId: UserId): RankingRow {
	const { teamId, rank, totalPoints, highestRoundPoints, overallRank, roundPoints, roundRank } = team;
	const isShown = owner.is_active;
	const start = owner.start_round_id === null ? null : Math.max(owner.start_round_id, counted.from);
	const average = totalPoints / roundsCounted(start, counted.to);
	return {
		userId: owner.user_id,
		teamId,
		rank,
		fullName: isShown ? `${owner.first_name} ${owner.last_name.slice(0, 1)}.` : "",
		teamName: isShown ? (owner.team_name ?? "") : "",
		...{ totalPoints, averagePoints: Math.round(average * 100) / 100, highestRoundPoints, overallRank },
		...{ roundPoints, roundRank, teamValue: team.teamValue ?? worthOf(owner.slots, game) },
		avatarVersion: isShown ? owner.avatar_version : 0,
		supportedSquadId: owner.supported_squad_id,
		isCurrentLeagueUser: owner.user_id === userId,
	};
}

/** Which round is asked for: null for the one the live standings are of. */
function pastRound(game: Game, view: StandingsView, roundId: RoundId): RoundId | null {
	if (roundId === 0 || roundId === view.roundId) return null;
	if (!roundById(game.rounds, roundId)) throw refuse(404, "round-unknown");
	return roundId;
}

/** Rows as the wire has them, for teams in any order. */
export async function rankingRows(
	{ pool, game }: Pick<RankingServices, "pool" | "game">,
	teams: readonly RankedTeam[],
	counted: Counted,
	userId: UserId,
): Promise<RankingRow[]> {
	const owners = await teamOwners(pool, [...new Set(teams.map(({ teamId }) => teamId))]);
	return teams.flatMap((team) => {
		const owner = owners.get(team.teamId);
		return owner ? [rowOf(team, owner, counted, game(), userId)] : [];
	});
}

/** A page of the open rankings with the caller's own row (decisions §3, §10). */
export async function openRankings(
	{ pool, game: currentGame, view: currentView, current }: RankingServices,
	{ page, roundId, ...query }: RankingQuery,
	userId: UserId,
): Promise<SuccessOf<typeof openLeagueRankings>> {
	const game = currentGame();
	const view = currentView();
	const limit = Math.min(query.limit, MOST_ROWS);
	const request = { ...query, limit, from: (page - 1) * limit };
	const past = pastRound(game, view, roundId);
	const ownTeamId = await teamIdOf(pool, game.seasonId, userId);
	const found: RankingPage =
		past === null
			? await current.page(request, ownTeamId)
			: await pastPage(pool, game.seasonId, past, request, ownTeamId);
	const counted = { from: 1, to: past ?? view.roundId ?? 0 };
	const rows = (teams: readonly RankedTeam[]) => rankingRows({ pool, game: () => game }, teams, counted, userId);
	return {
		rankings: await rows(found.teams),
		nextPage: request.from + limit < found.total ? page + 1 : null,
		currentUserRanking: (await rows(found.own ? [found.own] : []))[0] ?? null,
		isLive: past === null && view.isLive,
		total: found.total,
	};
}

/** Where one team stands: ranks are null before its start round's first match (decisions §3). */
export async function teamRank(
	{ pool, game: currentGame, view: currentView }: RankingServices,
	{ roundId, teamId }: { readonly roundId: RoundId; readonly teamId: TeamId },
): Promise<SuccessOf<typeof overallRank>> {
	const game = currentGame();
	if ((await teamSeason(pool, teamId)) !== game.seasonId) throw refuse(404, "team-unknown");
	const view = currentView();
	const past = pastRound(game, view, roundId);
	if (past === null)
		return {
			overallRank: view.overallRankOf(teamId),
			roundRank: view.roundRankOf(teamId),
			roundPoints: view.pointsOf(teamId) ?? 0,
			overallPoints: view.totalOf(teamId) ?? 0,
		};
	const standing = await pastStanding(pool, teamId, past);
	return {
		overallRank: standing?.overallRank ?? null,
		roundRank: standing?.roundRank ?? null,
		roundPoints: standing?.roundPoints ?? 0,
		overallPoints: standing?.totalPoints ?? 0,
	};
}
