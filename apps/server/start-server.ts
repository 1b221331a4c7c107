import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { buildApp } from "./build-app.ts";
import type { Config } from "./config.ts";
import { closeAll } from "./db/close-all.ts";
import { connectForRequests } from "./db/connect.ts";
import { hasSeasonLeader } from "./db/leader-election.ts";
import type { Database } from "./db/open.ts";
import { isStorageFull } from "./db/outage.ts";
import { createReadStandby } from "./db/servers/read-standby.ts";
import { startAccountRunner } from "./features/accounts/account-runner.ts";
import { createDailyBackups } from "./features/backups/daily-backups.ts";
import { createCoach } from "./features/coach/coach-thread.ts";
import { createDemoRoundRunner } from "./features/demo/demo-round-runner.ts";
import { createDemoServices } from "./features/demo/service.ts";
import { createJobQueue, type JobQueueOptions } from "./features/jobs/job-queue.ts";
import { createRunner } from "./features/jobs/runner.ts";
import { startLeagueCards } from "./features/leagues/cards/card-runner.ts";
import { createLiveConversations } from "./features/leagues/conversation/live-conversations.ts";
import { startMessageRetention } from "./features/leagues/conversation/old-messages.ts";
import { startWebhookDelivery } from "./features/leagues/webhooks/deliver-webhooks.ts";
import { createSendWebhook } from "./features/leagues/webhooks/send-webhook.ts";
import {
	createSeasonEngine,
	type SeasonEngine,
	type SeasonEngineOptions,
} from "./features/match-day/engine/season-engine.ts";
import { startNoticeRunners } from "./features/notifications/notices/notice-runners.ts";
import { createPush } from "./features/notifications/push/push.ts";
import { createAlertRunner } from "./features/operator/alerts/alert-runner.ts";
import { readBacklog } from "./features/operator/alerts/queries.ts";
import { runVerify } from "./features/operator/closing-letter/run-verify.ts";
import { startClosingLetters } from "./features/operator/closing-letter/send-letters.ts";
import { createLiveMatchDay } from "./features/operator/match-day/live-match-day.ts";
import { createStorageWatch } from "./features/operator/storage/storage-watch.ts";
import { startRetention } from "./features/retention/service.ts";
import { startMediaFolderClaim } from "./features/site/media/media-folder-claim.ts";
import { createMediaStore } from "./features/site/media/media-store.ts";
import { createExportRunner } from "./features/static-files/export/export-runner.ts";
import { createSolver } from "./features/team/autofill/solver.ts";
import { createTeamServices } from "./features/team/create-team-services.ts";
import { createInstructionRunner } from "./features/team/instructions/run-instructions.ts";
import manifest from "./package.json" with { type: "json" };
import { createMetrics } from "./plugins/metrics.ts";
import { type ErrorReporter, NO_ERROR_REPORTER } from "./plugins/monitoring/error-reporter.ts";
import type { Tracing } from "./plugins/monitoring/tracing.ts";

const STORAGE_MEASURE_INTERVAL_MS = 2_000;
const WEB_FOLDER = fileURLToPath(new URL("../web/dist", import.meta.url));

export interface ServerOptions {
	readonly config: Config;
	readonly database: Database;
	readonly log: FastifyBaseLogger;
	/** Loads the feed of each season; null if it has none. */
	readonly loadFeed: SeasonEngineOptions["loadFeed"];
	/**
	 * Verifies a published round for the closing letter; by default in a process with this process's settings. Null if the
	 * caller sends closing letters itself, as a rehearsal does.
	 */
	readonly verify?: typeof runVerify | null;
	/** Whether the season is only rehearsed, so that operators may move its clock. */
	readonly isRehearsal?: boolean;
	/** Sends unexpected errors of requests and background work, and jobs that failed for good. */
	readonly errorReporter?: Pick<ErrorReporter, "report">;
	readonly tracing?: Pick<Tracing, "traceRequests"> | null;
	/** Receives errors of background work besides the log. */
	readonly onError?: (error: unknown) => void;
}

export interface RunningServer {
	/** The season advances once its runner is started. */
	readonly engine: SeasonEngine;
	/** Tells proxies to send requests to another process. */
	readonly announceStop: () => void;
	/** Closes all connections, so that no request is answered any more. */
	readonly disconnect: () => void;
	/** Stops everything but the database. */
	readonly stop: () => Promise<void>;
}

/** Starts everything that serves an installation on an open database, and listens. If that fails, all of it is stopped. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
	const stops: (() => Promise<void>)[] = [];
	const stop = () => closeAll(stops);
	try {
		const { engine, app } = await openServer(options, stops);
		const announceStop = () => {
			app.isStopping = true;
		};
		const disconnect = () => {
			app.server.close();
			app.server.closeAllConnections();
		};
		return { engine, announceStop, disconnect, stop };
	} catch (error) {
		await stop().catch((stopError) => options.log.error(stopError));
		throw error;
	}
}

async function openServer(
	options: ServerOptions,
	stops: (() => Promise<void>)[],
): Promise<{ readonly engine: SeasonEngine; readonly app: FastifyInstance }> {
	const { config, database, log, loadFeed, verify = runVerify, isRehearsal = false } = options;
	const { errorReporter = NO_ERROR_REPORTER, tracing = null } = options;
	if (config.databaseUrl !== null && config.bucket === null) {
		stops.push(await startMediaFolderClaim(database, config.dataDir, (error) => log.error(error)));
	}
	const exportFolder = typeof config.exportTo?.location === "string" ? [config.exportTo.location] : [];
	const storage = createStorageWatch([config.dataDir, ...exportFolder]);
	const logError = (error: unknown) => {
		if (isStorageFull(error)) storage.recordWriteFailure();
		log.error(error);
		options.onError?.(error);
	};
	/** Creates a handler that logs and reports the errors of a background task. */
	const createErrorHandler = (name: string) => (error: unknown) => {
		logError(error);
		errorReporter.report(error, { kind: "background", name });
	};
	const { readUrl } = config.databaseOptions;
	const standby = readUrl ? createReadStandby(database, readUrl, { log: (message) => log.warn(message) }) : null;
	if (standby) stops.push(standby.close);
	const metrics = createMetrics();
	const jobs: Omit<JobQueueOptions, "pool"> = {
		// A failed attempt that will be retried is only logged.
		onError: logError,
		onFinalFailure: (queue, error) => errorReporter.report(error, { kind: "job", name: queue }),
		measure: metrics.measureJob,
	};
	const engine = await createSeasonEngine({
		database,
		standby,
		loadFeed,
		recheck: config.recheck,
		onError: createErrorHandler("season"),
		measure: metrics.measureStep,
		jobs,
		streamsPerAddress: config.livePerAddress,
	});
	stops.push(engine.close);
	if (standby) {
		const standbyRunner = createRunner(standby.check, createErrorHandler("read standby"));
		stops.push(standbyRunner.stop);
		standbyRunner.start();
	}
	const solver = createSolver();
	solver.warmUp();
	const coach = createCoach();
	stops.push(solver.close, coach.close);
	const { seasons, clocks, standings, pgListener, saves } = engine;
	const demo = createDemoServices(config, { db: database.db, seasons, clocks });
	const demoRunner = createRunner(
		createDemoRoundRunner({ db: database.db, currentSeason: seasons.peek, clocks }).step,
		createErrorHandler("demo"),
	);
	stops.push(demoRunner.stop);
	const media = await createMediaStore(config);
	const queue = await createJobQueue({ ...jobs, pool: database.pool, isSupervised: true });
	stops.push(queue.close);
	const storageRunner = createRunner(storage.measure, createErrorHandler("storage"), STORAGE_MEASURE_INTERVAL_MS);
	stops.push(storageRunner.stop);
	await storage.measure();
	storageRunner.start();
	const alertRunner = createAlertRunner(
		{
			...engine,
			db: database.db,
			storage,
			wallNow: clocks.wallNow,
			inbox: config.site.supportEmail,
			publicUrl: config.publicUrl,
			hasDailyBackups: config.backup.to !== null,
			hasMailServer: config.smtpUrl !== null,
			host: hostname(),
			startedAt: clocks.wallNow(),
		},
		config.alertWebhookUrl,
		createErrorHandler("alerts"),
	);
	stops.push(alertRunner.stop);
	alertRunner.start();
	const accountRunner = startAccountRunner(
		config,
		{ db: database.db, pool: database.pool, wallNow: clocks.wallNow, queue },
		createErrorHandler("accounts"),
	);
	stops.push(accountRunner.stop);
	if (config.exportTo) {
		const sources = { database, files: engine.files, queue, wallNow: clocks.wallNow };
		const exportRunner = await createExportRunner(config.exportTo, sources, createErrorHandler("static files"));
		stops.push(exportRunner.stop);
		exportRunner.start();
	}
	const messageRetention = startMessageRetention(
		{ pool: database.pool, wallNow: clocks.wallNow, queue, days: config.chatDays },
		createErrorHandler("message retention"),
	);
	stops.push(messageRetention.stop);
	const recordRetention = startRetention(
		{ pool: database.pool, wallNow: clocks.wallNow, queue, days: config.daysKept },
		createErrorHandler("retention"),
	);
	stops.push(recordRetention.stop);
	const cards = startLeagueCards({ db: database.db, seasons, clocks, queue }, createErrorHandler("league cards"));
	stops.push(cards.stop);
	const webhooks = startWebhookDelivery(
		{ db: database.db, seasons, clocks, queue, send: createSendWebhook(), publicUrl: config.publicUrl },
		createErrorHandler("webhooks"),
	);
	stops.push(webhooks.stop);
	const conversations = createLiveConversations({
		db: database.db,
		pgListener,
		stream: engine.userStreams,
		wallNow: clocks.wallNow,
		onError: createErrorHandler("conversations"),
	});
	stops.push(conversations.close);
	const liveMatchDay = createLiveMatchDay(
		{ db: database.db, seasons, stream: engine.userStreams, feedHealth: engine.feedHealth },
		createErrorHandler("match day"),
	);
	stops.push(liveMatchDay.stop);
	if (verify !== null) {
		const { publicUrl } = config;
		const closingLetters = startClosingLetters(
			{ db: database.db, seasons, clocks, queue, verify, inbox: config.site.supportEmail, publicUrl },
			createErrorHandler("closing letters"),
		);
		stops.push(closingLetters.stop);
	}
	if (config.backup.to !== null) {
		const backups = createDailyBackups(
			{ db: database.db, pool: database.pool, media, queue, wallNow: clocks.wallNow, version: manifest.version },
			{ ...config.backup, to: config.backup.to },
			createErrorHandler("backups"),
		);
		stops.push(backups.stop);
		backups.start();
	}
	const push = createPush(database.pool, config.push, pgListener);
	const { db, pool } = database;
	const team = createTeamServices({ db, pool, seasons, clocks, solver, standings });
	const { apiBase } = config.site;
	const notices = startNoticeRunners(
		{ pool, seasons, clocks, send: push.send, apiBase, findTeam: team.findTeam, publicUrl: config.publicUrl },
		createErrorHandler("notices"),
	);
	stops.push(async () => push.close(), notices.stop);
	const instructionRunner = createInstructionRunner(team, createErrorHandler("instructions"));
	stops.push(instructionRunner.stop);
	const requestDatabase = connectForRequests(database);
	stops.push(() => requestDatabase.db.destroy());
	const metricsSources = {
		...engine,
		storage,
		standbyLag: () => standby?.lagSeconds() ?? null,
		pool: requestDatabase.pool,
		readBacklog: () => readBacklog(database.db),
	};
	const app = await buildApp({
		media,
		push,
		config,
		database: requestDatabase,
		...(standby ? { read: standby.createRead(requestDatabase) } : {}),
		hasLeader: () => hasSeasonLeader(database.pool),
		clocks,
		seasons,
		standings,
		pgListener,
		saves,
		solver,
		coach,
		demo,
		webFolder: WEB_FOLDER,
		logger: log,
		extraRoutes: [engine.register, (server) => metrics.register(server, metricsSources, config.metricsToken)],
		metrics,
		errorReporter,
		tracing,
		feedHealth: engine.feedHealth,
		recheck: config.recheck,
		isRehearsal,
		getReadiness: engine.getReadiness,
		storage,
	});
	stops.push(() => app.close());
	await app.listen({ host: config.host, port: config.port });
	demoRunner.start();
	instructionRunner.start();
	liveMatchDay.start();
	return { engine, app };
}
