import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { PreferencesRow } from "./notice.ts";

/** The hours without messages, in minutes after local midnight in an IANA time zone. */
export interface QuietHours {
	readonly from: number;
	/** Exclusive. The hours span midnight if this is before `from`; if both are equal there are no quiet hours. */
	readonly to: number;
	readonly zone: string;
}

const MINUTES_PER_DAY = 1_440;
/** Longer than any daylight saving change. */
const MAX_CLOCK_SHIFT_MINUTES = 180;

const formats = new Map<string, Intl.DateTimeFormat>();

function getMinuteOfDay(at: number, zone: string): number {
	const format =
		formats.get(zone) ??
		new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
	formats.set(zone, format);
	const [hour = 0, minute = 0] = format.format(at).split(":").map(Number);
	return hour * 60 + minute;
}

/** Whether a wall time is within the quiet hours. */
export function isQuiet({ from, to, zone }: QuietHours, at: number): boolean {
	const minute = getMinuteOfDay(at, zone);
	return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

/**
 * Finds the minute at which the current quiet hours end, daylight saving changes included; null outside quiet hours.
 */
export function findQuietEnd(hours: QuietHours, at: number): number | null {
	if (!isQuiet(hours, at)) return null;
	const minutesLeft = (hours.to - getMinuteOfDay(at, hours.zone) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
	let end = Math.floor(at / MINUTE_MS) * MINUTE_MS + Math.max(1, minutesLeft - MAX_CLOCK_SHIFT_MINUTES) * MINUTE_MS;
	// A daylight saving change makes the night longer or shorter, so the end is found minute by minute.
	while (isQuiet(hours, end)) end += MINUTE_MS;
	return end;
}

/** Finds the end of a user's current quiet hours, in which no notice is sent; null outside them. */
export function findQuietHoursEnd(
	{ quiet_from: from, quiet_to: to, zone }: Pick<PreferencesRow, "quiet_from" | "quiet_to" | "zone">,
	now: number,
): number | null {
	return from === null || to === null ? null : findQuietEnd({ from, to, zone }, now);
}
