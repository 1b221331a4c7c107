import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { TFunction } from "i18next";
import { isValidElement } from "react";
import { expect, test } from "vitest";
import { buildSections } from "./component-gallery-screen.tsx";
import { ToastButton } from "./example-parts.tsx";

const FOLDER = path.resolve(import.meta.dirname, "../../components");
const FILES = globSync("**/*.{ts,tsx}", { cwd: FOLDER }).filter((file) => !file.includes(".test."));
/** The chart's canvas cannot be imported here, because its library needs a real screen. */
const COMPONENT_FILES = FILES.filter((file) => file.endsWith(".tsx") && file !== path.join("chart", "plot.tsx"));
const getFolder = (file: string): string => file.split(path.sep)[0] ?? "";

/** Components without an example of their own, with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
	AdSlot: "loads the site's own ads",
	Billboard: "loads the site's own ads",
	Leaderboard: "loads the site's own ads",
	Portrait: "within PlayerCard",
	FieldNotes: "within every field",
	Form: "within FormCard",
	LoadedContent: "shows LoadingOrError, which is shown",
	ErrorModal: "loads ErrorDialog, which is shown",
	Toasts: "the page's own region, to which ToastButton adds a toast",
	ToastRegion: "the page's own region, to which ToastButton adds a toast",
};
/** Props, by folder, that make no visible difference or that no caller sets, such as a club's pattern. */
const UNCHECKED_PROPS = [
	"button.type",
	"chart.level",
	"dialog.isOpen",
	"fields.inputMode",
	"guernsey.pattern",
	"menu.opensOnHover",
];

/** The values of each prop in all examples of a folder's components, as text. */
type PropValues = Map<string, Set<string>>;
const valuesByComponent = new Map<unknown, PropValues>();

function collectValues(props: PropValues, value: unknown, name = ""): void {
	if (name === "getActions" && typeof value === "function") collectValues(props, value());
	if (isValidElement(value) || typeof value === "function" || value === null || value === undefined) return;
	if (typeof value !== "object") {
		props.set(name, (props.get(name) ?? new Set()).add(String(value)));
		return;
	}
	for (const [key, nested] of Object.entries(value)) collectValues(props, nested, Array.isArray(value) ? name : key);
}

/** Records the props of an element and of all elements within it, without rendering. */
function collectElements(node: unknown): void {
	if (Array.isArray(node)) for (const child of node) collectElements(child);
	if (!isValidElement<Record<string, unknown>>(node)) return;
	const { children, ...props } = node.props;
	const known = valuesByComponent.get(node.type) ?? new Map();
	valuesByComponent.set(node.type, known);
	collectValues(known, props);
	for (const prop of Object.values(props)) collectElements(prop);
	collectElements(typeof children === "function" ? children(() => undefined) : children);
}

const t = ((key: string) => key) as unknown as TFunction;
for (const { examples, frame } of buildSections(t)) {
	for (const { element } of examples) collectElements(element);
	collectElements(frame?.(null));
}

/** The components that a file exports, by name. Their type is unknown, because a memoised component is an object. */
async function listComponents(file: string): Promise<[string, unknown][]> {
	const exports: Record<string, unknown> = await import(path.join(FOLDER, file));
	return Object.entries(exports).filter(([name]) => /^[A-Z][a-z]/.test(name));
}

const UNION = /(?:"[\w-]+"|\d+)(?:\s*\|\s*(?:"[\w-]+"|\d+))+/;
const sources = new Map(FILES.map((file) => [file, readFileSync(path.join(FOLDER, file), "utf8")]));
const aliases = new Map(
	[...sources.values()].flatMap((text) =>
		[...text.matchAll(new RegExp(`^(?:export )?type (\\w+) = (${UNION.source});`, "gm"))].map(
			([, name = "", union = ""]) => [name, union] as const,
		),
	),
);

/** The states that a file documents: every value of a union, and true for a flag, by prop. */
function listStates(text: string): { prop: string; values: string[] }[] {
	return [...text.matchAll(/readonly (\w+)\??: ([^;]+);?/g)].flatMap(([, prop = "", type = ""]) => {
		if (/^boolean\b/.test(type)) return [{ prop, values: ["true"] }];
		const union = UNION.exec(aliases.get(type.replace(/ \| null$/, "")) ?? type)?.[0];
		return union ? [{ prop, values: union.split("|").map((value) => value.trim().replaceAll('"', "")) }] : [];
	});
}

test("every shared component is on the components page", async () => {
	const all = (await Promise.all(COMPONENT_FILES.map(listComponents))).flat();
	expect(all.length).toBeGreaterThan(30);
	const missing = all.filter(([name, component]) => !valuesByComponent.has(component) && !(name in NOT_SHOWN));
	expect(missing.map(([name]) => name)).toEqual([]);
	const names = new Set(all.map(([name]) => name));
	expect(Object.keys(NOT_SHOWN).filter((name) => !names.has(name))).toEqual([]);
});

test("every documented state of a shared component is on the components page", async () => {
	const byFolder = new Map<string, PropValues[]>([["toast", [valuesByComponent.get(ToastButton) ?? new Map()]]]);
	for (const file of COMPONENT_FILES)
		for (const [, component] of await listComponents(file)) {
			const props = valuesByComponent.get(component);
			if (props) byFolder.set(getFolder(file), [...(byFolder.get(getFolder(file)) ?? []), props]);
		}
	const states = [...sources].flatMap(([file, text]) => listStates(text).map((state) => ({ file, ...state })));
	expect(states.length).toBeGreaterThan(25);
	const missing = states
		.filter(({ file, prop }) => getFolder(file) !== "ad" && !UNCHECKED_PROPS.includes(`${getFolder(file)}.${prop}`))
		.flatMap(({ file, prop, values }) =>
			values
				.filter((value) => !byFolder.get(getFolder(file))?.some((props) => props.get(prop)?.has(value)))
				.map((value) => `${file}: ${prop} ${value}`),
		);
	expect(missing).toEqual([]);
});
