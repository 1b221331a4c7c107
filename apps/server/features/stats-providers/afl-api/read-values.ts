import { MAX_STORED_COUNT } from "../feed.ts";

// The API is not documented, so each value is read on its own, and an odd one does not affect the others.

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Gets an object's content; empty for any other value. */
export const getFields = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

const MAX_TEXT_LENGTH = 200;
const MAX_SHOWN_LENGTH = 30;

/** Reads a text that is neither blank nor too long; null for any other value. */
export const readText = (value: unknown): string | null =>
	typeof value === "string" && value.trim() !== "" && value.length <= MAX_TEXT_LENGTH ? value.trim() : null;

/** Reads an id of the provider, such as `CD_I900102`. A bare number could be one of the season's own ids. */
export function readId(value: unknown): string | null {
	const text = readText(value);
	return text !== null && /[A-Za-z].*\d/.test(text) ? text : null;
}

/** Reads a number from 0 to `max`, which may be sent as text; null for any other value. */
export function readNumber(value: unknown, max = MAX_STORED_COUNT): number | null {
	const isNumeric = typeof value === "number" || (typeof value === "string" && /^\s*\d+(\.\d+)?\s*$/.test(value));
	const number = isNumeric ? Number(value) : Number.NaN;
	return number >= 0 && number <= max ? number : null;
}

/** Reads a whole number from 0 to `max`; null for any other value. */
export function readCount(value: unknown, max = MAX_STORED_COUNT): number | null {
	const number = readNumber(value, max);
	return Number.isInteger(number) ? number : null;
}

function describeValue(value: unknown): string {
	if (value === undefined) return "missing";
	if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
	if (isObject(value)) return "an object";
	const text = JSON.stringify(value);
	return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

/** Collects what could not be read, each with its first place and how often it occurred. */
export class OddValues {
	readonly #places = new Map<string, string[]>();

	add(place: string, field: string, value: unknown, effect = ""): void {
		const text = `${field} is ${describeValue(value)}${effect}`;
		this.#places.set(text, [...(this.#places.get(text) ?? []), place]);
	}

	/** Adds the value unless it is null or missing. */
	addUnlessAbsent(place: string, field: string, value: unknown): void {
		if (!isAbsent(value)) this.add(place, field, value);
	}

	list(): string[] {
		return [...this.#places].map(([text, [first = "", ...others]]) =>
			others.length === 0 ? `${first}: ${text}` : `${first} and ${others.length} more: ${text}`,
		);
	}
}
