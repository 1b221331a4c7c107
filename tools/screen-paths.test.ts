import { expect, test } from "vitest";
import { isScreenPath } from "../apps/server/features/site/web/screen-paths.ts";
import { paths } from "../apps/web/app/paths.ts";
import operatorTexts from "../apps/web/i18n/locale/en-operator.json" with { type: "json" };

/** Builds an address that matches a router's pattern. */
const buildExample = (pattern: string): string =>
	pattern
		.replaceAll(/:(id|\w+Id)\b/g, "12")
		.replaceAll(":code", "abc234")
		.replaceAll(/:\w+/g, "abc")
		.replaceAll("?", "")
		.replace("/*", "");

test("the server serves every address of the web's router only", () => {
	for (const { pattern } of Object.values(paths))
		expect([pattern, isScreenPath(buildExample(pattern))]).toEqual([pattern, true]);
	for (const otherPath of [
		"/table",
		"/player",
		"/api-docs",
		"/teams",
		"/team/x",
		"/user/team/x/y",
		"/index.php",
		"/helped",
	])
		expect([otherPath, isScreenPath(otherPath)]).toEqual([otherPath, false]);
});

test.each([
	"/leagues/join/ab-c",
	"/leagues/join/abc23",
	"/leagues/join/abc2345",
	"/leagues/join/abc%2D4",
	"/leagues/join/abc234/x",
	"/leagues/create/x",
	"/leagues/0",
	"/leagues/abc",
	"/leagues/-5/about",
	"/leagues/12345678901/about",
	"/match-centre/0",
	"/match-centre/abc",
	"/match-centre/1234567890",
	"/match-centre/12/x",
	"/results/0",
	"/results/x",
	"/results/12345",
	"/team/score/0/5",
	"/team/score/3/x",
	"/user/team/0/5",
	"/user/team/3",
	"/past-seasons/x",
	"/past-seasons/0",
	"/past-seasons/5/team/3",
	"/past-seasons/5/team/3/x",
	"/past-seasons/5/leagues/0",
	"/past-seasons/5/x",
	"/unsubscribe",
	"/unsubscribe/a/b",
	"/operator/nowhere",
	"/operator/rounds/5",
])("%s is not found", (address) => {
	expect(isScreenPath(address)).toBe(false);
});

test.each([
	"/leagues/cup",
	"/leagues/create",
	"/leagues/join/ABC234/",
	"/leagues/5/matchup/3/0",
	"/stats-centre/matchups",
	"/past-seasons/5/team/3/9",
	"/past-seasons/5/leagues/9",
	...Object.keys(operatorTexts.section).map(
		(section) =>
			`/operator/${section === "overview" ? "" : section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
	),
])("%s is a screen", (address) => {
	expect(isScreenPath(address)).toBe(true);
});
