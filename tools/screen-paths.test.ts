import { expect, test } from "vitest";
import { isScreenPath } from "../apps/server/features/site/web/screen-paths.ts";
import { paths } from "../apps/web/app/paths.ts";

/** Builds an address that matches a router's pattern. */
const buildExample = (pattern: string): string =>
	pattern
		.replaceAll(/:(id|\w+Id)\b/g, "12")
		.replaceAll(/:\w+/g, "abc")
		.replaceAll("?", "")
		.replace("*", "about");

test("the server serves every address of the web's router and treats any other as not found", () => {
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
