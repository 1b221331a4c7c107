/** The hours without messages, in minutes of the local day of an IANA time zone. */
export interface QuietHours {
	readonly from: number;
	/** Exclusive. If it is before `from`, the hours include midnight; if equal, there are none. */
	readonly to: number;
	readonly zone: string;
}

const MINUTES_PER_DAY = 1_440;
const MINUTE_MS = 60_000;
/** How far a clock may be put forward or back in a night. */
const MAX_CLOCK_SHIFT_MINUTES = 180;

const formats = new Map<string, Intl.DateTimeFormat>();

function getMinuteOfDay(at: number, zone: string): number {
	const clock =
		formats.get(zone) ??
		new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
	formats.set(zone, clock);
	const [hour = 0, minute = 0] = clock.format(at).split(":").map(Number);
	return hour * 60 + minute;
}

/** Whether an instant of wall time is quiet. */
export function isQuiet({ from, to, zone }: QuietHours, at: number): boolean {
	const minute = getMinuteOfDay(at, zone);
	return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** When the quiet that holds at an instant ends, to the minute, whatever the clocks do that night; null in no quiet. */
export function findQuietEnd(hours: QuietHours, at: number): number | null {
	if (!isQuiet(hours, at)) return null;
	const left = (hours.to - getMinuteOfDay(at, hours.zone) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
	let end = Math.floor(at / MINUTE_MS) * MINUTE_MS + Math.max(1, left - MAX_CLOCK_SHIFT_MINUTES) * MINUTE_MS;
	// Clocks put back or forward make the night longer or shorter than its minutes say.
	while (isQuiet(hours, end)) end += MINUTE_MS;
	return end;
}
