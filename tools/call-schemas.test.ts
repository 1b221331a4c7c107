import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { removeCallSchemas } from "../apps/web/build-plugins.ts";
import { listCalls } from "../testing/openapi/list-calls.ts";

const WEB = path.resolve(import.meta.dirname, "../apps/web");
const ENTRY = path.join(WEB, "entry.ts");
const CONTRACT = path.resolve(WEB, "../../packages/contract");
const MODULE = path.resolve(WEB, "../../packages/contract/made-up-calls.ts");

/** Builds a script of the web beside a made-up module of the contract. */
async function buildScript(script: string, contractModule = ""): Promise<string> {
	const sources = new Map([
		[ENTRY, script],
		[MODULE, contractModule],
	]);
	const result = await build({
		configFile: false,
		root: WEB,
		logLevel: "silent",
		plugins: [
			{
				name: "sources",
				enforce: "pre",
				resolveId: (id) => [...sources.keys()].find((file) => file === id || id === `./${path.basename(file)}`) ?? null,
				load: (id) => sources.get(id) ?? null,
			},
			removeCallSchemas(),
		],
		build: { write: false, minify: false, lib: { entry: ENTRY, formats: ["es"] } },
	});
	return [result]
		.flat()
		.flatMap((built) => ("output" in built ? built.output : []))
		.map((file) => ("code" in file ? file.code : ""))
		.join("\n");
}

test("the web gets the method and path of a call alone", async () => {
	const built = await buildScript(
		'import { enterCup, showCup } from "@first-bounce/contract/leagues/cup"; console.log(enterCup, showCup);',
	);
	expect(built.replaceAll(/\s+/g, " ")).toContain(
		'console.log({ method: "POST", path: "/fantasy/cup/enter" }, { method: "GET", path: "/fantasy/cup" });',
	);
	expect(built).not.toMatch(/zod|access|summary|cup\/draw/);
});

test("the web gets the role of every operator's call [D2.9.536]", async () => {
	const modules = ["site/announcements", "site/support"];
	for (const name of await readdir(path.join(CONTRACT, "operator"), { recursive: true }))
		if (
			name.endsWith(".ts") &&
			(await readFile(path.join(CONTRACT, "operator", name), "utf8")).includes("= defineCall(")
		)
			modules.push(`operator/${name.replace(/\.ts$/, "")}`);
	const lines = modules.map(
		(name, at) => `import * as m${at} from "@first-bounce/contract/${name}"; console.log(m${at});`,
	);
	const built = (await buildScript(lines.join("\n"))).replaceAll(/\s+/g, " ");
	const roles = [...built.matchAll(/method: "(\w+)", path: "([^"]+)", role: "([\w-]+)"/g)];
	const calls = (await listCalls()).filter(({ access }) => access === "operator");
	expect(calls.length).toBeGreaterThan(80);
	expect(roles.map(([, ...call]) => call.join(" ")).toSorted()).toEqual(
		calls.map((call) => `${call.method} ${call.path} ${call.role}`).toSorted(),
	);
});

test("a schema that the web imports beside a call fails the build", async () => {
	const script = 'import { seasonClock } from "@first-bounce/contract/clock"; console.log(seasonClock);';
	await expect(buildScript(script)).rejects.toThrow(/"seasonClock" is not exported by .*clock\.ts/);
});

test.for([
	['const path = "/lists";\nexport const showList = defineCall("GET", path, { access: "everyone" });'],
	['export const showList = defineCall(METHOD, "/lists", { body: z.object({ a: id }) });'],
	['const showList = defineCall("GET", "/lists", { access: "everyone" });'],
])("a call without method and path as text fails the build: %s", async ([source = ""]) => {
	const script = 'import { showList } from "./made-up-calls.ts"; console.log(showList);';
	await expect(buildScript(script, source)).rejects.toThrow("Each call needs to be exported");
});
