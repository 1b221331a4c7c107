import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";

/** `starting`: the scheduled start has passed, and no report has come yet. */
export type MatchState = "upcoming" | "starting" | "live" | "break" | "finished" | "abandoned";

type StateFacts = Pick<MatchEntry, "status" | "date" | "isAbandoned" | "isBreak">;

export function getMatchState({ status, date, isAbandoned, isBreak }: StateFacts, now: SeasonTime): MatchState {
	if (isAbandoned) return "abandoned";
	if (status === "complete") return "finished";
	if (status === "scheduled") return Date.parse(date) > now ? "upcoming" : "starting";
	return isBreak ? "break" : "live";
}

export const isUnderWay = (state: MatchState): boolean => state === "live" || state === "break";

const MAX_SILENCE_MS = 5 * MINUTE_MS;

/** Whether the provider has not updated a match in play for five minutes of real time. */
export function isDelayed(match: StateFacts & Pick<MatchEntry, "reportedAt">, now: SeasonTime, speed: number): boolean {
	if (getMatchState(match, now) !== "live" || match.reportedAt === null) return false;
	return now - Date.parse(match.reportedAt) > MAX_SILENCE_MS * Math.max(1, speed);
}
