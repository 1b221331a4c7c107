import { DAY_MS, HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { MatchId, SeasonTime } from "@first-bounce/rules/ids";
import { getPublicationTime } from "../match-day/rounds/round-phase.ts";
import type { SeasonSnapshot, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { MAX_SIMULATED_MATCH_MS } from "../stats-providers/simulator/match-timeline.ts";
import { ABANDONED_AFTER_MS, WRONG_UNTIL_MS } from "./provider/faulty-provider.ts";

const LINE_UPS_LEAD_MS = DAY_MS;
const TEAMS_LEAD_MS = HOUR_MS;
/** Final teams are announced an hour before the start; the event comes ten minutes later. */
const FINAL_TEAMS_LEAD_MS = 50 * MINUTE_MS;

export type RehearsalEventKind = "line-ups" | "manager-teams" | "final-teams" | "lock" | "play" | "end" | "publication";

/** Something that is due at a time. Between two events nothing happens, or a match is being played. */
export interface RehearsalEvent {
	readonly at: SeasonTime;
	readonly kind: RehearsalEventKind;
	/** Absent for an event of the whole round. */
	readonly matchId?: MatchId;
	/** Whether a match is being played before the event, so that the clock runs instead of jumping to it. */
	readonly isDuringMatch: boolean;
}

/** Lists what is due in a round, in order, with the matches' current starts. */
export function listEvents(round: SnapshotRound, season: Pick<SeasonSnapshot, "rules" | "isDemo">): RehearsalEvent[] {
	const matches = round.matches.toSorted((a, b) => a.startsAt - b.startsAt);
	const firstStart = matches[0]?.startsAt ?? 0;
	const isOver = matches.every(({ status }) => status === "complete");
	const publication = isOver ? getPublicationTime(round, season) : null;
	const events: Omit<RehearsalEvent, "isDuringMatch">[] = [
		{ at: firstStart - LINE_UPS_LEAD_MS, kind: "line-ups" },
		{ at: firstStart - TEAMS_LEAD_MS, kind: "manager-teams" },
		...matches.flatMap(({ id: matchId, startsAt }) => [
			{ at: startsAt - FINAL_TEAMS_LEAD_MS, kind: "final-teams" as const, matchId },
			{ at: startsAt + MINUTE_MS, kind: "lock" as const, matchId },
			{ at: startsAt + ABANDONED_AFTER_MS, kind: "play" as const, matchId },
			{ at: startsAt + WRONG_UNTIL_MS, kind: "play" as const, matchId },
			{ at: startsAt + MAX_SIMULATED_MATCH_MS, kind: "end" as const, matchId },
		]),
		...(publication === null ? [] : [{ at: publication, kind: "publication" as const }]),
	];
	return events
		.toSorted((a, b) => a.at - b.at)
		.map((event) => ({
			...event,
			isDuringMatch: matches.some(
				({ startsAt }) => startsAt < event.at && event.at <= startsAt + MAX_SIMULATED_MATCH_MS,
			),
		}));
}

/** Lists what is due next after `now`: one event, or several at the same time. */
export function findNextEvents(
	round: SnapshotRound,
	season: Pick<SeasonSnapshot, "rules" | "isDemo">,
	now: SeasonTime,
): readonly RehearsalEvent[] {
	const later = listEvents(round, season).filter(({ at }) => at > now);
	return later.filter(({ at }) => at === later[0]?.at);
}
