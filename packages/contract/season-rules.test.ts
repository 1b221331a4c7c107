import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { describe, expect, test } from "vitest";
import { parseSeasonFile, parseSeasonRules } from "./season-rules.ts";

const faults = (json: unknown) => {
	const parsed = parseSeasonRules(json);
	return parsed.ok ? [] : parsed.faults.map(({ at }) => at);
};

describe("a season's rules", () => {
	test("are the defaults where its file says nothing", () => {
		expect(parseSeasonRules({})).toEqual({ ok: true, value: DEFAULT_SEASON_RULES });
	});

	test("are a cap of $15.5 million and three trades a season unless the file says otherwise (D2.9.24)", () => {
		const read = (json: object) => {
			const parsed = parseSeasonRules(json);
			return parsed.ok ? [parsed.value.salaryCap, parsed.value.trades] : [];
		};
		expect(read({})).toEqual([15_500_000, { limit: 3, per: "season" }]);
		expect(read({ salaryCap: 9_000_000, trades: { limit: 2, per: "round" } })).toEqual([
			...[9_000_000, { limit: 2, per: "round" }],
		]);
	});

	test("lay what differs over the defaults, field by field, lists whole", () => {
		const file = { id: 2023, name: "2023", lastRound: 10, scoring: { H: 2, spoils: 1 }, leagues: { h2hSizes: [4, 8] } };
		expect(parseSeasonFile(file)).toEqual({
			ok: true,
			value: {
				...{ id: 2023, name: "2023" },
				rules: {
					...DEFAULT_SEASON_RULES,
					lastRound: 10,
					scoring: { ...DEFAULT_SEASON_RULES.scoring, H: 2, spoils: 1 },
					leagues: { ...DEFAULT_SEASON_RULES.leagues, h2hSizes: [4, 8] },
				},
			},
		});
	});

	test("refuse unknown fields by name, however deep, and say all that is wrong at once", () => {
		expect(faults({ salarycap: 1, trades: { limits: 3 }, field: { DEF: "5" } }).sort()).toEqual([
			"field.DEF",
			"salarycap",
			"trades.limits",
		]);
		const parsed = parseSeasonFile({ id: "x", lastRound: 0.5 });
		expect(parsed.ok ? [] : parsed.faults.map(({ at }) => at)).toEqual(["id", "name", "lastRound"]);
		expect(parseSeasonRules([])).toMatchObject({ ok: false });
	});

	test("refuse what no season can be played by", () => {
		expect(faults({ scoring: { TOG: 1 } })).toEqual(["scoring.TOG"]);
		expect(faults({ leagues: { h2hSizes: [2, 5] } })).toEqual(["leagues.h2hSizes"]);
		expect(faults({ prices: { weights: [[0.25], [0.6, 0.5]] } })).toEqual(["prices.weights.1"]);
		expect(faults({ floorPrice: 300_500 })).toEqual(["floorPrice"]);
		expect(faults({ salaryCap: 6_000_000 })).toEqual(["salaryCap"]);
		expect(faults({ emergencies: 5 })).toEqual(["emergencies"]);
		expect(faults({ leagues: { premiershipPoints: { win: 1, draw: 2 } } })).toEqual(["leagues.premiershipPoints"]);
		expect(faults({ field: { DEF: -1 }, trades: { limit: -3 } })).toEqual(["field.DEF", "trades.limit"]);
	});
});
