import { describe, expect, test } from "vitest";
import { formatAverage, formatInteger, formatMoney, formatMoneyChange, formatPoints } from "./format.ts";

const TABLES = {
	money: [
		formatMoney,
		[
			[0, "$0"],
			[950, "$950"],
			[1_000, "$1K"],
			[15_137, "$15.14K"],
			[300_000, "$300K"],
			[650_000, "$650K"],
			[999_000, "$999K"],
			[999_999, "$1M"],
			[1_200_000, "$1.2M"],
			[1_234_000, "$1.23M"],
			[15_500_000, "$15.5M"],
			[-184_000, "−$184K"],
		],
	],
	"price changes": [
		formatMoneyChange,
		[
			[12_000, "+12K"],
			[-8_000, "−8K"],
			[1_250_000, "+1.25M"],
		],
	],
	points: [
		formatPoints,
		[
			[0, "0"],
			[-3, "−3"],
			[999, "999"],
			[1_042, "1,042"],
			[12_345, "12,345"],
		],
	],
	averages: [
		formatAverage,
		[
			[0, "0"],
			[81, "81"],
			[81.25, "81.3"],
			[-0.5, "−0.5"],
			[1_042.04, "1,042"],
		],
	],
	ranks: [
		formatInteger,
		[
			[1, "1"],
			[1_000, "1,000"],
			[1_000_000, "1,000,000"],
		],
	],
} as const;

for (const [name, [format, rows]] of Object.entries(TABLES)) {
	describe(`${name} in American notation`, () => {
		test.each(rows.map(([value, text]) => [value, text] as const))("%d as %s", (value, text) => {
			expect(format(Number(value))).toBe(text);
		});
	});
}
