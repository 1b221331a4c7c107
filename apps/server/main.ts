import { flushCompileCache } from "node:module";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "./config.ts";
import { closeAll } from "./db/close-all.ts";
import { type Connection, formatReason } from "./db/connect.ts";
import { resolveDataDir } from "./db/embedded/data-dir.ts";
import { explainFullDisk } from "./db/full-disk.ts";
import { openDatabase } from "./db/open.ts";
import { backUpBeforeUpgrade } from "./features/backups/back-up-before-upgrade.ts";
import { syncDemoAccounts } from "./features/demo/demo-accounts.ts";
import { loadSimulatorFeed } from "./features/demo/demo-seasons.ts";
import { DEMO_SEED, ensureDemo } from "./features/demo/ensure-demo.ts";
import { pauseDrafts } from "./features/leagues/draft/maintenance.ts";
import { createDatabaseClock } from "./features/seasons/current/database-clock.ts";
import type { SeasonSnapshot } from "./features/seasons/current/season-snapshot.ts";
import { createSeasonFeed } from "./features/stats-providers/season-feed.ts";
import { formatCount } from "./i18n/format-count.ts";
import { formatAddress, resolvePort } from "./listening.ts";
import { createLog, serializeError } from "./plugins/log.ts";
import type { ErrorReporter } from "./plugins/monitoring/error-reporter.ts";
import { startMonitoring } from "./plugins/monitoring/start-monitoring.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { StartupError } from "./startup-error.ts";

/** The process exits after this even if closing has not finished. */
const STOP_TIMEOUT_MS = 15_000;

const log = createLog();
let isStopping = false;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Reads the folder after --season, a past season that the demo plays; undefined without the option. */
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

interface Stoppable {
	readonly stop: () => Promise<void>;
	/** Tells proxies to use another process, and resolves once they should have noticed. */
	readonly prepareToStop: () => Promise<void>;
}

/**
 * Pauses live drafts before migrations; the first tick after them resumes them. If that fails, for example because the tables
 * are too old, clocks that run out meanwhile start again.
 */
async function pauseForUpgrade({ db }: Connection): Promise<void> {
	try {
		const count = await pauseDrafts(db, (await createDatabaseClock(db)).now, "upgrade");
		if (count > 0) print(`Paused ${formatCount(count, "draft")} for the upgrade`);
	} catch (error) {
		print(`Drafts could not be paused for the upgrade: ${formatReason(error)}`);
	}
}

/** Starts the server, which then runs until a signal. */
async function start(): Promise<void> {
	const config = resolveDataDir(await resolvePort(readConfig()), (dataDir, inaccessible) =>
		print(`The data is kept in ${dataDir}, because PostgreSQL's account may not enter ${inaccessible}`),
	);
	log.level = config.logLevel;
	const seasonFolder = readSeasonFolderOption(config);
	const monitoring = await startMonitoring({ dsn: config.site.sentryDsn, tracing: config.tracing }, log);
	let server: RunningServer | null = null;
	let starting: Promise<RunningServer> | null = null;
	if (config.site.sentryDsn !== null) reportCrashes(monitoring.errorReporter, () => server?.disconnect());
	const opening = openDatabase(config, {
		restartListener: {
			onFailure: (reason) => log.error(`PostgreSQL ended and cannot be started again yet: ${reason}`),
			onRestarted: () => log.warn("PostgreSQL had ended and was started again"),
		},
		onPendingMigrations: async (connection) => {
			await pauseForUpgrade(connection);
			await backUpBeforeUpgrade(config, connection, print);
		},
	});
	const closeDatabase = async () => (await opening.catch(() => null))?.close();
	stopOnSignal({
		prepareToStop: async () => {
			if (!server) return;
			server.announceStop();
			await delay(config.stopDelayMs);
		},
		stop: async () => {
			// A server that is still starting has background work, which must end before the database is closed.
			const started = await starting?.catch(() => null);
			await closeAll([monitoring.close, closeDatabase, () => started?.stop()]);
		},
	});
	try {
		const database = await opening;
		if (config.demo) {
			const onProgress = (step: string) =>
				print(seasonFolder === undefined ? `Making the demo: ${step}` : `Preparing ${step} from ${seasonFolder}`);
			await ensureDemo(database, { now: Date.now(), seed: DEMO_SEED, folder: seasonFolder, onProgress });
		}
		await syncDemoAccounts(database.db, config.demo);
		const loadFeed = async (currentSeason: () => SeasonSnapshot, wallNow: () => number) =>
			createSeasonFeed(config.feed, { currentSeason, wallNow }, await loadSimulatorFeed(database.db));
		const { errorReporter, tracing } = monitoring;
		if (isStopping) return;
		starting = startServer({ config, database, log, loadFeed, errorReporter, tracing });
		server = await starting;
		if (isStopping) return;
		server.engine.runner.start();
		// Printed last, because whoever waits for it may send a signal at once.
		print(`First Bounce is running at ${formatAddress(config)}`);
	} catch (error) {
		// The stop has closed the database, which ends a start that was still preparing it.
		if (isStopping) return;
		setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
		await closeAll([monitoring.close, closeDatabase]).catch((closeError) => log.error(closeError));
		throw await explainFullDisk(error, config);
	}
}

/**
 * Stops the server and exits: on SIGTERM after preparing proxies, on SIGINT (Ctrl-C) and SIGHUP (a closed terminal) at once.
 */
function stopOnSignal({ stop, prepareToStop }: Stoppable): void {
	const stopServer = async () => {
		if (isStopping) return;
		isStopping = true;
		setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
		try {
			await stop();
			process.exit(0);
		} catch (error) {
			log.error(error);
			process.exit(1);
		}
	};
	process.on("SIGTERM", () => void prepareToStop().then(stopServer));
	for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => void stopServer());
}

/**
 * Reports an uncaught exception, and then ends the process with 1. Meanwhile no request is answered, because the state in
 * memory may be wrong.
 */
function reportCrashes(reporter: ErrorReporter, disconnect: () => void): void {
	let isEnding = false;
	process.on("uncaughtException", (error, origin) => {
		// Logged as `crash` and not as `err`, because the log drops repeated outages.
		log.fatal(
			{ crash: error instanceof Error ? serializeError(error) : formatReason(error) },
			"Nothing caught an exception",
		);
		reporter.report(error, { kind: "process", name: origin });
		if (isEnding) return;
		isEnding = true;
		disconnect();
		void reporter.close().finally(() => process.exit(1));
	});
}

/** Formats an unexpected error in one line with the file and line from its stack, such as `at start (file:///app/main.ts:7:3)`. */
function formatError(error: unknown): string {
	const location =
		error instanceof Error ? /\((?:file:\/\/)?(.+)\)|at (?:file:\/\/)?(\S+)$/m.exec(error.stack ?? "") : null;
	return `${formatReason(error)} (${location?.[1] ?? location?.[2] ?? "unknown location"})`;
}

try {
	await start();
	// A killed process would not save the compile cache on exit.
	flushCompileCache();
} catch (error) {
	const line = error instanceof StartupError ? error.message : `First Bounce cannot start: ${formatError(error)}`;
	// Open handles must not keep the process alive.
	process.stderr.write(`${line}\n`, () => process.exit(1));
}
