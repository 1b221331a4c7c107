import type { League } from "@first-bounce/contract/leagues/league";
import type { Season } from "../../../api/season-model.ts";

/** The rounds of a league, from its first to the season's last. */
export const listLeagueRounds = (
	{ startId }: Pick<League, "startId">,
	{ rounds, rules }: Pick<Season, "rounds" | "rules">,
): readonly number[] => rounds.map(({ id }) => id).filter((id) => id >= startId && id <= rules.lastRound);

export function findNearestRound(roundId: number, rounds: readonly number[]): number {
	const [first = 1] = rounds;
	const last = rounds.at(-1) ?? first;
	return Number.isSafeInteger(roundId) ? Math.min(Math.max(roundId, first), last) : first;
}

/** The league's started rounds, newest first. */
export const listLadderRounds = (
	league: Pick<League, "startId">,
	season: Pick<Season, "rounds" | "rules">,
): readonly number[] =>
	listLeagueRounds(league, season)
		.filter((roundId) => season.rounds.some(({ id, status }) => id === roundId && status !== "scheduled"))
		.toReversed();
