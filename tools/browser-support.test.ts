import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { expect, test } from "vitest";

const WEB = path.resolve(import.meta.dirname, "../apps/web");
const START = readFileSync(path.join(WEB, "public/start.js"), "utf8");

/** Runs the script that every page begins with, in a browser that lacks some functions. Returns what the page says then. */
function startPage({ lacks, language = "en-AU" }: { readonly lacks: string; readonly language?: string }) {
	const body = { textContent: "" };
	const listeners: (() => void)[] = [];
	const document = {
		body,
		documentElement: { dataset: {} },
		getElementById: () => null,
		addEventListener: (_: string, listener: () => void) => listeners.push(listener),
	};
	const browser = vm.createContext({ document, navigator: { language }, addEventListener: () => undefined, URL });
	vm.runInContext("var HTMLElement = class { showPopover() {} }", browser);
	vm.runInContext(lacks, browser);
	vm.runInContext(START, browser);
	for (const listener of listeners) listener();
	return { text: body.textContent, run: (code: string) => vm.runInContext(code, browser) };
}

test("a page starts where Map.groupBy is missing", () => {
	const { text, run } = startPage({ lacks: "delete Map.groupBy" });
	expect(text).toBe("");
	expect(run("JSON.stringify([...Map.groupBy([1, 2, 3], (n) => n % 2)])")).toBe("[[1,[1,3]],[0,[2]]]");
});

test("older browsers are told to update, in the user's language", () => {
	expect(startPage({ lacks: "delete Array.prototype.toSorted" }).text).toContain("Please update it");
	expect(startPage({ lacks: "delete HTMLElement.prototype.showPopover", language: "fr-CA" }).text).toContain(
		"trop ancien",
	);
});

test("no built script needs functions newer than Safari 17", () => {
	const assets = path.join(WEB, "dist/assets");
	const NEWER =
		/Object\.groupBy|Array\.fromAsync|Promise\.try\(|Iterator\.from|\.isSubsetOf\(|\.symmetricDifference\(|RegExp\.escape|Uint8Array\.fromBase64|Error\.isError|Math\.sumPrecise|AbortSignal\.any|Promise\.withResolvers|URL\.parse\(/;
	const files = readdirSync(assets).filter((file) => file.endsWith(".js"));
	expect(files.length).toBeGreaterThan(20);
	expect(files.filter((file) => NEWER.test(readFileSync(path.join(assets, file), "utf8")))).toEqual([]);
});
