import type { TeamId } from "../ids.ts";
import type { MatchUp } from "./fixture.ts";
import type { LadderRow, LeagueResult } from "./ladder.ts";

type LadderPlace = Pick<LadderRow, "teamId">;

/** A semi-final. */
export interface PlacedFinal {
	/** 0 for first against fourth, 1 for second against third. */
	readonly place: number;
	readonly matchUp: MatchUp;
}

/**
 * The semi-finals of the top four, the higher placed at home. With three teams on the ladder the first has a bye, with
 * two there is no semi-final.
 */
export function pairSemiFinals(ladder: readonly LadderPlace[]): readonly PlacedFinal[] {
	const [first, second, third, fourth] = ladder.map(({ teamId }) => teamId);
	const pairs = [[first, fourth] as const, [second, third] as const];
	return pairs.flatMap(([home, away], place) =>
		home === undefined || away === undefined ? [] : [{ place, matchUp: [home, away] as const }],
	);
}

/** The winner of a final; a draw goes to the home team, which is placed higher. */
export const findFinalWinner = ({
	home,
	away,
	homePoints,
	awayPoints,
}: Pick<LeagueResult, "home" | "away" | "homePoints" | "awayPoints">): TeamId =>
	awayPoints > homePoints ? away : home;

/**
 * The grand final: the winners of the semi-finals, in order of their place, and the best of the ladder where there was no
 * semi-final. Teams keep the order in which the semi-finals were drawn, and the higher placed is at home. A winner that
 * has left the league is replaced by the team it beat. Null with fewer than two teams left.
 */
export function pairGrandFinal(
	ladder: readonly LadderPlace[],
	semiFinals: readonly Pick<LeagueResult, "home" | "away" | "homePoints" | "awayPoints">[],
): MatchUp | null {
	const members = new Set(ladder.map(({ teamId }) => teamId));
	const semiFinalists = new Set(semiFinals.flatMap(({ home, away }) => [home, away]));
	const byes = [...members].filter((teamId) => !semiFinalists.has(teamId)).slice(0, 2 - semiFinals.length);
	const homeTeams = semiFinals.map(({ home }) => home);
	const awayTeams = semiFinals.map(({ away }) => away).toReversed();
	const seeds = [...byes, ...homeTeams, ...awayTeams].filter((teamId) => members.has(teamId));
	const beaten = new Set(
		semiFinals.flatMap((result) => {
			const winner = findFinalWinner(result);
			return members.has(winner) ? [winner === result.home ? result.away : result.home] : [];
		}),
	);
	const finalists = [
		...seeds.filter((teamId) => !beaten.has(teamId)),
		...seeds.filter((teamId) => beaten.has(teamId)),
	].slice(0, 2);
	const [home, away] = seeds.filter((teamId) => finalists.includes(teamId));
	return home === undefined || away === undefined ? null : [home, away];
}
