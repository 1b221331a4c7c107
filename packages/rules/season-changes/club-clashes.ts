import { HOUR_MS } from "../durations.ts";
import type { MatchId, RoundId, SquadId } from "../ids.ts";
import type { Match } from "../round/round.ts";

/** No match with its breaks is shorter. */
const MIN_MATCH_MS = 2 * HOUR_MS;

type PlannedMatch = Pick<Match, "id" | "roundId" | "homeSquadId" | "awaySquadId" | "startsAt">;

/** Two matches of a club at the same time, which cannot be right, or in one round, which is a double game week. */
export interface ClubClash {
	readonly squadId: SquadId;
	readonly matchIds: readonly [MatchId, MatchId];
	/** Null if they are played at the same time. */
	readonly roundId: RoundId | null;
}

/** Finds the clubs that play two matches at the same time or in one round; those at the same time come first. */
export function findClubClashes(matches: readonly PlannedMatch[]): ClubClash[] {
	const sides = matches.flatMap((match) =>
		[match.homeSquadId, match.awaySquadId].map((squadId) => ({ squadId, match })),
	);
	const clashes = [...Map.groupBy(sides, ({ squadId }) => squadId)].flatMap(([squadId, clubSides]) =>
		clubSides.flatMap(({ match }, index) =>
			clubSides.slice(0, index).flatMap(({ match: earlier }): ClubClash[] => {
				const matchIds = [earlier.id, match.id] as const;
				if (Math.abs(earlier.startsAt - match.startsAt) < MIN_MATCH_MS) return [{ squadId, matchIds, roundId: null }];
				return earlier.roundId === match.roundId ? [{ squadId, matchIds, roundId: match.roundId }] : [];
			}),
		),
	);
	return clashes.toSorted((a, b) => (a.roundId ?? 0) - (b.roundId ?? 0));
}
