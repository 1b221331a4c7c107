import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEngineRoutes } from "../../../../testing/openapi/engine-routes.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

interface Operation {
	readonly operationId?: string;
	readonly description?: string;
	readonly security?: readonly object[];
	readonly "x-token-scope"?: string;
	readonly parameters?: readonly object[];
	readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema: object }> }>>;
}
type Document = Record<string, unknown> & {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

let app: TestApp;
let document: Document;
/** The document with every reference resolved. */
let resolved: Document;
beforeAll(async () => {
	app = await createTestApp({ extraRoutes: createEngineRoutes() });
	document = (await app.app.inject("/api/openapi.json")).json();
	const validator = new Validator();
	await validator.validate(structuredClone(document));
	resolved = validator.resolveRefs() as Document;
});
afterAll(() => app.close());

const getSuccessSchema = (path: string, mediaType = "application/json") =>
	resolved.paths[path]?.get?.responses["200"]?.content?.[mediaType]?.schema;

test("the document is valid OpenAPI and has no broken references", async () => {
	const validator = new Validator();
	expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
	const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
		([, reference = ""]) => reference,
	);
	expect(references.length).toBeGreaterThan(100);
	for (const reference of new Set(references)) {
		const found = reference
			.slice("#/".length)
			.split("/")
			.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
		expect([reference, typeof found]).toEqual([reference, "object"]);
	}
});

test("the document states its version and each call's scope (D2.9.94)", () => {
	const { version } = document.info as { readonly version: string };
	expect(version).toBe("1.3.0");
	const guide = readFileSync(new URL("../../../../docs/api.md", import.meta.url), "utf8");
	expect(guide.slice(guide.indexOf("## Changes"))).toContain(`| ${version} |`);
	const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
	const withScope = operations.filter((operation) => operation["x-token-scope"] !== undefined);
	expect(withScope).toHaveLength(76);
	for (const operation of operations) {
		const takesTokens = JSON.stringify(operation.security ?? []).includes('"token"');
		expect([operation.operationId, takesTokens]).toEqual([operation.operationId, withScope.includes(operation)]);
	}
	expect(document.paths["/api/{lang}/fantasy/team/show-my"]?.get).toMatchObject({ "x-token-scope": "read:team" });
});

test("rows in the own data's export may be any JSON", () => {
	expect(getSuccessSchema("/api/{lang}/user/export")).toMatchObject({
		properties: {
			success: { properties: { teams: { type: "array", items: { type: "object", additionalProperties: {} } } } },
		},
	});
});

test("ids in paths are integers from 1, ranking rounds from 0", () => {
	expect(document.paths["/api/{lang}/fantasy/league/{id}"]?.get?.parameters).toContainEqual({
		name: "id",
		in: "path",
		required: true,
		schema: { type: "integer", minimum: 0, exclusiveMinimum: true, maximum: 2_147_483_647 },
	});
	expect(document.paths["/api/{lang}/fantasy/ranks/open-league"]?.get?.parameters).toContainEqual({
		name: "roundId",
		in: "query",
		required: false,
		schema: { default: 0, type: "integer", minimum: 0, maximum: 2_147_483_647 },
	});
});

test("every operation has a unique id built from its method and path", () => {
	const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { operationId }]) => [`${method} ${path}`, operationId] as const),
	);
	const ids = operations.map(([, id]) => id);
	expect(operations.filter(([, id]) => !/^(get|post)[A-Za-z\d]+$/.test(id ?? ""))).toEqual([]);
	expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
	expect(Object.fromEntries(operations)).toMatchObject({
		"get /api/{lang}/fantasy/team/show-my": "getFantasyTeamShowMy",
		"post /api/{lang}/fantasy/league/{id}": "postFantasyLeagueById",
		"post /api/{lang}/fantasy/league/{id}/user/{userId}": "postFantasyLeagueByIdUserByUserId",
		"get /api/public/player_stats/{id}.json": "getPublicPlayerStatsById",
		"get /api/public/v1/{season}/players.json": "getPublicV1BySeasonPlayers",
		"get /json/fantasy/players.json": "getJsonFantasyPlayers",
		"get /json/fantasy/{season}/stats/{round}.csv": "getJsonFantasyBySeasonStatsByRoundCsv",
		"get /media/users/{id}/{version}.webp": "getMediaUsersByIdByVersion",
		"get /calendar/{lang}/{token}.ics": "getCalendarByLangByTokenIcs",
		"get /readyz": "getReadyz",
	});
});

test("live stream, static files, health and metrics have schemas", () => {
	expect(getSuccessSchema("/api/{lang}/live", "text/event-stream")).toMatchObject({ type: "string" });
	const live = document.paths["/api/{lang}/live"]?.get;
	const events = [...(live?.description ?? "").matchAll(/`([a-z-]+)` \((Live\w+)\)/g)].map(
		([, event = "", schema]) => [event, { $ref: `#/components/schemas/${schema}` }] as const,
	);
	expect(events.map(([event]) => event).toSorted()).toEqual([
		"clock",
		"conversation",
		"conversations",
		"draft",
		"maintenance",
		"match-day",
		"team",
		"user",
		"version",
	]);
	expect(live).toMatchObject({ "x-events": Object.fromEntries(events) });
	expect(document).toMatchObject({
		components: {
			schemas: {
				LiveVersion: { type: "object", required: expect.arrayContaining(["version", "checksums", "clock"]) },
				LiveClock: { type: "object", required: expect.arrayContaining(["seasonTime", "speed"]) },
			},
		},
	});
	for (const file of ["rounds", "players", "squads", "countries", "player_totals", "player_stats/{id}"])
		expect([file, getSuccessSchema(`/json/fantasy/${file}.json`)]).toMatchObject([file, { type: "array" }]);
	for (const file of ["checksums", "season"])
		expect([file, getSuccessSchema(`/json/fantasy/${file}.json`)]).toMatchObject([file, { type: "object" }]);
	for (const file of ["categories", "sections", "articles"])
		expect([file, getSuccessSchema(`/json/help/{lang}/${file}.json`)]).toMatchObject([file, { type: "array" }]);
	expect(getSuccessSchema("/healthz")).toMatchObject({ properties: { status: { enum: ["ok"] } } });
	expect(getSuccessSchema("/readyz")).toMatchObject({
		properties: { status: { enum: ["ready", "loading", "database down", "stopping"] }, database: { type: "boolean" } },
		required: ["status", "database", "standings", "staticFiles", "leader", "storage"],
	});
	expect(document.paths["/readyz"]?.get?.responses["503"]?.content?.["application/json"]?.schema).toBeDefined();
	expect(getSuccessSchema("/metrics", "text/plain")).toMatchObject({ type: "string" });
});

/** Pages and files for browsers, and the endpoint of another protocol (docs/api.md#assistants), which are not described. */
const NOT_DESCRIBED = /^\/(mcp$|oidc\/|ads\/|share(\/|$)|restore(\/|$)|api\/docs|api\/guide|api\/public\/\*$|\*?$)/;

test("every route for programs is described", () => {
	const described = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, ":"));
	const undescribed = app.app.routeServices.routes
		.filter((route) => /^(GET|POST) /.test(route))
		.map((route) => route.slice(route.indexOf(" ") + 1))
		.filter((path) => !NOT_DESCRIBED.test(path) && !described.includes(path.replaceAll(/:\w+(\([^)]*\))?/g, ":")));
	expect(undescribed).toEqual([]);
});
