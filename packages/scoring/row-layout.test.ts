import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { describe, expect, it } from "vitest";
import { packLineup } from "./pack-lineup.ts";
import { buildPlayerTable } from "./player-facts.ts";
import { createPlayerIndex } from "./player-index.ts";
import { buildRowLayout, ROW_WORDS } from "./row-layout.ts";

const rules = DEFAULT_SEASON_RULES;

describe("A season that a row cannot hold is refused", () => {
	it("when it has more than twenty-one places", () => {
		expect(() => buildRowLayout({ ...rules, field: { DEF: 6, MID: 5, RUC: 1, FWD: 5 } })).toThrow("22 places");
	});

	it("when it has more than seven in a line", () => {
		const field = { DEF: 8, MID: 3, RUC: 1, FWD: 3 };
		expect(() => buildRowLayout({ ...rules, field })).toThrow("8 DEF");
	});

	it("when the captain counts a part more", () => {
		expect(() => buildRowLayout({ ...rules, captainFactor: 1.5 })).toThrow("1.5");
	});
});

describe("A round that cannot be held exactly is refused", () => {
	const table = (points: number) =>
		buildPlayerTable(createPlayerIndex([7]), () => ({ state: "played", points }), new Map(), buildRowLayout(rules));

	it("when a player scores part of a point, or more than sixteen of her could add up to", () => {
		expect(() => table(10.5)).toThrow("Player 7");
		expect(() => table(-4_000)).toThrow("Player 7");
		expect(table(-30).scores[1]).toBe(-30);
	});
});

describe("A line-up", () => {
	it("that names a player twice is refused", () => {
		const twice = { DEF: [1, 2, 3, 4, 1], MID: [], RUC: [], FWD: [] };
		const lineup = { field: twice, bench: twice, utilityId: 0, captainId: 0, viceCaptainId: 0, emergency: [] };
		const pack = () =>
			packLineup(lineup, createPlayerIndex([]), buildRowLayout(rules), rules, new Uint16Array(ROW_WORDS), 0);
		expect(pack).toThrow("Player 1 stands in two places");
	});
});
