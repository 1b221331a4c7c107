import { applyDefaultRules, isRulesGroup, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { validateSeasonRules } from "@first-bounce/rules/season-rules/validate-season-rules";
import type { RuleField, RuleKind } from "./rule-fields.ts";

/** The entered text of each rule, by its dotted path. */
export type RuleTexts = Readonly<Record<string, string>>;

const MAX_DECIMALS_LENGTH = 6;
const MAX_DENOMINATOR = 12;

/** Formats a number for a field: as a fraction such as 1/6 if it has many decimals. */
function formatNumber(value: number): string {
	const text = String(value);
	if (text.length <= MAX_DECIMALS_LENGTH || Number.isInteger(value)) return text;
	for (let denominator = 2; denominator <= MAX_DENOMINATOR; denominator++) {
		const numerator = Math.round(value * denominator);
		if (numerator / denominator === value) return `${numerator}/${denominator}`;
	}
	return text;
}

/** Parses a number, a fraction or, with separators, an amount; undefined for anything else. */
function parseNumber(text: string): number | undefined {
	const plain = text.replaceAll(/[$,\s]/g, "");
	const [numerator = "", denominator = "1", ...rest] = plain.split("/");
	const value = Number(numerator) / Number(denominator);
	return numerator === "" || denominator === "" || rest.length > 0 || !Number.isFinite(value) ? undefined : value;
}

/** Parses numbers with commas between them; undefined if any of them is not a number. */
function parseNumbers(text: string): number[] | undefined {
	const numbers = (text.trim() === "" ? [] : text.split(",")).map(parseNumber);
	return numbers.every((value) => value !== undefined) ? numbers : undefined;
}

const parseLines = <Value>(text: string, parse: (line: string) => Value | undefined): Value[] | undefined => {
	const values = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [parse(line)]));
	return values.every((value) => value !== undefined) ? (values as Value[]) : undefined;
};

function parseTheme(line: string): object | undefined {
	const [theme = "", rounds = "", from = "", to = "", ...rest] = line.split(";").map((part) => part.trim());
	const ids = parseNumbers(rounds);
	return ids && rest.length === 0 ? { theme, rounds: ids, from, to } : undefined;
}

type Group = Readonly<Record<string, unknown>>;

const parseList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const formatList = (value: unknown): string =>
	parseList(value)
		.map((number) => formatNumber(Number(number)))
		.join(", ");
const formatTheme = (value: unknown): string => {
	const { theme, rounds, from, to } = isRulesGroup(value) ? value : {};
	return [theme, formatList(rounds), from, to].join("; ");
};

function formatRule(kind: RuleKind, value: unknown): string {
	if (kind === "numbers") return formatList(value);
	if (kind === "rows") return parseList(value).map(formatList).join("\n");
	if (kind === "themes") return parseList(value).map(formatTheme).join("\n");
	if (kind === "dollars") return Number(value).toLocaleString("en-US");
	return typeof value === "number" ? formatNumber(value) : String(value ?? "");
}

function parseRule(kind: RuleKind, text: string): unknown {
	if (kind === "switch") return text === "true";
	if (kind === "tradePeriod") return text;
	if (kind === "optional" && text.trim() === "") return null;
	if (kind === "numbers") return parseNumbers(text);
	if (kind === "rows") return parseLines(text, parseNumbers);
	if (kind === "themes") return parseLines(text, parseTheme);
	return parseNumber(text);
}

const getValue = (rules: unknown, path: string): unknown =>
	path.split(".").reduce<unknown>((value, key) => (isRulesGroup(value) ? value[key] : undefined), rules);

function setValue(rules: Group, path: string, value: unknown): Group {
	const [key = "", ...rest] = path.split(".");
	const inner = rules[key];
	return {
		...rules,
		[key]: rest.length === 0 ? value : setValue(isRulesGroup(inner) ? inner : {}, rest.join("."), value),
	};
}

export const formatRules = (fields: readonly RuleField[], rules: object): RuleTexts =>
	Object.fromEntries(
		fields.flatMap(({ path, kind }) => {
			const value = getValue(rules, path);
			return value === undefined ? [] : [[path, formatRule(kind, value)]];
		}),
	);

export interface EnteredRules {
	/** The stored rules with the entered values; unreadable ones keep the stored value. */
	readonly rules: SeasonRules;
	/** Paths of the fields whose text cannot be read. */
	readonly unreadable: ReadonlySet<string>;
	/** What each faulty field must be, by its path. */
	readonly problems: ReadonlyMap<string, string>;
}

/** Reads the entered texts and validates the rules together, like an import. */
export function readRules(fields: readonly RuleField[], texts: RuleTexts, stored: SeasonRules): EnteredRules {
	const unreadable = new Set<string>();
	const before = formatRules(fields, stored);
	let entered: Group = { ...stored };
	for (const { path, kind } of fields) {
		const text = texts[path] ?? "";
		if (text === before[path]) continue;
		const value = parseRule(kind, text);
		if (value === undefined) unreadable.add(path);
		else entered = setValue(entered, path, value);
	}
	const rules = applyDefaultRules(entered);
	const problems = new Map<string, string>();
	for (const { at, must } of validateSeasonRules(rules)) {
		const field = findField(fields, at);
		if (field && !problems.has(field.path)) problems.set(field.path, must);
	}
	return { rules, unreadable, problems };
}

/** Finds the field of a path, or of the list that contains it. For a group's path, that is the group's first field. */
export const findField = (fields: readonly RuleField[], at: string): RuleField | undefined =>
	fields.find(({ path }) => path === at || at.startsWith(`${path}.`)) ??
	fields.find(({ path }) => path.startsWith(`${at}.`));
