import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, createTestOperator, type TestApp } from "../../../../testing/server/test-app.ts";
import { type ReceivedSpan, startTelemetryServer } from "../../../../testing/services/telemetry-server.ts";
import { createJobQueue } from "../../features/jobs/job-queue.ts";
import { createTransport } from "../../features/stats-providers/afl-api/transport.ts";
import { startTracing, type Tracing } from "./tracing.ts";

type TelemetryServer = Awaited<ReturnType<typeof startTelemetryServer>>;

const SETTINGS = { headers: "authorization=Bearer%20t0ken", sampler: "parentbased_always_on", ratio: 1 } as const;
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

let collector: TelemetryServer;
let tracing: Tracing;
let app: TestApp;
let token: string;
const warnings: string[] = [];
/** Resolved when a request for /never has arrived, and when its client has disconnected. */
const arrived = Promise.withResolvers<void>();
const abandoned = Promise.withResolvers<void>();

beforeAll(async () => {
	collector = await startTelemetryServer();
	vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint);
	vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
	tracing = startTracing(SETTINGS, { version: "4.5.6", warn: (message) => void warnings.push(message) });
	vi.unstubAllEnvs();
	const neverAnswer = (server: FastifyInstance) =>
		void server.get("/never", async (_request, { raw }) => {
			raw.once("close", abandoned.resolve);
			arrived.resolve();
			await abandoned.promise;
		});
	app = await createTestApp({ tracing, extraRoutes: [neverAnswer] });
	({ sessionId: token } = await createTestOperator(app));
});
afterAll(async () => {
	await app.close();
	await collector.close();
});

test("requests, queries and jobs are sent as spans, without personal data (D2.9.242)", async () => {
	const personal = { "x-sid": token, cookie: "fb_session=c00kie", "user-agent": "Moira's phone" };
	const { pool } = app.database;
	await pool.query("SELECT 'outside of a request'");
	const user = await app.app.inject({
		url: "/api/en/user",
		headers: personal,
		remoteAddress: "203.0.113.7",
	});
	expect(user.statusCode).toBe(200);
	const login = await app.app.inject({
		method: "POST",
		url: "/api/en/auth/login",
		headers: { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` },
		payload: { email: "moira@example.test", password: "bounce-it-high" },
	});
	expect(login.statusCode).toBe(401);
	const address = await app.app.listen({ port: 0, host: "127.0.0.1" });
	const abort = new AbortController();
	const waiting = fetch(`${address}/never`, { signal: abort.signal });
	await arrived.promise;
	abort.abort();
	await expect(waiting).rejects.toThrow("aborted");
	await abandoned.promise;
	await app.app.inject("/nothing/for/moira?code=ABC234");
	const queue = await createJobQueue({ pool, onError: () => undefined });
	await queue.send("round-publish", { seasonId: 1, roundId: 4711 }, { key: "1/round-4711" });
	await queue.drain(["round-publish"], async () => {
		await pool.query("SELECT 'Moira', $1::text AS job", ["moira"]);
		throw new TypeError("No round of Moira");
	});
	await queue.send("round-open", { seasonId: 1, roundId: 4711 }, { key: "1/round-4711" });
	await queue.drain(["round-open"], () => {
		throw new RangeError("No round of Moira");
	});
	await queue.close();
	await expect(createTransport("no address of Moira", {}).send("/cfs")).rejects.toThrow();
	const provider = createTransport(collector.endpoint, {});
	await provider.send("/cfs/afl/matchItem/CD_M1?key=s3cr3t");
	await tracing.close();

	expect(warnings).toEqual([]);
	expect(collector.resource()).toMatchObject({
		"service.name": "first-bounce",
		"service.version": "4.5.6",
		"deployment.environment.name": "test",
	});
	const spans = collector.spans();
	const findSpan = (name: string, from: readonly ReceivedSpan[] = spans) => {
		const [span, ...others] = from.filter((candidate) => candidate.name === name);
		expect([name, others.length]).toEqual([name, 0]);
		return span as ReceivedSpan;
	};
	const listQueries = (parent: ReceivedSpan) =>
		spans.filter(({ parentSpanId, traceId }) => parentSpanId === parent.spanId && traceId === parent.traceId);

	const me = findSpan("GET /api/:lang/user");
	expect(me.attributes).toEqual({
		"http.request.method": "GET",
		"http.route": "/api/:lang/user",
		"http.response.header.x-request-id": expect.anything(),
		"http.response.status_code": 200,
	});
	expect(me.parentSpanId).toBeUndefined();
	const session = listQueries(me).find(({ attributes }) => /FROM sessions/i.test(String(attributes["db.query.text"])));
	expect(session).toMatchObject({
		name: expect.stringMatching(/^[A-Z]+$/),
		attributes: { "db.system.name": "postgresql" },
	});

	const signIn = findSpan("POST /api/:lang/auth/login");
	expect([signIn.traceId, signIn.parentSpanId]).toEqual([TRACE_ID, "00f067aa0ba902b7"]);
	expect(listQueries(signIn).length).toBeGreaterThan(0);
	expect(findSpan("GET none").attributes).toMatchObject({ "http.response.status_code": 404 });
	expect(findSpan("GET /never")).toMatchObject({ attributes: { "error.type": "aborted" }, status: { code: 2 } });

	const job = findSpan("process round-publish");
	expect(job).toMatchObject({
		attributes: { "messaging.destination.name": "round-publish", "error.type": "TypeError" },
		status: { code: 2 },
	});
	expect(listQueries(job).map(({ attributes }) => attributes["db.query.text"])).toEqual(["SELECT ?, $1::text AS job"]);
	expect(findSpan("process round-open").attributes["error.type"]).toBe("RangeError");
	const call = spans.find(({ attributes }) => attributes["server.address"] === "127.0.0.1");
	expect(call).toMatchObject({
		name: "GET",
		attributes: { "url.full": `${collector.endpoint}/cfs/afl/matchItem/CD_M1`, "http.response.status_code": 200 },
	});

	const [first] = collector.requests.filter(({ path }) => path === "/v1/traces");
	expect([first?.headers["content-type"], first?.headers.authorization]).toEqual(["application/json", "Bearer t0ken"]);
	const sent = collector.requests.filter(({ path }) => path === "/v1/traces").map(({ body }) => body);
	for (const secret of [
		"oira",
		"round-4711",
		"ABC234",
		"c00kie",
		"203.0.113",
		"bounce-it",
		"s3cr3t",
		"outside of",
		token,
	])
		expect(sent.join("\n")).not.toContain(secret);
});

test("a silent collector delays no request, and closing two seconds (D2.9.242)", async () => {
	const silent = await startTelemetryServer("never");
	vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", silent.endpoint);
	const stuck = startTracing(SETTINGS, { version: "4.5.6", warn: () => undefined });
	vi.unstubAllEnvs();
	const second = await app.startSecondServer({ tracing: stuck });
	expect((await second.app.inject("/api/en/season/clock")).statusCode).toBe(200);
	const start = performance.now();
	await stuck.close();
	expect(performance.now() - start).toBeLessThan(4_000);
	expect((await second.app.inject("/api/en/season/clock")).statusCode).toBe(200);
	await second.close();
	await silent.close();
});
