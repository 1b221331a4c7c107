import { expect, test } from "vitest";
import { computeSeasonLength } from "./season-length.ts";
import { applyDefaultRules } from "./season-rules.ts";

const compute = (rules: object) => computeSeasonLength(applyDefaultRules(rules));

test("finals, sizes and trades follow from the number of rounds [D1.9.97]", () => {
	expect(
		compute({
			lastRound: 14,
			trades: { limit: 3, per: "round" },
			leagues: { finalsSeries: true },
			cup: { startRound: 5 },
		}),
	).toEqual({
		rounds: 14,
		finals: { semiFinalId: 13, grandFinalId: 14 },
		eliminationTeams: 15,
		cupTeams: 1_024,
		trades: 42,
	});
	expect(compute({ lastRound: 10 })).toEqual({
		rounds: 10,
		finals: { semiFinalId: null, grandFinalId: 10 },
		eliminationTeams: 11,
		cupTeams: null,
		trades: 3,
	});
	expect(compute({ lastRound: 1 }).finals).toEqual({ semiFinalId: null, grandFinalId: null });
});
