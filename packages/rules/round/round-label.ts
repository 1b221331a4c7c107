import type { RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export type RoundName = "all-rounds" | "round" | "grand-final";

/**
 * Which name a round gets; 0 stands for all rounds. The last round is the grand final if the season says so, or
 * inside a league with finals.
 */
export function getRoundName(
	id: RoundId,
	rules: Pick<SeasonRules, "lastRound" | "grandFinal">,
	leagueFinals = false,
): RoundName {
	if (id === 0) return "all-rounds";
	return id === rules.lastRound && (rules.grandFinal || leagueFinals) ? "grand-final" : "round";
}

/** A round's English name, for code without translations. */
export function formatRoundLabel(
	id: RoundId,
	rules: Pick<SeasonRules, "lastRound" | "grandFinal">,
	leagueFinals = false,
): string {
	const name = getRoundName(id, rules, leagueFinals);
	if (name === "all-rounds") return "All Rounds";
	return name === "grand-final" ? "Grand Final" : `Round ${id}`;
}
