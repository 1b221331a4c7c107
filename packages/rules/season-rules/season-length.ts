import { type FinalsRounds, getFinalsRounds } from "../head-to-head/finals-rounds.ts";
import { getMaxEliminationSize } from "../leagues/league.ts";
import type { SeasonRules } from "./season-rules.ts";

/** What follows from the number of a season's rounds. */
interface SeasonLength {
	readonly rounds: number;
	/** The finals of a head-to-head league; the semi-finals are null if the season allows no finals series. */
	readonly finals: FinalsRounds;
	/** The most teams of an elimination league that starts in the first round. */
	readonly eliminationTeams: number;
	/** The most teams of the cup without a qualifying round; null if there is no cup. */
	readonly cupTeams: number | null;
	/** The trades of a team in the whole season. */
	readonly trades: number;
}

export function computeSeasonLength({
	lastRound,
	leagues,
	cup,
	trades,
}: Pick<SeasonRules, "lastRound" | "leagues" | "cup" | "trades">): SeasonLength {
	// Finals depend on the last three rounds only.
	const roundIds = [lastRound - 2, lastRound - 1, lastRound].filter((id) => id > 0);
	return {
		rounds: lastRound,
		finals: getFinalsRounds(roundIds, { finals: true, finalsSeries: leagues.finalsSeries }),
		eliminationTeams: getMaxEliminationSize(lastRound),
		cupTeams: cup.startRound === null ? null : 2 ** (lastRound - cup.startRound + 1),
		trades: trades.per === "round" ? trades.limit * lastRound : trades.limit,
	};
}
