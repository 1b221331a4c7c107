import type { League } from "@first-bounce/contract/leagues/league";
import type { Season } from "../../../api/season-model.ts";

/** The rounds a league plays: its first to the season's last. */
export const listLeagueRounds = (
	{ startId }: Pick<League, "startId">,
	{ rounds, rules }: Pick<Season, "rounds" | "rules">,
): readonly number[] => rounds.map(({ id }) => id).filter((id) => id >= startId && id <= rules.lastRound);

/** The round of these nearest to one asked for. */
export function findNearestRound(asked: number, rounds: readonly number[]): number {
	const [first = 1] = rounds;
	const last = rounds.at(-1) ?? first;
	return Number.isSafeInteger(asked) ? Math.min(Math.max(asked, first), last) : first;
}

/** Rounds that a ladder can be looked at as at: the league's that have begun, the newest first. */
export const listLadderRounds = (
	league: Pick<League, "startId">,
	season: Pick<Season, "rounds" | "rules">,
): readonly number[] =>
	listLeagueRounds(league, season)
		.filter((roundId) => season.rounds.some(({ id, status }) => id === roundId && status !== "scheduled"))
		.toReversed();
