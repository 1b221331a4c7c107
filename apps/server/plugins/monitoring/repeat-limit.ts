/** Bounds the memory of keys, and what is let through if every key differs. */
const MAX_KEYS = 100;

/** Returns a function that says whether this key may be reported now: once in an interval, and not if too many others were. */
export function createRepeatLimit(
	intervalMs: number,
	now: () => number = () => performance.now(),
): (key: string) => boolean {
	const reportedAt = new Map<string, number>();
	return (key) => {
		for (const [each, at] of reportedAt) if (now() - at >= intervalMs) reportedAt.delete(each);
		if (reportedAt.has(key) || reportedAt.size >= MAX_KEYS) return false;
		reportedAt.set(key, now());
		return true;
	};
}
