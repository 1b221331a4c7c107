import { flushCompileCache } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildApp } from "./build-app.ts";
import { type Config, readConfig } from "./config.ts";
import { formatReason } from "./db/connect.ts";
import { resolveDataDir } from "./db/embedded/data-dir.ts";
import { openDatabase } from "./db/open.ts";
import { isStorageFull } from "./db/outage.ts";
import { startAccountRunner } from "./features/accounts/account-runner.ts";
import { backUpBeforeUpgrade } from "./features/backups/back-up-before-upgrade.ts";
import { createDailyBackups } from "./features/backups/daily-backups.ts";
import { createCoach } from "./features/coach/coach-thread.ts";
import { syncDemoAccounts } from "./features/demo/demo-accounts.ts";
import { createDemoRoundRunner } from "./features/demo/demo-round-runner.ts";
import { loadSimulatorFeed } from "./features/demo/demo-seasons.ts";
import { DEMO_SEED, ensureDemo } from "./features/demo/ensure-demo.ts";
import { createDemoServices } from "./features/demo/service.ts";
import { createJobQueue } from "./features/jobs/job-queue.ts";
import { startLeagueCards } from "./features/leagues/cards/card-runner.ts";
import { createLiveConversations } from "./features/leagues/conversation/live-conversations.ts";
import { startMessageRetention } from "./features/leagues/conversation/retention.ts";
import { startWebhookDelivery } from "./features/leagues/webhooks/deliver-webhooks.ts";
import { createSendWebhook } from "./features/leagues/webhooks/send-webhook.ts";
import { createRunner } from "./features/match-day/engine/runner.ts";
import { createSeasonEngine } from "./features/match-day/engine/season-engine.ts";
import { startNoticeRunners } from "./features/notifications/notices/notice-runners.ts";
import { createPush } from "./features/notifications/push/push.ts";
import { runVerify } from "./features/operator/closing-letter/run-verify.ts";
import { startClosingLetters } from "./features/operator/closing-letter/send-letters.ts";
import { createLiveMatchDay } from "./features/operator/match-day/live-match-day.ts";
import { createStorageMonitor } from "./features/operator/storage/storage-monitor.ts";
import { createStorageWatch } from "./features/operator/storage/storage-watch.ts";
import type { SeasonSnapshot } from "./features/seasons/current/season-snapshot.ts";
import { createMediaStore } from "./features/site/media/media-store.ts";
import { createExportRunner } from "./features/static-files/export/export-runner.ts";
import { createSeasonFeed } from "./features/stats-providers/season-feed.ts";
import { createSolver } from "./features/team/autofill/solver.ts";
import { createTeamServices } from "./features/team/create-team-services.ts";
import { createInstructionRunner } from "./features/team/instructions/run-instructions.ts";
import { resolvePort } from "./listening.ts";
import manifest from "./package.json" with { type: "json" };
import { createLog } from "./plugins/log.ts";
import { createMetrics } from "./plugins/metrics.ts";
import { StartupError } from "./startup-error.ts";

const WEB = fileURLToPath(new URL("../web/dist", import.meta.url));
/** The process exits after this even if closing has not finished. */
const STOP_TIMEOUT_MS = 15_000;

const log = createLog();
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The folder after --season, a past season that the demo plays; undefined without the option. */
function readSeasonFolderOption({ demo, feed }: Config): string | undefined {
	const { season } = parseOptions();
	if (season === undefined) return undefined;
	if (!demo || feed.source !== "simulator")
		throw new StartupError("--season plays a past season as a demo: it needs DEMO=on and no FEED, on a local address");
	return path.resolve(season);
}

function parseOptions(): { readonly season?: string | undefined } {
	try {
		return parseArgs({ options: { season: { type: "string" } } }).values;
	} catch (error) {
		throw new StartupError(`${formatReason(error)}. The only option is --season FOLDER`);
	}
}

/** Starts the server and returns a function that stops it. */
async function start(): Promise<() => Promise<void>> {
	const config = resolveDataDir(await resolvePort(readConfig()), (dataDir, closed) =>
		print(`The data is kept in ${dataDir}, because PostgreSQL's account may not enter ${closed}`),
	);
	const seasonFolder = readSeasonFolderOption(config);
	const database = await openDatabase(config, {
		restartListener: {
			onFailure: (fault) => log.error(`PostgreSQL ended and cannot be started again yet: ${fault}`),
			onRestarted: () => log.warn("PostgreSQL had ended and was started again"),
		},
		onPendingMigrations: (connection) => backUpBeforeUpgrade(config, connection, print),
	});
	const stops = [database.close];
	const exportFolder = typeof config.exportTo?.at === "string" ? [config.exportTo.at] : [];
	const storage = createStorageWatch([config.dataDir, ...exportFolder]);
	const onError = (error: unknown) => {
		if (isStorageFull(error)) storage.recordWriteFailure();
		log.error(error);
	};
	const stop = async () => {
		for (const each of stops.toReversed()) await each();
	};
	try {
		if (config.demo) {
			const onProgress = (step: string) => print(`Making the demo: ${step}`);
			await ensureDemo(database, { now: Date.now(), seed: DEMO_SEED, folder: seasonFolder, onProgress });
		}
		await syncDemoAccounts(database.db, config.demo);
		const loadFeed = async (currentSeason: () => SeasonSnapshot) =>
			createSeasonFeed(config.feed, currentSeason, await loadSimulatorFeed(database.db));
		const metrics = createMetrics();
		const { measure } = metrics;
		const engine = await createSeasonEngine({
			url: database.url,
			loadFeed,
			recheck: config.recheck,
			onError,
			measure,
			streamsPerAddress: config.livePerAddress,
		});
		stops.push(engine.close);
		const solver = createSolver();
		solver.warmUp();
		const coach = createCoach();
		stops.push(solver.close, coach.close);
		const { seasons, clocks, standings, pgListener, saves } = engine;
		const demo = createDemoServices(config, { db: database.db, seasons, clocks });
		const demoRunner = createRunner(
			createDemoRoundRunner({ db: database.db, currentSeason: seasons.peek, clocks }).step,
			onError,
		);
		stops.push(demoRunner.stop);
		const media = await createMediaStore(config);
		const queue = await createJobQueue({ pool: database.pool, onError, isSupervised: true });
		stops.push(queue.close);
		const alerts = { db: database.db, wallNow: clocks.wallNow, inbox: config.site.supportEmail };
		const storageMonitor = createStorageMonitor(storage, alerts, onError);
		stops.push(storageMonitor.stop);
		await storage.measure();
		storageMonitor.start();
		const accountRunner = startAccountRunner(
			config,
			{ db: database.db, pool: database.pool, wallNow: clocks.wallNow, queue },
			onError,
		);
		stops.push(accountRunner.stop);
		if (config.exportTo) {
			const sources = { database, files: engine.files, queue, wallNow: clocks.wallNow };
			const exportRunner = await createExportRunner(config.exportTo, sources, onError);
			stops.push(exportRunner.stop);
			exportRunner.start();
		}
		const retention = startMessageRetention(
			{ pool: database.pool, wallNow: clocks.wallNow, queue, days: config.chatDays },
			onError,
		);
		stops.push(retention.stop);
		const cards = startLeagueCards({ db: database.db, seasons, clocks, queue }, onError);
		stops.push(cards.stop);
		const webhooks = startWebhookDelivery(
			{ db: database.db, seasons, clocks, queue, send: createSendWebhook(), publicUrl: config.publicUrl },
			onError,
		);
		stops.push(webhooks.stop);
		const conversations = createLiveConversations({
			db: database.db,
			pgListener,
			stream: engine.userStreams,
			wallNow: clocks.wallNow,
			onError,
		});
		stops.push(conversations.close);
		const liveMatchDay = createLiveMatchDay(
			{ db: database.db, seasons, stream: engine.userStreams, feedHealth: engine.feedHealth },
			onError,
		);
		stops.push(liveMatchDay.stop);
		const closing = startClosingLetters(
			{
				db: database.db,
				seasons,
				clocks,
				queue,
				verify: runVerify,
				inbox: config.site.supportEmail,
				publicUrl: config.publicUrl,
			},
			onError,
		);
		stops.push(closing.stop);
		if (config.backup.to !== null) {
			const backups = createDailyBackups(
				{
					db: database.db,
					pool: database.pool,
					media,
					queue,
					wallNow: clocks.wallNow,
					version: manifest.version,
					inbox: alerts.inbox,
				},
				{ ...config.backup, to: config.backup.to },
				onError,
			);
			stops.push(backups.stop);
			backups.start();
		}
		const push = createPush(database.pool, config.push);
		const { db, pool } = database;
		const team = createTeamServices({ db, pool, seasons, clocks, solver, standings });
		const { apiBase } = config.site;
		const notices = startNoticeRunners(
			{ pool, seasons, clocks, send: push.send, apiBase, findTeam: team.findTeam, publicUrl: config.publicUrl },
			onError,
		);
		stops.push(async () => push.close(), notices.stop);
		const instructionRunner = createInstructionRunner(team, onError);
		stops.push(instructionRunner.stop);
		const app = await buildApp({
			media,
			push,
			config,
			database,
			clocks,
			seasons,
			standings,
			pgListener,
			saves,
			solver,
			coach,
			demo,
			webFolder: WEB,
			logger: log,
			extraRoutes: [engine.register, (server) => metrics.register(server, { ...engine, storage }, config.metricsToken)],
			metrics,
			feedHealth: engine.feedHealth,
			recheck: config.recheck,
			readiness: engine.readiness,
			storage,
		});
		stops.push(() => app.close());
		await app.listen({ host: config.host, port: config.port });
		engine.runner.start();
		demoRunner.start();
		instructionRunner.start();
		liveMatchDay.start();
		print(`First Bounce is running at ${config.publicUrl}`);
		return stop;
	} catch (error) {
		setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
		await stop().catch((fault) => log.error(fault));
		throw error;
	}
}

/** On SIGTERM and SIGINT, stops the server and exits. */
function stopOnSignal(stop: () => Promise<void>): void {
	let isStopping = false;
	const end = () => {
		if (isStopping) return;
		isStopping = true;
		setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
		stop().then(
			() => process.exit(0),
			(error) => {
				log.error(error);
				process.exit(1);
			},
		);
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);
}

/** Formats an unexpected error in one line with its location. */
function formatError(error: unknown): string {
	const where =
		error instanceof Error ? /\((?:file:\/\/)?(.+)\)|at (?:file:\/\/)?(\S+)$/m.exec(error.stack ?? "") : null;
	return `${formatReason(error)} (${where?.[1] ?? where?.[2] ?? "unknown location"})`;
}

try {
	stopOnSignal(await start());
	// Saved now, because a killed process does not save it on exit.
	flushCompileCache();
} catch (error) {
	const line = error instanceof StartupError ? error.message : `First Bounce cannot start: ${formatError(error)}`;
	// Open handles must not keep the process alive.
	process.stderr.write(`${line}\n`, () => process.exit(1));
}
