import { LIVE_PATH } from "@first-bounce/contract/constants";
import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from "@prometheus-io/client";
import type { FastifyInstance, FastifyReply, onRequestHookHandler, onResponseHookHandler } from "fastify";
import { queryChannel, type TracedQuery } from "../db/query-trace.ts";
import { mayReadMetrics } from "./monitoring/metrics-access.ts";
import { refuse } from "./refusal.ts";

/** The values behind the gauges, read at each scrape. */
interface MetricsSources {
	readonly feedHealth: () => {
		readonly health: { readonly failures: number; readonly lastResponseAt: number | null };
	} | null;
	readonly isLeader: () => boolean;
	readonly countClients: () => number;
	readonly seasons: { readonly peek: () => { readonly dataVersion: number } | null };
	readonly standings: { readonly current: () => { readonly teamCount: number } };
	readonly storage: { readonly report: () => { readonly state: string; readonly freeBytes: number | null } };
	/** The connection pool that serves requests. */
	readonly pool: {
		readonly totalCount: number;
		readonly idleCount: number;
		readonly waitingCount: number;
		readonly options: { readonly max?: number | undefined };
	};
	/** Gets the age of the standby's data in seconds; null without a standby. */
	readonly standbyLag: () => number | null;
	/** Reads the backlog from the database. */
	readonly readBacklog: () => Promise<Backlog>;
}

/** What is waiting or has failed, and when the last backup was started. */
export interface Backlog {
	readonly jobs: readonly {
		readonly queue: string;
		readonly state: "waiting" | "working" | "failed";
		readonly count: number;
	}[];
	readonly mails: { readonly due: number; readonly failed: number };
	/** Open alerts to operators. */
	readonly alerts: readonly { readonly kind: string; readonly count: number }[];
	/** When the last backup was started, in milliseconds; null before the first. */
	readonly lastBackupAt: number | null;
}

export interface Metrics {
	/** Records how long an attempt of a job ran, and whether it failed. */
	readonly measureJob: (queue: string, milliseconds: number, hasFailed: boolean) => void;
	/** Records how long a part of an engine step took. */
	readonly measureStep: (step: string, milliseconds: number) => void;
	/** Counts and times responses. Must be called before routes are registered. */
	readonly measureRequests: (app: FastifyInstance) => void;
	/** Registers GET /metrics, for this machine only or with the token. */
	readonly register: (app: FastifyInstance, sources: MetricsSources, token: string | null) => void;
}

const DURATION_BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
/** One bucket ends at 250 ms, the goal for saves. */
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The live stream's connections stay open, so their durations are meaningless. */
const LIVE_ROUTE = `/api/:lang${LIVE_PATH}`;
/** Publishing a round for a million teams, or a backup, takes minutes. */
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60, 600, 3_600];
/** Counted as the status of a request if its client disconnects before the response is sent. */
const CLIENT_CLOSED_STATUS = 499;
const SAVE_ROUTES = /^\/api\/:lang\/fantasy\/(team|trade)\//;

/** Measures every query of this process. Returns a function that stops measuring. */
function measureQueries(durations: Histogram<"result">): () => Promise<void> {
	const startedAt = new WeakMap<TracedQuery, number>();
	const recordEnd = (query: TracedQuery) => {
		const start = startedAt.get(query);
		if (start === undefined) return;
		const result = query.error === undefined ? "ok" : "failed";
		durations.observe({ result }, (performance.now() - start) / 1_000);
	};
	const handlers = {
		start: (query: TracedQuery) => void startedAt.set(query, performance.now()),
		asyncEnd: recordEnd,
		end: () => undefined,
		asyncStart: () => undefined,
		error: () => undefined,
	};
	queryChannel.subscribe(handlers);
	return async () => void queryChannel.unsubscribe(handlers);
}

/** Creates Prometheus metrics. Requests are counted in plain maps, because looking up labels for each request is slow. */
export function createMetrics(wallNow: () => number = Date.now): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry, prefix: "first_bounce_" });
	const registers = [registry];
	const steps = new Histogram({
		name: "first_bounce_step_seconds",
		help: "Duration of each part of an engine step",
		registers,
		labelNames: ["step"],
		buckets: DURATION_BUCKETS,
	});
	const addHistogram = <Label extends string>(
		name: string,
		help: string,
		labelNames: readonly Label[],
		buckets: readonly number[],
	) =>
		new Histogram<Label>({
			name: `first_bounce_${name}`,
			help,
			registers,
			labelNames: [...labelNames],
			buckets: [...buckets],
		});
	const requestDurations = addHistogram(
		"http_request_duration_seconds",
		"Duration of responses by route, method and class of status, without live streams",
		["route", "method", "status"],
		REQUEST_BUCKETS,
	);
	const saveDurations = addHistogram(
		"save_duration_seconds",
		"Duration of saves of teams and trades by class of status",
		["status"],
		REQUEST_BUCKETS,
	);
	const queryDurations = addHistogram(
		"database_query_duration_seconds",
		"Duration of queries",
		["result"],
		DURATION_BUCKETS,
	);
	const jobDurations = addHistogram(
		"job_duration_seconds",
		"Duration of attempts of jobs by queue",
		["queue"],
		JOB_BUCKETS,
	);
	const jobFailures = new Counter({
		name: "first_bounce_job_failures_total",
		help: "Attempts of jobs that failed, by queue",
		registers,
		labelNames: ["queue"],
	});
	/** Counts by route, then by status. */
	const requestCounts = new Map<string, Map<number, number>>();
	const addRequestCounter = (name: string, help: string, isIncluded: (route: string, status: number) => boolean) =>
		new Counter({
			name,
			help,
			registers,
			labelNames: ["route", "status"],
			collect() {
				this.reset();
				for (const [route, counts] of requestCounts)
					for (const [status, count] of counts) if (isIncluded(route, status)) this.inc({ route, status }, count);
			},
		});
	addRequestCounter("first_bounce_requests_total", "Requests by route and status", () => true);
	addRequestCounter(
		"first_bounce_save_failures_total",
		"Refused and failed saves of teams and trades",
		(route, status) => status >= 400 && SAVE_ROUTES.test(route),
	);
	const addGauge = (name: string, help: string, read: () => number) =>
		new Gauge({
			name: `first_bounce_${name}`,
			help,
			registers,
			collect: function () {
				this.set(read());
			},
		});

	let backlog: Backlog | null = null;
	const addBacklogGauge = <Label extends string>(
		name: string,
		help: string,
		labelNames: readonly Label[],
		list: (backlog: Backlog) => readonly (readonly [LabelValues<Label>, number])[],
	) =>
		new Gauge<Label>({
			name: `first_bounce_${name}`,
			help,
			registers,
			labelNames: [...labelNames],
			collect() {
				this.reset();
				for (const [labels, value] of backlog ? list(backlog) : []) this.set(labels, value);
			},
		});
	const addBacklogGauges = () => {
		addBacklogGauge(
			"jobs",
			"Jobs by queue and state; absent while the database is down",
			["queue", "state"],
			({ jobs }) => jobs.map(({ queue, state, count }) => [{ queue, state }, count] as const),
		);
		addBacklogGauge("outbox_mails", "Mails that are due or have failed", ["state"], ({ mails }) => [
			[{ state: "due" }, mails.due],
			[{ state: "failed" }, mails.failed],
		]);
		addBacklogGauge("alerts", "Open alerts to operators by kind", ["kind"], ({ alerts }) =>
			alerts.map(({ kind, count }) => [{ kind }, count] as const),
		);
		addGauge(
			"last_backup_timestamp_seconds",
			"When the last backup was started; 0 before the first, NaN if unknown",
			() => (backlog ? (backlog.lastBackupAt ?? 0) / 1_000 : Number.NaN),
		);
	};
	const addPoolGauge = (pool: MetricsSources["pool"]) =>
		new Gauge({
			name: "first_bounce_database_connections",
			help: "Connections that answer requests: in use and idle, requests that wait for one, and the maximum",
			registers,
			labelNames: ["state"],
			collect() {
				this.set({ state: "used" }, pool.totalCount - pool.idleCount);
				this.set({ state: "idle" }, pool.idleCount);
				this.set({ state: "waiting" }, pool.waitingCount);
				this.set({ state: "max" }, pool.options.max ?? 0);
			},
		});

	return {
		measureJob: (queue, milliseconds, hasFailed) => {
			jobDurations.observe({ queue }, milliseconds / 1_000);
			if (hasFailed) jobFailures.inc({ queue });
		},
		measureStep: (step, milliseconds) => steps.observe({ step }, milliseconds / 1_000),
		measureRequests: (app) => {
			const createRouteCounter = (name: string) => {
				const counts = requestCounts.get(name) ?? new Map<number, number>();
				requestCounts.set(name, counts);
				return (status: number) => void counts.set(status, (counts.get(status) ?? 0) + 1);
			};
			// Each route gets its own hooks, because `request.routeOptions` is built again at each access.
			app.addHook("onRoute", (route) => {
				const count = createRouteCounter(route.url);
				const isSave = SAVE_ROUTES.test(route.url);
				const recorded = new WeakSet<FastifyReply>();
				const record = (method: string, statusCode: number, elapsedTime: number) => {
					count(statusCode);
					const status = `${Math.floor(statusCode / 100)}xx`;
					if (route.url !== LIVE_ROUTE)
						requestDurations.observe({ route: route.url, method, status }, elapsedTime / 1_000);
					if (isSave && method === "POST") saveDurations.observe({ status }, elapsedTime / 1_000);
				};
				// Fastify calls no `onResponse` for a request whose client disconnects before the response.
				const onRequest: onRequestHookHandler = ({ method }, reply, done) => {
					reply.raw.once("close", () => {
						if (!recorded.has(reply)) record(method, CLIENT_CLOSED_STATUS, reply.elapsedTime);
					});
					done();
				};
				const onResponse: onResponseHookHandler = ({ method }, reply, done) => {
					recorded.add(reply);
					record(method, reply.statusCode, reply.elapsedTime);
					done();
				};
				// A live stream usually ends because its page is closed, which is no failure.
				if (route.url !== LIVE_ROUTE) route.onRequest = [onRequest, ...[route.onRequest ?? []].flat()];
				route.onResponse = [onResponse, ...[route.onResponse ?? []].flat()];
			});
			const countUnmatched = createRouteCounter("none");
			app.addHook("onResponse", ({ is404 }, { statusCode }, done) => {
				if (is404) countUnmatched(statusCode);
				done();
			});
		},
		register: (app, sources, token) => {
			const lagHelp = "Seconds since the last response of the feed; -1 before it, or without a feed";
			addGauge("feed_lag_seconds", lagHelp, () => {
				const lastResponseAt = sources.feedHealth()?.health.lastResponseAt;
				return lastResponseAt == null ? -1 : (wallNow() - lastResponseAt) / 1_000;
			});
			addGauge("feed_failures", "Consecutive failures of the feed", () => sources.feedHealth()?.health.failures ?? 0);
			addGauge("leader", "1 in the process that is the leader", () => Number(sources.isLeader()));
			addGauge("stream_clients", "Connections to the live stream", sources.countClients);
			addGauge(
				"data_version",
				"Data version of the season being served",
				() => sources.seasons.peek()?.dataVersion ?? 0,
			);
			addGauge("teams_ranked", "Teams in the standings being served", () => sources.standings.current().teamCount);
			const freeHelp = "Free space on the fullest disk that is written to; -1 if unknown";
			addGauge("storage_free_bytes", freeHelp, () => sources.storage.report().freeBytes ?? -1);
			const fullHelp = "1 while the disk is full and nothing can be saved";
			addGauge("storage_full", fullHelp, () => Number(sources.storage.report().state === "full"));
			const standbyHelp = "Age of what is read from DATABASE_READ_URL; -1 while it is not used";
			addGauge("read_standby_lag_seconds", standbyHelp, () => sources.standbyLag() ?? -1);
			addPoolGauge(sources.pool);
			addBacklogGauges();
			app.addHook("onClose", measureQueries(queryDurations));
			app.get("/metrics", { config: { rateLimit: false } }, async (request, reply) => {
				if (!mayReadMetrics(request, token)) throw refuse(404, "not-found");
				backlog = await sources.readBacklog().catch(() => null);
				return reply.type(registry.contentType).send(await registry.metrics());
			});
		},
	};
}
