import { expect, test } from "vitest";
import { readResults, slowestFiles } from "./test-times.ts";

const REPORT = JSON.stringify({
	numPassedTests: 2,
	numFailedTests: 0,
	testResults: [
		{
			name: "/checkout/apps/web/app/shell.test.tsx",
			startTime: 1_000,
			endTime: 2_540,
			assertionResults: [
				{ status: "passed", fullName: "the menu opens" },
				{ status: "pending", fullName: "the menu closes" },
			],
		},
		{
			name: "/checkout/e2e/leagues.test.ts",
			startTime: 5_000,
			endTime: 48_000,
			assertionResults: [
				{ status: "passed", fullName: "a league is created" },
				{ status: "todo", fullName: "a league is closed" },
			],
		},
	],
});

test("a report names the tests that were skipped or are still to be written", () => {
	const { passed, failed, skipped } = readResults(REPORT, "/checkout");
	expect([passed, failed]).toEqual([2, 0]);
	expect(skipped).toEqual(["apps/web/app/shell.test.tsx: the menu closes", "e2e/leagues.test.ts: a league is closed"]);
});

test("the table lists the slowest files first, with their project and seconds", () => {
	const { files } = readResults(REPORT, "/checkout");
	expect(slowestFiles(files, 2)).toBe(
		"   43.0 s  journeys  e2e/leagues.test.ts\n    1.5 s  web       apps/web/app/shell.test.tsx",
	);
	expect(slowestFiles(files, 1)).toBe("   43.0 s  journeys  e2e/leagues.test.ts");
});
