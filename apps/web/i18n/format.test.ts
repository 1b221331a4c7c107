import { expect, onTestFinished, test, vi } from "vitest";
import { formatOwnership } from "../players/player-format.ts";
import {
	formatAverage,
	formatColumnAverage,
	formatCountdown,
	formatDateTime,
	formatGroundTime,
	formatLocalTime,
	formatMatchTime,
	formatMoney,
	formatMoneyChange,
	formatPoints,
	formatZonedTime,
	formatZoneName,
	parseLocalTime,
} from "./format.ts";

test("money is short Australian dollars in American notation with a bare $ (D1.9.28, D1.9.29)", () => {
	expect(formatMoney(650_000)).toBe("$650K");
	expect(formatMoney(1_200_000)).toBe("$1.2M");
	expect(formatMoney(1_234_000)).toBe("$1.23M");
	expect(formatMoney(0)).toBe("$0");
	expect(formatMoney(-184_000)).toBe("−$184K");
});

test("a price change always has its sign", () => {
	expect(formatMoneyChange(12_000)).toBe("+12K");
	expect(formatMoneyChange(-8_000)).toBe("−8K");
});

test("a countdown shows days only from one day on", () => {
	expect(formatCountdown(8_048_000)).toBe("02:14:08");
	expect(formatCountdown(3 * 86_400_000 + 4 * 3_600_000 + 600_000)).toBe("3d 04:10");
	expect(formatCountdown(-5)).toBe("00:00:00");
});

test("points are whole and averages have one decimal", () => {
	expect(formatPoints(1042)).toBe("1,042");
	expect(formatPoints(-3)).toBe("−3");
	expect(formatAverage(81.25)).toBe("81.3");
	expect(formatAverage(81)).toBe("81");
});

test("averages in a column have one decimal [D2.9.695]", () => {
	expect([158, 139.25, -1].map(formatColumnAverage)).toEqual(["158.0", "139.3", "−1.0"]);
});

test("zones have the name of that moment, also as daylight saving begins", () => {
	const saturday = Date.parse("2027-10-02T09:15:00Z");
	const sunday = Date.parse("2027-10-03T04:05:00Z");
	const listNames = (zone: string) => [formatZoneName(saturday, zone), formatZoneName(sunday, zone)];
	expect(listNames("Australia/Melbourne")).toEqual(["AEST", "AEDT"]);
	expect(listNames("Australia/Adelaide")).toEqual(["ACST", "ACDT"]);
	expect(listNames("Australia/Brisbane")).toEqual(["AEST", "AEST"]);
	expect(listNames("Australia/Perth")).toEqual(["AWST", "AWST"]);
	expect(listNames("Australia/Lord_Howe")).toEqual(["LHST", "LHDT"]);
	expect(listNames("Europe/Dublin")).toEqual(["GMT+1", "GMT+1"]);
	expect(formatZonedTime(sunday)).toBe(`${formatMatchTime(sunday)} ${formatZoneName(sunday)}`);
});

test("a match time is the user's, with the ground's", () => {
	const bounce = Date.parse("2026-09-05T05:05:00Z");
	expect(formatMatchTime(bounce, "Australia/Perth")).toBe("Sat 1:05pm");
	expect(formatMatchTime(bounce, "Australia/Melbourne")).toBe("Sat 3:05pm");
	const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	expect(formatGroundTime(bounce, ownTimeZone)).toBeNull();
	expect(formatGroundTime(bounce, null)).toBeNull();
	// In at most one of these zones the time equals the user's. The day is shown if it differs from the user's.
	const groundTimes = ["Pacific/Pago_Pago", "Australia/Perth", "Pacific/Kiritimati"].map((zone) =>
		formatGroundTime(bounce, zone),
	);
	const day = formatMatchTime(bounce).slice(0, 4);
	const all = ["Fri 6:05pm GMT-11", "Sat 1:05pm AWST", "Sat 7:05pm GMT+14"];
	const expected = all.map((time) => (time.startsWith(day) ? time.slice(4) : time));
	expect(groundTimes.map((time, index) => time ?? expected[index])).toEqual(expected);
	expect(groundTimes.filter((time) => time !== null).length).toBeGreaterThan(1);
});

test("a date of another year has its year", () => {
	const thisYear = new Date().getFullYear();
	expect(formatDateTime(new Date(thisYear, 2, 3, 21, 15).getTime())).toBe("3 Mar, 9:15 pm");
	expect(formatDateTime(new Date(thisYear + 1, 2, 3, 21, 15).getTime())).toBe(`3 Mar ${thisYear + 1}, 9:15 pm`);
	expect(formatDateTime(new Date(thisYear - 1, 11, 31, 23, 59).getTime())).toBe(`31 Dec ${thisYear - 1}, 11:59 pm`);
});

test("a year that is being typed stays in its field", () => {
	const typed = "0002-10-05T19:00";
	expect(formatLocalTime(parseLocalTime(typed) ?? "")).toBe(typed);
});

test("only a whole date with a four-digit year is an instant", () => {
	expect(parseLocalTime("2026-09-12T19:30")).toMatch(/^2026-09-1\dT/);
	expect(parseLocalTime("")).toBeNull();
	expect(parseLocalTime("20261-09-12T19:30")).toBeNull();
});

test("a percentage has the sign of the language", async () => {
	expect(formatOwnership(12)).toBe("12%");
	localStorage.setItem("language", "fr");
	vi.resetModules();
	// Later files of this process load the modules again, in English.
	onTestFinished(() => {
		localStorage.clear();
		vi.resetModules();
	});
	const french = await import("../players/player-format.ts");
	const { COLUMNS } = await import("../screens/stats-centre/columns.ts");
	const column = Object.values(COLUMNS)
		.flat()
		.find(({ id }) => id === "selections");
	expect([french.formatOwnership(12), column?.format(12, "average")]).toEqual(["12\u00A0%", "12,0\u00A0%"]);
});
