import { Counter, Histogram, type Registry } from "@prometheus-io/client";
import type { FastifyInstance, FastifyReply, onRequestHookHandler, onResponseHookHandler } from "fastify";
import { LIVE_ROUTE } from "../live-stream.ts";

/** One bucket ends at 250 ms, the goal for saves. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Counted as the status of a request if its client disconnects before the response is sent. */
const CLIENT_CLOSED_STATUS = 499;
const SAVE_ROUTES = /^\/api\/:lang\/fantasy\/(team|trade)\//;

/** Counts responses by route, then by status, in plain maps, because looking up labels for each request is slow. */
class RequestCounts {
	private readonly byRoute = new Map<string, Map<number, number>>();

	/** Creates a function that counts a response of a route. */
	createRouteCounter(route: string): (status: number) => void {
		const counts = this.byRoute.get(route) ?? new Map<number, number>();
		this.byRoute.set(route, counts);
		return (status) => void counts.set(status, (counts.get(status) ?? 0) + 1);
	}

	/** Adds the counts of some responses to the registry. */
	register(
		registry: Registry,
		name: string,
		help: string,
		isIncluded: (route: string, status: number) => boolean,
	): void {
		const { byRoute } = this;
		new Counter({
			name: `first_bounce_${name}`,
			help,
			registers: [registry],
			labelNames: ["route", "status"],
			collect() {
				this.reset();
				for (const [route, counts] of byRoute)
					for (const [status, count] of counts) if (isIncluded(route, status)) this.inc({ route, status }, count);
			},
		});
	}
}

function createDurations(registry: Registry) {
	const requests = new Histogram({
		name: "first_bounce_http_request_duration_seconds",
		help: "Duration of responses by route, method and class of status, without live streams",
		registers: [registry],
		labelNames: ["route", "method", "status"],
		buckets: BUCKETS,
	});
	const saves = new Histogram({
		name: "first_bounce_save_duration_seconds",
		help: "Duration of saves of teams and trades by class of status",
		registers: [registry],
		labelNames: ["status"],
		buckets: BUCKETS,
	});
	return { requests, saves };
}

/** Adds metrics of requests. Returns a function that counts and times an app's responses; see `Metrics.measureRequests`. */
export function createRequestMetrics(registry: Registry): (app: FastifyInstance) => void {
	const counts = new RequestCounts();
	const durations = createDurations(registry);
	counts.register(registry, "requests_total", "Requests by route and status", () => true);
	counts.register(
		registry,
		"save_failures_total",
		"Refused and failed saves of teams and trades",
		(route, status) => status >= 400 && SAVE_ROUTES.test(route),
	);

	return (app) => {
		// Each route gets its own hooks, because `request.routeOptions` is built again at each access.
		app.addHook("onRoute", (route) => {
			const count = counts.createRouteCounter(route.url);
			const isSave = SAVE_ROUTES.test(route.url);
			const recorded = new WeakSet<FastifyReply>();
			const record = (method: string, statusCode: number, elapsedTime: number) => {
				count(statusCode);
				const status = `${Math.floor(statusCode / 100)}xx`;
				const seconds = elapsedTime / 1_000;
				if (route.url !== LIVE_ROUTE) durations.requests.observe({ route: route.url, method, status }, seconds);
				if (isSave && method === "POST") durations.saves.observe({ status }, seconds);
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
		const countUnmatched = counts.createRouteCounter("none");
		app.addHook("onResponse", ({ is404 }, { statusCode }, done) => {
			if (is404) countUnmatched(statusCode);
			done();
		});
	};
}
