import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { teamRows } from "../standings/standings-view.ts";
import type { RescoredRound } from "./rescore.ts";

/** How a team's round and its overall rank change. */
interface TeamMove {
	readonly teamId: TeamId;
	readonly pointsBefore: number;
	readonly pointsAfter: number;
	readonly rankBefore: number;
	readonly rankAfter: number;
}

export interface RoundEffect {
	readonly roundId: RoundId;
	/** Teams whose points of the round change. */
	readonly teamsTouched: number;
	/** Teams whose overall rank at its end changes. */
	readonly ranksMoved: number;
	/** Those whose points or rank change most, the greatest first. */
	readonly moves: readonly TeamMove[];
}

const SHOWN = 20;
const weight = (move: TeamMove): number =>
	Math.abs(move.rankAfter - move.rankBefore) * 1_000 + Math.abs(move.pointsAfter - move.pointsBefore);

/** What becomes of a round's teams when its standings are worked out again. */
export function effectOf({ roundId, before, after }: RescoredRound): RoundEffect {
	const { lineups, standings } = after;
	const { rowOf } = teamRows(before.teams, before.count);
	let teamsTouched = 0;
	let ranksMoved = 0;
	let moves: TeamMove[] = [];
	for (let row = 0; row < lineups.count; row++) {
		const teamId = lineups.teams[row] ?? 0;
		const old = rowOf[teamId] ?? -1;
		const move: TeamMove = {
			teamId,
			pointsBefore: before.standings.points[old] ?? 0,
			pointsAfter: standings.points[row] ?? 0,
			rankBefore: before.standings.overallRank[old] ?? 0,
			rankAfter: standings.overallRank[row] ?? 0,
		};
		if (move.pointsBefore !== move.pointsAfter) teamsTouched++;
		if (move.rankBefore !== move.rankAfter) ranksMoved++;
		if (weight(move) > 0) moves.push(move);
		if (moves.length > SHOWN * 50) moves = greatest(moves);
	}
	return { roundId, teamsTouched, ranksMoved, moves: greatest(moves) };
}

const greatest = (moves: readonly TeamMove[]): TeamMove[] =>
	moves.toSorted((a, b) => weight(b) - weight(a) || a.teamId - b.teamId).slice(0, SHOWN);
