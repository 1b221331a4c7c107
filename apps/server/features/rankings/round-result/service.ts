import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	ResultMatchUp,
	ResultRecord,
	RoundResult,
	showRoundResult,
} from "@first-bounce/contract/stats/round-result";
import { computeAverageScore } from "@first-bounce/rules/head-to-head/average-game";
import { computeGroupMedians } from "@first-bounce/rules/head-to-head/ladder";
import type { PlayerId, Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { findBestAndWorst } from "@first-bounce/rules/round-result/best-and-worst";
import { computeRoundDecisions } from "@first-bounce/rules/round-result/captain-and-bench";
import {
	computeWinningStreak,
	findRoundRecords,
	getMatchUpOutcome,
	getScoreOutcome,
} from "@first-bounce/rules/round-result/records";
import { computeTradeGain } from "@first-bounce/rules/season-report/trade-gain";
import type { Pool } from "pg";
import type { RoundKey } from "../../../db/tables/tables.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { listEliminationOutcomes } from "../../standings/load-eliminations.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../../standings/player-rounds.ts";
import { type LoadedTeam, loadTeam, type TeamServices } from "../../team/load-team.ts";
import { findLineupRow } from "../../team/team-row.ts";
import { buildLineup } from "../../team/team-state.ts";
import { computeOwnProjection } from "./own-projection.ts";
import {
	getRoundAverages,
	type LeagueRecord,
	listDraftTeamIds,
	listLeagueRecords,
	listOwnMatchUps,
	listOwnStandings,
	listRoundScores,
	listTopScores,
	type OwnMatchUp,
	type RoundAverages,
} from "./queries.ts";

/** Shorter winning streaks are not listed as records. */
const MIN_STREAK = 2;
const MAX_CACHED_ROUNDS = 32;

export interface ResultServices extends TeamServices {
	/** The number and average points of all teams in a published round. */
	readonly roundAverages: (season: SeasonSnapshot, round: SnapshotRound) => Promise<RoundAverages>;
}

/** Returns a function that loads the averages of a round once per publication or correction. */
export function createRoundAverages(pool: Pool): ResultServices["roundAverages"] {
	const cache = new Map<string, Promise<RoundAverages>>();
	return ({ seasonId }, { id, publishedAt, revision }) => {
		const key = `${seasonId} ${id} ${publishedAt} ${revision}`;
		const averages = cache.get(key) ?? getRoundAverages(pool, seasonId, id);
		// A failed read is repeated on the next call.
		averages.catch(() => cache.delete(key));
		cache.set(key, averages);
		const [oldest] = cache.keys();
		if (cache.size > MAX_CACHED_ROUNDS && oldest !== undefined) cache.delete(oldest);
		return averages;
	};
}

/** The medians and averages that teams play against in a round, by league id; leagues without such games are left out. */
export interface RoundOpponents {
	readonly medians: ReadonlyMap<number, Points>;
	readonly averages: ReadonlyMap<number, Points>;
}

/** Loads the medians and averages of a round in the leagues of these teams. */
export async function loadRoundOpponents(
	pool: Pool,
	round: RoundKey,
	teamIds: readonly TeamId[],
): Promise<RoundOpponents> {
	const scores = await listRoundScores(pool, round, teamIds);
	const withMedian = scores.filter(({ hasMedian }) => hasMedian);
	const byLeague = Map.groupBy(scores, ({ leagueId }) => leagueId);
	return {
		medians: computeGroupMedians(withMedian, ({ leagueId }) => leagueId),
		averages: new Map([...byLeague].map(([leagueId, games]) => [leagueId, computeAverageScore(games) ?? 0])),
	};
}

const withAverage = (matchUp: OwnMatchUp, { averages }: Pick<RoundOpponents, "averages">): OwnMatchUp =>
	matchUp.isAverage ? { ...matchUp, opponentPoints: averages.get(matchUp.leagueId) ?? 0 } : matchUp;

/** The key of a game against a league's median among a team's outcomes of a round. */
export const getMedianKey = (leagueId: number): string => `${leagueId}/median`;

type TeamKey = Parameters<typeof listOwnMatchUps>[1];

/** Builds a team's game against the median beside its match-up; undefined if it plays none. */
const buildMedianGame = ({ points, place, isAverage }: OwnMatchUp, median: Points | undefined) =>
	median === undefined || (place === null && !isAverage)
		? undefined
		: { points: median, outcome: getScoreOutcome(points, median) };

function buildMatchUp(matchUp: OwnMatchUp, median: Points | undefined): ResultMatchUp {
	const { leagueId, leagueName, place, isGrandFinal, isSemiFinal, isConsolation } = matchUp;
	const { points, opponentUserId, opponentName, opponentPoints } = matchUp;
	const common = { leagueId, leagueName, index: place, isGrandFinal, isSemiFinal, isConsolation };
	if (place === null && !matchUp.isAverage) return { ...common, points, outcome: "bye", opponent: null };
	const against = matchUp.isAverage
		? { opponent: null, average: opponentPoints }
		: { opponent: { userId: opponentUserId, teamName: opponentName, points: opponentPoints } };
	const medianGame = buildMedianGame(matchUp, median);
	return {
		...common,
		points,
		outcome: getMatchUpOutcome(matchUp),
		...against,
		...(medianGame ? { median: medianGame } : {}),
	};
}

const listMatchUpsOfTeams = async (pool: Pool, keys: readonly TeamKey[]): Promise<OwnMatchUp[]> =>
	(await Promise.all(keys.map((key) => listOwnMatchUps(pool, key)))).flat();

/** How a draft team went in a round. */
export type DraftResult = OwnMatchUp & {
	readonly outcome: ReturnType<typeof getMatchUpOutcome> | "bye";
	readonly median: ResultMatchUp["median"];
};

export async function listDraftResults(
	pool: Pool,
	{ seasonId, roundId, userId }: Omit<TeamKey, "teamId"> & { readonly userId: UserId },
): Promise<DraftResult[]> {
	const teamIds = await listDraftTeamIds(pool, seasonId, userId);
	const keys = teamIds.map((teamId) => ({ seasonId, roundId, teamId }));
	const matchUps = (await listMatchUpsOfTeams(pool, keys)).filter((matchUp) => matchUp.roundId === roundId);
	if (matchUps.length === 0) return [];
	const opponents = await loadRoundOpponents(pool, { seasonId, roundId }, teamIds);
	return matchUps
		.map((matchUp) => withAverage(matchUp, opponents))
		.map((matchUp) => ({
			...matchUp,
			outcome: matchUp.place === null && !matchUp.isAverage ? "bye" : getMatchUpOutcome(matchUp),
			median: buildMedianGame(matchUp, opponents.medians.get(matchUp.leagueId)),
		}));
}

/** Lists a team's match-ups of a published round with their outcomes, without byes. */
export async function listMatchUpOutcomes(pool: Pool, key: TeamKey, opponents: RoundOpponents) {
	return (await listOwnMatchUps(pool, key))
		.filter(({ roundId, place, isAverage }) => roundId === key.roundId && (place !== null || isAverage))
		.map((matchUp) => withAverage(matchUp, opponents))
		.map((matchUp) => ({
			...matchUp,
			outcome: getMatchUpOutcome(matchUp),
			median: buildMedianGame(matchUp, opponents.medians.get(matchUp.leagueId)),
		}));
}

/** Lists a record for each league in which the win made the team's longest streak of the season, of two or more. */
function listStreakRecords(matchUps: readonly OwnMatchUp[], roundId: RoundId): ResultRecord[] {
	const withoutByes = matchUps.filter(({ place }) => place !== null);
	const byLeague = Map.groupBy(withoutByes, ({ leagueId }) => leagueId);
	return [...byLeague.values()].flatMap((played): ResultRecord[] => {
		const newest = played.at(-1);
		if (newest?.roundId !== roundId) return [];
		const { length, isLongest } = computeWinningStreak(played.map(getMatchUpOutcome));
		if (!isLongest || length < MIN_STREAK) return [];
		return [{ kind: "winning-streak", value: length, before: null, leagueName: newest.leagueName }];
	});
}

const buildLeagueRecord = ({ leagueName, points, before }: LeagueRecord): ResultRecord => ({
	kind: "league-score",
	value: points,
	before,
	leagueName,
});

/** Lists the trades whose new player has stayed in the team up to the round, with their gains up to it. */
function listTrades(team: LoadedTeam, roundId: RoundId): RoundResult["trades"] {
	const { row, season } = team;
	const rounds = season.rounds.filter(({ id, status }) => status === "complete" && id <= roundId).map(({ id }) => id);
	const getPoints = (id: PlayerId, round: RoundId) => season.players.get(id)?.scores.get(round) ?? 0;
	const isInTeam = (id: PlayerId, round: RoundId) => findLineupRow(row, round)?.slots.includes(id) ?? false;
	const hasStayed = (trade: { readonly roundId: RoundId; readonly playerInId: PlayerId }) =>
		rounds.filter((id) => id >= trade.roundId).every((id) => isInTeam(trade.playerInId, id));
	return row.trades
		.filter((trade) => trade.roundId <= roundId && hasStayed(trade))
		.map((trade) => {
			const { id, playerInId, playerOutId } = trade;
			return {
				id,
				roundId: trade.roundId,
				playerInId,
				playerOutId,
				gain: computeTradeGain(trade, rounds, getPoints, isInTeam),
				roundPoints: getPoints(playerInId, roundId) - getPoints(playerOutId, roundId),
			};
		});
}

/** Builds the result of a team's published round; null if the team has no standing in it. */
export async function buildRoundResult(
	{ pool, db, roundAverages }: Pick<ResultServices, "pool" | "db" | "roundAverages">,
	team: LoadedTeam,
	round: SnapshotRound,
): Promise<RoundResult | null> {
	const { row, season } = team;
	const key = { seasonId: season.seasonId, teamId: row.id, roundId: round.id };
	const standings = await listOwnStandings(pool, key);
	const ownStanding = standings.at(-1);
	const lineupRow = findLineupRow(row, round.id);
	if (!lineupRow || ownStanding?.roundId !== round.id) return null;
	const previousStanding = standings.at(-2);
	const lineup = buildLineup(lineupRow, season);
	const { averagePoints, teams } = await roundAverages(season, round);
	const draftTeamIds = await listDraftTeamIds(pool, season.seasonId, row.user_id);
	const teamIds = [row.id, ...draftTeamIds];
	const keys = teamIds.map((teamId) => ({ ...key, teamId }));
	const matchUps = await listMatchUpsOfTeams(pool, keys);
	const opponents = await loadRoundOpponents(pool, key, teamIds);
	const { captain, bench, ...decisions } = computeRoundDecisions({
		team: lineup,
		getPlayerRound: createPlayerRoundLookup(season, round),
		getPositions: createPositionLookup(season, round.id),
		rules: season.rules,
	});
	const trades = listTrades(team, round.id);
	const records = findRoundRecords(standings, await listTopScores(pool, season.seasonId, round.id));
	return {
		roundId: round.id,
		teamId: row.id,
		teamName: row.team_name ?? "",
		isCorrected: round.revision > 0,
		points: ownStanding.points,
		totalPoints: ownStanding.totalPoints,
		roundRank: ownStanding.roundRank,
		overallRank: ownStanding.overallRank,
		previousRoundRank: previousStanding?.roundRank ?? null,
		previousOverallRank: previousStanding?.overallRank ?? null,
		teams,
		averagePoints,
		projectedPoints: await computeOwnProjection(pool, season, round, lineup),
		captain: { playerId: captain.playerId, added: captain.added, best: captain.best, missed: captain.missed },
		bench: { ...bench, left: [...bench.left], covers: [...bench.covers] },
		trades,
		...findBestAndWorst({ ...decisions, captain, bench }, trades),
		matchUps: matchUps
			.filter(({ roundId }) => roundId === round.id)
			.map((matchUp) => buildMatchUp(withAverage(matchUp, opponents), opponents.medians.get(matchUp.leagueId))),
		eliminations: [...(await listEliminationOutcomes({ db, season }, row.id, round.id))],
		records: [
			...records.map((record) => ({ ...record, leagueName: null })),
			...(await listLeagueRecords(pool, key)).map(buildLeagueRecord),
			...listStreakRecords(matchUps, round.id),
		],
	};
}

/** Gets the result of the caller's team in a round, or the reason why there is none. */
export async function getRoundResult(
	services: ResultServices,
	userId: UserId,
	roundId: RoundId,
): Promise<SuccessOf<typeof showRoundResult>> {
	const team = await loadTeam(services, { userId });
	const round = requireRound(team.season, roundId);
	const startRoundId = team.row.start_round_id;
	const buildMissing = (reason: "not-published" | "no-team" | "not-started") => ({
		result: null,
		reason,
		startRoundId,
	});
	if (startRoundId === null) return buildMissing("no-team");
	if (startRoundId > roundId) return buildMissing("not-started");
	if (round.status !== "complete") return buildMissing("not-published");
	const result = await buildRoundResult(services, team, round);
	return result ? { result, reason: null, startRoundId } : buildMissing("not-started");
}
