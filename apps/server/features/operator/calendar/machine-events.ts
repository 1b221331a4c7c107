import type { MachineEvent } from "@first-bounce/contract/operator/calendar";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { getFirstLockTime, getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound, hasMatchStarted } from "@first-bounce/rules/round/round";
import { listDueJobs } from "../../match-day/engine/round-jobs.ts";
import { getPublicationTime, getRoundPhase } from "../../match-day/rounds/round-phase.ts";
import { getReminderStart } from "../../notifications/notices/create-notices.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getRecheckEnd } from "../../stats-providers/intake/poll-feed.ts";
import type { OperatorServices } from "../services.ts";

const WEEK_MS = 7 * 24 * 3_600_000;

type Services = Pick<OperatorServices, "db" | "pool" | "recheck">;

function createEvent(kind: MachineEvent["kind"], roundId: number, at: SeasonTime | null): MachineEvent {
	return { kind, roundId, at: at === null ? null : new Date(at).toISOString(), match: null, minutes: null };
}

function createLockEvent({ id, roundId, startsAt, homeSquadId, awaySquadId, timeZone }: SnapshotMatch): MachineEvent {
	return { ...createEvent("lock", roundId, startsAt), match: { id, homeSquadId, awaySquadId, timeZone } };
}

/** Lists what the leader would do once a round has started: draws of leagues and the cup. */
async function listDraws(services: Services, season: SeasonSnapshot, round: SnapshotRound): Promise<MachineEvent[]> {
	const at = getFirstLockTime(round);
	const jobs = at === null ? [] : await listDueJobs(services, season, at);
	const isDue = jobs.some(({ queue, data }) => queue === "round-soft-lock" && data.roundId === round.id);
	return isDue ? [createEvent("draws", round.id, at)] : [];
}

function listPublication(season: SeasonSnapshot, round: SnapshotRound, now: SeasonTime): MachineEvent[] {
	const { finalAfterMinutes } = season.rules;
	if (round.hold || finalAfterMinutes === null || round.matches.length === 0) return [];
	const phase = getRoundPhase(round, season, now);
	if (phase === "in-review" || phase === "to-publish")
		return [createEvent("publication", round.id, getPublicationTime(round, season))];
	const minutes = season.isDemo ? 0 : finalAfterMinutes;
	return [{ ...createEvent("publication-wait", round.id, null), minutes }];
}

/** The start of a round's last match, which an event without a time follows. */
function getLastStart({ rounds }: SeasonSnapshot, roundId: number): string {
	const starts = rounds
		.filter(({ id }) => id === roundId)
		.flatMap(({ matches }) => matches.map(({ startsAt }) => startsAt));
	return new Date(Math.max(0, ...starts)).toISOString();
}

/**
 * Lists what the server will do by itself in the next seven days, from the functions that do it. Reminders begin at the
 * time given at the earliest: each manager chooses how long before the lock.
 */
export async function listMachineEvents(
	services: Services,
	season: SeasonSnapshot,
	now: SeasonTime,
): Promise<MachineEvent[]> {
	const isInWeek = (at: SeasonTime) => at >= now && at <= now + WEEK_MS;
	const open = season.rounds.filter(({ status }) => status !== "complete");
	const currentId = findCurrentRound(open)?.id;
	const current = open.find(({ id }) => id === currentId);
	const nextLock = current ? getNextLockTime(current, now) : null;
	const events: MachineEvent[] = [];
	if (current && nextLock !== null && isInWeek(nextLock))
		events.push(createEvent("reminders", current.id, Math.max(now, getReminderStart(nextLock))));
	for (const round of open) {
		const matches = round.matches.filter((match) => !match.isAbandoned && !hasMatchStarted(match, now));
		events.push(...matches.filter(({ startsAt }) => isInWeek(startsAt)).map(createLockEvent));
		const first = getFirstLockTime(round);
		if (round.id === currentId && first !== null && isInWeek(first))
			events.push(...(await listDraws(services, season, round)));
	}
	const isPlayedThisWeek = current?.matches.some(({ startsAt }) => startsAt <= now + WEEK_MS);
	if (current && isPlayedThisWeek) events.push(...listPublication(season, current, now));
	for (const round of season.rounds) {
		const end = getRecheckEnd(round, services.recheck);
		if (end !== null && end > now) events.push(createEvent("rechecks-end", round.id, end));
	}
	const getOrder = ({ at, roundId }: MachineEvent): string => at ?? getLastStart(season, roundId);
	return events.toSorted((a, b) => getOrder(a).localeCompare(getOrder(b)));
}
