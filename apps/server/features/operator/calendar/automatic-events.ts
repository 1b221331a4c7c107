import type { AutomaticEvent } from "@first-bounce/contract/operator/calendar";
import { WEEK_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { getFirstLockTime, getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound, hasMatchStarted, isSeasonComplete } from "@first-bounce/rules/round/round";
import { getNextBackupTime } from "../../backups/daily-backups.ts";
import { listDueJobs } from "../../match-day/engine/round-jobs.ts";
import { getPublicationTime, getRoundPhase } from "../../match-day/rounds/round-phase.ts";
import { getReminderStart } from "../../notifications/notices/create-notices.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { isSeasonArchived } from "../../static-files/archive/season-archive.ts";
import { getRecheckEnd } from "../../stats-providers/intake/poll-feed.ts";
import { listRoundsWithoutLetter } from "../closing-letter/queries.ts";
import type { OperatorServices } from "../services.ts";
import { createEvent } from "./create-event.ts";
import { listDraftDeadlines, listDraftSeasonEvents } from "./draft-events.ts";
import { countResultMailRecipients } from "./queries.ts";

type Services = Pick<OperatorServices, "db" | "pool" | "recheck" | "clocks" | "dailyBackupAt">;

function createLockEvent({ id, roundId, startsAt, homeSquadId, awaySquadId, timeZone }: SnapshotMatch): AutomaticEvent {
	return { ...createEvent("lock", roundId, startsAt), match: { id, homeSquadId, awaySquadId, timeZone } };
}

/** Lists the draws of leagues and the cup that the leader would make once a round has started. */
async function listDraws(services: Services, season: SeasonSnapshot, round: SnapshotRound): Promise<AutomaticEvent[]> {
	const startsAt = getFirstLockTime(round);
	const jobs = startsAt === null ? [] : await listDueJobs(services, season, startsAt);
	const isDue = jobs.some(({ queue, data }) => queue === "round-soft-lock" && data.roundId === round.id);
	return isDue ? [createEvent("draws", round.id, startsAt)] : [];
}

function listPublication(season: SeasonSnapshot, round: SnapshotRound, now: SeasonTime): AutomaticEvent[] {
	const { finalAfterMinutes } = season.rules;
	if (round.hold || finalAfterMinutes === null || round.matches.length === 0) return [];
	const phase = getRoundPhase(round, season, now);
	if (phase === "in-review" || phase === "to-publish")
		return [createEvent("publication", round.id, getPublicationTime(round, season))];
	const minutes = season.isDemo ? 0 : finalAfterMinutes;
	return [{ ...createEvent("publication-wait", round.id, null), minutes }];
}

/** Lists the mails that follow the publications, and closing letters of published rounds that are still to be sent. */
async function listMails(
	{ db }: Services,
	season: SeasonSnapshot,
	publications: readonly AutomaticEvent[],
	now: SeasonTime,
): Promise<AutomaticEvent[]> {
	const managers = await countResultMailRecipients(db);
	const roundsWithoutLetter = season.isDemo ? [] : await listRoundsWithoutLetter(db, season.seasonId);
	return [
		...roundsWithoutLetter.map(({ roundId }) => createEvent("closing-letter", roundId, now)),
		...publications.flatMap((event): AutomaticEvent[] => {
			const mailEvent = { ...event, minutes: null };
			return [
				...(managers > 0 ? [{ ...mailEvent, kind: "result-mails" as const, managers }] : []),
				...(season.isDemo ? [] : [{ ...mailEvent, kind: "closing-letter" as const }]),
			];
		}),
	];
}

/** Lists the next backup, at wall-clock time, and the archiving of a season that is over. */
async function listUpkeep({ db, clocks, dailyBackupAt }: Services, season: SeasonSnapshot): Promise<AutomaticEvent[]> {
	const events: AutomaticEvent[] = [];
	if (dailyBackupAt !== null)
		events.push(createEvent("backup", null, await getNextBackupTime(db, clocks.wallNow(), dailyBackupAt)));
	const isOver = isSeasonComplete(season.rounds);
	const areFilesArchived = season.isArchived && (await isSeasonArchived(db, season.seasonId));
	if (isOver && !areFilesArchived) events.push(createEvent("archive", null, null));
	return events;
}

/** Gets the start of a round's last match, after which the round's events without a time are listed. */
function getLastStart({ rounds }: SeasonSnapshot, roundId: number | null): string {
	// Sorts after every timestamp.
	if (roundId === null) return "9999";
	const starts = rounds
		.filter(({ id }) => id === roundId)
		.flatMap(({ matches }) => matches.map(({ startsAt }) => startsAt));
	return new Date(Math.max(0, ...starts)).toISOString();
}

/**
 * Lists what the server will do by itself in the next seven days, as computed by the functions that do it. Reminders
 * are listed at the earliest possible time, because each manager chooses how long before the lock they are sent.
 */
export async function listAutomaticEvents(services: Services, season: SeasonSnapshot, now: SeasonTime) {
	const upkeep = await listUpkeep(services, season);
	if (season.isArchived) return upkeep;
	upkeep.push(...(await listDraftDeadlines(services, season)));
	const isInWeek = (at: SeasonTime) => at >= now && at <= now + WEEK_MS;
	const openRounds = season.rounds.filter(({ status }) => status !== "complete");
	const currentId = findCurrentRound(openRounds)?.id;
	const current = openRounds.find(({ id }) => id === currentId);
	const nextLock = current ? getNextLockTime(current, now) : null;
	const events: AutomaticEvent[] = [];
	if (current && nextLock !== null && isInWeek(nextLock))
		events.push(createEvent("reminders", current.id, Math.max(now, getReminderStart(nextLock))));
	for (const round of openRounds) {
		const matches = round.matches.filter((match) => !match.isAbandoned && !hasMatchStarted(match, now));
		events.push(...matches.filter(({ startsAt }) => isInWeek(startsAt)).map(createLockEvent));
		const firstLock = getFirstLockTime(round);
		if (round.id === currentId && firstLock !== null && isInWeek(firstLock))
			events.push(...(await listDraws(services, season, round)));
	}
	const isPlayedThisWeek = current?.matches.some(({ startsAt }) => startsAt <= now + WEEK_MS);
	const publications = current && isPlayedThisWeek ? listPublication(season, current, now) : [];
	events.push(...publications, ...(await listMails(services, season, publications, now)));
	for (const round of season.rounds) {
		const end = getRecheckEnd(round, services.recheck);
		if (end !== null && end > now) events.push(createEvent("rechecks-end", round.id, end));
	}
	events.push(
		...(await listDraftSeasonEvents(services, season)).filter(({ at }) => at !== null && isInWeek(Date.parse(at))),
	);
	const getSortTime = ({ at, roundId }: AutomaticEvent): string => at ?? getLastStart(season, roundId);
	// Backups, drafts and keepers are due at wall-clock time, which cannot be compared with season time.
	return [...events.toSorted((a, b) => getSortTime(a).localeCompare(getSortTime(b))), ...upkeep];
}
