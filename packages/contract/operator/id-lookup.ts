interface IdentifiedRow {
	readonly id: number;
	/** The stats provider's id, unless it ends in the same number. */
	readonly providerId?: string | null | undefined;
}

interface ParsedId {
	/** The letters before the number in capitals, such as `CD_I`; empty for a bare number. */
	readonly prefix: string;
	/** The digits at the end without leading zeros; empty if there are none. */
	readonly digits: string;
}

/** A number that is not whole, or that a spreadsheet has shortened, such as 9.97E+05. Its last digits would name somebody else. */
const BROKEN_NUMBER = /^[+-]?[\d.,]+(?:E[+-]?\d+)?$/;

/** Parses an id such as `CD_I1013415`, `cd_i 01013415`, `1013415`, `1013415.0` or `1e+05`. */
function parseId(text: string): ParsedId {
	const id = text.replace(/^['’]/, "").replaceAll(/\s/g, "").toUpperCase();
	const written = /^\d+(?:\.0+|E\+?\d{1,2})?$/.test(id) ? String(Number(id)) : id;
	if (!/^\d+$/.test(written) && BROKEN_NUMBER.test(written)) return { prefix: written, digits: "" };
	const [, prefix = written, digits = ""] = /^(.*?)0*(\d+)$/.exec(written) ?? [];
	return { prefix, digits };
}

/** Parses the number at the end of an id such as `CD_M5001`; null when there is none. */
export function parseIdNumber(text: string): number | null {
	const { digits } = parseId(text);
	return digits === "" ? null : Number(digits);
}

/**
 * Creates a function that finds a season's rows by an id as files and people write it. The provider's id, such as
 * `CD_I1013415`, finds the row that has it or, where no provider's id is stored, the row with that number. A bare number
 * finds the row with that id first, then one whose provider's id ends in it: they may be two.
 */
export function createIdLookup<Row extends IdentifiedRow>(rows: Iterable<Row>): (text: string) => readonly Row[] {
	const rowById = new Map<string, Row>();
	const rowByProviderId = new Map<string, Row>();
	const rowsByProviderNumber = new Map<string, Row[]>();
	for (const row of rows) {
		rowById.set(String(row.id), row);
		if (!row.providerId) continue;
		const { prefix, digits } = parseId(row.providerId);
		rowByProviderId.set(prefix + digits, row);
		if (digits !== "") rowsByProviderNumber.set(digits, [...(rowsByProviderNumber.get(digits) ?? []), row]);
	}
	return (text) => {
		const { prefix, digits } = parseId(text);
		const own = rowById.get(digits);
		if (prefix === "") return [...new Set([...(own ? [own] : []), ...(rowsByProviderNumber.get(digits) ?? [])])];
		// A spreadsheet may have kept only the number of a provider's id.
		const withProviderId = rowByProviderId.get(prefix + digits) ?? rowByProviderId.get(digits);
		if (withProviderId) return [withProviderId];
		return own && !own.providerId ? [own] : [];
	};
}
