import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyLineup, aRoundOfPlayers, aShape } from "./testing/round-arbitrary.ts";
import { pointsByTheRules, pointsInRows } from "./testing/score-in-rows.ts";

describe("The engine's points", () => {
	it("are those of the rules, whatever the team, its marks and the round", () => {
		const anyRound = aShape.chain((shape) =>
			fc.record({
				shape: fc.constant(shape),
				players: aRoundOfPlayers,
				lineups: fc.array(anyLineup(shape), { minLength: 1, maxLength: 20 }),
			}),
		);
		fc.assert(
			fc.property(anyRound, ({ shape, players, lineups }) => {
				expect(pointsInRows(lineups, players, shape)).toEqual(pointsByTheRules(lineups, players, shape));
			}),
			{ numRuns: 150 },
		);
	});

	it("are those of the rules over ten thousand teams of one season, in blocks of every size", () => {
		const seed = 2023;
		const [players = []] = fc.sample(aRoundOfPlayers, { numRuns: 1, seed });
		const lineups = fc.sample(anyLineup(DEFAULT_SEASON_RULES), { numRuns: 10_000, seed });
		const byRules = pointsByTheRules(lineups, players, DEFAULT_SEASON_RULES);
		expect(pointsInRows(lineups, players, DEFAULT_SEASON_RULES)).toEqual(byRules);
		expect(new Set(byRules).size).toBeGreaterThan(500);
	});

	it("are none for a team that takes no part yet", () => {
		const [players = []] = fc.sample(aRoundOfPlayers, { numRuns: 1, seed: 1 });
		expect(pointsInRows([null, null], players, DEFAULT_SEASON_RULES)).toEqual([0, 0]);
	});
});
