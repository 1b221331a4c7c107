/** Errors whose code or message contains one of these numbers, as a whole, are in the server's log already (D1.8.15). */
const IGNORED_STATUS = /(?<!\d)(400|401|403|422|500)(?!\d)/;

/**
 * Errors that are not bugs of the game (D1.8.21): lost connections, extensions, injected scripts and browser quirks, in
 * the wording of each browser.
 */
const IGNORED_MESSAGES: readonly RegExp[] = [
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

/** The share of errors that are reported (D1.8.18). */
export const SAMPLE_RATE = 0.1;

export interface ErrorSummary {
	readonly name: string;
	readonly message: string;
	/** In the browser's own format. */
	readonly stack: string;
	/** Code and status of an API error; otherwise empty. */
	readonly code: string;
}

export function summarizeError(error: unknown): ErrorSummary {
	if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: "", code: "" };
	const { code, status } = error as { code?: unknown; status?: unknown };
	const parts = [code, status].filter((part) => typeof part === "string" || typeof part === "number");
	return { name: error.name, message: error.message, stack: error.stack ?? "", code: parts.join(" ") };
}

const listFrameUrls = (stack: string): readonly string[] =>
	stack.match(/(https?|[\w-]+-extension|webkit-masked-url):[^\s)]+/g) ?? [];

/** Whether an error is worth a report, before sampling. */
export function shouldReport({ name, message, stack, code }: ErrorSummary): boolean {
	if (IGNORED_STATUS.test(code) || IGNORED_STATUS.test(message)) return false;
	if (IGNORED_MESSAGES.some((noise) => noise.test(message) || noise.test(name))) return false;
	const [firstUrl] = listFrameUrls(stack);
	return firstUrl === undefined || !FOREIGN_FILE.test(firstUrl);
}

/** A page's path with ids, codes and tokens replaced by placeholders. */
export const getPagePattern = (pathname: string): string =>
	pathname
		.replaceAll(/\/\d+/g, "/:id")
		.replace(/^\/(leagues\/join|unsubscribe|share\/\w+)\/.+$/, "/$1/:code")
		.slice(0, 100);
