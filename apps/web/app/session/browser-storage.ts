type Area = "local" | "session";
const getArea = (area: Area): Storage => (area === "local" ? localStorage : sessionStorage);

/** Values that the browser refused to store, because storage is blocked or full. They are kept until the page is closed. */
const refusedValues = new Map<string, string | null>();

/** Null if the key is missing. */
export function readStorage(area: Area, key: string): string | null {
	const value = refusedValues.get(`${area} ${key}`);
	if (value !== undefined) return value;
	try {
		return getArea(area).getItem(key);
	} catch {
		return null;
	}
}

/** Reads a value that was stored as JSON; null if it is missing or invalid. */
export function readStoredJson(area: Area, key: string): unknown {
	try {
		return JSON.parse(readStorage(area, key) ?? "null");
	} catch {
		return null;
	}
}

/**
 * Stores a value, or removes it if null. Returns false if the browser blocks storage or has no room: the value is then
 * kept for this page only.
 */
export function writeStorage(area: Area, key: string, value: string | null): boolean {
	try {
		if (value === null) getArea(area).removeItem(key);
		else getArea(area).setItem(key, value);
		refusedValues.delete(`${area} ${key}`);
		return true;
	} catch {
		refusedValues.set(`${area} ${key}`, value);
		return false;
	}
}

/** Lists the keys of all values, those that are kept for this page only included. */
export function listStoredKeys(area: Area): readonly string[] {
	const prefix = `${area} `;
	const refusedKeys = [...refusedValues].flatMap(([key, value]) =>
		value !== null && key.startsWith(prefix) ? [key] : [],
	);
	const keys = new Set(refusedKeys.map((key) => key.slice(prefix.length)));
	try {
		for (const key of Object.keys(getArea(area))) keys.add(key);
	} catch {
		// The browser blocks storage, so nothing is stored.
	}
	return [...keys];
}
