type Area = "local" | "session";
const getArea = (area: Area): Storage => (area === "local" ? localStorage : sessionStorage);

/** Null if the key is missing or the browser blocks storage. */
export function readStorage(area: Area, key: string): string | null {
	try {
		return getArea(area).getItem(key);
	} catch {
		return null;
	}
}

/** Stores a value, or removes it if null. Returns false if the browser blocks storage. */
export function writeStorage(area: Area, key: string, value: string | null): boolean {
	try {
		if (value === null) getArea(area).removeItem(key);
		else getArea(area).setItem(key, value);
		return true;
	} catch {
		return false;
	}
}
