import { computeMedian } from "@first-bounce/rules/head-to-head/ladder";
import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { RoundOutcomes } from "../../leagues/round-outcomes.ts";
import type { TeamResult } from "../../notifications/notices/correction-notice-queries.ts";
import type { listRoundEliminations, SeasonEliminations } from "../../standings/load-eliminations.ts";
import { buildTeamRows } from "../../standings/standings-view.ts";
import type { LeagueMatchUp } from "./queries.ts";
import type { RescoredRound } from "./rescore-rounds.ts";

/** How a correction moves a team: its points in a round, and its overall rank after it. */
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
	/** Head-to-head match-ups of the round, and games against a median, whose result changes. */
	readonly resultsChanged: number;
	/** Teams that go out of an elimination league in the round, or no longer do. */
	readonly eliminationsChanged: number;
	/** Leagues in which any of this changes. */
	readonly leaguesTouched: number;
	/** The greatest changes of points or rank, greatest first. */
	readonly moves: readonly TeamMove[];
}

const MAX_MOVES = 20;
/** One rank counts as much as this many points when moves are ordered by size. */
const POINTS_PER_RANK = 1_000;
const getMoveSize = (move: TeamMove): number =>
	Math.abs(move.rankAfter - move.rankBefore) * POINTS_PER_RANK + Math.abs(move.pointsAfter - move.pointsBefore);

/** Compares a round's standings before and after a correction. */
export function computeRoundEffect(
	{ roundId, before, after }: RescoredRound,
	matchUps: readonly LeagueMatchUp[],
	eliminations: { readonly before: Eliminations; readonly after: Eliminations },
): RoundEffect {
	const { lineups, standings } = after;
	const { rowByTeam } = buildTeamRows(before.teams, before.count);
	const getPointsAfter = createPointsLookup({ ...lineups, standings, draftPoints: after.draftPoints });
	const getPointsBefore = createPointsLookup(before);
	const computeResult = (getPoints: (teamId: TeamId) => number, { homeTeamId, awayTeamId }: LeagueMatchUp) =>
		Math.sign(getPoints(homeTeamId) - getPoints(awayTeamId));
	const changedMatchUps = matchUps.filter(
		(matchUp) => computeResult(getPointsBefore, matchUp) !== computeResult(getPointsAfter, matchUp),
	);
	const medianLeagues = listMedianChanges(matchUps, getPointsBefore, getPointsAfter);
	const eliminationLeagues = listEliminationChanges(eliminations.before, eliminations.after);
	const draftTeams = after.draftPoints.teams.subarray(0, after.draftPoints.count);
	let teamsTouched = draftTeams.filter((teamId) => getPointsBefore(teamId) !== getPointsAfter(teamId)).length;
	let ranksMoved = 0;
	let moves: TeamMove[] = [];
	for (let row = 0; row < lineups.count; row++) {
		const teamId = lineups.teams[row] ?? 0;
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
		resultsChanged: changedMatchUps.length + medianLeagues.length,
		eliminationsChanged: eliminationLeagues.length,
		leaguesTouched: new Set([
			...changedMatchUps.map(({ leagueId }) => String(leagueId)),
			...medianLeagues.map(String),
			...eliminationLeagues,
		]).size,
		moves: listGreatest(moves),
	};
}

type GetPoints = (teamId: TeamId) => Points;
type Eliminations = ReturnType<typeof listRoundEliminations>;

/** Lists the league of each game against a median whose result changes. */
function listMedianChanges(matchUps: readonly LeagueMatchUp[], getBefore: GetPoints, getAfter: GetPoints): number[] {
	const byLeague = Map.groupBy(
		matchUps.filter(({ hasMedian }) => hasMedian),
		({ leagueId }) => leagueId,
	);
	return [...byLeague].flatMap(([leagueId, games]) => {
		const listResults = (getPoints: GetPoints) => {
			const scores = games.map(({ homeTeamId, awayTeamId }) => {
				return { homePoints: getPoints(homeTeamId), awayPoints: getPoints(awayTeamId) };
			});
			const median = computeMedian(scores) ?? 0;
			return scores.flatMap(({ homePoints, awayPoints }) => [
				Math.sign(homePoints - median),
				Math.sign(awayPoints - median),
			]);
		};
		const after = listResults(getAfter);
		return listResults(getBefore).flatMap((result, index) => (result === after[index] ? [] : [leagueId]));
	});
}

/** Lists the league of each team that goes out, or no longer does. */
const listEliminationChanges = (before: Eliminations, after: Eliminations): string[] =>
	[...new Set([...before.keys(), ...after.keys()])].flatMap((teamId) => {
		const [was = {}, is = {}] = [before.get(teamId), after.get(teamId)];
		const leagueIds = new Set([...Object.keys(was), ...Object.keys(is)]);
		return [...leagueIds].filter((id) => (was[id] === "out") !== (is[id] === "out"));
	});

/** Replaces the points of a published round by those after a correction. */
export function replaceRoundPoints(
	{ leagues, rounds }: SeasonEliminations,
	{ roundId, after }: RescoredRound,
): SeasonEliminations {
	const getPoints = createPointsLookup({
		...after.lineups,
		standings: after.standings,
		draftPoints: after.draftPoints,
	});
	const replacePoints = (round: SeasonEliminations["rounds"][number]) => ({
		roundId,
		points: new Map([...round.points.keys()].map((teamId) => [teamId, getPoints(teamId)])),
	});
	return { leagues, rounds: rounds.map((round) => (round.roundId === roundId ? replacePoints(round) : round)) };
}

/** Creates a lookup of the points of classic and draft teams. */
function createPointsLookup({
	teams,
	count,
	standings,
	draftPoints,
}: Omit<RescoredRound["before"], "values">): (teamId: TeamId) => number {
	const { rowByTeam } = buildTeamRows(teams, count);
	const { rowByTeam: draftRowByTeam } = buildTeamRows(draftPoints.teams, draftPoints.count);
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
		const hasNewOutcome = Object.entries(outcomes).some(([league, outcome]) => outcomesNow[league] !== outcome);
		if (points !== pointsAfter || hasNewOutcome) results.push({ teamId, roundId, points, outcomes });
	};
	const { lineups, standings, draftPoints } = after;
	for (let row = 0; row < lineups.count; row++) compare(lineups.teams[row] ?? 0, standings.points[row]);
	for (let row = 0; row < draftPoints.count; row++) compare(draftPoints.teams[row] ?? 0, draftPoints.points[row]);
	return results;
}

const listGreatest = (moves: readonly TeamMove[]): TeamMove[] =>
	moves.toSorted((a, b) => getMoveSize(b) - getMoveSize(a) || a.teamId - b.teamId).slice(0, MAX_MOVES);
