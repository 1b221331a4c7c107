import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { startTelemetryServer } from "../../../../testing/services/telemetry-server.ts";
import { UnconfirmedCommitError } from "../../db/servers/unconfirmed-commits.ts";
import { registerErrors } from "../errors.ts";
import { createFastify } from "../http/fastify-server.ts";
import { refuse } from "../refusal.ts";
import { createErrorReporter } from "./error-reporter.ts";

type TelemetryServer = Awaited<ReturnType<typeof startTelemetryServer>>;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0).toReversed()) await close();
});

/** An app whose route throws what the test gives, and which reports it. */
async function createReportingApp(dsn: string) {
	const warnings: string[] = [];
	const reporter = await createErrorReporter(dsn, { version: "4.5.6", warn: (message) => void warnings.push(message) });
	let failure: unknown;
	const app: FastifyInstance = createFastify(false);
	registerErrors(app, { onUnexpected: (error, name) => reporter.report(error, { kind: "request", name }) });
	app.post("/api/:lang/leagues/:id", async () => {
		throw failure;
	});
	closers.push(() => app.close());
	const reportFailure = async (error: unknown) => {
		failure = error;
		const request = {
			method: "POST",
			url: "/api/en/leagues/4711?code=ABC234",
			headers: { cookie: "fb_session=c00kie", "user-agent": "Moira's phone" },
			payload: { email: "moira@example.test", password: "bounce-it-high" },
			remoteAddress: "203.0.113.7",
		} as const;
		return (await app.inject(request)).statusCode;
	};
	return { fail: reportFailure, reporter, warnings };
}

async function startSentry(answer?: number | "never"): Promise<TelemetryServer> {
	const sentry = await startTelemetryServer(answer);
	closers.push(sentry.close);
	return sentry;
}

test("a request's unexpected error is sent without personal data (D2.9.240)", async () => {
	const sentry = await startSentry();
	const { fail, reporter } = await createReportingApp(sentry.dsn);
	const cause = new Error('invalid input syntax for type integer: "Moira O\'Brien"');
	const message =
		'No place for moira@example.test of /users/4711/pictures?token=s3cr3t in relation "leagues": aGVsbG8gd29ybGQgaGVsbG8gd29y';
	expect(await fail(Object.assign(new TypeError(message, { cause }), { code: "XX000", detail: "moira" }))).toBe(500);
	await reporter.close();

	expect(sentry.requests).toHaveLength(1);
	const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = sentry.requests;
	expect([path, headers["content-type"]]).toEqual([
		"/api/7/envelope/?sentry_version=7&sentry_key=abc123",
		"application/x-sentry-envelope",
	]);
	const [event] = sentry.events();
	expect(event).toMatchObject({
		platform: "node",
		level: "error",
		release: "first-bounce@4.5.6",
		transaction: "POST /api/:lang/leagues/:id",
		tags: { source: "request", route: "POST /api/:lang/leagues/:id", code: "XX000" },
	});
	expect(event?.exception.values.map(({ type, value }) => `${type}: ${value}`)).toEqual([
		"Error: invalid input syntax for type integer: [value]",
		'TypeError: No place for [mail] of /users/[id]/pictures in relation "leagues": [token]',
	]);
	const files = event?.exception.values[1]?.stacktrace.frames.map(({ filename }) => filename);
	expect(files?.at(-1)).toBe("app:///apps/server/plugins/monitoring/error-reporter.test.ts");
	for (const field of ["user", "request", "breadcrumbs", "extra", "server_name"])
		expect(event).not.toHaveProperty(field);
	for (const personal of ["oira", "4711", "ABC234", "c00kie", "phone", "203.0.113", "bounce-it", "s3cr3t", "aGVsbG8"])
		expect(body).not.toContain(personal);
});

test("refusals, outages and full disks are not sent, repeats once (D2.9.240)", async () => {
	const sentry = await startSentry();
	const { fail, reporter } = await createReportingApp(sentry.dsn);
	expect(await fail(refuse(404, "not-found"))).toBe(404);
	expect(await fail(Object.assign(new Error("the database shuts down"), { code: "57P01" }))).toBe(503);
	expect(await fail(Object.assign(new Error("no space left"), { code: "ENOSPC" }))).toBe(503);
	const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
	for (const error of [refuse(503, "busy"), refused, new UnconfirmedCommitError()])
		reporter.report(error, { kind: "background", name: "background" });
	for (let time = 0; time < 20; time++) expect(await fail(new RangeError("No such round"))).toBe(500);
	expect(await fail(new SyntaxError(`Not a number: "${"Moira ".repeat(1_000_000)}"`))).toBe(500);
	expect(await fail("a thrown string")).toBe(500);
	reporter.report({ email: "moira@example.test" }, { kind: "background", name: "background" });
	await reporter.close();
	expect(sentry.events().map(({ exception: { values } }) => `${values[0]?.type}: ${values[0]?.value}`)).toEqual([
		"RangeError: No such round",
		"SyntaxError: Not a number: [value]",
		"Error: a thrown string",
		"Error: A thrown object",
	]);
});

test("without a working Sentry requests are answered as before (D2.9.240)", async () => {
	for (const answer of ["never", 429, 500, "down"] as const) {
		const sentry = await startSentry(answer === "down" ? 200 : answer);
		if (answer === "down") await sentry.close();
		const { fail, reporter, warnings } = await createReportingApp(sentry.dsn);
		for (let time = 0; time < 3; time++) expect(await fail(new Error(`failure ${time}`))).toBe(500);
		const start = performance.now();
		await reporter.close();
		expect(performance.now() - start).toBeLessThan(4_000);
		expect(await fail(new Error("another failure"))).toBe(500);
		expect([answer, warnings.length]).toEqual([answer, answer === "never" ? 0 : 1]);
		expect(warnings.join()).not.toContain("abc123");
	}
});
