import { METHODS } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

/** A path for each registered route, with 1 for its parameters. */
function listPaths(): string[] {
	const patterns = app.app.routeServices.routes.map((route) => route.slice(route.indexOf(" ") + 1));
	const paths = patterns.map((pattern) => pattern.replace(":lang", "en").replaceAll(/:\w+|\*/g, "1"));
	return [...new Set([...paths, "/api/en/unknown", "/unknown", "/oidc/auth"])];
}

/** Whether a text is the envelope of a refusal. */
function isRefusal(body: string): boolean {
	try {
		const { success, errors } = JSON.parse(body) as { success: unknown; errors: { code: string }[] };
		return success === null && (errors[0]?.code ?? "") !== "";
	} catch {
		return false;
	}
}

test("no method on any route gets a server error", { timeout: 120_000 }, async () => {
	const paths = listPaths();
	expect(paths.length).toBeGreaterThan(250);
	expect(METHODS).toEqual(expect.arrayContaining(["QUERY", "PROPFIND", "TRACE"]));
	const faults: string[] = [];
	// CONNECT opens a tunnel, so it never reaches a route.
	for (const url of paths)
		for (const method of METHODS.filter((name) => name !== "CONNECT")) {
			const headers = { host: "localhost:3000" };
			const { statusCode, body } = await app.app.inject({ method: method as "GET", url, headers });
			const isWrongMethod = !["GET", "HEAD", "POST", "OPTIONS"].includes(method) && !url.startsWith("/oidc/");
			const isFault = statusCode >= 500 || (isWrongMethod && !(statusCode >= 400 && isRefusal(body)));
			if (isFault) faults.push(`${method} ${url}: ${statusCode} ${body.slice(0, 200)}`);
		}
	expect(faults).toEqual([]);
});
