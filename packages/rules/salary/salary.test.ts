import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEmptyLineup, listPlayerIds, listSlots, setPlayerAt } from "../lineup/slots.ts";
import { buildPlayer, buildSeason } from "../testing/season-builder.ts";
import { arbitraryLegalLineup } from "../testing/team-arbitrary.ts";
import {
	canAddPlayer,
	computeBankAfterEdit,
	computeBankUnderCap,
	computeTeamSalaryCap,
	computeTeamValue,
	findOpenSlot,
} from "./salary.ts";

const season = buildSeason();
const { rules, lookup } = season;

describe("a team's bank", () => {
	test("on a first save is the cap less the cost of its players", () => {
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

describe("adding a player to a draft", () => {
	const ruck = buildPlayer(1, { position: ["RUC"], cost: 400_000 });
	const createLineupWithRucks = (count: number) =>
		listSlots(rules)
			.filter((slot) => slot.line === "RUC")
			.slice(0, count)
			.reduce((lineup, slot, index) => setPlayerAt(lineup, slot, 101 + index, rules), createEmptyLineup(rules));

	test("requires a bank of at least her price", () => {
		expect(canAddPlayer(createEmptyLineup(rules), 400_000, ruck, rules)).toBe(true);
		expect(canAddPlayer(createEmptyLineup(rules), 399_999, ruck, rules)).toBe(false);
	});

	test("fills her line on field, then on the bench, then the utility", () => {
		expect(findOpenSlot(createLineupWithRucks(0), ruck, rules)).toMatchObject({ area: "field", line: "RUC" });
		expect(findOpenSlot(createLineupWithRucks(1), ruck, rules)).toMatchObject({ area: "bench", line: "RUC" });
		expect(findOpenSlot(createLineupWithRucks(2), ruck, rules)).toMatchObject({ area: "utility" });
		expect(canAddPlayer({ ...createLineupWithRucks(2), utilityId: 103 }, 400_000, ruck, rules)).toBe(false);
	});

	test("is refused for a player already in the team", () => {
		expect(canAddPlayer({ ...createEmptyLineup(rules), utilityId: 1 }, 400_000, ruck, rules)).toBe(false);
	});
});
