import { expect, test } from "vitest";
import { formatFailures, formatSlowestFiles, mergeResults, readResults, readUnhandledErrors } from "./test-results.ts";

const REPORT = JSON.stringify({
	numPassedTests: 2,
	numFailedTests: 0,
	testResults: [
		{
			name: "/checkout/apps/web/app/shell.test.tsx",
			startTime: 1_000,
			endTime: 2_540,
			message: "",
			assertionResults: [
				{ status: "passed", fullName: "the menu opens", failureMessages: [] },
				{ status: "pending", fullName: "the menu closes", failureMessages: [] },
			],
		},
		{
			name: "/checkout/packages/rules/head-to-head/ladder.test.ts",
			startTime: 5_000,
			endTime: 48_000,
			message: "",
			assertionResults: [
				{ status: "passed", fullName: "a win is worth four points", failureMessages: [] },
				{ status: "todo", fullName: "a draw is worth two", failureMessages: [] },
			],
		},
	],
});

const run = (status: string, startTime: string, duration: number, ...errors: readonly { message: string }[]) => ({
	status,
	results: status === "skipped" ? [] : [{ startTime, duration, errors }],
});
const HIDDEN_LADDER = {
	message: "\u001b[31mError\u001b[39m: expect(locator).toBeVisible() failed\n\nTimeout: 20000ms",
};
const PLAYWRIGHT_REPORT = {
	config: { rootDir: "/checkout/e2e" },
	suites: [
		{
			title: "leagues.test.ts",
			file: "leagues.test.ts",
			specs: [],
			suites: [
				{
					title: "leagues",
					file: "leagues.test.ts",
					specs: [
						{ title: "a league is created", tests: [run("expected", "2026-08-28T10:00:00.000Z", 4_000)] },
						{
							title: "a league is joined",
							tests: [run("unexpected", "2026-08-28T10:00:05.000Z", 7_300, HIDDEN_LADDER)],
						},
						{ title: "a league is closed", tests: [run("skipped", "", 0)] },
					],
				},
			],
		},
	],
	errors: [],
};

test("the results of a report list its skipped and todo tests", () => {
	const { passed, failed, skipped } = readResults(REPORT, "/checkout");
	expect([passed, failed]).toEqual([2, 0]);
	expect(skipped).toEqual([
		"apps/web/app/shell.test.tsx: the menu closes",
		"packages/rules/head-to-head/ladder.test.ts: a draw is worth two",
	]);
});

test("the table lists the slowest files first, with their project and seconds", () => {
	const { files } = readResults(REPORT, "/checkout");
	expect(formatSlowestFiles(files, 2)).toBe(
		"   43.0 s  server    packages/rules/head-to-head/ladder.test.ts\n    1.5 s  web       apps/web/app/shell.test.tsx",
	);
	expect(formatSlowestFiles(files, 1)).toBe("   43.0 s  server    packages/rules/head-to-head/ladder.test.ts");
});

test("a Playwright report's results are counted and timed", () => {
	expect(readResults(JSON.stringify(PLAYWRIGHT_REPORT), "/checkout")).toEqual({
		passed: 1,
		failed: 1,
		failures: [{ file: "e2e/leagues.test.ts", title: "a league is joined", error: HIDDEN_LADDER.message }],
		skipped: ["e2e/leagues.test.ts: a league is closed"],
		files: [{ project: "browser", file: "e2e/leagues.test.ts", seconds: 12.3 }],
		failedBrowserTests: ["e2e/leagues.test.ts"],
	});
});

test("browser tests whose global setup fails count as one failure", () => {
	const report = { ...PLAYWRIGHT_REPORT, suites: [], errors: [{ message: "There is no Chromium" }] };
	expect(readResults(JSON.stringify(report), "/checkout")).toEqual({
		passed: 0,
		failed: 1,
		failures: [{ file: "browser tests", title: "outside any test", error: "There is no Chromium" }],
		skipped: [],
		files: [],
		failedBrowserTests: [],
	});
});

test("the results of several runs are added up", () => {
	const joined = mergeResults([
		readResults(REPORT, "/checkout"),
		readResults(JSON.stringify(PLAYWRIGHT_REPORT), "/checkout"),
	]);
	expect([joined.passed, joined.failed, joined.skipped.length]).toEqual([3, 1, 3]);
	expect(joined.files.map(({ seconds }) => seconds)).toEqual([43, 12.3, 1.5]);
});

test("failures are listed with file, title, error and line", () => {
	const stack = [
		"AssertionError: expected 3 to be 4",
		"    at expect (/checkout/node_modules/chai/index.js:1:1)",
		"    at /checkout/packages/rules/head-to-head/ladder.test.ts:12:5",
	];
	const report = JSON.stringify({
		numPassedTests: 0,
		numFailedTests: 1,
		testResults: [
			{
				name: "/checkout/packages/rules/head-to-head/ladder.test.ts",
				startTime: 1_000,
				endTime: 2_000,
				message: "",
				assertionResults: [
					{ status: "passed", fullName: "a loss is worth nothing", failureMessages: [] },
					{ status: "failed", fullName: "a win is worth four points", failureMessages: [stack.join("\n")] },
				],
			},
			{
				name: "/checkout/tools/dev.test.ts",
				startTime: 1_000,
				endTime: 1_000,
				message: "Cannot find module\n1\n2\n3\n4\n5\n6",
				assertionResults: [],
			},
		],
	});
	const runs = [readResults(report, "/checkout"), readResults(JSON.stringify(PLAYWRIGHT_REPORT), "/checkout")];
	expect(formatFailures(mergeResults(runs).failures).split("\n")).toEqual([
		"packages/rules/head-to-head/ladder.test.ts: a win is worth four points",
		"    AssertionError: expected 3 to be 4",
		"    at /checkout/packages/rules/head-to-head/ladder.test.ts:12:5",
		"tools/dev.test.ts: outside its tests",
		"    Cannot find module",
		"    1",
		"    2",
		"    3",
		"    4",
		"    5",
		"e2e/leagues.test.ts: a league is joined",
		"    Error: expect(locator).toBeVisible() failed",
		"    Timeout: 20000ms",
	]);
});

test("an error that no test caught fails the running file", () => {
	const json = JSON.stringify([
		{
			message: "Cannot use a pool after calling end on the pool",
			stack: "    at /checkout/apps/server/db/connect.ts:45:11",
			VITEST_TEST_PATH: "/checkout/soak/soak.test.ts",
		},
	]);
	const results = readUnhandledErrors(json, "/checkout");
	expect(results.failed).toBe(1);
	expect(formatFailures(results.failures)).toBe(
		[
			"soak/soak.test.ts: an error that no test caught, while or before this file ran",
			"    Cannot use a pool after calling end on the pool",
			"    at /checkout/apps/server/db/connect.ts:45:11",
		].join("\n"),
	);
});
