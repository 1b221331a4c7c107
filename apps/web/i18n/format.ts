import { LOCALE } from "./language.ts";

const money = new Intl.NumberFormat(LOCALE, {
	style: "currency",
	currency: "AUD",
	currencyDisplay: "narrowSymbol",
	notation: "compact",
	minimumFractionDigits: 0,
	maximumFractionDigits: 2,
});
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const columnDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const oneDecimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** Short dollars (D1.9.28): 650000 → "$650K", 1200000 → "$1.2M", -184000 → "−$184K". */
export const formatMoney = (dollars: number): string => money.format(dollars).replace("-", "−");

/** A price change with its sign and without the $: "+12K", "−8K". */
export const formatMoneyChange = (dollars: number): string =>
	`${dollars > 0 ? "+" : "−"}${money.format(Math.abs(dollars)).replace("$", "").trim()}`;

/** Points of a match or a team: whole, with thousands separators. */
export const formatPoints = (points: number): string => whole.format(points).replace("-", "−");

/** Points with their sign: "+12", "−8", "0". */
export function formatSignedPoints(points: number): string {
	const text = formatPoints(points);
	return Math.round(points) > 0 ? `+${text}` : text.replace(/^−0$/, "0");
}

/** Averages and percentages in a column, whose decimals stand below one another: exactly one decimal. */
export const formatColumnAverage = (value: number): string => columnDecimal.format(value).replace("-", "−");

/** Averages and percentages: at most one decimal. */
export const formatAverage = (value: number): string => oneDecimal.format(value).replace("-", "−");

const percentage = new Intl.NumberFormat(LOCALE, { style: "percent" });
/** The sign after a number that is in percent already, in French with a space before it. */
export const PERCENT_SIGN = percentage.format(1).replace("100", "");

/** A chance in whole percent. While the result can change, it is never shown as 0 or 100 %, but as "<1%" or ">99%". */
export function formatChance(chance: number, { canChange }: { readonly canChange: boolean }): string {
	const percent = Math.round(100 * chance);
	if (canChange && percent === 0) return `<${percentage.format(0.01)}`;
	if (canChange && percent === 100) return `>${percentage.format(0.99)}`;
	return percentage.format(percent / 100);
}

/** A rank or a count, with thousands separators. */
export const formatInteger = (value: number): string => whole.format(value);

const wholeDays = new Intl.NumberFormat(LOCALE, { style: "unit", unit: "day", unitDisplay: "narrow" });
export const padTwoDigits = (value: number): string => String(value).padStart(2, "0");

/** Time left: "02:14:08", or "3d 04:10" from one day. Never below zero. */
export function formatCountdown(milliseconds: number): string {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
	const days = Math.floor(seconds / 86_400);
	const hours = Math.floor((seconds % 86_400) / 3600);
	const minutes = Math.floor((seconds % 3600) / 60);
	if (days > 0) return `${wholeDays.format(days)} ${padTwoDigits(hours)}:${padTwoDigits(minutes)}`;
	return `${padTwoDigits(hours)}:${padTwoDigits(minutes)}:${padTwoDigits(seconds % 60)}`;
}

const TIME_OPTIONS = {
	weekday: "short",
	hour: "numeric",
	minute: "2-digit",
} as const;
const timeFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Cached by zone; without one, the user's own. */
function getTimeFormat(zone?: string): Intl.DateTimeFormat {
	const cached = timeFormats.get(zone);
	if (cached) return cached;
	const format = new Intl.DateTimeFormat(
		LOCALE,
		zone === undefined ? TIME_OPTIONS : { ...TIME_OPTIONS, timeZone: zone },
	);
	timeFormats.set(zone, format);
	return format;
}

/** A match time in the user's own time zone, or the ground's: "Sat 3:05pm". */
export const formatMatchTime = (instant: number, zone?: string): string =>
	getTimeFormat(zone)
		.format(instant)
		.replace(",", "")
		.replace(/\s(?=[ap]m)/i, "");

const day = new Intl.DateTimeFormat(LOCALE, { weekday: "long", day: "numeric", month: "long" });

/** A day in the user's own time zone: "Saturday 3 March". */
export const formatDay = (instant: number): string => day.format(instant).replace(",", "");

export const getLocalTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The short name of a time zone at an instant, such as "AEDT"; by default of the user's own time zone. */
export function formatZoneName(instant: number, zone?: string): string {
	const parts = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName: "short" }).formatToParts(instant);
	return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** A match time in the user's own time zone with the zone's name: "Sat 3:05pm AEST". */
export const formatZonedTime = (instant: number): string => `${formatMatchTime(instant)} ${formatZoneName(instant)}`;

/**
 * A match time in the ground's zone with the zone's name, without the day if it is the same as the user's; null if it
 * equals the user's time or the zone is unknown.
 */
export function formatGroundTime(instant: number, zone: string | null): string | null {
	if (zone === null) return null;
	const localTime = formatMatchTime(instant, zone);
	const userTime = formatMatchTime(instant);
	if (localTime === userTime) return null;
	const [weekday = ""] = /^\S+\s/.exec(localTime) ?? [];
	const shownTime = userTime.startsWith(weekday) ? localTime.slice(weekday.length) : localTime;
	return `${shownTime} ${formatZoneName(instant, zone)}`;
}

const DATE_TIME_OPTIONS = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
const dateTime = new Intl.DateTimeFormat(LOCALE, DATE_TIME_OPTIONS);
const dateTimeWithYear = new Intl.DateTimeFormat(LOCALE, { ...DATE_TIME_OPTIONS, year: "numeric" });

/** A date and time in the user's own time zone: "3 Mar, 9:15 pm", or "3 Mar 2027, 9:15 pm" in another year than this. */
export const formatDateTime = (instant: number): string =>
	(new Date(instant).getFullYear() === new Date().getFullYear() ? dateTime : dateTimeWithYear).format(instant);

/** A date and time in the user's own time zone with the zone's name: "3 Mar, 9:15 pm AEDT". */
export const formatZonedDateTime = (instant: number): string => `${formatDateTime(instant)} ${formatZoneName(instant)}`;

/** An instant as a date-and-time field has it, in the user's own time zone: "2026-03-03T21:15". */
export function formatLocalTime(instant: string): string {
	const at = new Date(instant);
	// A year that is being typed begins with zeros.
	const year = String(at.getFullYear()).padStart(4, "0");
	const day = `${year}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`;
	return `${day}T${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}`;
}

/** The last time that a date-and-time field takes; without it, browsers allow years of six digits. */
export const LAST_LOCAL_TIME = "9999-12-31T23:59";

/** The instant of a date-and-time field; null while it has no whole date. */
export function parseLocalTime(text: string): string | null {
	const at = new Date(text);
	return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: "numeric", minute: "2-digit" });

/** When something happened: "9:15 pm" today, "3 Mar, 9:15 pm" on another day. */
export const formatPastTime = (instant: number): string =>
	new Date(instant).toDateString() === new Date().toDateString() ? timeOfDay.format(instant) : formatDateTime(instant);
