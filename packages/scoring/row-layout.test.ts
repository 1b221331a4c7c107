import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { describe, expect, it } from "vitest";
import { packLineup } from "./pack-lineup.ts";
import { createPlayerIndex } from "./player-index.ts";
import { buildPlayerTable } from "./player-table.ts";
import { buildRowLayout, ROW_WORDS } from "./row-layout.ts";

const rules = DEFAULT_SEASON_RULES;

describe("A season that does not fit a row is refused", () => {
	it("with more than twenty-one slots", () => {
		expect(() => buildRowLayout({ ...rules, field: { DEF: 6, MID: 5, RUC: 1, FWD: 5 } })).toThrow("22 slots");
	});

	it("with more than seven slots in a line", () => {
		const field = { DEF: 8, MID: 3, RUC: 1, FWD: 3 };
		expect(() => buildRowLayout({ ...rules, field })).toThrow("8 DEF");
	});

	it("with a captain's factor that is not whole", () => {
		expect(() => buildRowLayout({ ...rules, captainFactor: 1.5 })).toThrow("1.5");
	});
});

describe("A round with invalid scores is refused", () => {
	const buildTable = (points: number) =>
		buildPlayerTable(createPlayerIndex([7]), () => ({ state: "played", points }), new Map(), buildRowLayout(rules));

	it("when a score is fractional or too far from 0", () => {
		expect(() => buildTable(10.5)).toThrow("Player 7");
		expect(() => buildTable(-4_000)).toThrow("Player 7");
		expect(buildTable(-30).scores[1]).toBe(-30);
	});
});

describe("A line-up", () => {
	it("that names a player twice is refused", () => {
		const twice = { DEF: [1, 2, 3, 4, 1], MID: [], RUC: [], FWD: [] };
		const lineup = { field: twice, bench: twice, utilityId: 0, captainId: 0, viceCaptainId: 0, emergency: [] };
		const pack = () =>
			packLineup(lineup, createPlayerIndex([]), buildRowLayout(rules), rules, new Uint16Array(ROW_WORDS), 0);
		expect(pack).toThrow("Player 1 is in two slots");
	});
});
