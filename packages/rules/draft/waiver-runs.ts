import { HOUR_MS } from "../durations.ts";
import type { RoundId, SeasonTime } from "../ids.ts";
import { findCurrentRound, findRound, type Round } from "../round/round.ts";

export const RUN_NAMES = ["first", "second"] as const;
type RunName = (typeof RUN_NAMES)[number];
export const RUN_TIME_REASONS = ["second-day", "bounce-day", "before-bounce", "publication", "after-draft"] as const;
type RunTimeReason = (typeof RUN_TIME_REASONS)[number];

/** A round has two runs if at least this much time lies between publication and its first bounce. */
const MIN_TWO_RUNS_MS = 72 * HOUR_MS;
/** The least time for claims after a draft that ends shortly before the first bounce. */
const MIN_AFTER_DRAFT_MS = HOUR_MS;
const FIRST_RUN = { daysLater: 2, hour: 12 };
const SECOND_RUN = { hour: 9, leadMs: 3 * HOUR_MS };

export interface WaiverRound extends Round {
	/** When its points were published; null before that. */
	readonly publishedAt: SeasonTime | null;
}

export interface RunKey {
	readonly roundId: RoundId;
	readonly run: RunName;
}

/** A run with the time at which it is due, and the rule that sets this time. */
export interface RunTime extends RunKey {
	readonly dueAt: SeasonTime;
	readonly reason: RunTimeReason;
}

/** What the runs of a league depend on, apart from earlier runs. */
export interface WaiverSchedule {
	/** In the season's order. */
	readonly rounds: readonly WaiverRound[];
	readonly lastRoundId: RoundId;
	readonly startRoundId: RoundId;
	/** When the draft was complete; null if that was not recorded. */
	readonly draftedAt: SeasonTime | null;
	readonly timeZone: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Gets the local date and time in a zone, in milliseconds as if they were UTC. */
function getLocalTime(at: number, timeZone: string): number {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" });
	formats.set(timeZone, format);
	const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = format.format(at).split(/\D+/).map(Number);
	return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Gets the instant of an hour on the local day of another instant, or some days later. Daylight saving is taken into account. */
function getInstantOnDay(at: number, timeZone: string, { daysLater = 0, hour }: { daysLater?: number; hour: number }) {
	const day = new Date(getLocalTime(at, timeZone));
	const wanted = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + daysLater, hour);
	const guess = wanted - (getLocalTime(wanted, timeZone) - wanted);
	return guess - (getLocalTime(guess, timeZone) - wanted);
}

/** The round whose line-ups are open in a league. */
export const getOpenRoundId = ({ rounds, startRoundId }: Pick<WaiverSchedule, "rounds" | "startRoundId">): RoundId =>
	Math.max(findCurrentRound(rounds)?.id ?? 0, startRoundId);

/**
 * Gets when the waivers of the open round began: with the publication of the previous round and, in the league's start round, not
 * before the end of the draft. -Infinity if neither has a time. Null if the previous round is not published yet, or the season is
 * over.
 */
export function getWaiversStart(schedule: WaiverSchedule): SeasonTime | null {
	const { rounds, lastRoundId, startRoundId, draftedAt } = schedule;
	const roundId = getOpenRoundId(schedule);
	const index = rounds.findIndex(({ id }) => id === roundId);
	const round = rounds[index];
	if (!round || round.status === "complete" || round.id > lastRoundId) return null;
	const before = rounds[index - 1];
	if (before && before.publishedAt === null) return null;
	const drafted = roundId === startRoundId ? draftedAt : null;
	return Math.max(before?.publishedAt ?? -Infinity, drafted ?? -Infinity);
}

/**
 * Lists the runs before a round, the earliest first, by the present fixture; empty if the round has no match.
 *
 * @param startsAt when the waivers of the round began
 */
function listRunTimes(
	round: WaiverRound,
	startsAt: SeasonTime,
	{ timeZone, draftedAt }: Pick<WaiverSchedule, "timeZone" | "draftedAt">,
): RunTime[] {
	const bounce = Math.min(...round.matches.map((match) => match.startsAt));
	if (bounce === Infinity) return [];
	const morning = getInstantOnDay(bounce, timeZone, { hour: SECOND_RUN.hour });
	const latest = bounce - SECOND_RUN.leadMs;
	const planned = Math.min(morning, latest);
	const isAfterDraft = startsAt === draftedAt;
	const earliest = isAfterDraft ? startsAt + MIN_AFTER_DRAFT_MS : startsAt;
	const getReason = (): RunTimeReason => {
		if (earliest > planned) return isAfterDraft ? "after-draft" : "publication";
		return morning <= latest ? "bounce-day" : "before-bounce";
	};
	const second: RunTime = {
		roundId: round.id,
		run: "second",
		dueAt: Math.max(planned, earliest),
		reason: getReason(),
	};
	if (startsAt === -Infinity || bounce - startsAt < MIN_TWO_RUNS_MS) return [second];
	const dueAt = getInstantOnDay(startsAt, timeZone, FIRST_RUN);
	return [{ roundId: round.id, run: "first", dueAt, reason: "second-day" }, second];
}

/**
 * Lists the coming runs before the open round, the earliest first (docs/game-rules.md#waiver-runs). Empty until the previous
 * round is published. If a match is moved, only runs that have not happened move with it.
 */
export function listComingRuns(schedule: WaiverSchedule, happened: readonly RunKey[]): readonly RunTime[] {
	const startsAt = getWaiversStart(schedule);
	const round = findRound(schedule.rounds, getOpenRoundId(schedule));
	if (startsAt === null || !round) return [];
	const ofRound = happened.filter(({ roundId }) => roundId === round.id).map(({ run }) => run);
	if (ofRound.includes("second")) return [];
	return listRunTimes(round, startsAt, schedule).filter(({ run }) => !ofRound.includes(run));
}
