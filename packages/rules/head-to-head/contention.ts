import type { Points, TeamId } from "../ids.ts";
import { findFinalWinner } from "./finals.ts";
import { FINALS_SERIES_TEAMS, type FinalsRounds } from "./finals-rounds.ts";
import type { LadderRow } from "./ladder.ts";

interface Final {
	readonly home: TeamId;
	readonly away: TeamId;
	/** Null until its round is published. */
	readonly homePoints: Points | null;
	readonly awayPoints: Points | null;
}

/** How far a head-to-head season has come. */
export interface H2hSeason {
	/** Best first. */
	readonly ladder: readonly Pick<LadderRow, "teamId" | "premiershipPoints">[];
	/** The most premiership points that a team can still get before the finals. */
	readonly pointsLeft: number;
	readonly finalsRounds: FinalsRounds;
	/** The finals that are paired. */
	readonly semiFinals: readonly Final[];
	readonly grandFinal: Final | null;
}

/** The loser of a played final; of equal scores the team that is lower on the ladder, which is the away team. */
const findLoser = ({ home, away, homePoints, awayPoints }: Final): TeamId | null => {
	if (homePoints === null || awayPoints === null) return null;
	return findFinalWinner({ home, away, homePoints, awayPoints }) === home ? away : home;
};

/**
 * Finds the teams that can still win a league (docs/game-rules.md#teams-in-contention): before the finals those that can still
 * get as many premiership points as the last finalist has, and then those that have not lost a final.
 */
export function findContenders(season: H2hSeason): ReadonlySet<TeamId> {
	const { ladder, pointsLeft, finalsRounds, semiFinals, grandFinal } = season;
	if (grandFinal) return new Set(findLoser(grandFinal) === null ? [grandFinal.home, grandFinal.away] : []);
	const finalists = finalsRounds.semiFinalId === null ? 2 : FINALS_SERIES_TEAMS;
	const places = finalsRounds.grandFinalId === null ? 1 : finalists;
	if (pointsLeft === 0) {
		const losers = semiFinals.map(findLoser);
		return new Set(ladder.slice(0, places).flatMap(({ teamId }) => (losers.includes(teamId) ? [] : [teamId])));
	}
	const least = ladder[places - 1]?.premiershipPoints ?? 0;
	return new Set(ladder.flatMap((row) => (row.premiershipPoints + pointsLeft >= least ? [row.teamId] : [])));
}
