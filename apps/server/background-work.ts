import { hostname } from "node:os";
import type { Config } from "./config.ts";
import type { Database } from "./db/open.ts";
import { startAccountRunner } from "./features/accounts/account-runner.ts";
import { createDailyBackups } from "./features/backups/daily-backups.ts";
import type { JobQueue } from "./features/jobs/job-queue.ts";
import { startLeagueCards } from "./features/leagues/cards/card-runner.ts";
import { createLiveConversations } from "./features/leagues/conversation/live-conversations.ts";
import { startDeletingOldMessages } from "./features/leagues/conversation/old-messages.ts";
import { startLiveDrafts } from "./features/leagues/draft/live-drafts.ts";
import { startDraftSeason } from "./features/leagues/draft/season-work.ts";
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
import { startDraftCounts } from "./features/static-files/ownership/count-drafts.ts";
import { startOwnershipCounts } from "./features/static-files/ownership/count-ownership.ts";
import manifest from "./package.json" with { type: "json" };
import type { Metrics } from "./plugins/metrics.ts";

/** Functions that stop what was started so far, in the order in which it was started. */
export type Stops = (() => Promise<void>)[];

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

/** Starts the work that no request waits for. The season engine, the demo and notices to managers have their own runners. */
export async function startBackgroundWork(services: BackgroundServices, stops: Stops): Promise<void> {
	startAlerts(services, stops);
	const { config, database, engine, queue, createErrorHandler } = services;
	const { db, pool } = database;
	const { wallNow } = engine.clocks;
	stops.push(startAccountRunner(config, { db, pool, wallNow, queue }, createErrorHandler("accounts")).stop);
	if (config.exportTo) {
		const sources = { database, files: engine.files, queue, wallNow };
		const exportRunner = await createExportRunner(config.exportTo, sources, createErrorHandler("static files"));
		stops.push(exportRunner.stop);
		exportRunner.start();
	}
	const ownership = { db, seasons: engine.seasons, queue };
	stops.push(startOwnershipCounts(ownership, createErrorHandler("ownership")).stop);
	const retention = { pool, wallNow, queue, days: config.daysKept };
	stops.push(startRetention(retention, createErrorHandler("retention")).stop);
	startLeagueWork(services, stops);
	startClosing(services, stops);
	startBackups(services, stops);
}

/** Starts what tells operators of problems and of newer releases. */
function startAlerts(
	{ config, database, engine, storage, createErrorHandler }: BackgroundServices,
	stops: Stops,
): void {
	const { wallNow } = engine.clocks;
	const runner = createAlertRunner(
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
	stops.push(runner.stop);
	runner.start();
	if (config.releaseFeed === null) return;
	const releases = createReleaseRunner(
		{ db: database.db, wallNow, isLeader: engine.isLeader, feed: config.releaseFeed },
		createErrorHandler("release feed"),
	);
	stops.push(releases.stop);
	releases.start();
}

/** Starts league cards, webhooks, conversations and the retention of their messages. */
function startLeagueWork(
	{ config, database, engine, queue, metrics: { measureStep }, createErrorHandler }: BackgroundServices,
	stops: Stops,
): void {
	const { db, pool } = database;
	const { seasons, clocks, pgListener, userStreams: stream } = engine;
	const { wallNow } = clocks;
	const messageRetention = startDeletingOldMessages(
		{ pool, wallNow, queue, days: config.chatDays },
		createErrorHandler("message retention"),
	);
	stops.push(messageRetention.stop);
	stops.push(startLeagueCards({ db, seasons, clocks, queue }, createErrorHandler("league cards")).stop);
	const webhooks = startWebhookDelivery(
		{ db, seasons, clocks, queue, send: createSendWebhook(), publicUrl: config.publicUrl },
		createErrorHandler("webhooks"),
	);
	stops.push(webhooks.stop);
	const onError = createErrorHandler("conversations");
	stops.push(createLiveConversations({ db, pgListener, stream, wallNow, onError }).close);
	const onDraftError = createErrorHandler("drafts");
	stops.push(startLiveDrafts(pgListener, stream));
	const draftServices = { db, seasons, clocks, isLeader: engine.isLeader };
	const measure = (milliseconds: number) => measureStep("drafts", milliseconds);
	stops.push(startDraftTicks({ ...draftServices, measure }, onDraftError).stop);
	stops.push(startDraftSeason(draftServices, createErrorHandler("draft season")).stop);
	stops.push(startDraftCounts(draftServices, createErrorHandler("draft counts")).stop);
}

function startClosing(services: BackgroundServices, stops: Stops): void {
	const { config, database, engine, queue, verify, createErrorHandler } = services;
	if (verify === null) return;
	const { seasons, clocks } = engine;
	const { publicUrl, site } = config;
	const closingLetters = startClosingLetters(
		{ db: database.db, seasons, clocks, queue, verify, inbox: site.supportEmail, publicUrl },
		createErrorHandler("closing letters"),
	);
	stops.push(closingLetters.stop);
}

function startBackups(
	{ config, database, engine, queue, media, createErrorHandler }: BackgroundServices,
	stops: Stops,
): void {
	const { to } = config.backup;
	if (to === null) return;
	const { db, pool } = database;
	const backups = createDailyBackups(
		{ db, pool, media, queue, wallNow: engine.clocks.wallNow, version: manifest.version },
		{ ...config.backup, to },
		createErrorHandler("backups"),
	);
	stops.push(backups.stop);
	backups.start();
}
