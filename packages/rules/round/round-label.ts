import type { RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

type RoundName = "all-rounds" | "round" | "grand-final";

/**
 * Which kind of name a round gets; the id 0 stands for all rounds. The last round is called the Grand Final if the
 * season's rules say so, or in a league with finals.
 */
export function getRoundName(
	id: RoundId,
	rules: Pick<SeasonRules, "lastRound" | "grandFinal">,
	isInLeagueWithFinals = false,
): RoundName {
	if (id === 0) return "all-rounds";
	return id === rules.lastRound && (rules.grandFinal || isInLeagueWithFinals) ? "grand-final" : "round";
}

/** A round's English name, for code without translations. */
export function formatRoundLabel(
	id: RoundId,
	rules: Pick<SeasonRules, "lastRound" | "grandFinal">,
	isInLeagueWithFinals = false,
): string {
	const name = getRoundName(id, rules, isInLeagueWithFinals);
	if (name === "all-rounds") return "All Rounds";
	return name === "grand-final" ? "Grand Final" : `Round ${id}`;
}
