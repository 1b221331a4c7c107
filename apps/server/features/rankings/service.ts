import type { SuccessOf } from "@first-bounce/contract/call";
import type { RankingRow } from "@first-bounce/contract/rankings";
import type { overallRank } from "@first-bounce/contract/team";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { lastLockedRound, roundById } from "@first-bounce/rules/round/rounds";
import type { Pool } from "pg";
import { refuse } from "../../plugins/refusal.ts";
import type { Game } from "../season/game.ts";
import type { StandingsView } from "../standings/standings-view.ts";
import type { PastView, PastViews } from "./past-views.ts";
import { pastStanding, teamOwners, teamSeason } from "./queries.ts";
import { type CountedRounds, type RankedTeam, rankingRow } from "./ranking-row.ts";
import { EMPTY_PAGE, type RankingQuery, type RankingsPage, rankingsPage } from "./rankings-page.ts";
import type { TeamDirectories } from "./team-directories.ts";
import type { TeamDirectory } from "./team-directory.ts";

export interface RankingServices {
	readonly pool: Pool;
	readonly game: () => Game;
	readonly view: () => StandingsView;
	readonly directories: TeamDirectories;
	readonly past: PastViews;
}

const MAX_ROWS = 100;

/** Which round is asked for: null for the one the live standings are of. */
function pastRound(game: Game, view: StandingsView, roundId: RoundId): RoundId | null {
	if (roundId === 0 || roundId === view.roundId) return null;
	if (!roundById(game.rounds, roundId)) throw refuse(404, "round-unknown");
	return roundId;
}

/** Rows as the wire has them, for a few teams in any order. */
export async function rankingRows(
	{ pool, game }: Pick<RankingServices, "pool" | "game">,
	teams: readonly RankedTeam[],
	rounds: CountedRounds,
	userId: UserId,
): Promise<RankingRow[]> {
	const { players, rounds: seasonRounds } = game();
	const costOf = (id: number) => players.get(id)?.cost ?? 0;
	const teamIds = [...new Set(teams.map(({ teamId }) => teamId))];
	const owners = await teamOwners(pool, teamIds, lastLockedRound(seasonRounds), costOf);
	return teams.flatMap((team) => {
		const owner = owners.get(team.teamId);
		return owner ? [rankingRow(team, owner, rounds, userId)] : [];
	});
}

/**
 * A page of the open rankings with the caller's own row. Page, filters and own row alike are read from memory, so that
 * any page costs what the first one does.
 */
export function openRankings(
	{ game: currentGame, view: currentView, directories, past }: RankingServices,
	query: RankingQuery,
	userId: UserId,
): RankingsPage | Promise<RankingsPage> {
	const game = currentGame();
	const roundId = pastRound(game, currentView(), query.roundId);
	const request = { ...query, limit: Math.min(query.limit, MAX_ROWS) };
	// Nothing is awaited in here: the memory of the standings to date is reused some versions later.
	const pageOf = (there: PastView | null, earlier: PastView | null, directory: TeamDirectory): RankingsPage => {
		const before = earlier?.view ?? null;
		if (roundId === null) return rankingsPage({ view: currentView(), before }, directory, request, userId);
		return there ? rankingsPage({ ...there, before }, directory, request, userId) : EMPTY_PAGE;
	};
	const there = roundId === null ? null : past(game, roundId);
	const earlier = past(game, (roundId ?? currentView().roundId ?? 0) - 1);
	const directory = directories.of(game);
	if (there instanceof Promise || earlier instanceof Promise || directory instanceof Promise)
		return Promise.all([there, earlier, directory]).then((known) => pageOf(...known));
	return pageOf(there, earlier, directory);
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
		overallRank: standing?.overall_rank ?? null,
		roundRank: standing?.round_rank ?? null,
		roundPoints: standing?.points ?? 0,
		overallPoints: standing?.total_points ?? 0,
	};
}
