import { hostname } from "node:os";
import type { Config } from "./config.ts";
import type { Database } from "./db/open.ts";
import { startAccountRunner } from "./features/accounts/account-runner.ts";
import { createDailyBackups } from "./features/backups/daily-backups.ts";
import type { JobQueue } from "./features/jobs/job-queue.ts";
import type { Runner } from "./features/jobs/runner.ts";
import { startLeagueCards } from "./features/leagues/cards/card-runner.ts";
import { startLiveConversations } from "./features/leagues/conversation/live-conversations.ts";
import { startDeletingOldMessages } from "./features/leagues/conversation/old-messages.ts";
import { startLiveDrafts } from "./features/leagues/draft/live-drafts.ts";
import { startDraftLeagueWork } from "./features/leagues/draft/season-work.ts";
import { startDraftTicks } from "./features/leagues/draft/tick.ts";
import { startWebhookDelivery } from "./features/leagues/webhooks/deliver-webhooks.ts";
import { createSendWebhook } from "./features/leagues/webhooks/send-webhook.ts";
import type { SeasonEngine } from "./features/match-day/engine/season-engine.ts";
import type { ListableMediaStore } from "./features/media/media-store.ts";
import { createAlertRunner } from "./features/operator/alerts/alert-runner.ts";
import type { runVerify } from "./features/operator/closing-letter/run-verify.ts";
import { startClosingLetters } from "./features/operator/closing-letter/send-letters.ts";
import { createReleaseRunner } from "./features/operator/releases/release-runner.ts";
import type { StorageWatch } from "./features/operator/storage/storage-watch.ts";
import { startRetention } from "./features/retention/service.ts";
import { createExportRunner } from "./features/static-files/export/export-runner.ts";
import { startDraftOwnershipCounts } from "./features/static-files/ownership/count-drafts.ts";
import { startOwnershipCounts } from "./features/static-files/ownership/count-ownership.ts";
import packageJson from "./package.json" with { type: "json" };
import type { Metrics } from "./plugins/metrics.ts";

/** Functions that stop what was started so far, in the order in which it was started. */
export type Closers = (() => Promise<void>)[];

export interface BackgroundServices {
	readonly config: Config;
	readonly database: Database;
	readonly engine: SeasonEngine;
	readonly queue: JobQueue;
	readonly media: ListableMediaStore;
	readonly storage: StorageWatch;
	readonly metrics: Pick<Metrics, "measureStep">;
	/** Verifies a published round for the closing letter; null if none are sent. */
	readonly verify: typeof runVerify | null;
	/** Creates a handler that logs and reports the errors of a background task. */
	readonly createErrorHandler: (name: string) => (error: unknown) => void;
}

/** Starts the work that no request waits for. start-server.ts starts the season engine, the demo and notices. */
export async function startBackgroundWork(services: BackgroundServices, closers: Closers): Promise<void> {
	const { config, database, engine, metrics, verify, createErrorHandler } = services;
	const { publicUrl, backup, exportTo, releaseFeed } = config;
	const { wallNow } = engine.clocks;
	const shared = {
		...engine,
		...services,
		db: database.db,
		pool: database.pool,
		stream: engine.userStreams,
		wallNow,
		publicUrl,
		inbox: config.site.supportEmail,
		hasMailServer: config.smtpUrl !== null,
		version: packageJson.version,
	};
	const keep = ({ stop }: Pick<Runner, "stop">) => void closers.push(stop);
	const start = (runner: Runner) => {
		keep(runner);
		runner.start();
	};
	const alerts = { ...shared, hasDailyBackups: backup.to !== null, host: hostname(), startedAt: wallNow() };
	start(createAlertRunner(alerts, config.alertWebhookUrl, createErrorHandler("alerts")));
	if (releaseFeed !== null)
		start(createReleaseRunner({ ...shared, feed: releaseFeed }, createErrorHandler("release feed")));
	keep(startAccountRunner(config, shared, createErrorHandler("accounts")));
	if (exportTo) start(await createExportRunner(exportTo, shared, createErrorHandler("static files")));
	keep(startOwnershipCounts(shared, createErrorHandler("ownership")));
	keep(startRetention({ ...shared, days: config.daysKept }, createErrorHandler("retention")));
	keep(startDeletingOldMessages({ ...shared, days: config.chatDays }, createErrorHandler("message retention")));
	keep(startLeagueCards(shared, createErrorHandler("league cards")));
	keep(startWebhookDelivery({ ...shared, send: createSendWebhook() }, createErrorHandler("webhooks")));
	keep(startLiveConversations({ ...shared, onError: createErrorHandler("conversations") }));
	keep(startLiveDrafts(shared.pgListener, shared.stream));
	const measure = (milliseconds: number) => metrics.measureStep("drafts", milliseconds);
	keep(startDraftTicks({ ...shared, measure }, createErrorHandler("drafts")));
	keep(startDraftLeagueWork(shared, createErrorHandler("draft season")));
	keep(startDraftOwnershipCounts(shared, createErrorHandler("draft counts")));
	if (verify) keep(startClosingLetters({ ...shared, verify }, createErrorHandler("closing letters")));
	const { to } = backup;
	if (to !== null) start(createDailyBackups(shared, { ...backup, to }, createErrorHandler("backups")));
}
