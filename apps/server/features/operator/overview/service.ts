import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound, isSeasonComplete } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { findLastBackups } from "../../backups/backup-log-queries.ts";
import { countDrafts } from "../../leagues/draft/maintenance.ts";
import { getRoundPhase } from "../../match-day/rounds/round-phase.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listAnnouncedStarts } from "../../stats-providers/intake/announced-start-queries.ts";
import { listAlerts } from "../alerts/service.ts";
import { findRelease } from "../releases/queries.ts";
import { findNewerRelease } from "../releases/read-releases.ts";
import { findScheduledPublication } from "../season/rounds.ts";
import type { OperatorServices } from "../services.ts";
import { countFailedJobs } from "../system/queries.ts";
import { countPayloadsBySource, loadCounts, type Overview } from "./queries.ts";

function buildSeason(season: SeasonSnapshot | null): Overview["season"] {
	if (!season) return null;
	const { seasonId: id, name, isDemo, dataVersion, rounds } = season;
	return {
		id,
		name,
		isDemo,
		dataVersion,
		rounds: rounds.length,
		isOver: isSeasonComplete(rounds),
	};
}

function getMovableClock({ isRehearsal }: OperatorServices, season: SeasonSnapshot | null): Overview["clock"] {
	if (season && isRehearsal) return "rehearsal";
	return season?.isDemo ? "demo" : null;
}

function buildRound(season: SeasonSnapshot | null, now: number): Overview["round"] {
	const round = season && findCurrentRound(season.rounds);
	if (!season || !round) return null;
	const { id, matches } = round;
	return {
		id,
		phase: getRoundPhase(round, season, now),
		startsAt: formatInstant(getFirstLockTime(round)),
		publishesAt: findScheduledPublication(round, season),
		isHeld: round.hold !== null,
		matches: matches.length,
		matchesComplete: matches.filter(({ status }) => status === "complete").length,
	};
}

function findLastPublication(season: SeasonSnapshot | null): Overview["lastPublication"] {
	const last = season?.rounds.findLast(({ publishedAt }) => publishedAt !== null);
	return last?.publishedAt ? { roundId: last.id, at: new Date(last.publishedAt).toISOString() } : null;
}

async function listFeeds(db: Db, seasonId: number): Promise<Overview["feeds"]> {
	const rows = await countPayloadsBySource(db, seasonId);
	return rows.map(({ last, ...feed }) => ({ ...feed, lastReceivedAt: formatInstant(last) }));
}

function buildFeedHealth(feed: ReturnType<OperatorServices["feedHealth"]>): Overview["polledFeed"] {
	if (!feed) return null;
	const { lastResponseAt, failures, lastFault, isRefused = false } = feed.health;
	return { source: feed.source, lastResponseAt: formatInstant(lastResponseAt), failures, lastFault, isRefused };
}

async function getBackups({ db, dailyBackupAt }: OperatorServices): Promise<Overview["backups"]> {
	const { taken, failed } = await findLastBackups(db);
	return {
		isDaily: dailyBackupAt !== null,
		taken: taken && { at: taken.startedAt.toISOString(), place: taken.place ?? "", size: taken.size ?? 0 },
		failed: failed && { at: failed.startedAt.toISOString(), reason: failed.error ?? "" },
	};
}

/** Gets the state of the installation, and what an operator has to do. */
export async function getOverview(services: OperatorServices): Promise<Overview> {
	const { db, seasons, clocks, feedHealth, storage, hasMailServer } = services;
	const season = seasons.peek();
	const seasonId = season?.seasonId ?? 0;
	const { users, activeUsers, sessions, teams, completeTeams, leagues, ...waiting } = await loadCounts(
		db,
		seasonId,
		new Date(clocks.wallNow()),
	);
	const { live, paused, scheduled, overdue } = await countDrafts(db, clocks.wallNow());
	return {
		season: buildSeason(season),
		clock: getMovableClock(services, season),
		round: buildRound(season, clocks.seasonNow()),
		lastPublication: findLastPublication(season),
		feeds: await listFeeds(db, seasonId),
		polledFeed: buildFeedHealth(feedHealth()),
		storage: storage.report(),
		backups: await getBackups(services),
		hasMailServer,
		newerRelease: services.readsReleases ? findNewerRelease(await findRelease(db)) : null,
		alerts: await listAlerts(db, services.publicUrl),
		counts: { users, activeUsers, sessions, teams, completeTeams, leagues },
		drafts: { live, paused, scheduled, overdue },
		waiting: {
			quarantined: waiting.quarantined,
			failedJobs: await countFailedJobs(db),
			faultyLines: waiting.faultyLines,
			lateCorrections: waiting.lateCorrections,
			announcedStarts: (await listAnnouncedStarts(db, seasonId)).length,
			failedMails: waiting.failedMails,
			dueMails: waiting.dueMails,
			reportedAnnouncements: waiting.reportedAnnouncements,
			openMessages: waiting.openMessages,
		},
	};
}
