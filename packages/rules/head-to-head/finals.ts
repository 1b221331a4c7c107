import type { Points, TeamId } from "../ids.ts";
import { FINALS_SERIES_TEAMS } from "./finals-rounds.ts";
import type { MatchUp } from "./fixture.ts";
import type { LadderRow, MatchUpResult } from "./ladder.ts";

type LadderPlace = Pick<LadderRow, "teamId">;

export interface PlacedFinal {
	/** Its place among the finals of the round; of semi-finals, 0 for first against fourth, 1 for second against third. */
	readonly place: number;
	readonly matchUp: MatchUp;
}

/**
 * Pairs the top four for the semi-finals, the higher placed at home. With three teams on the ladder there is only the
 * second semi-final, and with two there is none.
 */
export function pairSemiFinals(ladder: readonly LadderPlace[]): readonly PlacedFinal[] {
	const [first, second, third, fourth] = ladder.map(({ teamId }) => teamId);
	const pairs = [[first, fourth] as const, [second, third] as const];
	return pairs.flatMap(([home, away], place) =>
		home === undefined || away === undefined ? [] : [{ place, matchUp: [home, away] as const }],
	);
}

/**
 * Whether teams without a match-up in the round of semi-finals go straight to the grand final. With two semi-finals they do not:
 * they are outside the finals, and have a bye.
 */
export const hasGrandFinalByes = (matchUps: readonly { readonly isConsolation: boolean }[]): boolean =>
	matchUps.filter(({ isConsolation }) => !isConsolation).length < 2;

/** A match-up as stored, in results and on cards. */
export interface MatchUpStage {
	readonly isGrandFinal: boolean;
	readonly isSemiFinal: boolean;
	readonly isConsolation: boolean;
}

/** Whether a draw goes to the home team, as in finals and consolation games. */
export const isDrawWonByHome = ({ isGrandFinal, isSemiFinal, isConsolation }: MatchUpStage): boolean =>
	isGrandFinal || isSemiFinal || isConsolation;

interface FinalResult<Id extends number> {
	readonly home: Id;
	readonly away: Id;
	readonly homePoints: Points;
	readonly awayPoints: Points;
}

/** The winner of a semi-final, grand final or consolation game. A draw goes to the home team, which is the one placed higher. */
export const findFinalWinner = <Id extends number>({ home, away, homePoints, awayPoints }: FinalResult<Id>): Id =>
	awayPoints > homePoints ? away : home;

/** The winner of a match-up; null for a draw, which finals and consolation games do not have. */
export const findMatchUpWinner = <Id extends number>(
	result: FinalResult<Id> & Pick<MatchUpResult, "isFinal" | "isConsolation">,
): Id | null =>
	result.isFinal || result.isConsolation || result.homePoints !== result.awayPoints ? findFinalWinner(result) : null;

/**
 * Pairs the teams of the grand final: the winners of the semi-finals and, with fewer than four teams, the best of those
 * that played none. The team placed higher before the semi-finals is at home, even if the ladder has changed since. A
 * winner that has left the league is replaced by the team it beat, or else by the other semi-final's loser. Null with
 * fewer than two teams left.
 */
export function pairGrandFinal(
	ladder: readonly LadderPlace[],
	semiFinals: readonly FinalResult<TeamId>[],
): MatchUp | null {
	const members = new Set(ladder.map(({ teamId }) => teamId));
	const semiFinalists = new Set(semiFinals.flatMap(({ home, away }) => [home, away]));
	const byes = [...members].filter((teamId) => !semiFinalists.has(teamId)).slice(0, 2 - semiFinals.length);
	const homeTeams = semiFinals.map(({ home }) => home);
	const awayTeams = semiFinals.map(({ away }) => away).toReversed();
	/** In the order of the ladder before the semi-finals: 1, 2, 3, 4. */
	const seeds = [...byes, ...homeTeams, ...awayTeams].filter((teamId) => members.has(teamId));
	/** Losers whose opponents are still in the league. */
	const eliminated = new Set(
		semiFinals.flatMap((result) => {
			const winner = findFinalWinner(result);
			return members.has(winner) ? [winner === result.home ? result.away : result.home] : [];
		}),
	);
	const finalists = [
		...seeds.filter((teamId) => !eliminated.has(teamId)),
		...seeds.filter((teamId) => eliminated.has(teamId)),
	].slice(0, 2);
	const [home, away] = seeds.filter((teamId) => finalists.includes(teamId));
	return home === undefined || away === undefined ? null : [home, away];
}

type FinalsRoundResult = Omit<MatchUpResult, "roundId">;

/**
 * Orders a league's teams for the consolation games of the last round, by the results of the round before: those in its
 * semi-finals, those who won a consolation game, those who played none, and those who lost one; each by the ladder.
 */
function orderTeams(ladder: readonly LadderPlace[], before: readonly FinalsRoundResult[]): TeamId[] {
	const getGroup = (teamId: TeamId): number => {
		const result = before.find(({ home, away }) => home === teamId || away === teamId);
		// The ladder may have changed since, so a semi-finalist is whoever played a semi-final.
		if (result?.isFinal) return 0;
		if (!result) return 2;
		return findFinalWinner(result) === teamId ? 1 : 3;
	};
	return ladder.map(({ teamId }) => teamId).toSorted((a, b) => getGroup(a) - getGroup(b));
}

/** A round of finals, as the teams outside them see it. */
export interface FinalsRound {
	readonly ladder: readonly LadderPlace[];
	/** Its semi-finals or grand final. */
	readonly finals: readonly MatchUp[];
	readonly isSemiFinal: boolean;
	/** Semi-finals and consolation games of the round before; empty in the round of semi-finals, and without one. */
	readonly before: readonly FinalsRoundResult[];
}

/**
 * Pairs the consolation games of a round of finals, for teams that are outside of them or have been knocked out
 * (docs/game-rules.md#consolation-games): neighbours on the ladder. In the last round the losers of the semi-finals come
 * first, then those who have won a consolation game, then those who have played none, and then the losers. The last of an
 * odd number has a bye.
 */
export function pairConsolationGames({ ladder, finals, isSemiFinal, before }: FinalsRound): readonly MatchUp[] {
	const finalists = new Set(finals.flat());
	const topTeams = new Set(ladder.slice(0, FINALS_SERIES_TEAMS).map(({ teamId }) => teamId));
	const teams = orderTeams(ladder, before).filter(
		(teamId) => !finalists.has(teamId) && !(isSemiFinal && topTeams.has(teamId)),
	);
	return teams.flatMap((home, index) => {
		const away = teams[index + 1];
		return index % 2 === 0 && away !== undefined ? [[home, away] as const] : [];
	});
}

/**
 * Computes the final placings of a league with consolation games: the grand final's winner and loser, then those of each
 * consolation game of the last round, in the order in which they were paired. A team with a bye comes
 * last or, if the ladder has been corrected since, where it now stands.
 */
export function computePlacings(
	ladder: readonly LadderPlace[],
	lastRound: readonly FinalsRoundResult[],
	before: readonly FinalsRoundResult[],
): readonly TeamId[] {
	const order = orderTeams(ladder, before);
	const decided = lastRound.map((result) => {
		const winner = findFinalWinner(result);
		return { isFinal: result.isFinal, teamIds: [winner, winner === result.home ? result.away : result.home] };
	});
	const playing = new Set(decided.flatMap(({ teamIds }) => teamIds));
	const byes = order.filter((teamId) => !playing.has(teamId)).map((teamId) => ({ isFinal: false, teamIds: [teamId] }));
	// A member who has left since is not in the order.
	const getPlace = (teamIds: readonly TeamId[]) => order.findIndex((teamId) => teamIds.includes(teamId));
	return [...decided, ...byes]
		.toSorted((a, b) => Number(b.isFinal) - Number(a.isFinal) || getPlace(a.teamIds) - getPlace(b.teamIds))
		.flatMap(({ teamIds }) => teamIds)
		.filter((teamId) => order.includes(teamId));
}
