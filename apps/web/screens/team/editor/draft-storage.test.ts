import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, RULES } from "../../../players/testing/season-builder.ts";
import { createDraft } from "./draft.ts";
import { deleteDraft, loadDraft, saveDraft } from "./draft-storage.ts";

const season = buildSeason(buildSquad());
/** Everybody but the first defender. */
const unfinished = () => {
	const { lineup, ...rest } = buildLineup();
	return createDraft({ ...rest, lineup: { ...lineup, DEF: [0, ...lineup.DEF.slice(1)] } });
};

test("a team that is not full is kept on the device alone, and only on the saved team it was begun from (D1.5.29)", () => {
	saveDraft(7, 3, unfinished());
	expect(loadDraft(7, 3, season)).toEqual(unfinished());
	expect(loadDraft(7, 4, season)).toBeNull();
	expect(loadDraft(8, 3, season)).toBeNull();
	deleteDraft(7);
	expect(loadDraft(7, 3, season)).toBeNull();
});

test("an unfinished team with somebody this season does not know is not brought back", () => {
	saveDraft(7, 3, unfinished());
	expect(loadDraft(7, 3, buildSeason(buildSquad().slice(0, RULES.emergencies)))).toBeNull();
});
