import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyLineup, playerIds, putPlayer, slotsOf } from "../lineup/slots.ts";
import { aPlayer, aSeason } from "../testing/season-builder.ts";
import { aLegalLineup } from "../testing/team-arbitrary.ts";
import { bankAfterEdit, bankUnderCap, canAdd, openSlotFor, teamSalaryCap, teamValue } from "./salary.ts";

const season = aSeason();
const { rules, lookup } = season;

describe("a team's money", () => {
	test("on a first save is the cap less what its players cost", () => {
		fc.assert(
			fc.property(aLegalLineup(season), (lineup) => {
				const cost = playerIds(lineup).reduce((sum, id) => sum + (lookup(id)?.cost ?? 0), 0);
				expect(teamValue(lineup, lookup)).toBe(cost);
				expect(bankUnderCap(lineup, rules, lookup)).toBe(15_500_000 - cost);
				expect(teamSalaryCap(cost, bankUnderCap(lineup, rules, lookup))).toBe(15_500_000);
			}),
		);
	});

	test("is neither made nor lost by an edit, whoever comes and goes", () => {
		fc.assert(
			fc.property(aLegalLineup(season), aLegalLineup(season), fc.integer(), (before, after, bank) => {
				const later = bankAfterEdit(bank, before, after, lookup);
				expect(later + teamValue(after, lookup)).toBe(bank + teamValue(before, lookup));
			}),
		);
	});
});

describe("adding a player to a draft", () => {
	const ruck = aPlayer(1, { position: ["RUC"], cost: 400_000 });
	const put = (count: number) =>
		slotsOf(rules)
			.filter((slot) => slot.line === "RUC")
			.slice(0, count)
			.reduce((lineup, slot, index) => putPlayer(lineup, slot, 101 + index, rules), emptyLineup(rules));

	test("needs the whole of her price and not a dollar more", () => {
		expect(canAdd(emptyLineup(rules), 400_000, ruck, rules)).toBe(true);
		expect(canAdd(emptyLineup(rules), 399_999, ruck, rules)).toBe(false);
	});

	test("fills her line on field, then her line's bench, then the utility, then nothing", () => {
		expect(openSlotFor(put(0), ruck, rules)).toMatchObject({ area: "field", line: "RUC" });
		expect(openSlotFor(put(1), ruck, rules)).toMatchObject({ area: "bench", line: "RUC" });
		expect(openSlotFor(put(2), ruck, rules)).toMatchObject({ area: "utility" });
		expect(canAdd({ ...put(2), utilityId: 103 }, 400_000, ruck, rules)).toBe(false);
	});

	test("is refused for a player who is in it already", () => {
		expect(canAdd({ ...emptyLineup(rules), utilityId: 1 }, 400_000, ruck, rules)).toBe(false);
	});
});
