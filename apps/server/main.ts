import { flushCompileCache } from "node:module";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "./config.ts";
import { closeAll } from "./db/close-all.ts";
import { type Connection, formatReason } from "./db/connect.ts";
import { resolveDataDir } from "./db/embedded/data-dir.ts";
import { explainFullDisk } from "./db/full-disk.ts";
import { type Database, openDatabase } from "./db/open.ts";
import { issueSetupCode } from "./features/accounts/first-owner/service.ts";
import { isDemoChosen } from "./features/accounts/first-owner/setup-queries.ts";
import { backUpBeforeUpgrade } from "./features/backups/back-up-before-upgrade.ts";
import { finishRestore } from "./features/backups/finish-restore.ts";
import { syncDemoAccounts } from "./features/demo/demo-accounts.ts";
import { loadSimulatorFeed } from "./features/demo/demo-seasons.ts";
import { DEMO_SEED, ensureDemo } from "./features/demo/ensure-demo.ts";
import { pauseDrafts } from "./features/leagues/draft/maintenance.ts";
import { createMediaStore } from "./features/media/media-store.ts";
import { createDatabaseClock } from "./features/seasons/current/database-clock.ts";
import type { SeasonSnapshot } from "./features/seasons/current/season-snapshot.ts";
import { createSeasonFeed } from "./features/stats-providers/season-feed.ts";
import { formatCount } from "./i18n/format-count.ts";
import { formatAddress, resolvePort } from "./listening.ts";
import { createLog, serializeError } from "./plugins/log.ts";
import type { ErrorReporter } from "./plugins/monitoring/error-reporter.ts";
import { startMonitoring } from "./plugins/monitoring/start-monitoring.ts";
import { type Interruption, standIn } from "./standing-in.ts";
import { type RunningServer, type ServerOptions, startServer } from "./start-server.ts";
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
	const current: Running = { opening: null, starting: null, server: null };
	if (config.site.sentryDsn !== null) reportCrashes(monitoring.errorReporter, () => current.server?.disconnect());
	const closeDatabase = async () => (await current.opening?.catch(() => null))?.close();
	// A server that is still starting has background work, which must end before the database is closed.
	const stopServer = async () => (await current.starting?.catch(() => null))?.stop();
	stopOnSignal({
		prepareToStop: async () => {
			if (!current.server) return;
			current.server.announceStop();
			await delay(config.stopDelayMs);
		},
		stop: () => closeAll([monitoring.close, closeDatabase, stopServer]),
	});
	let isInterrupted = false;
	/** Stops the server, and starts it again after what it was stopped for. */
	const interrupt = async (interruption: Interruption) => {
		if (isInterrupted || isStopping) return;
		isInterrupted = true;
		try {
			const restart = async (beforeListen: () => Promise<void>) => {
				isInterrupted = false;
				await run({ beforeListen });
			};
			await standIn(config, interruption, { stopServer, closeDatabase, start: restart, log: (line) => log.warn(line) });
			if (!isStopping) print(`First Bounce is running again at ${formatAddress(config)}`);
		} catch (error) {
			if (!isStopping) await fail(error);
		}
	};
	const run = async (options: Pick<ServerOptions, "beforeListen">) => {
		const { errorReporter, tracing } = monitoring;
		const services = { log, errorReporter, tracing, ...options, interrupt: (why: Interruption) => void interrupt(why) };
		await openAndStart(config, current, seasonFolder, services);
	};
	try {
		await run({});
		// Printed last, because whoever waits for it may send a signal at once.
		if (!isStopping) print(`First Bounce is running at ${formatAddress(config)}`);
	} catch (error) {
		// The stop has closed the database, which ends a start that was still preparing it.
		if (isStopping) return;
		setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
		await closeAll([monitoring.close, closeDatabase]).catch((closeError) => log.error(closeError));
		throw await explainFullDisk(error, config);
	}
}

/** What runs at present, or is being started. */
interface Running {
	opening: Promise<Database> | null;
	starting: Promise<RunningServer> | null;
	server: RunningServer | null;
}

/** Opens the database, finishes a restore, prepares demo and set-up page, and starts the server. */
async function openAndStart(
	settings: Config,
	current: Running,
	seasonFolder: string | undefined,
	services: Pick<ServerOptions, "log" | "errorReporter" | "tracing" | "beforeListen" | "interrupt">,
): Promise<void> {
	current.opening = openDatabase(settings, {
		restartListener: {
			onFailure: (reason) => log.error(`PostgreSQL ended and cannot be started again yet: ${reason}`),
			onRestarted: () => log.warn("PostgreSQL had ended and was started again"),
		},
		onPendingMigrations: async (connection) => {
			await pauseForUpgrade(connection);
			await backUpBeforeUpgrade(settings, connection, print);
		},
	});
	const database = await current.opening;
	const { db } = database;
	const { now } = await createDatabaseClock(db);
	await finishInterruptedRestore(settings, database, now());
	const config = await applyDemoChoice(settings, db);
	if (config.demo) {
		const onProgress = (step: string) =>
			print(seasonFolder === undefined ? `Making the demo: ${step}` : `Preparing ${step} from ${seasonFolder}`);
		await ensureDemo(database, { now: Date.now(), seed: DEMO_SEED, folder: seasonFolder, onProgress });
	}
	await syncDemoAccounts(db, config.demo);
	const loadFeed = async (currentSeason: () => SeasonSnapshot, wallNow: () => number) =>
		createSeasonFeed(config.feed, { currentSeason, wallNow }, await loadSimulatorFeed(db));
	const setupCode = await issueSetupCode(db, now());
	if (isStopping) return;
	current.starting = startServer({ ...services, config, database, loadFeed, isSetupPossible: setupCode !== null });
	current.server = await current.starting;
	if (isStopping) return;
	current.server.engine.runner.start();
	// Printed whatever LOG_LEVEL is.
	if (setupCode !== null) print(`To set up this site, open ${config.publicUrl}/setup and enter the code ${setupCode}`);
}

/** Does what a restore has left for the next start, and says what it was. */
async function finishInterruptedRestore(config: Config, { db, pool }: Database, now: number): Promise<void> {
	const finished = await finishRestore({ db, pool, media: await createMediaStore(config), now });
	if (!finished) return;
	const { erasedAgain, unerased } = finished;
	print("A backup was restored: all sessions have ended, and queued messages wait for an operator");
	if (erasedAgain > 0) print(`Erased ${formatCount(erasedAgain, "account")} again`);
	if (unerased.length > 0) print(`Erase these accounts again yourself: ${unerased.join(", ")}`);
}

/** Turns the demo on if the owner chose it on this installation. Anybody is an operator then, and may not fetch seasons. */
const applyDemoChoice = async (config: Config, db: Database["db"]): Promise<Config> =>
	config.demoMayBeChosen && (await isDemoChosen(db)) ? { ...config, demo: true, seasonFetch: null } : config;

/** Logs an error that ends the process: as `crash` and not as `err`, because the log drops repeated outages. */
const logCrash = (error: unknown, message: string): void =>
	log.fatal({ crash: error instanceof Error ? serializeError(error) : formatReason(error) }, message);

/** Ends the process after an error that leaves nothing to serve with. */
async function fail(error: unknown): Promise<void> {
	logCrash(error, "Cannot start again");
	process.stderr.write(`${formatStartError(error)}\n`, () => process.exit(1));
}

/**
 * Stops the server and exits: on SIGTERM after preparing proxies, on SIGINT (Ctrl-C) and SIGHUP (a closed terminal) at once.
 */
function stopOnSignal({ stop, prepareToStop }: Stoppable): void {
	const stopAndExit = async () => {
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
	process.on("SIGTERM", () => void prepareToStop().then(stopAndExit));
	for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => void stopAndExit());
}

/**
 * Reports an uncaught exception, and then ends the process with 1. Meanwhile no request is answered, because the state in
 * memory may be wrong.
 */
function reportCrashes(reporter: ErrorReporter, disconnect: () => void): void {
	let isEnding = false;
	process.on("uncaughtException", (error, origin) => {
		logCrash(error, "Nothing caught an exception");
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

const formatStartError = (error: unknown): string =>
	error instanceof StartupError ? error.message : `First Bounce cannot start: ${formatError(error)}`;

try {
	await start();
	// A killed process would not save the compile cache on exit.
	flushCompileCache();
} catch (error) {
	// Open handles must not keep the process alive.
	process.stderr.write(`${formatStartError(error)}\n`, () => process.exit(1));
}
