import type { MatchUp } from "../fixtures/head-to-head.ts";
import type { TeamId } from "../ids.ts";
import type { LadderRow, LeagueResult } from "./ladder.ts";

/** The top two of the ladder after the round before, the higher placed at home; null with fewer teams. */
export function findGrandFinalPairing(ladder: readonly Pick<LadderRow, "teamId">[]): MatchUp | null {
	const [first, second] = ladder;
	return first && second ? [first.teamId, second.teamId] : null;
}

/** The winner of the league; a draw goes to the home team, which is placed higher. */
export const findGrandFinalWinner = ({ home, away, homePoints, awayPoints }: Omit<LeagueResult, "roundId">): TeamId =>
	awayPoints > homePoints ? away : home;
