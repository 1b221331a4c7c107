import type { SuccessOf } from "@first-bounce/contract/call";
import type { openLeagueRankings, RankingRow } from "@first-bounce/contract/rankings";
import type { overallRank } from "@first-bounce/contract/team";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { roundById } from "@first-bounce/rules/round/rounds";
import type { Pool } from "pg";
import { ReadyJson } from "../../plugins/ready-json.ts";
import { refuse } from "../../plugins/refusal.ts";
import type { Game } from "../season/game.ts";
import type { StandingsView } from "../standings/standings-view.ts";
import { pastStanding } from "./past-standings.ts";
import type { PastView, PastViews } from "./past-views.ts";
import { teamOwners, teamSeason } from "./queries.ts";
import type { Standings } from "./rank-records.ts";
import { type createRankingPages, NOBODY } from "./ranking-pages.ts";
import type { RankedTeam, RankingQuery } from "./ranking-request.ts";
import { type Counted, rowOf } from "./ranking-row.ts";
import type { TeamDirectories, TeamDirectory } from "./team-directory.ts";

export interface RankingServices {
	readonly pool: Pool;
	readonly game: () => Game;
	readonly view: () => StandingsView;
	readonly directories: TeamDirectories;
	readonly past: PastViews;
	readonly pageOf: ReturnType<typeof createRankingPages>;
}

export type { RankingQuery };

const MOST_ROWS = 100;

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
	counted: Counted,
	userId: UserId,
): Promise<RankingRow[]> {
	const { players } = game();
	const costOf = (id: number) => players.get(id)?.cost ?? 0;
	const owners = await teamOwners(pool, [...new Set(teams.map(({ teamId }) => teamId))], costOf);
	return teams.flatMap((team) => {
		const owner = owners.get(team.teamId);
		return owner ? [rowOf(team, owner, counted, userId)] : [];
	});
}

type OpenRankings = ReadyJson<SuccessOf<typeof openLeagueRankings>>;

/**
 * A page of the open rankings with the caller's own row (decisions §3, §10). Page, filters and own row alike are read
 * from memory, so that any page costs what the first one does.
 */
export function openRankings(
	{ game: currentGame, view: currentView, directories, past, pageOf }: RankingServices,
	query: RankingQuery,
	userId: UserId,
): OpenRankings | Promise<OpenRankings> {
	const game = currentGame();
	const roundId = pastRound(game, currentView(), query.roundId);
	const request = query.limit > MOST_ROWS ? { ...query, limit: MOST_ROWS } : query;
	// Nothing is awaited in here: the memory of the standings to date is reused some versions later.
	const answer = (there: PastView | null, earlier: PastView | null, names: TeamDirectory) => {
		const view = currentView();
		const before = earlier?.view ?? null;
		const standings: Standings | null = roundId === null ? { view, before } : there && { ...there, before };
		return new ReadyJson<SuccessOf<typeof openLeagueRankings>>(
			standings ? pageOf(standings, names, request, userId) : NOBODY,
		);
	};
	const there = roundId === null ? null : past(game, roundId);
	const earlier = past(game, (roundId ?? currentView().roundId ?? 0) - 1);
	const names = directories.of(game);
	if (there instanceof Promise || earlier instanceof Promise || names instanceof Promise)
		return Promise.all([there, earlier, names]).then((known) => answer(...known));
	return answer(there, earlier, names);
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
