import { checkLineup } from "@first-bounce/rules/lineup/check-lineup";
import { createEmptyLineup, findSlot, getPlayerAt } from "@first-bounce/rules/lineup/slots";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, RULES } from "../../../../../testing/web/player-season.ts";
import {
	addPlayer,
	clearUnlocked,
	createEditedLineup,
	fillDefaultRoles,
	listEmptySlots,
	movePlayer,
	removePlayer,
	setRole,
	toggleEmergency,
} from "./edited-lineup.ts";

const findPlayerSlot = (id: number) => {
	const slot = findSlot(buildLineup(), id, RULES);
	if (!slot) throw new Error(`Player ${id} is not in the line-up`);
	return slot;
};

test("a player added to a role's slot takes the role", () => {
	const withoutBoth = removePlayer(
		removePlayer(createEditedLineup(buildLineup()), findPlayerSlot(6), RULES),
		findPlayerSlot(17),
		RULES,
	);
	expect(withoutBoth.lineup).toMatchObject({ captainId: 0, emergency: [18, 19, 20] });
	const refilled = addPlayer(addPlayer(withoutBoth, findPlayerSlot(6), 60, RULES), findPlayerSlot(17), 70, RULES);
	expect(refilled.lineup).toMatchObject({ captainId: 60, emergency: [18, 19, 20, 70] });
	expect(refilled.pendingRoles).toEqual([]);
});

test("a player gets no role if all emergencies exist", () => {
	const rules = { ...RULES, emergencies: 2 };
	const edited = createEditedLineup({ ...buildLineup(), emergency: [17, 18] });
	const replaced = toggleEmergency(removePlayer(edited, findPlayerSlot(17), rules), 19);
	const refilled = addPlayer(replaced, findPlayerSlot(17), 70, rules);
	expect(refilled.lineup.emergency).toEqual([18, 19]);
	expect(refilled.pendingRoles).toEqual([]);
});

test("a captaincy that was given to another player is not restored", () => {
	const withoutCaptain = setRole(
		removePlayer(createEditedLineup(buildLineup()), findPlayerSlot(6), RULES),
		"captain",
		8,
	);
	expect(addPlayer(withoutCaptain, findPlayerSlot(6), 60, RULES).lineup.captainId).toBe(8);
});

test("making the vice captain captain swaps the two", () => {
	expect(setRole(createEditedLineup(buildLineup()), "captain", 7).lineup).toMatchObject({
		captainId: 7,
		viceCaptainId: 6,
	});
});

test("moving a player to an empty slot empties her old slot", () => {
	const withEmptySlot = removePlayer(createEditedLineup(buildLineup()), findPlayerSlot(10), RULES);
	const moved = movePlayer(withEmptySlot, findPlayerSlot(18), findPlayerSlot(10), RULES);
	expect(getPlayerAt(moved.lineup, findPlayerSlot(10))).toBe(18);
	expect(listEmptySlots(moved, RULES)).toEqual([findPlayerSlot(18)]);
});

test("clearing keeps locked players with their roles", () => {
	const cleared = clearUnlocked(createEditedLineup(buildLineup()), (id) => id === 6 || id === 18, RULES);
	expect(listEmptySlots(cleared, RULES)).toHaveLength(19);
	expect(cleared.lineup).toMatchObject({ captainId: 6, viceCaptainId: 0, emergency: [18] });
});

test("a bench player's emergency role can be removed and given back", () => {
	const off = toggleEmergency(createEditedLineup(buildLineup()), 17);
	expect(off.lineup.emergency).toEqual([18, 19, 20]);
	expect(toggleEmergency(off, 17).lineup.emergency).toEqual([18, 19, 20, 17]);
});

test("a first save fills all roles, later ones keep emergencies", () => {
	const season = buildSeason(buildSquad());
	const bare = { ...buildLineup(), captainId: 0, viceCaptainId: 0, emergency: [] };
	const getProjectedPoints = (id: number) => (id === 12 ? 120 : id === 3 ? 110 : 80);
	const first = fillDefaultRoles(bare, RULES, getProjectedPoints, { isFirstSave: true });
	expect(first).toMatchObject({ captainId: 12, viceCaptainId: 3, emergency: [17, 18, 19, 20] });
	expect(fillDefaultRoles(bare, RULES, getProjectedPoints, { isFirstSave: false })).toMatchObject({
		captainId: 12,
		emergency: [],
	});
	expect(checkLineup(first, RULES, season.lookup)).toEqual([]);
});

test("a full team has 21 players in their lines (D1.5.22, D1.5.24, D1.5.25)", () => {
	const emptySlots = listEmptySlots(createEditedLineup(createEmptyLineup(RULES)), RULES);
	const countSlots = (line: string | null) => emptySlots.filter((slot) => slot.line === line).length;
	expect(["DEF", "MID", "RUC", "FWD", null].map(countSlots)).toEqual([6, 6, 2, 6, 1]);
	expect(listEmptySlots(createEditedLineup(buildLineup()), RULES)).toEqual([]);
	expect(buildLineup().emergency).toHaveLength(4);
});
