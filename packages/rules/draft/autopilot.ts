import { DAY_MS, MINUTE_MS } from "../durations.ts";
import type { SeasonTime } from "../ids.ts";
import type { Round } from "../round/round.ts";

/** How long before each match the server arranges teams without a manager: a day, and again once clubs are named. */
const LEADS_MS = [DAY_MS, 10 * MINUTE_MS] as const;

/**
 * Finds the latest time at which the line-ups of teams without a manager were due to be arranged (docs/game-rules.md#autopilot);
 * null if there was none in the rounds that are not complete.
 */
export function findAutopilotTime(rounds: readonly Round[], now: SeasonTime): SeasonTime | null {
	const due = rounds
		.filter(({ status }) => status !== "complete")
		.flatMap(({ matches }) => matches.flatMap(({ startsAt }) => LEADS_MS.map((lead) => startsAt - lead)))
		.filter((at) => at <= now);
	return due.length === 0 ? null : Math.max(...due);
}
