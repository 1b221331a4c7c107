/** D1 §8: what the server refused, or failed at, is known there; nobody needs to be told again. */
const KNOWN_STATUS = /400|401|403|422|500/;

/**
 * Noise that is nobody's fault here (D1.8.21): connections that broke, extensions and injected scripts, browsers' own
 * habits. Browsers word the same thing differently.
 */
const NOISE: readonly RegExp[] = [
	/Failed to fetch|NetworkError|Load failed|The network connection was lost|The Internet connection appears/i,
	/dynamically imported module|Importing a module script failed|Unable to preload CSS/i,
	/AbortError|The operation was aborted|The user aborted a request/i,
	/ResizeObserver loop/i,
	/^Script error\.?$/i,
	/Non-Error (promise rejection|exception) captured/i,
	/Extension context invalidated|(chrome|moz|safari(-web)?)-extension:/i,
	/QuotaExceededError|The quota has been exceeded/i,
];
const FOREIGN_FILE = /^(chrome|moz|safari(-web)?|edge)-extension:|^webkit-masked-url:/i;

/** One in ten (D1 §8). */
export const SAMPLE_RATE = 0.1;

/** What is known of an error, in the words of whoever threw it. */
export interface Fault {
	readonly name: string;
	readonly message: string;
	/** As the browser wrote it. */
	readonly stack: string;
	/** The API's code and status, where it was the API's. */
	readonly code: string;
}

export function faultOf(error: unknown): Fault {
	if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: "", code: "" };
	const { code, status } = error as { code?: unknown; status?: unknown };
	const known = [code, status].filter((each) => typeof each === "string" || typeof each === "number");
	return { name: error.name, message: error.message, stack: error.stack ?? "", code: known.join(" ") };
}

const framesOf = (stack: string): readonly string[] =>
	stack.match(/(https?|[\w-]+-extension|webkit-masked-url):[^\s)]+/g) ?? [];

/** Whether an error is worth a report at all, before one in ten is taken. */
export function isReported({ name, message, stack, code }: Fault): boolean {
	if (KNOWN_STATUS.test(code) || KNOWN_STATUS.test(message)) return false;
	if (NOISE.some((noise) => noise.test(message) || noise.test(name))) return false;
	const [first] = framesOf(stack);
	return first === undefined || !FOREIGN_FILE.test(first);
}

/** A text without what might say who somebody is: addresses, numbers of any length, tokens, queries. */
export const withoutPersons = (text: string): string =>
	text
		.replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "[mail]")
		.replaceAll(/[?#][^\s)]*/g, "")
		.replaceAll(/\b[\w-]{24,}\b/g, "[token]")
		.slice(0, 400);

/** A page's address as its pattern: no id, code or token of anybody's. */
export const pageOf = (pathname: string): string =>
	pathname
		.replaceAll(/\/\d+/g, "/:id")
		.replace(/^\/(leagues\/join|unsubscribe|share\/\w+)\/.+$/, "/$1/:code")
		.slice(0, 100);
