import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type Closers, startBackgroundWork } from "./background-work.ts";
import { buildApp } from "./build-app.ts";
import type { Config } from "./config.ts";
import { closeAll } from "./db/close-all.ts";
import { connectForRequests } from "./db/connect.ts";
import { hasSeasonLeader } from "./db/leader-election.ts";
import type { Database } from "./db/open.ts";
import { isStorageFull } from "./db/outage.ts";
import { createReadStandby } from "./db/servers/read-standby.ts";
import { isDemoChosen } from "./features/accounts/first-owner/setup-queries.ts";
import { findRestoreRun, isInProgress } from "./features/backups/restore-run.ts";
import { createCoach } from "./features/coach/coach-thread.ts";
import { advanceDemoRound } from "./features/demo/demo-clock.ts";
import { createDemoServices } from "./features/demo/service.ts";
import { createJobQueue, type JobQueueOptions } from "./features/jobs/job-queue.ts";
import { createRunner, startRunner } from "./features/jobs/runner.ts";
import { listDraftPlaces } from "./features/leagues/own-places.ts";
import {
	createSeasonEngine,
	type SeasonEngine,
	type SeasonEngineOptions,
} from "./features/match-day/engine/season-engine.ts";
import { startMediaFolderClaim } from "./features/media/media-folder-claim.ts";
import { createMediaStore } from "./features/media/media-store.ts";
import { startNoticeRunners } from "./features/notifications/notices/notice-runners.ts";
import { createPush } from "./features/notifications/push/push.ts";
import { readBacklog } from "./features/operator/alerts/queries.ts";
import { runVerify } from "./features/operator/closing-letter/run-verify.ts";
import { createLiveMatchDay } from "./features/operator/match-day/live-match-day.ts";
import { createStorageWatch, type StorageWatch } from "./features/operator/storage/storage-watch.ts";
import { createSolver } from "./features/team/autofill/solver.ts";
import { createTeamServices } from "./features/team/create-team-services.ts";
import { createInstructionRunner } from "./features/team/instructions/run-instructions.ts";
import type { TeamServices } from "./features/team/load-team.ts";
import { createMetrics } from "./plugins/metrics.ts";
import { type ErrorReporter, NO_ERROR_REPORTER } from "./plugins/monitoring/error-reporter.ts";
import type { Tracing } from "./plugins/monitoring/tracing.ts";
import type { Interruption } from "./standing-in.ts";

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
	/** Called before the server listens. */
	readonly beforeListen?: () => Promise<void>;
	/** Stops the server, and starts it again after what it was stopped for. Null if it cannot be started again. */
	readonly interrupt?: ((interruption: Interruption) => void) | null;
	/** Whether the site may have to be set up, on the page for that. */
	readonly isSetupPossible?: boolean;
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
	readonly stop: () => Promise<void>;
}

/** Starts everything that serves an installation on an open database, and listens. If that fails, all of it is stopped. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
	const closers: Closers = [];
	const stop = () => closeAll(closers);
	try {
		const { engine, app } = await openServer(options, closers);
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

/** Creates the handlers of errors in background work: errors are logged and reported, and a full disk is noticed. */
function createErrorHandlers(options: ServerOptions, storage: StorageWatch) {
	const { log, errorReporter = NO_ERROR_REPORTER, onError } = options;
	const logError = (error: unknown) => {
		if (isStorageFull(error)) storage.recordWriteFailure();
		log.error(error);
		onError?.(error);
	};
	const createErrorHandler = (name: string) => (error: unknown) => {
		logError(error);
		errorReporter.report(error, { kind: "background", name });
	};
	return { errorReporter, logError, createErrorHandler };
}

/** Opens what requests and background work share: storage, season engine, job queue and pictures. */
async function openServices(options: ServerOptions, closers: Closers) {
	const { config, database, log, loadFeed, verify = runVerify } = options;
	if (config.databaseUrl !== null && config.bucket === null) {
		closers.push(await startMediaFolderClaim(database, config.dataDir, (error) => log.error(error)));
	}
	const exportFolder = typeof config.exportTo?.location === "string" ? [config.exportTo.location] : [];
	const storage = createStorageWatch([config.dataDir, ...exportFolder]);
	const { errorReporter, logError, createErrorHandler } = createErrorHandlers(options, storage);
	const { readUrl } = config.databaseOptions;
	const standby = readUrl ? createReadStandby(database, readUrl, { log: (message) => log.warn(message) }) : null;
	if (standby) closers.push(standby.close);
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
	closers.push(engine.close);
	if (standby) closers.push(startRunner(standby.check, createErrorHandler("read standby")).stop);
	const media = await createMediaStore(config);
	const queue = await createJobQueue({ ...jobs, pool: database.pool, isSupervised: true });
	closers.push(queue.close);
	await storage.measure();
	closers.push(startRunner(storage.measure, createErrorHandler("storage"), STORAGE_MEASURE_INTERVAL_MS).stop);
	return {
		config,
		database,
		engine,
		queue,
		media,
		storage,
		verify,
		standby,
		metrics,
		errorReporter,
		createErrorHandler,
	};
}

/** Notices when another process restores a backup or the demo was chosen, for which this one stops. Returns what ends it. */
function startRestoreWatch(
	{ config, database: { db, pool }, createErrorHandler }: SharedServices,
	interrupt: (interruption: Interruption) => void,
): () => Promise<void> {
	return startRunner(async () => {
		if (isInProgress(await findRestoreRun(pool))) interrupt({ kind: "wait" });
		else if (!config.demo && config.demoMayBeChosen && (await isDemoChosen(db))) interrupt({ kind: "restart" });
	}, createErrorHandler("restore")).stop;
}

type SharedServices = Awaited<ReturnType<typeof openServices>>;

/** Creates the runners that begin only once the server listens: demo, instructions and match day. */
function createLateRunners(
	{ database, engine, createErrorHandler }: SharedServices,
	team: TeamServices,
	closers: Closers,
) {
	const { db } = database;
	const { seasons, clocks, userStreams: stream, feedHealth } = engine;
	const demo = { db, currentSeason: seasons.peek, clocks };
	const demoRunner = createRunner(() => advanceDemoRound(demo), createErrorHandler("demo"));
	const instructionRunner = createInstructionRunner(team, createErrorHandler("instructions"));
	const liveMatchDay = createLiveMatchDay({ db, seasons, stream, feedHealth }, createErrorHandler("match day"));
	const runners = [demoRunner, instructionRunner, liveMatchDay];
	closers.push(...runners.map(({ stop }) => stop));
	return runners;
}

async function openServer(
	options: ServerOptions,
	closers: Closers,
): Promise<{ readonly engine: SeasonEngine; readonly app: FastifyInstance }> {
	const services = await openServices(options, closers);
	const { config, database, engine, storage, standby, metrics, createErrorHandler } = services;
	const { db, pool } = database;
	const { seasons, clocks, standings, pgListener } = engine;
	const solver = createSolver();
	solver.warmUp();
	const coach = createCoach();
	closers.push(solver.close, coach.close);
	await startBackgroundWork(services, closers);
	if (options.interrupt) closers.push(startRestoreWatch(services, options.interrupt));
	const push = createPush(pool, config.push, pgListener);
	const team = createTeamServices({ db, pool, seasons, clocks, solver, standings });
	const notices = startNoticeRunners(
		{
			pool,
			db,
			seasons,
			clocks,
			send: push.send,
			apiBase: config.site.apiBase,
			findTeam: team.findTeam,
			publicUrl: config.publicUrl,
			listDraftPlaces: (season, key) => listDraftPlaces({ db, season }, key),
		},
		createErrorHandler("notices"),
	);
	closers.push(async () => push.close(), notices.stop);
	const lateRunners = createLateRunners(services, team, closers);
	const requestDatabase = connectForRequests(database);
	closers.push(() => requestDatabase.db.destroy());
	const metricsSources = {
		...engine,
		storage,
		standbyLag: () => standby?.lagSeconds() ?? null,
		pool: requestDatabase.pool,
		readBacklog: () => readBacklog(db, clocks.wallNow()),
	};
	const app = await buildApp({
		...options,
		...services,
		...engine,
		push,
		database: requestDatabase,
		...(standby ? { read: standby.createRead(requestDatabase) } : {}),
		hasLeader: () => hasSeasonLeader(pool),
		solver,
		coach,
		demo: createDemoServices(config, { db, seasons, clocks }),
		webFolder: WEB_FOLDER,
		logger: options.log,
		extraRoutes: [engine.register, (server) => metrics.register(server, metricsSources, config.metricsToken)],
		recheck: config.recheck,
	});
	closers.push(() => app.close());
	await options.beforeListen?.();
	await app.listen({ host: config.host, port: config.port });
	for (const { start } of lateRunners) start();
	return { engine, app };
}
