import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import type {
	BrowserName,
	CompatData,
	CompatStatement,
	Identifier,
	SimpleSupportStatement,
} from "@mdn/browser-compat-data";
import { expect, test } from "vitest";

const DIST = path.resolve(import.meta.dirname, "../apps/web/dist");
const START = readFileSync(path.join(DIST, "start.js"), "utf8");

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
	const browser = vm.createContext({
		document,
		navigator: { language },
		addEventListener: () => undefined,
		setTimeout: () => 0,
		URL,
	});
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

test("a browser of 2019 understands the script that tells it so [D2.9.653]", () => {
	expect(START).not.toMatch(/\?\?|\?\.|\|\|=|&&=|\bstatic\{/);
});

/** The oldest browsers that README.md names. */
const OLDEST = { chrome: 120, firefox: 128, safari: 17 };

/** Read as a file, because Vitest would turn its 20 megabytes into a module. */
const bcd: CompatData = JSON.parse(
	readFileSync(createRequire(import.meta.url).resolve("@mdn/browser-compat-data"), "utf8"),
);
type Features = Readonly<Record<string, Identifier>>;
const INTERFACES = { ...bcd.api, ...bcd.javascript.builtins } as Readonly<Record<string, Identifier>>;
const CSS = bcd.css as Readonly<Record<"at-rules" | "properties" | "selectors" | "types", Record<string, Identifier>>>;

const isSince = (oldest: number, statement: SimpleSupportStatement): boolean =>
	!statement.version_removed &&
	!statement.flags &&
	!statement.prefix &&
	!statement.alternative_name &&
	Number.parseFloat(String(statement.version_added).replace("≤", "")) <= oldest;

const isSupported = ({ support }: CompatStatement): boolean =>
	Object.entries(OLDEST).every(([browser, oldest]) => {
		const statement = support[browser as BrowserName];
		return !statement || [statement].flat().some((each) => isSince(oldest, each));
	});

/** Whether one of the oldest browsers lacks a feature that is not an experiment. */
const isNewer = (feature: Identifier | undefined): boolean =>
	feature?.__compat !== undefined && !feature.__compat.status?.experimental && !isSupported(feature.__compat);

const CLASSES = Object.keys(INTERFACES).filter((name) => isNewer(INTERFACES[name]));
const FUNCTIONS = Object.entries(INTERFACES).flatMap(([owner, features]) =>
	Object.entries(features as Features).map(([key, feature]) => {
		const name = key.replace("_static", "");
		return { name, call: `${owner}.${name}`, isStatic: name !== key, isNewer: isNewer(feature) };
	}),
);
const OLDER_NAMES = new Set(FUNCTIONS.flatMap(({ name, isNewer }) => (isNewer ? [] : [name])));

/**
 * Lists the classes and functions in a script that one of the oldest browsers lacks, by their names. A function of our own that
 * has the name of a newer one is listed too; a function that has the name of an older one is not.
 */
function listNewerFunctions(script: string): string[] {
	const calls = new Set([...script.matchAll(/\b(\w+\.\w+)\(/g)].map(([, call]) => call));
	const names = new Set([...script.matchAll(/\.(\w+)\(/g)].map(([, name]) => name));
	const created = new Set([...script.matchAll(/\bnew (\w+)/g)].map(([, name]) => name));
	const functions = FUNCTIONS.filter(
		({ name, call, isStatic, isNewer }) =>
			isNewer && (calls.has(call) || (!isStatic && names.has(name) && !OLDER_NAMES.has(name))),
	);
	const classes = CLASSES.filter((name) => created.has(name)).map((name) => `new ${name}`);
	return [...classes, ...functions.map(({ call }) => call)].toSorted();
}

/** Removes the blocks of `@supports`, which a browser that lacks the feature leaves out. */
function removeSupportsBlocks(css: string): string {
	const start = css.indexOf("@supports");
	if (start < 0) return css;
	let depth = 0;
	let end = css.indexOf("{", start);
	do {
		if (css[end] === "{") depth++;
		if (css[end] === "}") depth--;
		end++;
	} while (depth > 0);
	return css.slice(0, start) + removeSupportsBlocks(css.slice(end));
}

/** Lists the properties, values, functions, selectors and at-rules in a style sheet that one of the oldest browsers lacks. */
function listNewerStyles(sheet: string): string[] {
	const css = removeSupportsBlocks(sheet);
	const found: string[] = [];
	for (const [, property = "", value = ""] of css.matchAll(/[{;]\s*([a-z-]+):([^;}]*)/g)) {
		const feature = CSS.properties[property];
		if (isNewer(feature)) found.push(property);
		else
			for (const [word] of value.matchAll(/[a-z-]+/g)) if (isNewer(feature?.[word])) found.push(`${property}: ${word}`);
	}
	for (const [, name = ""] of css.matchAll(/(?<![\w-])([a-z-]+)\(/g))
		for (const [group, type] of Object.entries(CSS.types))
			if (isNewer(group === name ? type : type[name])) found.push(`${name}()`);
	for (const [, name = ""] of css.matchAll(/@([a-z-]+)/g)) if (isNewer(CSS["at-rules"][name])) found.push(`@${name}`);
	for (const [, name = ""] of css.matchAll(/[\w\])}.*>+~,(]::?([a-z-]+)(?=[\s{,.:)[>+~])/g))
		if (isNewer(CSS.selectors[name])) found.push(`:${name}`);
	return [...new Set(found)];
}

const readAssets = (ending: string): string[] =>
	readdirSync(path.join(DIST, "assets"))
		.filter((file) => file.endsWith(ending))
		.map((file) => readFileSync(path.join(DIST, "assets", file), "utf8"));

test("built scripts need no function newer than the oldest browsers [D2.9.651]", () => {
	const script = "Object.groupBy(a); a.union(b); Promise.withResolvers(); new URLPattern; a.map(b); CSS.escape(a)";
	expect(listNewerFunctions(script)).toEqual([
		"Map.groupBy",
		"Object.groupBy",
		"Promise.withResolvers",
		"Set.union",
		"new URLPattern",
	]);
	const scripts = readAssets(".js");
	expect(scripts.length).toBeGreaterThan(20);
	expect(listNewerFunctions(scripts.join("\n"))).toEqual([
		"AbortSignal.timeout", // Chrome 120 has it, with another error
		"AsyncDisposableStack.use", // React has a function of this name
		"CSSNumericValue.to", // ours
		"DisposableStack.use", // React's
		"Element.checkVisibility", // React Aria measures elements instead
		"Map.groupBy", // start.js
		"NavigationTransition.to", // ours
		"Navigator.share", // the button copies the link instead
		"Object.groupBy", // Map's
		"PublicKeyCredential.parseCreationOptionsFromJSON", // the account page says that the browser has no passkeys
		"Uint8Array.toBase64", // an SDK encodes it itself
		"ViewTransition.skipTransition", // React, for a component that the web does not use
	]);
	// The service worker does not run start.js. The one function is Workbox's.
	expect(listNewerFunctions(readFileSync(path.join(DIST, "sw.js"), "utf8"))).toEqual(["MediaSource.handle"]);
});

test("built styles need nothing newer than the oldest browsers [D2.9.651]", () => {
	const sheet = "a{color:light-dark(#fff,#000)}@supports (x){a{position-area:top}}b{field-sizing:content}";
	expect(listNewerStyles(sheet)).toEqual(["field-sizing", "light-dark()"]);
	const sheets = readAssets(".css");
	expect(sheets.length).toBeGreaterThan(5);
	// Without these the page looks a little plainer, and has the same places and texts.
	expect([...new Set(sheets.flatMap(listNewerStyles))].toSorted()).toEqual([
		"-webkit-tap-highlight-color",
		"-webkit-touch-callout",
		"accent-color",
		"anchor-name", // a card's menu is at the bottom instead
		"backdrop-filter",
		"content-visibility",
		"field-sizing",
		"forced-color-adjust",
		"overscroll-behavior",
		"overscroll-behavior-x",
		"position-area", // as anchor-name
		"scrollbar-width",
		"text-wrap",
		"user-select", // has its -webkit- form beside it
	]);
});
