import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import { sql } from "kysely";
import { loadEliminations } from "../standings/load-eliminations.ts";
import { computeH2hLadder, findRank } from "./head-to-head/h2h-ladder.ts";
import { listLeagueMatchUps } from "./head-to-head/match-up-queries.ts";
import { type LeagueMember, listMembers } from "./league-queries.ts";
import type { LeagueRow } from "./league-row.ts";
import {
	computeLeagueStandings,
	getLadderCutoff,
	getPublishedView,
	type LadderCutoff,
	type LadderSources,
} from "./league-scores.ts";
import type { OwnPlace } from "./league-view.ts";
import { getOpenLadderRanking, MIN_CACHED_TEAMS } from "./open-ladder-ranking.ts";
import { selectLeagues } from "./select-leagues.ts";

const getIds = (leagues: readonly LeagueRow[]) => leagues.map(({ id }) => id);
const groupByLeague = <Row extends { readonly league_id: number }>(rows: readonly Row[]) =>
	Map.groupBy(rows, ({ league_id }) => league_id);

async function computeOpenRank(
	sources: LadderSources,
	league: LeagueRow,
	members: readonly LeagueMember[],
	cutoff: LadderCutoff,
	userId: UserId,
): Promise<number | null> {
	const standings = await computeLeagueStandings(sources, league, members, cutoff);
	const ranked = rankTeams(standings, "totalPoints").find(({ standing }) => standing.userId === userId);
	return ranked?.rank ?? null;
}

/** Lists a user's places in elimination leagues, by league id. */
async function listEliminationPlaces(
	sources: LadderSources,
	leagues: readonly LeagueRow[],
	userId: UserId,
	roundId: RoundId,
): Promise<ReadonlyMap<number, OwnPlace>> {
	if (leagues.length === 0) return new Map();
	const [eliminations, members] = await Promise.all([
		loadEliminations(sources, leagues, roundId),
		listMembers(sources.db, getIds(leagues)),
	]);
	const ownTeamId = members.find(({ user_id }) => user_id === userId)?.team_id ?? 0;
	return new Map(
		[...eliminations].map(([id, { order, out }]) => {
			const outInRound = out.find(({ teamId }) => teamId === ownTeamId)?.roundId ?? null;
			return [id, { rank: order.indexOf(ownTeamId) + 1, outInRound }];
		}),
	);
}

/** Lists a user's places in leagues that have started, by league id: at a round's end, or to date for round 0. */
export async function listOwnPlaces(
	sources: LadderSources,
	leagues: readonly LeagueRow[],
	userId: UserId,
	roundId: RoundId = 0,
): Promise<ReadonlyMap<number, OwnPlace>> {
	const cutoff = getLadderCutoff(sources.view(), roundId);
	if (!cutoff) return new Map();
	const started = leagues.filter(({ start_id }) => start_id <= cutoff.roundId);
	const isElimination = ({ type }: LeagueRow) => type === "elimination";
	const others = started.filter((league) => !isElimination(league));
	const ranks = await listOwnRanks(sources, others, userId, { cutoff, roundId });
	const places = [...ranks].map(([id, rank]) => [id, { rank, outInRound: null }] as const);
	const eliminations = await listEliminationPlaces(sources, started.filter(isElimination), userId, roundId);
	return new Map([...places, ...eliminations]);
}

/** Lists a user's rank in each of the started open and head-to-head leagues, by league id. */
async function listOwnRanks(
	sources: LadderSources,
	startedLeagues: readonly LeagueRow[],
	userId: UserId,
	{ cutoff, roundId }: { readonly cutoff: LadderCutoff; readonly roundId: RoundId },
): Promise<ReadonlyMap<number, number>> {
	const { db, season, view } = sources;
	if (startedLeagues.length === 0) return new Map();
	const largeLeagues = startedLeagues.filter(({ num_teams }) => num_teams >= MIN_CACHED_TEAMS);
	const smallLeagues = startedLeagues.filter(({ num_teams }) => num_teams < MIN_CACHED_TEAMS);
	const h2hLeagues = startedLeagues.filter(({ type }) => type === "h2h");
	const [memberRows, matchUpRows] = await Promise.all([
		listMembers(db, getIds(smallLeagues)),
		listLeagueMatchUps(db, getIds(h2hLeagues), cutoff.roundId),
	]);
	const members = groupByLeague(memberRows);
	const matchUps = groupByLeague(matchUpRows);
	const ranks = new Map<number, number>();
	for (const league of smallLeagues) {
		const leagueMembers = members.get(league.id) ?? [];
		const ladderContext = { season, view: view(), roundId };
		const rank =
			league.type === "h2h"
				? findRank(
						computeH2hLadder(league, leagueMembers, matchUps.get(league.id) ?? [], ladderContext).rows,
						leagueMembers,
						userId,
					)
				: await computeOpenRank(sources, league, leagueMembers, cutoff, userId);
		if (rank !== null) ranks.set(league.id, rank);
	}
	for (const league of largeLeagues) {
		const rank = (await getOpenLadderRanking(sources, league, "totalPoints", cutoff)).rankByUser.get(userId);
		if (rank !== undefined) ranks.set(league.id, rank);
	}
	return ranks;
}

/** Lists the places of a user's teams on the ladders of draft leagues after a published round, by league id. */
export async function listDraftPlaces(
	{ db, season }: Pick<LadderSources, "db" | "season">,
	{ userId, roundId }: { readonly userId: UserId; readonly roundId: RoundId },
): Promise<ReadonlyMap<number, { readonly rank: number; readonly teams: number }>> {
	const leagues = await selectLeagues(
		db,
		userId,
		sql`WHERE l.season_id = ${season.seasonId} AND l.class = 'draft' AND NOT l.is_mock AND l.deleted_at IS NULL
			AND l.id IN (SELECT league_id FROM league_members WHERE user_id = ${userId})`,
	);
	const places = await listOwnPlaces({ db, season, view: getPublishedView }, leagues, userId, roundId);
	return new Map(
		leagues.flatMap(({ id, num_teams: teams }) => {
			const rank = places.get(id)?.rank ?? null;
			return rank === null ? [] : [[id, { rank, teams }]];
		}),
	);
}
