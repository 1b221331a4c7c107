import { timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { FastifyInstance, FastifyRequest, onResponseHookHandler } from "fastify";
import { isLoopbackName } from "./http/allowed-hosts.ts";
import { isLoopbackAddress } from "./http/client-address.ts";
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
}

export interface Metrics {
	/** Records how long a part of an engine step took. */
	readonly measure: (step: string, milliseconds: number) => void;
	/** Counts responses. Must be called before routes are registered. */
	readonly countRequests: (app: FastifyInstance) => void;
	/** Registers GET /metrics, for this machine only or with the token. */
	readonly register: (app: FastifyInstance, sources: MetricsSources, token: string | null) => void;
}

const DURATION_BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const SAVE_ROUTES = /^\/api\/:lang\/fantasy\/(team|trade)\//;

/** Headers that a proxy adds to what it forwards. */
const FORWARDING = /^(x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|forwarded|via)$/;

/** Whether the request comes from this machine itself and was not forwarded by a proxy on it. */
function isLocal({ headers, raw }: FastifyRequest): boolean {
	if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false;
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

/** Metrics for Prometheus. Requests are counted in plain maps, because a label lookup for each request is slow. */
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
	/** By route, then by status. */
	const requests = new Map<string, Map<number, number>>();
	const registerCounter = (name: string, help: string, isIncluded: (route: string, status: number) => boolean) =>
		new Counter({
			name,
			help,
			registers,
			labelNames: ["route", "status"],
			collect() {
				this.reset();
				for (const [route, counts] of requests)
					for (const [status, count] of counts) if (isIncluded(route, status)) this.inc({ route, status }, count);
			},
		});
	registerCounter("first_bounce_requests_total", "Requests by route and status", () => true);
	registerCounter(
		"first_bounce_save_failures_total",
		"Refused and failed saves of teams and trades",
		(route, status) => {
			return status >= 400 && SAVE_ROUTES.test(route);
		},
	);
	const gauge = (name: string, help: string, read: () => number) =>
		new Gauge({
			name: `first_bounce_${name}`,
			help,
			registers,
			collect: function () {
				this.set(read());
			},
		});

	return {
		measure: (step, milliseconds) => steps.observe({ step }, milliseconds / 1_000),
		countRequests: (app) => {
			const createRouteCounter = (name: string) => {
				const counts = requests.get(name) ?? new Map<number, number>();
				requests.set(name, counts);
				return (status: number) => void counts.set(status, (counts.get(status) ?? 0) + 1);
			};
			// A hook for each route, because `request.routeOptions` is built anew at each access.
			app.addHook("onRoute", (route) => {
				const count = createRouteCounter(route.url);
				const onResponse: onResponseHookHandler = (_, { statusCode }, done) => {
					count(statusCode);
					done();
				};
				route.onResponse = [onResponse, ...[route.onResponse ?? []].flat()];
			});
			const countUnmatched = createRouteCounter("none");
			app.addHook("onResponse", ({ is404 }, { statusCode }, done) => {
				if (is404) countUnmatched(statusCode);
				done();
			});
		},
		register: (app, sources, token) => {
			gauge("feed_lag_seconds", "Seconds since the last response of the feed; -1 before it, or without a feed", () => {
				const lastResponseAt = sources.feedHealth()?.health.lastResponseAt;
				return lastResponseAt == null ? -1 : (wallNow() - lastResponseAt) / 1_000;
			});
			gauge("feed_failures", "Consecutive failures of the feed", () => sources.feedHealth()?.health.failures ?? 0);
			gauge("leader", "1 in the process that is the leader", () => Number(sources.isLeader()));
			gauge("stream_clients", "Connections to the live stream", sources.countClients);
			gauge("data_version", "Data version of the season being served", () => sources.seasons.peek()?.dataVersion ?? 0);
			gauge("teams_ranked", "Teams in the standings being served", () => sources.standings.current().teamCount);
			gauge("storage_free_bytes", "Free space on the fullest disk that is written to; -1 if unknown", () => {
				return sources.storage.report().freeBytes ?? -1;
			});
			gauge("storage_full", "1 while the disk is full and nothing can be saved", () => {
				return Number(sources.storage.report().state === "full");
			});
			app.get("/metrics", { config: { rateLimit: false } }, async (request, reply) => {
				const isAllowed = token === null ? isLocal(request) : hasToken(request, token);
				if (!isAllowed) throw refuse(404, "not-found");
				return reply.type(registry.contentType).send(await registry.metrics());
			});
		},
	};
}
