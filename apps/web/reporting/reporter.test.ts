import { ApiFailure } from "@first-bounce/contract/client";
import { describe, expect, test } from "vitest";
import { buildEnvelopeUrl, parseFrames } from "./envelope.ts";
import { getPagePattern, SAMPLE_RATE, shouldReport, summarizeError } from "./error-filter.ts";
import { createReporter } from "./reporter.ts";

const DSN = "https://abc123@errors.example.org/sub/7";
const isReportable = (error: unknown) => shouldReport(summarizeError(error));
const buildFailure = (status: number, code = "some-code", message = "No") =>
	new ApiFailure(status, [{ code, message }]);

function buildReporter(random: () => number, dsn: string | null = DSN, pathname = "/leagues/join/ABC234") {
	const sent: { url: string; body: string }[] = [];
	const send = (url: string, body: string) => void sent.push({ url, body });
	const report = createReporter({
		dsn,
		random,
		send,
		now: () => 1_700_000_000_000,
		pathname: () => pathname,
		release: "first-bounce",
	});
	return { report, sent };
}

describe("which errors are reported", () => {
	test("errors that contain 400, 401, 403, 422 or 500 are not reported (D1.8.15, D2.8.11)", () => {
		for (const status of [400, 401, 403, 422, 500]) {
			expect(isReportable(buildFailure(status))).toBe(false);
			expect(isReportable(new Error(`Request failed with status code ${status}`))).toBe(false);
			expect(isReportable(Object.assign(new Error("x"), { code: `E${status}` }))).toBe(false);
		}
	});

	test("a longer number that contains such a status is reported (D1.8.16)", () => {
		expect(isReportable(new Error("No answer within 15000 ms"))).toBe(true);
		expect(isReportable(new RangeError("Player 1401 is not in the list"))).toBe(true);
		expect(isReportable(new Error("HTTP500: no answer"))).toBe(false);
	});

	test("other errors are reported (D1.8.16)", () => {
		expect(isReportable(new TypeError("Cannot read properties of undefined (reading 'lineup')"))).toBe(true);
		expect(isReportable(buildFailure(404))).toBe(true);
		expect(isReportable(buildFailure(409))).toBe(true);
		expect(isReportable("a thrown string")).toBe(true);
	});

	test("lost connections, browser quirks and extensions are not reported (D1.8.17, D1.8.21)", () => {
		for (const message of [
			"Failed to fetch",
			"NetworkError when attempting to fetch resource.",
			"Load failed",
			"Failed to fetch dynamically imported module: https://x/assets/a.js",
			"ResizeObserver loop limit exceeded",
			"Script error.",
			"Extension context invalidated.",
			"Non-Error promise rejection captured with value: x",
		])
			expect([message, isReportable(new Error(message))]).toEqual([message, false]);
		const aborted = Object.assign(new Error("signal is aborted"), { name: "AbortError" });
		expect(isReportable(aborted)).toBe(false);
		const injected = Object.assign(new Error("boom"), {
			stack:
				"Error: boom\n    at run (chrome-extension://abc/inject.js:1:2)\n    at https://x.test/assets/index.js:3:4",
		});
		expect(isReportable(injected)).toBe(false);
	});

	test("one in ten errors is sent (D1.8.18)", () => {
		expect(SAMPLE_RATE).toBe(0.1);
		const below = buildReporter(() => 0.0999);
		below.report(new TypeError("a"));
		expect(below.sent).toHaveLength(1);
		const above = buildReporter(() => 0.1);
		above.report(new TypeError("a"));
		expect(above.sent).toHaveLength(0);
	});

	test("the same error is sent once, and five per page (D1.8.18)", () => {
		const { report, sent } = buildReporter(() => 0);
		for (let time = 0; time < 20; time++) report(new TypeError("the same"));
		expect(sent).toHaveLength(1);
		for (let time = 0; time < 20; time++) report(new TypeError(`another ${time} kind`));
		expect(sent).toHaveLength(5);
		const withoutDsn = buildReporter(() => 0, null);
		withoutDsn.report(new TypeError("a"));
		expect(withoutDsn.sent).toEqual([]);
	});
});

describe("a report", () => {
	test("is sent to the project's envelope endpoint as three lines of JSON", () => {
		const { report, sent } = buildReporter(() => 0);
		report(new TypeError("x is not a function"));
		const [{ url, body } = { url: "", body: "" }] = sent;
		expect(url).toBe(
			"https://errors.example.org/sub/api/7/envelope/?sentry_version=7&sentry_key=abc123&sentry_client=first-bounce%2F1",
		);
		const [head, item, event] = body.split("\n").map((line) => JSON.parse(line));
		expect([head.event_id, item]).toEqual([event.event_id, { type: "event" }]);
		expect(event.exception.values[0]).toMatchObject({ type: "TypeError", value: "x is not a function" });
		expect(buildEnvelopeUrl("http://k@localhost:9000/3")).toMatch(/^http:\/\/localhost:9000\/api\/3\/envelope\//);
	});

	test("has no personal data: no email, token, id, code or query", () => {
		const { report, sent } = buildReporter(() => 0);
		report(
			new Error(
				"No team of kit.obrien+afl@example.test at /reset-password?token=s3cr3t#abc aGVsbG8gd29ybGQgaGVsbG8gd29y",
			),
		);
		const body = sent[0]?.body ?? "";
		expect(body).not.toMatch(/kit|example\.test|s3cr3t|aGVsbG8|ABC234/);
		expect(JSON.parse(body.split("\n")[2] ?? "")).toMatchObject({
			user: { ip_address: null },
			tags: { page: "/leagues/join/:code" },
		});
		expect(getPagePattern("/user/team/4/31337")).toBe("/user/team/:id/:id");
	});

	test("has the stack of Chrome, Firefox and Safari, outermost frame first", () => {
		const chrome = "Error: x\n    at inner (https://x.test/assets/a.js:1:2)\n    at https://x.test/assets/b.js:3:4";
		const firefox = "inner@https://x.test/assets/a.js:1:2\n@https://x.test/assets/b.js:3:4\n";
		const safari = "inner@https://x.test/assets/a.js:1:2\nhttps://x.test/assets/b.js:3:4";
		for (const stack of [chrome, firefox, safari])
			expect(parseFrames(stack)).toMatchObject([
				{ filename: "/assets/b.js", lineno: 3, colno: 4 },
				{ function: "inner", filename: "/assets/a.js", lineno: 1, colno: 2 },
			]);
	});
});
