import type { LiveTeam } from "@first-bounce/contract/live";
import type { FastifyInstance } from "fastify";
import type { DatabaseAccess } from "../../../db/client.ts";
import { closeAll } from "../../../db/close-all.ts";
import { type Connection, connect, getPoolSizes } from "../../../db/connect.ts";
import type { ReadStandby } from "../../../db/servers/read-standby.ts";
import type { Readiness } from "../../../plugins/health.ts";
import { formatSseEvent, type LiveStream, registerLiveStream } from "../../../plugins/live-stream.ts";
import { createJobQueue, type JobQueueOptions } from "../../jobs/job-queue.ts";
import { createRunner, type Runner } from "../../jobs/runner.ts";
import { createDatabaseClock } from "../../seasons/current/database-clock.ts";
import { createPgListener, type PgListener } from "../../seasons/current/pg-listener.ts";
import { createSeasonClocks, type SeasonClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { createLiveStandings, type LiveStandings } from "../../standings/live-standings.ts";
import { createSaveEvents, type SaveEvents } from "../../standings/recent-saves.ts";
import { registerPublicApi } from "../../static-files/public-api.ts";
import { registerStaticFiles } from "../../static-files/routes.ts";
import { createStaticFiles, type StaticFiles } from "../../static-files/static-files.ts";
import type { Feed } from "../../stats-providers/feed.ts";
import { createSeasonPoller, type RecheckSettings } from "../../stats-providers/intake/poll-feed.ts";
import { createLeader } from "./leader.ts";
import { createLiveUpdates, type LiveUpdates } from "./live-updates.ts";
import type { PolledFeed } from "./shared-feed-health.ts";

export interface SeasonEngineOptions {
	/** The database, to which the engine opens its own connections. */
	readonly database: DatabaseAccess;
	/** Called for each season; null for a season without a feed. */
	readonly loadFeed: (currentSeason: () => SeasonSnapshot, wallNow: () => number) => Promise<Feed | null>;
	/** How published rounds are polled; by default they are not. */
	readonly recheck?: RecheckSettings;
	/** Answers some reads instead of the database. */
	readonly standby?: Pick<ReadStandby, "createRead" | "requireLatest"> | null;
	readonly onError: (error: unknown) => void;
	/** By default the database's clock. */
	readonly wallNow?: () => number;
	/** Maximum number of open live streams per address. Default as in `registerLiveStream`. */
	readonly streamsPerAddress?: number;
	/** Receives the duration of each part of a step. */
	readonly measure?: Measure;
	/** Options of the queue that runs a round's jobs. */
	readonly jobs?: Omit<JobQueueOptions, "pool" | "isSupervised">;
}

/**
 * A part of a step that is measured. `poll` reads the feed, `tick` starts and publishes rounds, `load` reloads the season,
 * `score` and `files` recompute standings and static files, `publish` is a whole live update, and `broadcast` sends it to
 * browsers.
 */
export type EnginePart = "poll" | "tick" | "load" | "score" | "files" | "publish" | "broadcast";
type Measure = (part: EnginePart, milliseconds: number) => void;

/** Everything in memory about the running season, and the steps that advance it. */
export interface SeasonEngine {
	readonly seasons: SeasonHolder;
	/** Notifications that the database sends to every process. */
	readonly pgListener: Pick<PgListener, "on">;
	readonly clocks: SeasonClocks;
	readonly standings: LiveStandings;
	/** Teams saved by any process, looked up once a second. */
	readonly saves: SaveEvents;
	readonly files: StaticFiles;
	readonly liveUpdates: LiveUpdates;
	/** Each step polls the feed, starts and publishes rounds, and refreshes the live updates. */
	readonly runner: Runner;
	/** Health of the feed that the leader polls; null without a feed. */
	readonly feedHealth: () => PolledFeed | null;
	/** Which parts of the current season this process is ready to serve. */
	readonly getReadiness: () => Readiness;
	/** Whether this process is the leader, which polls the feed and advances the season. */
	readonly isLeader: () => boolean;
	readonly countClients: () => number;
	/** The live streams of users, once `register` has been called. */
	readonly userStreams: Pick<LiveStream, "sendTo" | "listUsers">;
	/** Static files and the live stream. */
	readonly register: (app: FastifyInstance) => void;
	readonly close: () => Promise<void>;
}

/** Functions that close what has been opened so far, called if opening the rest fails. */
type Closers = (() => Promise<void>)[];

/**
 * Loads the current season and everything derived from it. The season advances only once `runner.start()` or
 * `runner.step()` is called. If loading fails, all connections are closed and all timers stopped.
 */
export async function createSeasonEngine(options: SeasonEngineOptions): Promise<SeasonEngine> {
	const closers: Closers = [];
	try {
		return await openEngine(options, closers);
	} catch (error) {
		await closeAll(closers).catch(options.onError);
		throw error;
	}
}

/** Loads the season and what is derived from it, and keeps it up to date in memory. */
async function loadSeasonState(options: SeasonEngineOptions, { db, pool }: Connection, closers: Closers) {
	const { database, standby, onError, wallNow, measure } = options;
	const pgListener = await createPgListener(database, { onError });
	closers.push(pgListener.close);
	const wallClock = wallNow ? { now: wallNow, sync: async () => undefined } : await createDatabaseClock(db);
	const clocks = await createSeasonClocks(db, pgListener, wallClock.now);
	const seasons = await createSeasonHolder(
		db,
		pgListener,
		(milliseconds) => measure?.("load", milliseconds),
		clocks.refresh,
	);
	const standings = createLiveStandings({
		pool,
		currentSeason: seasons.peek,
		seasonNow: clocks.seasonNow,
		wallNow: clocks.wallNow,
		onError,
	});
	closers.push(standings.close);
	await standings.refresh();
	if (standby) seasons.onChange(standby.requireLatest);
	const files = await createStaticFiles({
		db,
		currentSeason: seasons.peek,
		seasonNow: clocks.seasonNow,
		onError,
		...(standby ? { read: standby.createRead({ db, pool }) } : {}),
	});
	const liveUpdates = createLiveUpdates({
		seasons,
		standings,
		files,
		clocks,
		onError,
		...(measure ? { measure } : {}),
	});
	return { pgListener, syncWallClock: wallClock.sync, clocks, seasons, standings, files, liveUpdates };
}

/** Registers the live stream and sends it everything that browsers have to know. */
function registerUpdateStream(
	app: FastifyInstance,
	{ liveUpdates, saves, clocks, pgListener }: Pick<SeasonEngine, "liveUpdates" | "saves" | "clocks" | "pgListener">,
	{ onError, streamsPerAddress }: Pick<SeasonEngineOptions, "onError" | "streamsPerAddress">,
	measureBroadcast: (broadcast: () => Promise<void>) => Promise<void>,
): LiveStream {
	const stream = registerLiveStream(app, {
		getFirstEvent: () => formatSseEvent("version", liveUpdates.getCurrent()),
		findUser: async (request) => {
			const session = await app.routeServices.sessions.findCached(request);
			return session?.isActive && session.scopes === null ? session.userId : null;
		},
		onError,
		...(streamsPerAddress === undefined ? {} : { maxPerAddress: streamsPerAddress }),
	});
	// Runs after the session cache's listener, so that `closeEnded` sees current sessions.
	pgListener.on("people_changed", (payload) => stream.closeEnded(Number(payload) || null));
	const broadcast = (event: string) => void measureBroadcast(() => stream.broadcast(event)).catch(onError);
	pgListener.on("maintenance_changed", () => broadcast(formatSseEvent("maintenance", {})));
	liveUpdates.onVersion((message) => broadcast(formatSseEvent("version", message)));
	saves.onSaved((recent) => {
		for (const { userId, teamId, version } of recent) {
			const team: LiveTeam = { teamId, version };
			stream.sendTo(userId, formatSseEvent("team", team));
		}
	});
	clocks.onChange(() => broadcast(formatSseEvent("clock", clocks.show())));
	return stream;
}

/** Creates a function that runs a part of a step and reports its duration. */
const createPartTimer =
	(measure: Measure | undefined) =>
	async <Result>(part: EnginePart, work: () => Promise<Result>): Promise<Result> => {
		const start = performance.now();
		try {
			return await work();
		} finally {
			measure?.(part, performance.now() - start);
		}
	};

async function openEngine(options: SeasonEngineOptions, closers: Closers): Promise<SeasonEngine> {
	const { database, loadFeed, recheck, onError, measure, jobs } = options;
	// The engine has its own pool, because requests that wait for a publication may use every connection of the app's pool.
	const connection = connect(database, getPoolSizes(database).engine);
	const { db, pool } = connection;
	closers.push(() => db.destroy());
	const measurePart = createPartTimer(measure);
	const jobQueue = await createJobQueue({ pool, onError, ...jobs });
	closers.push(jobQueue.close);
	const state = await loadSeasonState(options, connection, closers);
	const { pgListener, seasons, clocks, standings, files, liveUpdates } = state;
	const saves = createSaveEvents(pool, standings.applySaves);
	const loadSeasonFeed = () => loadFeed(seasons.current, clocks.wallNow);
	const poller = createSeasonPoller(loadSeasonFeed, { db, currentSeason: seasons.current, clocks }, recheck);
	const leader = createLeader({ database, connection, seasons, clocks, poller, jobQueue, measurePart, onError });
	const runner = createRunner(async () => {
		await state.syncWallClock();
		// A leader is elected even without a season, or a new installation would report that it has no leader.
		await leader.elect();
		const season = seasons.peek();
		if (!season) return;
		// In parallel, because a slow feed must not delay the updates of saved teams. If one fails, the others still run to
		// their end, and the next step does not begin meanwhile.
		const outcomes = await Promise.allSettled([
			saves.send(),
			leader.advance(season),
			leader.shareFeedHealth(season).catch(onError),
		]);
		const [refreshed] = await Promise.allSettled([liveUpdates.refresh()]);
		const failures = [...outcomes, refreshed].filter((outcome) => outcome.status === "rejected");
		for (const { reason } of failures.slice(1)) onError(reason);
		if (failures[0]) throw failures[0].reason;
		await leader.archiveSeasons(season);
	}, onError);

	let stream: LiveStream | null = null;
	return {
		seasons,
		pgListener,
		clocks,
		standings,
		saves,
		files,
		liveUpdates,
		runner,
		feedHealth: leader.getFeedHealth,
		getReadiness: () => {
			// Without a season there is nothing to load.
			const isBuilt = seasons.peek() === null || files.getFile("checksums") !== undefined;
			return { standings: standings.isLoaded(), staticFiles: isBuilt };
		},
		isLeader: leader.isLeading,
		countClients: () => stream?.countClients() ?? 0,
		userStreams: {
			listUsers: () => stream?.listUsers() ?? [],
			sendTo: (userId, event) => stream?.sendTo(userId, event),
		},
		register: (app) => {
			registerStaticFiles(app, files);
			registerPublicApi(app, files);
			stream = registerUpdateStream(app, { ...state, saves }, options, (work) => measurePart("broadcast", work));
		},
		// `closeAll` goes in reverse order. The queue ends this process's jobs before another process can lead, which would
		// cancel them.
		close: () =>
			closeAll([
				() => db.destroy(),
				standings.close,
				files.close,
				liveUpdates.close,
				pgListener.close,
				leader.close,
				jobQueue.close,
				runner.stop,
			]),
	};
}
