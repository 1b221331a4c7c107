import { HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { hasMatchStarted } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import type { AlertKind } from "../../../i18n/mail-texts.ts";
import type { AlertDataByKind } from "../../../i18n/mail-values.ts";
import { findLastBackups } from "../../backups/backup-log-queries.ts";
import { countDrafts } from "../../leagues/draft/maintenance.ts";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";
import { type ListingProblem, listListingProblems } from "../../stats-providers/intake/listing-queries.ts";
import { countNamedPlayers } from "../match-day/service.ts";
import type { StorageReport } from "../storage/storage-watch.ts";
import { countDelayedMails, listFailedQueues } from "./queries.ts";

const LATE_MATCH_MS = 4 * HOUR_MS;

/** A problem that exists now. `subject` distinguishes alerts of the same kind, such as a queue or match. */
type Alert = {
	readonly [Kind in AlertKind]: {
		readonly kind: Kind;
		readonly subject: string;
		readonly data: Omit<AlertDataByKind[Kind], "url">;
	};
}[AlertKind];

/** The problems that one process has found, and the kinds of problems that it has looked for. */
export interface AlertCheck {
	readonly alerts: readonly Alert[];
	/** An open alert of one of these kinds has ended if it is not among `alerts`. */
	readonly checkedKinds: readonly AlertKind[];
}

export interface CheckServices {
	readonly db: Db;
	readonly storage: { readonly report: () => StorageReport };
	readonly feedHealth: () => { readonly source: string; readonly health: FeedHealth } | null;
	/** Only the leader looks at the feed and at matches, so that processes do not contradict each other. */
	readonly isLeader: () => boolean;
	readonly seasons: { readonly peek: () => SeasonSnapshot | null };
	readonly clocks: { readonly wallNow: () => number; readonly seasonNow: () => number };
	readonly hasDailyBackups: boolean;
	readonly hasMailServer: boolean;
	/** The name of this machine, whose disk is measured. */
	readonly host: string;
	/** When this process started. */
	readonly startedAt: number;
}

/** If the newest daily backup is older than this, a backup was missed. */
export const MAX_BACKUP_AGE_MS = 30 * HOUR_MS;
const MAX_FEED_RESPONSE_AGE_MS = 5 * MINUTE_MS;
/** A match may be missing from one answer, or be over a little before its stats arrive. */
const MIN_LISTING_PROBLEM_AGE_MS = 10 * MINUTE_MS;
/** Both clubs must have named their teams this long before a match starts. */
const TEAMS_BEFORE_LOCK_MS = HOUR_MS;
/** A round must be published this long before the first match of the next round. */
const PUBLISHED_BEFORE_LOCK_MS = 12 * HOUR_MS;

function checkStorage({ storage, host }: CheckServices): readonly Alert[] {
	const { state, freeBytes } = storage.report();
	const data = { megabytes: Math.floor((freeBytes ?? 0) / 1024 ** 2) };
	return state === "ok" ? [] : [{ kind: state === "full" ? "storage-full" : "storage-low", subject: host, data }];
}

async function checkBackups({ db, clocks, hasDailyBackups }: CheckServices): Promise<readonly Alert[]> {
	if (!hasDailyBackups) return [];
	const { taken, failed } = await findLastBackups(db);
	const age = taken ? clocks.wallNow() - taken.startedAt.getTime() : 0;
	return [
		...(failed ? [{ kind: "backup-failed" as const, subject: "", data: { reason: failed.error ?? "" } }] : []),
		...(age > MAX_BACKUP_AGE_MS
			? [{ kind: "backup-old" as const, subject: "", data: { hours: Math.floor(age / HOUR_MS) } }]
			: []),
	];
}

async function checkQueues({ db, clocks, hasMailServer }: CheckServices): Promise<readonly Alert[]> {
	const queues = await listFailedQueues(db);
	const delayedMails = hasMailServer ? await countDelayedMails(db, clocks.wallNow()) : 0;
	return [
		...queues.map((queue) => ({ kind: "job-failed" as const, subject: queue, data: { queue } })),
		...(delayedMails > 0 ? [{ kind: "mail-stuck" as const, subject: "", data: { count: delayedMails } }] : []),
	];
}

async function checkDrafts({ db, clocks }: CheckServices): Promise<readonly Alert[]> {
	const { overdue } = await countDrafts(db, clocks.wallNow(), MINUTE_MS);
	return overdue > 0 ? [{ kind: "drafts-stuck", subject: "", data: { count: overdue } }] : [];
}

const isLive = (match: SnapshotMatch, now: number): boolean =>
	hasMatchStarted(match, now) && match.status !== "complete" && !match.isAbandoned;

/** Returns null if it is too early to tell: the feed has just been started and has not answered yet. */
function checkFeed(services: CheckServices, season: SeasonSnapshot): readonly Alert[] | null {
	const { feedHealth, clocks, startedAt } = services;
	const feed = feedHealth();
	const hasLiveMatch = season.rounds.some(({ matches }) => matches.some((match) => isLive(match, clocks.seasonNow())));
	if (!feed || !hasLiveMatch) return [];
	const { source, health } = feed;
	const problem = health.lastFault ?? "–";
	if (health.isRefused) return [{ kind: "feed-refused", subject: "", data: { source, problem } }];
	const responseAgeMs = clocks.wallNow() - (health.lastResponseAt ?? startedAt);
	if (responseAgeMs > MAX_FEED_RESPONSE_AGE_MS) {
		const minutes = Math.floor(responseAgeMs / MINUTE_MS);
		return [{ kind: "feed-stale", subject: "", data: { source, problem, minutes } }];
	}
	return health.lastResponseAt === null ? null : [];
}

function formatMatch({ squads }: SeasonSnapshot, { homeSquadId, awaySquadId }: SnapshotMatch): string {
	const names = new Map(squads.map(({ id, name }) => [id, name]));
	return `${names.get(homeSquadId)} v ${names.get(awaySquadId)}`;
}

/** Finds matches that the provider has in another way than the season for some time. */
function checkListings({ clocks }: CheckServices, season: SeasonSnapshot, problems: readonly ListingProblem[]) {
	const matches = new Map(season.rounds.flatMap((round) => round.matches).map((match) => [match.id, match]));
	return problems
		.filter(({ since }) => clocks.seasonNow() - since >= MIN_LISTING_PROBLEM_AGE_MS)
		.flatMap((problem): Alert[] => {
			const match = matches.get(problem.matchId);
			if (!match) return [];
			const { kind, status, listedRound } = problem;
			const data = {
				match: formatMatch(season, match),
				round: match.roundId,
				problem: kind,
				status,
				listedRound: listedRound ?? match.roundId,
			};
			return [{ kind: "match-differs", subject: String(match.id), data }];
		});
}

/** Whether a match should have ended long ago, so that it needs an operator. */
export const isMatchLate = ({ status, isAbandoned, startsAt }: SnapshotMatch, now: number): boolean =>
	status !== "complete" && !isAbandoned && startsAt + LATE_MATCH_MS < now;

/** Finds matches and rounds that need an operator; those of `listed` have an alert of their own. */
function checkMatches({ clocks }: CheckServices, season: SeasonSnapshot, listed: readonly ListingProblem[]) {
	const now = clocks.seasonNow();
	const names = new Map(season.squads.map(({ id, name }) => [id, name]));
	const hasOwnAlert = new Set(listed.map(({ matchId }) => matchId));
	const openRounds = season.rounds.filter(({ status }) => status !== "complete");
	const matches = openRounds.flatMap((round) => round.matches).filter(({ isAbandoned }) => !isAbandoned);
	const lateMatches = matches
		.filter((match) => isMatchLate(match, now) && !hasOwnAlert.has(match.id))
		.map((match): Alert => {
			const data = { match: formatMatch(season, match), round: match.roundId };
			return { kind: "match-late", subject: String(match.id), data };
		});
	const missingTeams = matches
		.filter(({ startsAt }) => startsAt > now && startsAt - now < TEAMS_BEFORE_LOCK_MS)
		.flatMap((match): Alert[] => {
			const squads = [match.homeSquadId, match.awaySquadId];
			const clubsWithoutTeam = squads.filter((squadId) => countNamedPlayers(season, match, squadId) === null);
			if (clubsWithoutTeam.length === 0) return [];
			const data = {
				match: formatMatch(season, match),
				clubs: clubsWithoutTeam.map((id) => names.get(id)).join(", "),
				minutes: Math.ceil((match.startsAt - now) / MINUTE_MS),
			};
			return [{ kind: "teams-missing", subject: String(match.id), data }];
		});
	const [current, next] = openRounds;
	const nextLockTime = current && next ? getFirstLockTime(next) : null;
	const isPublicationLate = nextLockTime !== null && nextLockTime - now < PUBLISHED_BEFORE_LOCK_MS;
	const unpublishedRounds: Alert[] =
		current && next && isPublicationLate
			? [{ kind: "round-unpublished", subject: String(current.id), data: { round: current.id, next: next.id } }]
			: [];
	return [...lateMatches, ...missingTeams, ...unpublishedRounds];
}

const SEASON_KINDS = ["match-differs", "match-late", "teams-missing", "round-unpublished"] as const;
const FEED_KINDS = ["feed-stale", "feed-refused"] as const;

/** Finds what only the leader looks for: problems of the feed, of matches and of rounds. */
async function checkSeason(services: CheckServices): Promise<AlertCheck> {
	const season = services.seasons.peek();
	if (!season || season.isDemo || season.isArchived)
		return { alerts: [], checkedKinds: [...SEASON_KINDS, ...FEED_KINDS] };
	const feedAlerts = checkFeed(services, season);
	const listed = await listListingProblems(services.db, season.seasonId);
	return {
		alerts: [
			...(feedAlerts ?? []),
			...checkListings(services, season, listed),
			...checkMatches(services, season, listed),
		],
		checkedKinds: [...SEASON_KINDS, ...(feedAlerts === null ? [] : FEED_KINDS)],
	};
}

/** Finds every problem that operators are alerted to in the console, mails, the webhook and metrics. */
export async function findAlerts(services: CheckServices): Promise<AlertCheck> {
	const { alerts, checkedKinds } = services.isLeader() ? await checkSeason(services) : { alerts: [], checkedKinds: [] };
	return {
		alerts: [
			...checkStorage(services),
			...(await checkBackups(services)),
			...(await checkQueues(services)),
			...(await checkDrafts(services)),
			...alerts,
		],
		checkedKinds: [
			"storage-low",
			"storage-full",
			"backup-failed",
			"backup-old",
			"job-failed",
			"mail-stuck",
			"drafts-stuck",
			...checkedKinds,
		],
	};
}
