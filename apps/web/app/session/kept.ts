type Area = "local" | "session";
const areaOf = (area: Area): Storage => (area === "local" ? localStorage : sessionStorage);

/** What the browser keeps for us under a key; null also where storage is refused. */
export function readKept(area: Area, key: string): string | null {
	try {
		return areaOf(area).getItem(key);
	} catch {
		return null;
	}
}

/** Keeps a value, or with null forgets it; answers whether the browser let us. */
export function keep(area: Area, key: string, value: string | null): boolean {
	try {
		if (value === null) areaOf(area).removeItem(key);
		else areaOf(area).setItem(key, value);
		return true;
	} catch {
		return false;
	}
}
