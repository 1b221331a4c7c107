import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, RULES } from "../../../players/testing/season-builder.ts";
import { createDraft } from "./draft.ts";
import { deleteDraft, loadDraft, saveDraft } from "./draft-storage.ts";

const season = buildSeason(buildSquad());
/** The first defender is missing. */
const buildIncompleteDraft = () => {
	const { field: lineup, ...rest } = buildLineup();
	return createDraft({ ...rest, field: { ...lineup, DEF: [0, ...lineup.DEF.slice(1)] } });
};

test("an incomplete team is stored on the device only, and is current only for the same version of the saved team (D1.5.29)", () => {
	saveDraft(7, 3, buildIncompleteDraft());
	expect(loadDraft(7, 3, season)).toEqual({ draft: buildIncompleteDraft(), isCurrent: true });
	expect(loadDraft(7, 4, season)).toEqual({ draft: buildIncompleteDraft(), isCurrent: false });
	expect(loadDraft(8, 3, season)).toBeNull();
	deleteDraft(7);
	expect(loadDraft(7, 3, season)).toBeNull();
});

test("a stored draft with an unknown player is not restored", () => {
	saveDraft(7, 3, buildIncompleteDraft());
	expect(loadDraft(7, 3, buildSeason(buildSquad().slice(0, RULES.emergencies)))).toBeNull();
});
