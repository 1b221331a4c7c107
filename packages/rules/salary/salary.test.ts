import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildSeason } from "../../../testing/rules/season-builder.ts";
import { arbitraryLegalLineup } from "../../../testing/rules/team-arbitrary.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import { computeBankAfterEdit, computeBankUnderCap, computeTeamSalaryCap, computeTeamValue } from "./salary.ts";

const season = buildSeason();
const { rules, lookup } = season;

describe("a team's bank", () => {
	test("on a first save is the cap less the cost", () => {
		fc.assert(
			fc.property(arbitraryLegalLineup(season), (lineup) => {
				const cost = listPlayerIds(lineup).reduce((sum, id) => sum + (lookup(id)?.cost ?? 0), 0);
				expect(computeTeamValue(lineup, lookup)).toBe(cost);
				expect(computeBankUnderCap(lineup, rules, lookup)).toBe(15_500_000 - cost);
				expect(computeTeamSalaryCap(cost, computeBankUnderCap(lineup, rules, lookup))).toBe(15_500_000);
			}),
		);
	});

	test("plus the team's value is unchanged by an edit", () => {
		fc.assert(
			fc.property(arbitraryLegalLineup(season), arbitraryLegalLineup(season), fc.integer(), (before, after, bank) => {
				const later = computeBankAfterEdit(bank, before, after, lookup);
				expect(later + computeTeamValue(after, lookup)).toBe(bank + computeTeamValue(before, lookup));
			}),
		);
	});
});
