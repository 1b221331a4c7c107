import { getSquadPreset } from "@first-bounce/rules/draft/squad-rules";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryLineup, arbitraryPlayers, arbitraryShape } from "../../testing/rules/round-arbitrary.ts";
import { scoreByRules, scoreDraftsInRows, scoreInRows } from "../../testing/rules/score-in-rows.ts";

describe("The engine's points", () => {
	it("match the rules for all teams, roles and rounds", () => {
		const anyRound = arbitraryShape.chain((shape) =>
			fc.record({
				shape: fc.constant(shape),
				players: arbitraryPlayers,
				lineups: fc.array(arbitraryLineup(shape), { minLength: 1, maxLength: 20 }),
			}),
		);
		fc.assert(
			fc.property(anyRound, ({ shape, players, lineups }) => {
				expect(scoreInRows(lineups, players, shape)).toEqual(scoreByRules(lineups, players, shape));
			}),
			{ numRuns: 150 },
		);
	});

	it("match the rules for ten thousand teams of one season", () => {
		const seed = 2023;
		const [players = []] = fc.sample(arbitraryPlayers, { numRuns: 1, seed });
		const lineups = fc.sample(arbitraryLineup(DEFAULT_SEASON_RULES), { numRuns: 10_000, seed });
		const byRules = scoreByRules(lineups, players, DEFAULT_SEASON_RULES);
		expect(scoreInRows(lineups, players, DEFAULT_SEASON_RULES)).toEqual(byRules);
		expect(new Set(byRules).size).toBeGreaterThan(500);
	});

	it("match the rules for draft teams, empty slots included [D2.9.405]", () => {
		const anyRound = fc.constantFrom(4, 9, 10, 14).chain((teams) => {
			const rules = { ...getSquadPreset(teams), captainFactor: 2 };
			return fc.record({
				rules: fc.constant(rules),
				players: arbitraryPlayers,
				lineups: fc.array(arbitraryLineup(rules), { minLength: 1, maxLength: 20 }),
			});
		});
		fc.assert(
			fc.property(anyRound, ({ rules, players, lineups }) => {
				expect(scoreDraftsInRows(lineups, players, rules)).toEqual(scoreByRules(lineups, players, rules));
			}),
			{ numRuns: 200 },
		);
	});

	it("are zero for teams that have not entered yet", () => {
		const [players = []] = fc.sample(arbitraryPlayers, { numRuns: 1, seed: 1 });
		expect(scoreInRows([null, null], players, DEFAULT_SEASON_RULES)).toEqual([0, 0]);
	});
});
