/** Returns which of `values` a parameter of the address names; null if the parameter is missing or names none of them. */
export const parseOneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
	values.find((value) => value === text) ?? null;

/** Parses an id, a page or a round of the address; null unless it is a whole number above 0. */
export function parseWholeNumber(text: string | null): number | null {
	const value = Number(text);
	return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Options of a navigation that changes the page's own address: Back leads to another page, and the page does not scroll. */
export const IN_PLACE = { replace: true, preventScrollReset: true } as const;

/** Copies the parameters of an address with these values; null removes a parameter. The others stay. */
export function withParams(
	search: URLSearchParams,
	values: Readonly<Record<string, string | number | null>>,
): URLSearchParams {
	const next = new URLSearchParams(search);
	for (const [name, value] of Object.entries(values)) {
		if (value === null) next.delete(name);
		else next.set(name, String(value));
	}
	return next;
}
