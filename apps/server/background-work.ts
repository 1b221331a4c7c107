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

function runUntilClosed(runner: Runner, closers: Closers): void {
	closers.push(runner.stop);
	runner.start();
}

/** Starts the work that no request waits for. start-server.ts starts the season engine, the demo and notices. */
export async function startBackgroundWork(services: BackgroundServices, closers: Closers): Promise<void> {
	startAlerts(services, closers);
	const { config, database, engine, queue, createErrorHandler } = services;
	const { db, pool } = database;
	const { wallNow } = engine.clocks;
	closers.push(startAccountRunner(config, { db, pool, wallNow, queue }, createErrorHandler("accounts")).stop);
	if (config.exportTo) {
		const sources = { database, files: engine.files, queue, wallNow };
		const exportRunner = await createExportRunner(config.exportTo, sources, createErrorHandler("static files"));
		runUntilClosed(exportRunner, closers);
	}
	const ownership = { db, seasons: engine.seasons, queue };
	closers.push(startOwnershipCounts(ownership, createErrorHandler("ownership")).stop);
	const retention = { pool, wallNow, queue, days: config.daysKept };
	closers.push(startRetention(retention, createErrorHandler("retention")).stop);
	startLeagueWork(services, closers);
	startDraftWork(services, closers);
	startClosingLetterWork(services, closers);
	startBackups(services, closers);
}

/** Starts what tells operators of problems and of newer releases. */
function startAlerts(
	{ config, database, engine, storage, createErrorHandler }: BackgroundServices,
	closers: Closers,
): void {
	const { wallNow } = engine.clocks;
	const alerts = createAlertRunner(
		{
			...engine,
			db: database.db,
			storage,
			wallNow,
			inbox: config.site.supportEmail,
			publicUrl: config.publicUrl,
			hasDailyBackups: config.backup.to !== null,
			hasMailServer: config.smtpUrl !== null,
			host: hostname(),
			startedAt: wallNow(),
		},
		config.alertWebhookUrl,
		createErrorHandler("alerts"),
	);
	runUntilClosed(alerts, closers);
	if (config.releaseFeed === null) return;
	const releases = createReleaseRunner(
		{ db: database.db, wallNow, isLeader: engine.isLeader, feed: config.releaseFeed },
		createErrorHandler("release feed"),
	);
	runUntilClosed(releases, closers);
}

/** Starts league cards, webhooks, conversations and the deletion of old messages. */
function startLeagueWork(
	{ config, database, engine, queue, createErrorHandler }: BackgroundServices,
	closers: Closers,
): void {
	const { db, pool } = database;
	const { seasons, clocks, pgListener, userStreams: stream } = engine;
	const { wallNow } = clocks;
	const messageRetention = startDeletingOldMessages(
		{ pool, wallNow, queue, days: config.chatDays },
		createErrorHandler("message retention"),
	);
	closers.push(messageRetention.stop);
	closers.push(startLeagueCards({ db, seasons, clocks, queue }, createErrorHandler("league cards")).stop);
	const webhooks = startWebhookDelivery(
		{ db, seasons, clocks, queue, send: createSendWebhook(), publicUrl: config.publicUrl },
		createErrorHandler("webhooks"),
	);
	closers.push(webhooks.stop);
	const onError = createErrorHandler("conversations");
	closers.push(startLiveConversations({ db, pgListener, stream, wallNow, onError }).stop);
}

/** Starts what draft leagues need: the live stream, the clocks of drafts, the season's trades, waivers and line-ups, and ownership. */
function startDraftWork(
	{ database: { db }, engine, metrics: { measureStep }, createErrorHandler }: BackgroundServices,
	closers: Closers,
): void {
	const { seasons, clocks, pgListener, userStreams: stream } = engine;
	closers.push(startLiveDrafts(pgListener, stream).stop);
	const draftServices = { db, seasons, clocks, isLeader: engine.isLeader };
	const measure = (milliseconds: number) => measureStep("drafts", milliseconds);
	closers.push(startDraftTicks({ ...draftServices, measure }, createErrorHandler("drafts")).stop);
	closers.push(startDraftLeagueWork(draftServices, createErrorHandler("draft season")).stop);
	closers.push(startDraftOwnershipCounts(draftServices, createErrorHandler("draft counts")).stop);
}

function startClosingLetterWork(services: BackgroundServices, closers: Closers): void {
	const { config, database, engine, queue, verify, createErrorHandler } = services;
	if (verify === null) return;
	const { seasons, clocks } = engine;
	const { publicUrl, site } = config;
	const closingLetters = startClosingLetters(
		{ db: database.db, seasons, clocks, queue, verify, inbox: site.supportEmail, publicUrl },
		createErrorHandler("closing letters"),
	);
	closers.push(closingLetters.stop);
}

function startBackups(
	{ config, database, engine, queue, media, createErrorHandler }: BackgroundServices,
	closers: Closers,
): void {
	const { to } = config.backup;
	if (to === null) return;
	const { db, pool } = database;
	const backups = createDailyBackups(
		{ db, pool, media, queue, wallNow: engine.clocks.wallNow, version: packageJson.version },
		{ ...config.backup, to },
		createErrorHandler("backups"),
	);
	runUntilClosed(backups, closers);
}
