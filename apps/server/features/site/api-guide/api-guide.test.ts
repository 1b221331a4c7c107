import { readFileSync } from "node:fs";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type DescribedFile, toOpenApiSchema } from "../../../plugins/openapi/openapi-files.ts";
import { formatDraftOwnershipCsv } from "../../static-files/ownership/draft-files.ts";
import { formatOwnershipCsv } from "../../static-files/ownership/ownership-files.ts";
import {
	DRAFT_OWNERSHIP,
	DRAFT_POSITIONS,
	FANTASY_FILES,
	MATCH,
	OWNERSHIP,
	PLAYER_STATS,
	SEASONS,
} from "../../static-files/routes.ts";
import { buildCsv } from "../../static-files/season-texts.ts";
import { buildHelp } from "../help/help-files.ts";

interface Schema {
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
}

const guide = readFileSync(new URL("../../../../../docs/api.md", import.meta.url), "utf8");

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

/** Lists the paths of a schema's fields, leaving out those that have fields of their own. */
function listFields({ properties, items, anyOf = [], allOf = [] }: Schema, prefix = ""): string[] {
	const inner = [...(items ? [items] : []), ...anyOf, ...allOf].flatMap((schema) => listFields(schema, prefix));
	const ownFields = Object.entries(properties ?? {}).flatMap(([name, schema]) => {
		const path = prefix ? `${prefix}.${name}` : name;
		const fields = listFields(schema, path);
		return fields.length > 0 ? fields : [path];
	});
	return [...ownFields, ...inner];
}

/** Lists the names in the first column of the table below a file's heading. */
function listDescribed(file: string): string[] {
	const section = guide.split(`### \`${file}\`\n`)[1]?.split(/^##/m)[0] ?? "";
	const rows = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = ""]) => cell);
	return rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

test("the guide has change log, fields and examples, without account (D2.9.190)", async () => {
	const page = await app.app.inject("/api/guide");
	expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
	expect(page.body).toContain('<h1 id="the-public-api">The public API</h1>');
	expect(page.body).toContain('<h3 id="prices-csv"><code>prices.csv</code></h3>');
	expect(page.body).toContain('<a href="/api/docs/">API reference</a>');
	const { version } = (await app.app.inject("/api/openapi.json")).json().info;
	expect(page.body.slice(page.body.indexOf('id="changes"'))).toContain(`<td>${version}</td>`);
	expect(page.body).toContain("library(httr2)");
	expect(page.body).toContain("import requests");
	expect(page.body).toContain("&quot;openapi-fetch&quot;");
});

test("every link of the guide works, and examples are plain text (D2.9.190)", async () => {
	const { body } = await app.app.inject("/api/guide");
	const links = [...body.matchAll(/href="(\/api\/[^"]+)"/g)].map(([, href = ""]) => href);
	expect(new Set(links)).toEqual(
		new Set(["/api/docs/", "/api/guide/read.py", "/api/guide/read.R", "/api/guide/read.ts", "/api/guide/draft.py"]),
	);
	for (const link of links) expect([link, (await app.app.inject(link)).statusCode]).toEqual([link, 200]);
	const example = await app.app.inject("/api/guide/read.R");
	expect(example.headers["content-type"]).toBe("text/plain; charset=utf-8");
	expect(example.body).toBe(readFileSync(new URL("../../../../../docs/api/read.R", import.meta.url), "utf8"));
});

test("the help links to the guide in English and French (D2.9.190)", () => {
	for (const [language, link] of [
		["en", "[guide to the API](/api/guide)"],
		["fr", "[guide de l’API](/api/guide)"],
	] as const)
		expect(buildHelp(language, DEFAULT_SEASON_RULES).articles.some(({ body }) => body.includes(link))).toBe(true);
});

/** Shortens the field of a stat, such as `lines.stats.K` to `lines.stats`: the guide does not list the stats for each file. */
const omitStat = (field: string): string => {
	const stat = ["TOG", ...STAT_KEYS].find((key) => field.endsWith(`stats.${key}`));
	return stat ? field.slice(0, -stat.length - 1) : field;
};

/** The described files by name, except checksums.json, which maps names to hashes. */
const JSON_FILES: readonly (readonly [name: string, file: DescribedFile])[] = [
	["seasons.json", SEASONS],
	["player_stats/{id}.json", PLAYER_STATS],
	["matches/{id}.json", MATCH],
	["ownership/{round}.json", OWNERSHIP],
	["draft_ownership/{round}.json", DRAFT_OWNERSHIP],
	["draft_positions.json", DRAFT_POSITIONS],
	...Object.entries(FANTASY_FILES)
		.filter(([name]) => name !== "checksums")
		.map(([name, file]) => [`${name}.json`, file] as const),
];

test.each(JSON_FILES)("the guide describes exactly the fields of %s (D2.9.191)", (name, { schema }) => {
	const described = listDescribed(name);
	expect(described.length).toBeGreaterThan(1);
	// A group may have a row of its own before its fields.
	const groups = described.filter((field) => described.some((other) => other.startsWith(`${field}.`)));
	const fields = new Set(listFields(toOpenApiSchema(schema, "output") as Schema).map(omitStat));
	expect(described.filter((field) => !groups.includes(field)).toSorted()).toEqual([...fields].toSorted());
});

test("the guide lists the keys of all stats in one paragraph (D2.9.191)", () => {
	const [paragraph = ""] = /^`stats` has a number for each stat: [^|]*/m.exec(guide) ?? [];
	const keys = [...paragraph.matchAll(/`([A-Z]+)`/g)].map(([, key]) => key);
	expect(keys).toEqual(["K", "H", "M", "T", "FF", "FA", "HO", "G", "B", "TOG"]);
});

test.each([
	["stats.csv", () => buildCsv(app.seasons.current(), "stats.csv")],
	["prices.csv", () => buildCsv(app.seasons.current(), "prices.csv")],
	["ownership.csv", () => formatOwnershipCsv(app.seasons.current(), [])],
	["draft_ownership.csv", () => formatDraftOwnershipCsv(app.seasons.current(), [])],
])("the guide describes the columns of %s in their order (D2.9.191)", (name, build) => {
	const header = build()?.split("\n")[0]?.trim().split(",");
	const optionalStats = STAT_KEYS.filter((key) => STATS[key].isOptional).map((key): string => STATS[key].aflName);
	expect(listDescribed(name)).toEqual(header?.filter((column) => !optionalStats.includes(column)));
});
