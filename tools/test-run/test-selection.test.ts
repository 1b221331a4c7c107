import { expect, test } from "vitest";
import { filtersOf, findNeeds, journeyArgs, selectTestFiles } from "./test-selection.ts";

test("a rule's test needs neither the built web nor a browser", () => {
	const files = selectTestFiles(["packages/rules/prices/season-2023.test.ts"]);
	expect(files).toEqual(["packages/rules/prices/season-2023.test.ts"]);
	expect(findNeeds(files)).toEqual({ web: false, browser: false });
});

test("a journey needs the built web and a browser", () => {
	const files = selectTestFiles(["./e2e/notifications.test.ts"]);
	expect(files).toEqual(["e2e/notifications.test.ts"]);
	expect(findNeeds(files)).toEqual({ web: true, browser: true });
});

test("a test that reads the build needs the built web, but no browser", () => {
	expect(findNeeds(selectTestFiles(["tools/web-size"]))).toEqual({ web: true, browser: false });
});

test("a part of a path selects every file that contains it, and a line number is ignored", () => {
	expect(selectTestFiles(["rules/scoring/season-2023.test.ts:12", "test-select"])).toEqual([
		"packages/rules/scoring/season-2023.test.ts",
		"tools/test-run/test-selection.test.ts",
	]);
	expect(selectTestFiles(["no such file"])).toEqual([]);
});

test("options and their values name no files", () => {
	expect(filtersOf(["e2e/shell", "-t", "a title", "--bail=1", "--project", "web", "leagues"])).toEqual([
		"e2e/shell",
		"leagues",
	]);
});

test("journeys are run by their files, and by the title that is asked for", () => {
	const journeys = ["e2e/leagues.test.ts"];
	expect(journeyArgs(["leagues", "--bail=1"], journeys)).toEqual(["e2e/leagues.test.ts"]);
	expect(journeyArgs(["leagues", "-t", "a title"], journeys)).toEqual([
		"e2e/leagues.test.ts",
		"--grep",
		"a title",
		"--pass-with-no-tests",
	]);
	expect(journeyArgs(["--testNamePattern=a title"], [])).toEqual(["--grep", "a title", "--pass-with-no-tests"]);
});
