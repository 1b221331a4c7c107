import type { SuccessOf } from "@first-bounce/contract/call";
import { listBackups, showFirstSteps, showHeldMessages } from "@first-bounce/contract/operator/backups";
import type { showOverview } from "@first-bounce/contract/operator/operator";
import { success } from "./fake-api.ts";

/** The overview of an installation without a season, in which nothing needs an operator. */
export const QUIET_OVERVIEW: SuccessOf<typeof showOverview> = {
	season: null,
	clock: null,
	round: null,
	lastPublication: null,
	feeds: [],
	polledFeed: null,
	storage: { state: "ok", freeBytes: 9_000 * 1024 * 1024 },
	backups: { isDaily: true, taken: null, failed: null },
	hasMailServer: true,
	newerRelease: null,
	alerts: [],
	counts: { users: 3, activeUsers: 3, teams: 2, completeTeams: 1, leagues: 1, sessions: 1 },
	drafts: { live: 0, paused: 0, scheduled: 0, overdue: 0 },
	waiting: {
		quarantined: 0,
		faultyLines: 0,
		lateCorrections: 0,
		announcedStarts: 0,
		failedMails: 0,
		dueMails: 0,
		failedJobs: 0,
		reportedAnnouncements: 0,
		openMessages: 0,
	},
};

/** What the console asks about restores and first steps, of an installation that has a season and no backup. */
export const quietBackups = {
	"/operator/backups": () =>
		success(listBackups, { siteName: "localhost", maxUpload: 1, canRestore: true, backups: [] }),
	"/operator/held-messages": () => success(showHeldMessages, { held: null }),
	"/operator/first-steps": () => success(showFirstSteps, { hasSeason: true, mayPlayDemo: false }),
};
