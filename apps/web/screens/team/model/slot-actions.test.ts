import { expect, test } from "vitest";
import { aSeason, aSquadOf21, theirLineup } from "../../../players/testing/season-builder.ts";
import { inContext } from "../testing/in-context.ts";
import { slotActions, swapTargets } from "./slot-actions.ts";
import { slotViews } from "./slot-view.ts";

function team(locked: readonly number[] = [], isEditable = true) {
	const season = aSeason(aSquadOf21((id) => (id === 18 ? { position: ["MID", "FWD"] } : {})));
	const lineup = theirLineup();
	const isLocked = (id: number) => locked.includes(id);
	const circumstances = { lineup, season, isLocked, isEditable };
	const views = slotViews(lineup, inContext(season, { lineup, isLocked, isEditable }), null, null);
	const view = (id: number) => {
		const found = views.find((each) => each.player?.entry.id === id);
		if (!found) throw new Error(`${id} is not in the team`);
		return found;
	};
	return {
		actions: (id: number) => slotActions(view(id), circumstances),
		targets: (id: number) => swapTargets(view(id), circumstances),
	};
}

test("a field player may become captain or vice captain, move and leave", () => {
	expect(team().actions(8)).toEqual(["captain", "viceCaptain", "swap", "remove"]);
});

test("who holds an armband is offered only the other", () => {
	expect(team().actions(6)).toEqual(["viceCaptain", "swap", "remove"]);
	expect(team().actions(7)).toEqual(["captain", "swap", "remove"]);
});

test("bench and utility carry no armband; the bench is named or not as emergency", () => {
	expect(team().actions(17)).toEqual(["swap", "emergencyOff", "remove"]);
	expect(team().actions(21)).toEqual(["swap", "remove"]);
});

test("nothing is offered for a locked player, and no armband while its holder is locked", () => {
	expect(team([8]).actions(8)).toEqual([]);
	expect(team([6]).actions(8)).toEqual(["viceCaptain", "swap", "remove"]);
	expect(team([], false).actions(8)).toEqual([]);
});

test("a swap goes only where both fit: a midfielder who is a forward too may go to a midfielder's place alone", () => {
	expect(team().targets(18)).toEqual(
		new Set(["field-MID-0", "field-MID-1", "field-MID-2", "field-MID-3", "field-MID-4", "utility-UTL-0"]),
	);
	expect(team([10]).targets(18).has("field-MID-4")).toBe(false);
});
