import type { TFunction } from "i18next";

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Older feed data of a live match counts as late. */
export const STALE_AFTER_MS = 2 * MINUTE_MS;

/** An age in its largest unit: "40 s", "3 min", "2 h", "5 d". */
export function formatAge(age: number, t: TFunction<"operator">): string {
	if (age < MINUTE_MS) return t("matchDay.age.seconds", { count: Math.floor(age / 1_000) });
	if (age < HOUR_MS) return t("matchDay.age.minutes", { count: Math.floor(age / MINUTE_MS) });
	if (age < DAY_MS) return t("matchDay.age.hours", { count: Math.floor(age / HOUR_MS) });
	return t("matchDay.age.days", { count: Math.floor(age / DAY_MS) });
}
