import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, RULES } from "../../../../../testing/web/player-season.ts";
import { createEditedLineup } from "./edited-lineup.ts";
import { deleteUnsavedChanges, loadUnsavedChanges, storeUnsavedChanges } from "./unsaved-changes.ts";

const season = buildSeason(buildSquad());
/** The first defender is missing. */
const buildIncompleteLineup = () => {
	const { field: lineup, ...rest } = buildLineup();
	return createEditedLineup({ ...rest, field: { ...lineup, DEF: [0, ...lineup.DEF.slice(1)] } });
};

test("an incomplete team is stored on the device, for its version (D1.5.29)", () => {
	storeUnsavedChanges(7, 3, buildIncompleteLineup());
	expect(loadUnsavedChanges(7, 3, season)).toEqual({ edited: buildIncompleteLineup(), isCurrent: true });
	expect(loadUnsavedChanges(7, 4, season)).toEqual({ edited: buildIncompleteLineup(), isCurrent: false });
	expect(loadUnsavedChanges(8, 3, season)).toBeNull();
	deleteUnsavedChanges(7);
	expect(loadUnsavedChanges(7, 3, season)).toBeNull();
});

test("stored changes with an unknown player are not restored", () => {
	storeUnsavedChanges(7, 3, buildIncompleteLineup());
	expect(loadUnsavedChanges(7, 3, buildSeason(buildSquad().slice(0, RULES.emergencies)))).toBeNull();
});
