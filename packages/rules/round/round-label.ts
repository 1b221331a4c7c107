import type { RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export type RoundName = "all-rounds" | "round" | "grand-final";

/**
 * What a round is called: 0 stands for all; the last is the grand final when the season's flag says so, or inside a
 * league whose finals are on (decisions §7).
 */
export function getRoundName(
	id: RoundId,
	rules: Pick<SeasonRules, "lastRound" | "grandFinal">,
	leagueFinals = false,
): RoundName {
	if (id === 0) return "all-rounds";
	return id === rules.lastRound && (rules.grandFinal || leagueFinals) ? "grand-final" : "round";
}

/** The same in English, for places without a catalogue of words. */
export function formatRoundLabel(
	id: RoundId,
	rules: Pick<SeasonRules, "lastRound" | "grandFinal">,
	leagueFinals = false,
): string {
	const name = getRoundName(id, rules, leagueFinals);
	if (name === "all-rounds") return "All Rounds";
	return name === "grand-final" ? "Grand Final" : `Round ${id}`;
}
