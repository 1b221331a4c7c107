import { MINUTE_MS } from "../durations.ts";

/**
 * Hours of every night in which the game sends no messages, or in which no pick clock of a draft runs: in minutes after
 * local midnight in an IANA time zone.
 */
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

export function isQuiet({ from, to, zone }: QuietHours, at: number): boolean {
	const minute = getMinuteOfDay(at, zone);
	return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** Finds the minute at which the quiet hours end, daylight saving changes included; null outside them. */
export function findQuietEnd(hours: QuietHours, at: number): number | null {
	return isQuiet(hours, at) ? findChange(hours, at, hours.to) : null;
}

/** Finds the minute at which quiet hours begin next; null inside them and if there are none. */
export function findQuietStart(hours: QuietHours, at: number): number | null {
	if (hours.from === hours.to || isQuiet(hours, at)) return null;
	return findChange(hours, at, hours.from);
}

/** Finds when quiet hours begin or end next: at or about a minute of the day, because daylight saving moves it. */
function findChange(hours: QuietHours, at: number, minuteOfDay: number): number {
	const isQuietNow = isQuiet(hours, at);
	const minutesLeft = (minuteOfDay - getMinuteOfDay(at, hours.zone) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
	let change = Math.floor(at / MINUTE_MS) * MINUTE_MS + Math.max(1, minutesLeft - MAX_CLOCK_SHIFT_MINUTES) * MINUTE_MS;
	while (isQuiet(hours, change) === isQuietNow) change += MINUTE_MS;
	return change;
}
