import { LANGUAGE, WRITTEN_IN } from "./language.ts";

const money = new Intl.NumberFormat(WRITTEN_IN.numbers, {
	style: "currency",
	currency: "AUD",
	currencyDisplay: "narrowSymbol",
	notation: "compact",
	minimumFractionDigits: 0,
	maximumFractionDigits: 2,
});
const whole = new Intl.NumberFormat(WRITTEN_IN.numbers, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(WRITTEN_IN.numbers, { maximumFractionDigits: 1 });

/** Dollars as D1 §9 wants them: 650000 → "$650K", 1200000 → "$1.2M", -184000 → "−$184K". */
export const formatMoney = (dollars: number): string => money.format(dollars).replace("-", "−");

/** A price change with its sign and without the $, as beside a price: "+12K", "−8K". */
export const formatMoneyChange = (dollars: number): string =>
	`${dollars > 0 ? "+" : "−"}${money.format(Math.abs(dollars)).replace("$", "").trim()}`;

/** Points of a match or a team: whole, thousands apart. */
export const formatPoints = (points: number): string => whole.format(points).replace("-", "−");

/** Averages and percentages: one decimal where there is one. */
export const formatAverage = (value: number): string => oneDecimal.format(value).replace("-", "−");

export const formatRank = (rank: number): string => whole.format(rank);

const wholeDays = new Intl.NumberFormat(WRITTEN_IN.numbers, { style: "unit", unit: "day", unitDisplay: "narrow" });
const two = (value: number): string => String(value).padStart(2, "0");

/** Time left as a clock: "02:14:08", from a day on "3d 04:10". Never below zero. */
export function formatCountdown(milliseconds: number): string {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
	const days = Math.floor(seconds / 86_400);
	const hours = Math.floor((seconds % 86_400) / 3600);
	const minutes = Math.floor((seconds % 3600) / 60);
	if (days > 0) return `${wholeDays.format(days)} ${two(hours)}:${two(minutes)}`;
	return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}`;
}

const AT = {
	weekday: "short",
	hour: "numeric",
	minute: "2-digit",
	hour12: LANGUAGE === "en",
} as const;
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** Clocks of a zone, or with none the reader's own; made once. */
function clockOf(zone?: string): Intl.DateTimeFormat {
	const kept = clocks.get(zone);
	if (kept) return kept;
	const clock = new Intl.DateTimeFormat(WRITTEN_IN.moments, zone === undefined ? AT : { ...AT, timeZone: zone });
	clocks.set(zone, clock);
	return clock;
}

/** When a match is, in the reader's own time zone, or in a ground's: "Sat 3:05pm". */
export const formatMatchTime = (instant: number, zone?: string): string =>
	clockOf(zone)
		.format(instant)
		.replace(",", "")
		.replace(/\s(?=[ap]m)/i, "");

/**
 * The same as the ground's clocks show it, its day left out where that is the reader's too; null where both show the
 * same, or nobody knows the ground's zone.
 */
export function formatGroundTime(instant: number, zone: string | null): string | null {
	if (zone === null) return null;
	const there = formatMatchTime(instant, zone);
	const here = formatMatchTime(instant);
	if (there === here) return null;
	const [day = ""] = /^\S+\s/.exec(there) ?? [];
	return here.startsWith(day) ? there.slice(day.length) : there;
}
