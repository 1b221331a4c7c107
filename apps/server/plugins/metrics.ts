import { timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from "@prometheus-io/client";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { queryChannel, type TracedQuery } from "../db/query-trace.ts";
import { isLoopbackName } from "./http/allowed-hosts.ts";
import { isLoopbackAddress } from "./http/client-address.ts";
import { createRequestMetrics } from "./monitoring/request-metrics.ts";
import { refuse } from "./refusal.ts";

/** Headers that a proxy adds to forwarded requests. */
const FORWARDING_HEADER = /^(x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|forwarded|via)$/;

export const hasForwardingHeader = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
	Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));

/** Whether a request comes directly from this machine, not through a proxy on it. */
export function isLocal({ headers, raw }: FastifyRequest): boolean {
	if (hasForwardingHeader({ headers })) return false;
	const address = `http://${headers.host}`;
	return (
		isLoopbackAddress(raw.socket.remoteAddress ?? "") &&
		URL.canParse(address) &&
		isLoopbackName(new URL(address).hostname)
	);
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
	const actual = Buffer.from(headers.authorization ?? "");
	const expected = Buffer.from(`Bearer ${token}`);
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Whether a request may read the metrics: it has the token, or none is set and it comes from this machine. */
const mayReadMetrics = (request: FastifyRequest, token: string | null): boolean =>
	token === null ? isLocal(request) : hasToken(request, token);

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
	readonly drafts: {
		readonly states: Readonly<Record<"live" | "paused" | "scheduled" | "overdue", number>>;
		/** Seconds since the leader last looked for due drafts; null if none ever did. */
		readonly tickLag: number | null;
		/** Picks of live and paused drafts by who made them. */
		readonly picks: readonly { readonly madeBy: string; readonly count: number }[];
	};
	/** When the last backup was started, in milliseconds; null before the first. */
	readonly lastBackupAt: number | null;
}

const DURATION_BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
/** Publishing a round for a million teams, or a backup, takes minutes. */
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60, 600, 3_600];

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

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
	new Gauge({
		name: `first_bounce_${name}`,
		help,
		registers: [registry],
		collect() {
			this.set(read());
		},
	});
}

function addLabelledGauge<Label extends string>(
	registry: Registry,
	name: string,
	help: string,
	{
		labelNames,
		list,
	}: {
		readonly labelNames: readonly Label[];
		readonly list: () => readonly (readonly [LabelValues<Label>, number])[];
	},
): void {
	new Gauge<Label>({
		name: `first_bounce_${name}`,
		help,
		registers: [registry],
		labelNames: [...labelNames],
		collect() {
			this.reset();
			for (const [labels, value] of list()) this.set(labels, value);
		},
	});
}

function addProcessGauges(registry: Registry, sources: MetricsSources): void {
	const { feedHealth, seasons, standings, storage, pool } = sources;
	addGauge(
		registry,
		"feed_lag_seconds",
		"Seconds since the last response of the feed; -1 before it, or without a feed",
		() => {
			const lastResponseAt = feedHealth()?.health.lastResponseAt;
			return lastResponseAt == null ? -1 : (Date.now() - lastResponseAt) / 1_000;
		},
	);
	addGauge(registry, "feed_failures", "Consecutive failures of the feed", () => feedHealth()?.health.failures ?? 0);
	addGauge(registry, "leader", "1 in the process that is the leader", () => Number(sources.isLeader()));
	addGauge(registry, "stream_clients", "Connections to the live stream", sources.countClients);
	addGauge(registry, "data_version", "Data version of the season being served", () => seasons.peek()?.dataVersion ?? 0);
	addGauge(registry, "teams_ranked", "Teams in the standings being served", () => standings.current().teamCount);
	const freeHelp = "Free space on the fullest disk that is written to; -1 if unknown";
	addGauge(registry, "storage_free_bytes", freeHelp, () => storage.report().freeBytes ?? -1);
	const fullHelp = "1 while the disk is full and nothing can be saved";
	addGauge(registry, "storage_full", fullHelp, () => Number(storage.report().state === "full"));
	const standbyHelp = "Age of what is read from DATABASE_READ_URL; -1 while it is not used";
	addGauge(registry, "read_standby_lag_seconds", standbyHelp, () => sources.standbyLag() ?? -1);
	const poolHelp = "Connections that answer requests: in use and idle, requests that wait for one, and the maximum";
	addLabelledGauge(registry, "database_connections", poolHelp, {
		labelNames: ["state"],
		list: () => [
			[{ state: "used" }, pool.totalCount - pool.idleCount],
			[{ state: "idle" }, pool.idleCount],
			[{ state: "waiting" }, pool.waitingCount],
			[{ state: "max" }, pool.options.max ?? 0],
		],
	});
}

/** Adds the gauges of the backlog. Null means that it could not be read. */
function addBacklogGauges(registry: Registry, getBacklog: () => Backlog | null): void {
	addLabelledGauge(registry, "jobs", "Jobs by queue and state; absent while the database is down", {
		labelNames: ["queue", "state"],
		list: () => (getBacklog()?.jobs ?? []).map(({ queue, state, count }) => [{ queue, state }, count]),
	});
	addLabelledGauge(registry, "outbox_mails", "Mails that are due or have failed", {
		labelNames: ["state"],
		list: () => Object.entries(getBacklog()?.mails ?? {}).map(([state, count]) => [{ state }, count]),
	});
	addLabelledGauge(registry, "alerts", "Open alerts to operators by kind", {
		labelNames: ["kind"],
		list: () => (getBacklog()?.alerts ?? []).map(({ kind, count }) => [{ kind }, count]),
	});
	addLabelledGauge(
		registry,
		"drafts",
		"Drafts by state; overdue are live ones in which something is due for 5 seconds",
		{
			labelNames: ["state"],
			list: () => Object.entries(getBacklog()?.drafts.states ?? {}).map(([state, count]) => [{ state }, count]),
		},
	);
	addLabelledGauge(registry, "draft_picks", "Picks of live and paused drafts by who made them", {
		labelNames: ["by"],
		list: () => (getBacklog()?.drafts.picks ?? []).map(({ madeBy, count }) => [{ by: madeBy }, count]),
	});
	const lagHelp = "Seconds since the leader last looked for due drafts; -1 before, NaN if unknown";
	addGauge(registry, "draft_tick_lag_seconds", lagHelp, () => {
		const backlog = getBacklog();
		return backlog ? (backlog.drafts.tickLag ?? -1) : Number.NaN;
	});
	const backupHelp = "When the last backup was started; 0 before the first, NaN if unknown";
	addGauge(registry, "last_backup_timestamp_seconds", backupHelp, () => {
		const backlog = getBacklog();
		return backlog ? (backlog.lastBackupAt ?? 0) / 1_000 : Number.NaN;
	});
}

/** Creates Prometheus metrics. */
export function createMetrics() {
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
	const measureRequests = createRequestMetrics(registry);
	const queryDurations = new Histogram({
		name: "first_bounce_database_query_duration_seconds",
		help: "Duration of queries",
		registers,
		labelNames: ["result"],
		buckets: DURATION_BUCKETS,
	});
	const jobDurations = new Histogram({
		name: "first_bounce_job_duration_seconds",
		help: "Duration of attempts of jobs by queue",
		registers,
		labelNames: ["queue"],
		buckets: JOB_BUCKETS,
	});
	const jobFailures = new Counter({
		name: "first_bounce_job_failures_total",
		help: "Attempts of jobs that failed, by queue",
		registers,
		labelNames: ["queue"],
	});

	return {
		/** Records how long an attempt of a job ran, and whether it failed. */
		measureJob: (queue: string, milliseconds: number, hasFailed: boolean) => {
			jobDurations.observe({ queue }, milliseconds / 1_000);
			if (hasFailed) jobFailures.inc({ queue });
		},
		/** Records how long a part of an engine step took. */
		measureStep: (step: string, milliseconds: number) => steps.observe({ step }, milliseconds / 1_000),
		/** Counts and times responses. Must be called before routes are registered. */
		measureRequests,
		/** Registers GET /metrics, for this machine only or with the token. */
		register: (app: FastifyInstance, sources: MetricsSources, token: string | null) => {
			let backlog: Backlog | null = null;
			addProcessGauges(registry, sources);
			addBacklogGauges(registry, () => backlog);
			app.addHook("onClose", measureQueries(queryDurations));
			app.get("/metrics", { config: { rateLimit: false } }, async (request, reply) => {
				if (!mayReadMetrics(request, token)) throw refuse(404, "not-found");
				backlog = await sources.readBacklog().catch(() => null);
				return reply.type(registry.contentType).send(await registry.metrics());
			});
		},
	};
}

export type Metrics = ReturnType<typeof createMetrics>;
