import { expect, test } from "vitest";
import { buildPlaywrightArgs, findNeeds, listFilters, selectTestFiles } from "./test-selection.ts";

const NOTHING = { web: false, browser: false, engines: false, examples: false, promtool: false, pgbouncer: false };

test("a test of the rules needs neither build nor browser", () => {
	const files = selectTestFiles(["packages/rules/prices/season-2023.test.ts"]);
	expect(files).toEqual(["packages/rules/prices/season-2023.test.ts"]);
	expect(findNeeds(files)).toEqual(NOTHING);
});

test("a browser test needs the web build and a browser", () => {
	const files = selectTestFiles(["./e2e/notifications.test.ts"]);
	expect(files).toEqual(["e2e/notifications.test.ts"]);
	expect(findNeeds(files)).toEqual({ ...NOTHING, web: true, browser: true });
	const journeys = findNeeds(selectTestFiles(["e2e/engines/first-journeys"]));
	expect(journeys).toEqual({ ...NOTHING, web: true, browser: true, engines: true });
});

test("a test that reads the web build needs it, but no browser", () => {
	expect(findNeeds(selectTestFiles(["tools/web-size"]))).toEqual({ ...NOTHING, web: true });
});

test("tests of examples, alert rules and PgBouncer need Debian packages", () => {
	expect(findNeeds(selectTestFiles(["api-examples"]))).toEqual({ ...NOTHING, examples: true });
	expect(findNeeds(selectTestFiles(["release/monitoring"]))).toEqual({ ...NOTHING, promtool: true });
	expect(findNeeds(selectTestFiles(["db/servers/pgbouncer"]))).toEqual({ ...NOTHING, pgbouncer: true });
});

test("part of a path selects every file that contains it", () => {
	expect(selectTestFiles(["rules/scoring/season-2023.test.ts:12", "test-select"])).toEqual([
		"packages/rules/scoring/season-2023.test.ts",
		"tools/test-run/test-selection.test.ts",
	]);
	expect(selectTestFiles(["no such file"])).toEqual([]);
});

test("options and their values do not count as file names", () => {
	expect(listFilters(["e2e/shell", "-t", "a title", "--bail=1", "--project", "web", "leagues"])).toEqual([
		"e2e/shell",
		"leagues",
	]);
});

test("Playwright gets the selected files and the requested title", () => {
	const browserTests = ["e2e/leagues.test.ts"];
	expect(buildPlaywrightArgs(["leagues", "--bail=1"], browserTests)).toEqual(["e2e/leagues.test.ts"]);
	expect(buildPlaywrightArgs(["leagues", "-t", "a title"], browserTests)).toEqual([
		"e2e/leagues.test.ts",
		"--grep",
		"a title",
		"--pass-with-no-tests",
	]);
	expect(buildPlaywrightArgs(["--testNamePattern=a title"], [])).toEqual(["--grep", "a title", "--pass-with-no-tests"]);
});
