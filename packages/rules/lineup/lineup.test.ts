import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildPlayer, buildSeason, createPlayerLookup } from "../../../testing/rules/season-builder.ts";
import { arbitraryLegalLineup } from "../../../testing/rules/team-arbitrary.ts";
import { checkLineup } from "./check-lineup.ts";
import { applyDefaultRoles } from "./default-roles.ts";
import type { Lineup } from "./lineup.ts";
import {
	buildLineupFromIds,
	canFill,
	createEmptyLineup,
	findEmptySlot,
	findSlot,
	listBenchIds,
	listFieldIds,
	listPlayerIds,
	listSlotIds,
	listSlots,
	setPlayerAt,
} from "./slots.ts";

const season = buildSeason();
const { rules } = season;
const legal: Lineup = fc.sample(arbitraryLegalLineup(season), { numRuns: 1, seed: 7 })[0] ?? createEmptyLineup(rules);
const listCodes = (lineup: Lineup) => checkLineup(lineup, rules, season.lookup).map((violation) => violation.code);
const getIdAt = (ids: readonly number[], index = 0) => ids[index] ?? 0;

describe("a line-up", () => {
	test("has twenty-one slots: sixteen field, four bench, one utility (D1.3.61, D1.5.23, D1.5.32)", () => {
		const areas = listSlots(rules).map((slot) => slot.area);
		expect(areas).toHaveLength(21);
		expect(areas.slice(0, 16)).toEqual(Array(16).fill("field"));
		expect(areas.slice(16)).toEqual(["bench", "bench", "bench", "bench", "utility"]);
		expect(
			listSlots(rules)
				.map((slot) => slot.line)
				.join(" "),
		).toBe("DEF DEF DEF DEF DEF MID MID MID MID MID RUC FWD FWD FWD FWD FWD DEF MID RUC FWD ");
		expect(rules.emergencies).toBe(4);
	});

	test("is unchanged when flattened and rebuilt", () => {
		fc.assert(
			fc.property(arbitraryLegalLineup(season), (lineup) => {
				expect(buildLineupFromIds(listSlotIds(lineup, rules), rules, lineup)).toEqual(lineup);
			}),
		);
	});

	test("from the generator of legal line-ups has no violations", () => {
		fc.assert(fc.property(arbitraryLegalLineup(season), (lineup) => listCodes(lineup).length === 0));
	});

	test("accepts a player in any of her positions, and anyone as utility (D1.1.08)", () => {
		const dual = buildPlayer(1, { position: ["DEF", "FWD"] });
		const lines = listSlots(rules).filter((slot) => canFill(dual, slot));
		expect(new Set(lines.map((slot) => slot.line))).toEqual(new Set(["DEF", "FWD", null]));
	});

	test("gives the captaincy to whoever takes the captain's slot", () => {
		const slot = findSlot(legal, legal.captainId, rules);
		if (!slot) throw new Error("the captain has no slot");
		expect(setPlayerAt(legal, slot, 999, rules).captainId).toBe(999);
		expect(setPlayerAt(legal, slot, 0, rules).captainId).toBe(0);
		expect(setPlayerAt(legal, slot, 999, rules).viceCaptainId).toBe(legal.viceCaptainId);
	});
});

describe("checking a line-up", () => {
	test("lists every violation at once", () => {
		const broken = { ...legal, utilityId: getIdAt(listFieldIds(legal), 3), captainId: 0, emergency: [legal.utilityId] };
		expect(listCodes(broken).sort()).toEqual(["captain-not-on-field", "duplicate-player", "emergency-not-on-bench"]);
	});

	test("reports one violation per empty slot", () => {
		expect(listCodes(createEmptyLineup(rules)).filter((code) => code === "empty-slot")).toHaveLength(21);
	});

	test("reports lines of the wrong length", () => {
		const short = { ...legal, bench: { ...legal.bench, RUC: [] } };
		expect(checkLineup(short, rules, season.lookup)).toContainEqual({
			code: "wrong-shape",
			area: "bench",
			line: "RUC",
			expected: 1,
			got: 0,
		});
		const long = { ...legal, field: { ...legal.field, DEF: [...legal.field.DEF, 999] } };
		expect(listCodes(long)).toContain("wrong-shape");
	});

	test("reports unknown players and players out of position", () => {
		expect(listCodes({ ...legal, utilityId: 31_415 })).toEqual(["unknown-player"]);
		const forward = buildPlayer(9_001, { position: ["FWD"] });
		const [, ...defenders] = legal.field.DEF;
		const lineup = {
			...legal,
			captainId: getIdAt(legal.field.MID),
			viceCaptainId: getIdAt(legal.field.FWD),
			field: { ...legal.field, DEF: [9_001, ...defenders] },
		};
		expect(checkLineup(lineup, rules, createPlayerLookup([...season.players, forward]))).toEqual([
			{ code: "wrong-position", playerId: 9_001, line: "DEF" },
		]);
	});

	test("requires two different captains on field, and different emergencies on the bench", () => {
		const benched = getIdAt(listBenchIds(legal));
		expect(listCodes({ ...legal, viceCaptainId: legal.captainId })).toEqual(["captain-is-vice-captain"]);
		expect(listCodes({ ...legal, viceCaptainId: benched })).toEqual(["vice-captain-not-on-field"]);
		expect(listCodes({ ...legal, captainId: legal.utilityId })).toEqual(["captain-not-on-field"]);
		expect(listCodes({ ...legal, emergency: [benched, benched] })).toEqual(["duplicate-player"]);
		expect(
			checkLineup({ ...legal, emergency: listBenchIds(legal) }, { ...rules, emergencies: 2 }, season.lookup),
		).toEqual([{ code: "too-many-emergencies", limit: 2 }]);
	});
});

describe("a first save", () => {
	const withoutRoles = { ...legal, captainId: 0, viceCaptainId: 0, emergency: undefined };
	const [first = 0, second = 0, third = 0] = listFieldIds(legal);
	const getProjected = (id: number) => ({ [first]: 50, [second]: 90, [third]: 70, [legal.utilityId]: 200 })[id];

	test("makes the two best projected captains, the bench emergencies (D1.1.10)", () => {
		const { captainId, viceCaptainId, emergency } = applyDefaultRoles(withoutRoles, rules, getProjected);
		expect({ captainId, viceCaptainId }).toEqual({ captainId: second, viceCaptainId: third });
		expect(emergency).toEqual(listBenchIds(legal));
		expect(applyDefaultRoles({ ...withoutRoles, emergency: [] }, rules, getProjected).emergency).toEqual(
			listBenchIds(legal),
		);
	});

	test("keeps what the manager chose", () => {
		const chosen = { ...withoutRoles, viceCaptainId: second, emergency: [getIdAt(listBenchIds(legal), 2)] };
		expect(applyDefaultRoles(chosen, rules, getProjected)).toMatchObject({ captainId: third, viceCaptainId: second });
		expect(applyDefaultRoles(chosen, rules, getProjected).emergency).toEqual([getIdAt(listBenchIds(legal), 2)]);
		expect(applyDefaultRoles({ ...withoutRoles, captainId: first }, rules, getProjected)).toMatchObject({
			captainId: first,
			viceCaptainId: second,
		});
	});

	test("names no captain while the field is empty", () => {
		expect(applyDefaultRoles(createEmptyLineup(rules), rules, getProjected)).toMatchObject({
			captainId: 0,
			viceCaptainId: 0,
		});
		expect(listPlayerIds(createEmptyLineup(rules))).toEqual([]);
	});
});

test("an added player fills field, then bench, then utility", () => {
	const ruck = buildPlayer(1, { position: ["RUC"] });
	const createLineupWithRucks = (count: number) =>
		listSlots(rules)
			.filter((slot) => slot.line === "RUC")
			.slice(0, count)
			.reduce((lineup, slot, index) => setPlayerAt(lineup, slot, 101 + index, rules), createEmptyLineup(rules));
	expect(findEmptySlot(createLineupWithRucks(0), ruck, rules)).toMatchObject({ area: "field", line: "RUC" });
	expect(findEmptySlot(createLineupWithRucks(1), ruck, rules)).toMatchObject({ area: "bench", line: "RUC" });
	expect(findEmptySlot(createLineupWithRucks(2), ruck, rules)).toMatchObject({ area: "utility" });
	expect(findEmptySlot({ ...createLineupWithRucks(2), utilityId: 103 }, ruck, rules)).toBeNull();
});
