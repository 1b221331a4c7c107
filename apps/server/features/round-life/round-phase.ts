import type { SeasonTime } from "@first-bounce/rules/ids";
import { hasRoundStarted } from "@first-bounce/rules/round/rounds";
import type { Game, GameRound } from "../season/game.ts";

const MINUTE = 60_000;

/**
 * Where a round is in its life (decisions §5). Soft-locked: its first match has started by the clock, and no feed says
 * so yet. In review: all matches are complete, and the time for corrections has not passed.
 */
export type RoundPhase = "open" | "soft-locked" | "playing" | "in-review" | "to-publish" | "complete";

/** When the end of the last match became known, or its start where nobody noted that. */
const endOf = ({ matches }: GameRound): SeasonTime =>
	Math.max(...matches.map(({ startsAt, completedAt }) => completedAt ?? startsAt));

/** The demo publishes at once; a season that waits for its operator never does by itself. */
export function roundPhase(
	round: GameRound,
	{ rules, isDemo }: Pick<Game, "rules" | "isDemo">,
	now: SeasonTime,
): RoundPhase {
	if (round.status === "complete") return "complete";
	if (round.status === "scheduled") return hasRoundStarted(round, now) ? "soft-locked" : "open";
	if (!round.matches.every(({ status }) => status === "complete")) return "playing";
	const wait = isDemo ? 0 : rules.finalAfterMinutes;
	return wait !== null && now >= endOf(round) + wait * MINUTE ? "to-publish" : "in-review";
}
