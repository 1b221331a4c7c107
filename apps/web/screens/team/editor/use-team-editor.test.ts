import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { findSlot, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import {
	buildLineup,
	buildPlayer,
	buildSeason,
	buildSquad,
	DAY,
	RULES,
	SATURDAY,
} from "../../../../../testing/web/player-season.ts";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { createEditedLineup } from "./edited-lineup.ts";
import { deleteUnsavedChanges, storeUnsavedChanges } from "./unsaved-changes.ts";
import { useTeamEditor } from "./use-team-editor.ts";

const BEFORE = SATURDAY - DAY;
/** Players 1 and 2 lock on Saturday, everyone else a day later; defenders 50 and 51 are not in the team. */
const season = buildSeason([
	...buildSquad((id) => ({ squadId: id <= 2 ? 1 : 3 })),
	buildPlayer(50, { squadId: 3, position: ["DEF"] }),
	buildPlayer(51, { squadId: 3, position: ["DEF"] }),
]);

function open(team = buildTeam(1, buildLineup()), now = BEFORE) {
	const { result, rerender } = renderHook((at) => useTeamEditor(at.team, season, at.now), {
		initialProps: { team, now },
	});
	const getEditor = () => result.current;
	const findPlayerSlot = (id: number) => {
		const slot = findSlot(getEditor().lineup, id, RULES);
		if (!slot) throw new Error(`Player ${id} is not in the line-up`);
		return slot;
	};
	return {
		getEditor,
		setProps: (to: { team: typeof team; now: number }) => rerender(to),
		remove: (id: number) => act(() => getEditor().remove(findPlayerSlot(id))),
		add: (id: number) => act(() => getEditor().add(id, null)),
		undo: () => act(() => getEditor().undo?.()),
		redo: () => act(() => getEditor().redo?.()),
	};
}

const buildLineupWithDefender = (id: number): Lineup => {
	const team = buildLineup();
	return { ...team, field: { ...team.field, DEF: [...team.field.DEF.slice(0, -1), id] } };
};

test.each([
	["classic", buildTeam(0, null), null],
	["draft", { ...buildTeam(1, buildLineup()), startRoundId: 3 }, listPlayerIds(buildLineup())],
])("the captain of a %s team is chosen by its start round", (_, team, ownedIds) => {
	const squad = buildSquad((id) =>
		id === 6 ? { squadId: 1, stats: { projectedPoints: 99, estimate: 99 } } : { squadId: 3 },
	);
	const begun = buildSeason(squad, "playing", ["playing", "scheduled"]);
	const [first, second] = begun.rounds;
	const match = second?.matches[1];
	if (!first || !second || !match) throw new Error("The season has no second round");
	const next = { ...second, id: 3, status: "scheduled" as const, byeSquads: [1, 2, 5] };
	const matches = [{ ...match, id: 30, roundId: 3, startsAt: match.startsAt + 7 * DAY }];
	const rounds = [first, second, { ...next, matches }];
	const begunSeason = { ...begun, rounds };
	const { result } = renderHook(() => useTeamEditor(team, begunSeason, SATURDAY + 1, ownedIds));
	const { field, ...rest } = buildLineup();
	const lineup = { ...rest, field: { ...field, DEF: [0, 2, 3, 4, 5] }, captainId: 0, viceCaptainId: 0 };
	act(() => result.current.replaceWith(lineup));
	act(() => result.current.add(1, null));
	// Player 6 has a bye in round 3.
	expect(result.current.lineup).toMatchObject({ captainId: 1, viceCaptainId: 2 });
});

test("a locked player is not chosen as captain", () => {
	const page = open(buildTeam(1, buildLineup()), SATURDAY + 1);
	const { field, ...rest } = buildLineup();
	const lineup = { ...rest, field: { ...field, DEF: [1, 2, 0, 4, 5] }, captainId: 0 };
	act(() => page.getEditor().replaceWith(lineup));
	page.add(3);
	expect(page.getEditor().lineup).toMatchObject({ captainId: 3, viceCaptainId: 7 });
	expect(page.getEditor().candidate).not.toBeNull();
});

describe("undo and redo", () => {
	test("revert an autofill in one step, even after the team was saved", () => {
		const page = open(buildTeam(0, null));
		page.add(1);
		page.add(6);
		act(() => page.getEditor().replaceWith(buildLineup()));
		page.setProps({ team: buildTeam(1, buildLineup()), now: BEFORE });
		expect(page.getEditor()).toMatchObject({ isDirty: false, emptySlots: [] });
		page.undo();
		expect(page.getEditor().emptySlots).toHaveLength(19);
		expect(page.getEditor()).toMatchObject({ isDirty: true, candidate: null });
		page.redo();
		expect(page.getEditor().lineup).toEqual(buildLineup());
		expect(page.getEditor().isDirty).toBe(false);
	});

	test("revert clearing in one step", () => {
		const page = open();
		act(() => page.getEditor().clear());
		expect(page.getEditor().emptySlots).toHaveLength(21);
		page.undo();
		expect(page.getEditor().lineup).toEqual(buildLineup());
	});

	test("make the previous complete team a candidate for saving", () => {
		const page = open();
		page.remove(5);
		page.add(50);
		page.setProps({ team: buildTeam(2, buildLineupWithDefender(50)), now: BEFORE });
		expect(page.getEditor().candidate).toBeNull();
		page.undo();
		page.undo();
		expect(page.getEditor().candidate).toEqual(buildLineup());
	});

	test("skip steps that would move a player who has locked since", () => {
		const page = open();
		page.remove(1);
		page.add(1);
		page.remove(5);
		page.add(50);
		const team = buildTeam(2, buildLineupWithDefender(50));
		page.setProps({ team, now: SATURDAY + 1 });
		page.undo();
		expect(page.getEditor().lineup.field.DEF).toEqual([1, 2, 3, 4, 0]);
		page.undo();
		expect(page.getEditor().candidate).toEqual(buildLineup());
		page.undo();
		expect(page.getEditor().undo).toBeNull();
		expect(page.getEditor().lineup).toEqual(buildLineup());
		expect(page.getEditor().lockedChanges).toEqual([]);
		// With everyone locked, only the saved team can be reached.
		page.setProps({ team, now: SATURDAY + DAY + 1 });
		page.redo();
		expect(page.getEditor().lineup).toEqual(buildLineupWithDefender(50));
		expect(page.getEditor().undo).toBeNull();
	});

	test("do not go back past a team saved elsewhere", () => {
		const page = open();
		page.remove(5);
		page.add(50);
		page.setProps({ team: buildTeam(2, buildLineupWithDefender(51)), now: BEFORE });
		expect(page.getEditor().lineup.field.DEF).toContain(50);
		act(() => page.getEditor().replaceWithSaved(buildTeam(2, buildLineupWithDefender(51))));
		expect(page.getEditor().lineup.field.DEF).toContain(51);
		expect(page.getEditor().isDirty).toBe(false);
		page.undo();
		expect(page.getEditor().candidate).toEqual(buildLineupWithDefender(50));
		expect(page.getEditor().undo).toBeNull();

		const untouched = open();
		untouched.setProps({ team: buildTeam(2, buildLineupWithDefender(51)), now: BEFORE });
		expect(untouched.getEditor().lineup.field.DEF).toContain(51);
		expect(untouched.getEditor().undo).toBeNull();
	});
});

describe("changes replaced by a save from elsewhere", () => {
	/** Opens unsaved changes with defender 50 that a team saved elsewhere with 51 replaces; the page fetches that team last. */
	function openReplaced() {
		const page = open();
		page.remove(5);
		page.add(50);
		act(() => page.getEditor().replaceWithSaved(buildTeam(2, buildLineupWithDefender(51))));
		page.setProps({ team: buildTeam(2, buildLineupWithDefender(51)), now: BEFORE });
		expect(page.getEditor().lineup.field.DEF).toContain(51);
		return page;
	}

	test("is offered, and undo brings it back, even later", () => {
		const page = openReplaced();
		expect(page.getEditor().replacedChanges?.lineup).toEqual(buildLineupWithDefender(50));
		page.undo();
		expect(page.getEditor().candidate).toEqual(buildLineupWithDefender(50));
		expect(page.getEditor().replacedChanges).toBeNull();
	});

	test("is restored by one action, and gone once saved (D1.5.29)", () => {
		const page = openReplaced();
		act(() => page.getEditor().restoreReplaced());
		expect(page.getEditor()).toMatchObject({ candidate: buildLineupWithDefender(50), replacedChanges: null });
		const saved = buildTeam(3, buildLineupWithDefender(50));
		act(() => page.getEditor().setSaved(saved));
		page.setProps({ team: saved, now: BEFORE });
		expect(page.getEditor()).toMatchObject({ isDirty: false, replacedChanges: null });
	});

	test("can be discarded, and is not offered against locks", () => {
		const page = openReplaced();
		page.setProps({ team: buildTeam(2, buildLineupWithDefender(51)), now: SATURDAY + DAY + 1 });
		expect(page.getEditor().replacedChanges).toBeNull();
		page.setProps({ team: buildTeam(2, buildLineupWithDefender(51)), now: BEFORE });
		expect(page.getEditor().replacedChanges).not.toBeNull();
		act(() => page.getEditor().discardReplaced());
		expect(page.getEditor().replacedChanges).toBeNull();
	});

	test("is offered again after a reload (D1.5.29)", () => {
		storeUnsavedChanges(7, null, createEditedLineup(buildLineupWithDefender(50)));
		const page = open(buildTeam(2, buildLineupWithDefender(51)));
		expect(page.getEditor()).toMatchObject({ isDirty: false, isLoadedFromDevice: false });
		expect(page.getEditor().replacedChanges?.lineup).toEqual(buildLineupWithDefender(50));
		deleteUnsavedChanges(7);
	});

	test("is not offered if the team was unchanged here", () => {
		const page = open(buildTeam(0, null));
		act(() => page.getEditor().replaceWithSaved(buildTeam(1, buildLineup())));
		page.setProps({ team: buildTeam(1, buildLineup()), now: BEFORE });
		expect(page.getEditor()).toMatchObject({ isDirty: false, undo: null, replacedChanges: null });
	});
});

describe("emergencies", () => {
	test("include everyone on the bench of an unsaved team", () => {
		const page = open(buildTeam(0, null));
		for (let id = 1; id <= 5; id++) page.add(id);
		page.add(17);
		expect(page.getEditor().lineup.emergency).toEqual([17]);
	});

	test("stay with their slots when the team is cleared", () => {
		const page = open();
		act(() => page.getEditor().toggleEmergency(18));
		act(() => page.getEditor().clear());
		for (let id = 1; id <= 21; id++) page.add(id);
		expect(page.getEditor().lineup.emergency.toSorted()).toEqual([17, 19, 20]);
	});
});
