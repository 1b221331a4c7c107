/** The maximum number of keys that are reported per interval. */
const MAX_KEYS = 100;

/** Creates a check of whether a key may be reported: once per interval, up to MAX_KEYS different keys. */
export function createReportLimiter(intervalMs: number): (key: string) => boolean {
	const reportedAt = new Map<string, number>();
	return (key) => {
		for (const [reportedKey, at] of reportedAt)
			if (performance.now() - at >= intervalMs) reportedAt.delete(reportedKey);
		if (reportedAt.has(key) || reportedAt.size >= MAX_KEYS) return false;
		reportedAt.set(key, performance.now());
		return true;
	};
}
