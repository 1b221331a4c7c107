import { computeGroupMedians } from "@first-bounce/rules/head-to-head/ladder";
import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { getMatchUpOutcome, getScoreOutcome, type MatchUpOutcome } from "@first-bounce/rules/round-result/records";
import type { RoundMatchUp } from "../../leagues/round-outcome-queries.ts";
import { listAverageOutcomes, type RoundOutcomes } from "../../leagues/round-outcomes.ts";
import type { TeamResult } from "../../notifications/notices/correction-notice-queries.ts";
import type { EliminationOutcomes, SeasonEliminations } from "../../standings/load-eliminations.ts";
import { buildTeamRows } from "../../standings/standings-view.ts";
import { pickStandings, type RescoredRound } from "./rescore-rounds.ts";

/** A team whose points in a round, or overall rank after it, a correction changes. */
interface TeamMove {
	readonly teamId: TeamId;
	readonly pointsBefore: number;
	readonly pointsAfter: number;
	readonly rankBefore: number;
	readonly rankAfter: number;
}

export interface RoundEffect {
	readonly roundId: RoundId;
	readonly teamsTouched: number;
	/** Teams whose overall rank after the round changes. */
	readonly ranksMoved: number;
	/** Head-to-head match-ups of the round, and games against a median or an average, whose result changes. */
	readonly resultsChanged: number;
	/** Teams that go out of an elimination league in the round, or no longer do, once for each of their leagues. */
	readonly eliminationsChanged: number;
	/** Leagues in which a result that `resultsChanged` counts changes. */
	readonly leaguesTouched: number;
	/** The greatest changes of points or rank, greatest first. */
	readonly moves: readonly TeamMove[];
}

type GetPoints = (teamId: TeamId) => Points;

/** A team's head-to-head outcome: against an opponent, the median or the average of its league. */
interface LeagueOutcome {
	readonly leagueId: number;
	readonly outcome: MatchUpOutcome;
}
type Eliminations = ReadonlyMap<TeamId, EliminationOutcomes>;

const MAX_MOVES = 20;
/** One rank counts as much as this many points when moves are ordered by size. */
const POINTS_PER_RANK = 1_000;
const getMoveSize = (move: TeamMove): number =>
	Math.abs(move.rankAfter - move.rankBefore) * POINTS_PER_RANK + Math.abs(move.pointsAfter - move.pointsBefore);

/** Compares a round's standings before and after a correction. */
export function computeRoundEffect(
	{ roundId, before, after }: RescoredRound,
	matchUps: readonly RoundMatchUp[],
	eliminations: { readonly before: Eliminations; readonly after: Eliminations },
): RoundEffect {
	const { lineups, standings } = after;
	const { rowByTeam } = buildTeamRows(before.teamIds, before.count);
	const getPointsAfter = createPointsLookup(pickStandings(after));
	const getPointsBefore = createPointsLookup(before);
	const changedOutcomes = listChangedOutcomes(matchUps, getPointsBefore, getPointsAfter);
	const draftTeams = after.draftPoints.teamIds.subarray(0, after.draftPoints.count);
	let teamsTouched = draftTeams.filter((teamId) => getPointsBefore(teamId) !== getPointsAfter(teamId)).length;
	let ranksMoved = 0;
	let moves: TeamMove[] = [];
	for (let row = 0; row < lineups.count; row++) {
		const teamId = lineups.teamIds[row] ?? 0;
		const rowBefore = rowByTeam[teamId] ?? -1;
		const move: TeamMove = {
			teamId,
			pointsBefore: before.standings.points[rowBefore] ?? 0,
			pointsAfter: standings.points[row] ?? 0,
			rankBefore: before.standings.overallRank[rowBefore] ?? 0,
			rankAfter: standings.overallRank[row] ?? 0,
		};
		if (move.pointsBefore !== move.pointsAfter) teamsTouched++;
		if (move.rankBefore !== move.rankAfter) ranksMoved++;
		if (getMoveSize(move) > 0) moves.push(move);
		// Keeps the list short in a season with many teams.
		if (moves.length > MAX_MOVES * 50) moves = listGreatest(moves);
	}
	return {
		roundId,
		teamsTouched,
		ranksMoved,
		resultsChanged: changedOutcomes.length,
		eliminationsChanged: countChangedEliminations(eliminations.before, eliminations.after),
		leaguesTouched: new Set(changedOutcomes.map(({ leagueId }) => leagueId)).size,
		moves: listGreatest(moves),
	};
}

/** Lists the match-ups with the outcome of their home team. */
const listMatchUpOutcomes = (matchUps: readonly RoundMatchUp[], getPoints: GetPoints): LeagueOutcome[] =>
	matchUps.map((matchUp) => {
		const [points, opponentPoints] = [getPoints(matchUp.homeTeamId), getPoints(matchUp.awayTeamId)];
		return {
			leagueId: matchUp.leagueId,
			outcome: getMatchUpOutcome({ ...matchUp, isHome: true, points, opponentPoints }),
		};
	});

/** Lists each team's outcome against the median of its league. */
function listMedianOutcomes(matchUps: readonly RoundMatchUp[], getPoints: GetPoints): LeagueOutcome[] {
	const counted = matchUps
		.filter(({ hasMedian }) => hasMedian)
		.map(({ leagueId, homeTeamId, awayTeamId, byeTeamId }) => ({
			leagueId,
			byeTeamId,
			homePoints: getPoints(homeTeamId),
			awayPoints: getPoints(awayTeamId),
		}));
	const medians = computeGroupMedians(counted, ({ leagueId }) => leagueId);
	return counted.flatMap(({ leagueId, homePoints, awayPoints, byeTeamId }) =>
		[homePoints, awayPoints, ...(byeTeamId === null ? [] : [getPoints(byeTeamId)])].map((points) => ({
			leagueId,
			outcome: getScoreOutcome(points, medians.get(leagueId) ?? 0),
		})),
	);
}

/** Lists the outcomes of teams without an opponent, which play against the average of their league. */
const listOutcomesAgainstAverage = (matchUps: readonly RoundMatchUp[], getPoints: GetPoints): LeagueOutcome[] =>
	listAverageOutcomes(
		matchUps.map((matchUp) => ({
			...matchUp,
			homePoints: getPoints(matchUp.homeTeamId),
			awayPoints: getPoints(matchUp.awayTeamId),
		})),
		({ byeTeamId }) => getPoints(byeTeamId),
	);

/** Lists the head-to-head outcomes of a round that change. */
function listChangedOutcomes(
	matchUps: readonly RoundMatchUp[],
	getBefore: GetPoints,
	getAfter: GetPoints,
): LeagueOutcome[] {
	const listOutcomes = (getPoints: GetPoints) =>
		[listMatchUpOutcomes, listMedianOutcomes, listOutcomesAgainstAverage].flatMap((list) => list(matchUps, getPoints));
	const after = listOutcomes(getAfter);
	return listOutcomes(getBefore).filter(({ outcome }, index) => outcome !== after[index]?.outcome);
}

/** Counts teams that go out of a league, or no longer do, once for each league. */
const countChangedEliminations = (before: Eliminations, after: Eliminations): number =>
	[...before].flatMap(([teamId, leagues]) =>
		Object.entries(leagues).filter(([id, outcome]) => (outcome === "out") !== (after.get(teamId)?.[id] === "out")),
	).length;

/** Replaces the points of a published round by those after a correction. */
export function replaceRoundPoints({ leagues, rounds }: SeasonEliminations, { roundId, after }: RescoredRound) {
	const getPoints = createPointsLookup(pickStandings(after));
	const replacePoints = (round: SeasonEliminations["rounds"][number]) => ({
		roundId,
		points: new Map([...round.points.keys()].map((teamId) => [teamId, getPoints(teamId)])),
	});
	return { leagues, rounds: rounds.map((round) => (round.roundId === roundId ? replacePoints(round) : round)) };
}

/** Creates a lookup of the points of classic and draft teams. */
function createPointsLookup({ teamIds, count, standings, draftPoints }: RescoredRound["before"]): GetPoints {
	const { rowByTeam } = buildTeamRows(teamIds, count);
	const { rowByTeam: draftRowByTeam } = buildTeamRows(draftPoints.teamIds, draftPoints.count);
	return (teamId) => standings.points[rowByTeam[teamId] ?? -1] ?? draftPoints.points[draftRowByTeam[teamId] ?? -1] ?? 0;
}

/** Lists, as they were before a correction, the round results of teams whose points or league results it changes. */
export function listChangedResults(
	{ roundId, before, after }: RescoredRound,
	outcomesBefore: RoundOutcomes,
	outcomesAfter: RoundOutcomes,
): TeamResult[] {
	const getPointsBefore = createPointsLookup(before);
	const results: TeamResult[] = [];
	const compare = (teamId: TeamId, pointsAfter: Points | undefined) => {
		const points = getPointsBefore(teamId);
		const outcomes = outcomesBefore.get(teamId) ?? {};
		const outcomesNow = outcomesAfter.get(teamId) ?? {};
		const keys = Object.keys({ ...outcomes, ...outcomesNow });
		const hasNewOutcome = keys.some((key) => outcomesNow[key] !== outcomes[key]);
		if (points !== pointsAfter || hasNewOutcome) results.push({ teamId, roundId, points, outcomes });
	};
	const { lineups, standings, draftPoints } = after;
	for (let row = 0; row < lineups.count; row++) compare(lineups.teamIds[row] ?? 0, standings.points[row]);
	for (let row = 0; row < draftPoints.count; row++) compare(draftPoints.teamIds[row] ?? 0, draftPoints.points[row]);
	return results;
}

const listGreatest = (moves: readonly TeamMove[]): TeamMove[] =>
	moves.toSorted((a, b) => getMoveSize(b) - getMoveSize(a) || a.teamId - b.teamId).slice(0, MAX_MOVES);
