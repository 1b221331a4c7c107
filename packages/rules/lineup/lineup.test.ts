import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildPlayer, buildSeason, createPlayerLookup } from "../testing/season-builder.ts";
import { arbitraryLegalLineup } from "../testing/team-arbitrary.ts";
import { checkLineup } from "./check-lineup.ts";
import { applyDefaultMarks } from "./default-marks.ts";
import type { Lineup } from "./lineup.ts";
import {
	buildLineupFromIds,
	canFill,
	createEmptyLineup,
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
const codes = (lineup: Lineup) => checkLineup(lineup, rules, season.lookup).map((violation) => violation.code);
const some = (ids: readonly number[], index = 0) => ids[index] ?? 0;

describe("a line-up", () => {
	test("has twenty-one slots: sixteen on field, four on the bench, the utility last (D1.3.61, D1.5.23, D1.5.32)", () => {
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

	test("survives being flattened and built again", () => {
		fc.assert(
			fc.property(arbitraryLegalLineup(season), (lineup) => {
				expect(buildLineupFromIds(listSlotIds(lineup, rules), rules, lineup)).toEqual(lineup);
			}),
		);
	});

	test("is legal when the arbitrary says so", () => {
		fc.assert(fc.property(arbitraryLegalLineup(season), (lineup) => codes(lineup).length === 0));
	});

	test("takes a player of several positions on each of her lines, and anyone as utility", () => {
		const dual = buildPlayer(1, { position: ["DEF", "FWD"] });
		const lines = listSlots(rules).filter((slot) => canFill(dual, slot));
		expect(new Set(lines.map((slot) => slot.line))).toEqual(new Set(["DEF", "FWD", null]));
	});

	test("hands a place's mark to whoever takes the place, and drops it when the place is emptied", () => {
		const slot = findSlot(legal, legal.captainId, rules);
		if (!slot) throw new Error("the captain stands somewhere");
		expect(setPlayerAt(legal, slot, 999, rules).captainId).toBe(999);
		expect(setPlayerAt(legal, slot, 0, rules).captainId).toBe(0);
		expect(setPlayerAt(legal, slot, 999, rules).viceCaptainId).toBe(legal.viceCaptainId);
	});
});

describe("checking a line-up", () => {
	test("names every fault at once", () => {
		const broken = { ...legal, utilityId: some(listFieldIds(legal), 3), captainId: 0, emergency: [legal.utilityId] };
		expect(codes(broken).sort()).toEqual(["captain-not-on-field", "duplicate-player", "emergency-not-on-bench"]);
	});

	test("refuses empty places, one reason for each", () => {
		expect(codes(createEmptyLineup(rules)).filter((code) => code === "empty-slot")).toHaveLength(21);
	});

	test("refuses lists of another length", () => {
		const short = { ...legal, bench: { ...legal.bench, RUC: [] } };
		expect(checkLineup(short, rules, season.lookup)).toContainEqual({
			code: "wrong-shape",
			area: "bench",
			line: "RUC",
			expected: 1,
			got: 0,
		});
		const long = { ...legal, field: { ...legal.field, DEF: [...legal.field.DEF, 999] } };
		expect(codes(long)).toContain("wrong-shape");
	});

	test("refuses players nobody knows and players out of position", () => {
		expect(codes({ ...legal, utilityId: 31_415 })).toEqual(["unknown-player"]);
		const forward = buildPlayer(9_001, { position: ["FWD"] });
		const [, ...defenders] = legal.field.DEF;
		const lineup = {
			...legal,
			captainId: some(legal.field.MID),
			viceCaptainId: some(legal.field.FWD),
			field: { ...legal.field, DEF: [9_001, ...defenders] },
		};
		expect(checkLineup(lineup, rules, createPlayerLookup([...season.players, forward]))).toEqual([
			{ code: "wrong-position", playerId: 9_001, line: "DEF" },
		]);
	});

	test("wants captain and vice captain on field and different, and emergencies on the bench, each once", () => {
		const benched = some(listBenchIds(legal));
		expect(codes({ ...legal, viceCaptainId: legal.captainId })).toEqual(["captain-is-vice-captain"]);
		expect(codes({ ...legal, viceCaptainId: benched })).toEqual(["vice-captain-not-on-field"]);
		expect(codes({ ...legal, captainId: legal.utilityId })).toEqual(["captain-not-on-field"]);
		expect(codes({ ...legal, emergency: [benched, benched] })).toEqual(["duplicate-player"]);
		expect(
			checkLineup({ ...legal, emergency: listBenchIds(legal) }, { ...rules, emergencies: 2 }, season.lookup),
		).toEqual([{ code: "too-many-emergencies", limit: 2 }]);
	});
});

describe("a first save", () => {
	const unmarked = { ...legal, captainId: 0, viceCaptainId: 0, emergency: undefined };
	const [first = 0, second = 0, third = 0] = listFieldIds(legal);
	const projected = (id: number) => ({ [first]: 50, [second]: 90, [third]: 70, [legal.utilityId]: 200 })[id];

	test("gives the armbands to the two on field with most projected points, and all the bench to emergency", () => {
		const { captainId, viceCaptainId, emergency } = applyDefaultMarks(unmarked, rules, projected);
		expect({ captainId, viceCaptainId }).toEqual({ captainId: second, viceCaptainId: third });
		expect(emergency).toEqual(listBenchIds(legal));
		expect(applyDefaultMarks({ ...unmarked, emergency: [] }, rules, projected).emergency).toEqual(listBenchIds(legal));
	});

	test("keeps what the manager chose", () => {
		const chosen = { ...unmarked, viceCaptainId: second, emergency: [some(listBenchIds(legal), 2)] };
		expect(applyDefaultMarks(chosen, rules, projected)).toMatchObject({ captainId: third, viceCaptainId: second });
		expect(applyDefaultMarks(chosen, rules, projected).emergency).toEqual([some(listBenchIds(legal), 2)]);
		expect(applyDefaultMarks({ ...unmarked, captainId: first }, rules, projected)).toMatchObject({
			captainId: first,
			viceCaptainId: second,
		});
	});

	test("makes no captain of an empty field", () => {
		expect(applyDefaultMarks(createEmptyLineup(rules), rules, projected)).toMatchObject({
			captainId: 0,
			viceCaptainId: 0,
		});
		expect(listPlayerIds(createEmptyLineup(rules))).toEqual([]);
	});
});
