import { DAY_MS, HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { MatchId, SeasonTime } from "@first-bounce/rules/ids";
import { getPublicationTime } from "../match-day/rounds/round-phase.ts";
import type { SeasonSnapshot, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { MAX_SIMULATED_MATCH_MS } from "../stats-providers/simulator/match-timeline.ts";
import { ABANDONED_AFTER_MS, WRONG_UNTIL_MS } from "./provider/faulty-provider.ts";

const LINE_UPS_STOP_LEAD_MS = DAY_MS;
const TEAMS_LEAD_MS = HOUR_MS;
/** Final teams are announced an hour before the start; the stop is ten minutes later. */
const FINAL_TEAMS_STOP_LEAD_MS = 50 * MINUTE_MS;

export type StopKind = "line-ups" | "manager-teams" | "final-teams" | "lock" | "play" | "end" | "publication";

/** A time at which something is due. Between two stops nothing happens, or a match is being played. */
export interface Stop {
	readonly at: SeasonTime;
	readonly kind: StopKind;
	/** Absent for a stop of the whole round. */
	readonly matchId?: MatchId;
	/** Whether a match is being played before it, so that the clock runs instead of jumping. */
	readonly isDuringMatch: boolean;
}

/** Lists what is due in a round, in order, with the matches' current starts. */
export function listStops(round: SnapshotRound, season: Pick<SeasonSnapshot, "rules" | "isDemo">): Stop[] {
	const matches = round.matches.toSorted((a, b) => a.startsAt - b.startsAt);
	const firstStart = matches[0]?.startsAt ?? 0;
	const isOver = matches.every(({ status }) => status === "complete");
	const publication = isOver ? getPublicationTime(round, season) : null;
	const stops: Omit<Stop, "isDuringMatch">[] = [
		{ at: firstStart - LINE_UPS_STOP_LEAD_MS, kind: "line-ups" },
		{ at: firstStart - TEAMS_LEAD_MS, kind: "manager-teams" },
		...matches.flatMap(({ id: matchId, startsAt }) => [
			{ at: startsAt - FINAL_TEAMS_STOP_LEAD_MS, kind: "final-teams" as const, matchId },
			{ at: startsAt + MINUTE_MS, kind: "lock" as const, matchId },
			{ at: startsAt + ABANDONED_AFTER_MS, kind: "play" as const, matchId },
			{ at: startsAt + WRONG_UNTIL_MS, kind: "play" as const, matchId },
			{ at: startsAt + MAX_SIMULATED_MATCH_MS, kind: "end" as const, matchId },
		]),
		...(publication === null ? [] : [{ at: publication, kind: "publication" as const }]),
	];
	return stops
		.toSorted((a, b) => a.at - b.at)
		.map((stop) => ({
			...stop,
			isDuringMatch: matches.some(({ startsAt }) => startsAt < stop.at && stop.at <= startsAt + MAX_SIMULATED_MATCH_MS),
		}));
}

/** Finds the next time after `now` at which something is due, with everything that is due then. */
export function findNextStops(
	round: SnapshotRound,
	season: Pick<SeasonSnapshot, "rules" | "isDemo">,
	now: SeasonTime,
): readonly Stop[] {
	const later = listStops(round, season).filter(({ at }) => at > now);
	return later.filter(({ at }) => at === later[0]?.at);
}
