import { describe, expect, test } from "vitest";
import { buildDraftBoard, buildLogEntry } from "../../../../../../testing/web/draft-fakes.ts";
import { buildRoomModel, findUndoable, listSeats, mergeBoard } from "./draft-room.ts";

describe("changes of a board", () => {
	test("replace the picks of their numbers", () => {
		const shown = buildDraftBoard({ made: [4] });
		const after = buildDraftBoard({ made: [4, 5] });
		const changes = {
			...after,
			isWhole: false,
			completedPicks: after.completedPicks.slice(1),
			futurePicks: [],
			log: [...shown.log.slice(-1), buildLogEntry(3, { action: "pick", overallPick: 2, playerId: 5 })],
		};
		const merged = mergeBoard(shown, changes);
		expect(merged.version).toBe(12);
		expect(merged.completedPicks.map(({ playerId }) => playerId)).toEqual([4, 5]);
		expect(merged.futurePicks.map(({ overallPick }) => overallPick).slice(0, 2)).toEqual([3, 4]);
		expect(merged.log.map(({ id }) => id)).toEqual([1, 2, 3]);
	});

	test("take a pick back after an undo", () => {
		const shown = buildDraftBoard({ made: [4, 5] });
		const changes = { ...shown, version: 13, isWhole: false, completedPicks: [], log: [] };
		const undone = { ...changes, futurePicks: buildDraftBoard({ made: [4] }).futurePicks.slice(0, 1) };
		const merged = mergeBoard(shown, undone);
		expect(merged.completedPicks.map(({ overallPick }) => overallPick)).toEqual([1]);
		expect(merged.futurePicks[0]?.overallPick).toBe(2);
	});

	test("an older answer is ignored", () => {
		const shown = buildDraftBoard({ made: [4, 5] });
		expect(mergeBoard(shown, { ...buildDraftBoard({ made: [4] }), isWhole: false })).toBe(shown);
	});
});

describe("the room", () => {
	test("knows whose turn it is and how many picks are before mine", () => {
		const { active, picksUntil, isOwnTurn } = buildRoomModel(buildDraftBoard({ made: [1, 2] }), 11);
		expect([active?.overall, active?.teamId, picksUntil, isOwnTurn]).toEqual([3, 13, 5, false]);
		const own = buildRoomModel(buildDraftBoard({ made: [1, 2, 3, 4, 5, 6, 7] }), 11);
		expect([own.active?.overall, own.picksUntil, own.isOwnTurn]).toEqual([8, 0, true]);
		expect(buildRoomModel(buildDraftBoard(), null).picksUntil).toBeNull();
	});

	test("gives every team a colour of its own", () => {
		const [first, second, ...others] = buildDraftBoard({ own: { colour: "navy" } }).seats;
		if (!first || !second) throw new Error("The board has no teams");
		expect(listSeats([second, first, ...others]).map(({ shownColour }) => shownColour)).toEqual([
			"ochre",
			"navy",
			"crimson",
			"emerald",
		]);
	});

	test("knows what an undo takes back", () => {
		const log = [
			buildLogEntry(1, { action: "started" }),
			buildLogEntry(2, { action: "pick", overallPick: 1 }),
			buildLogEntry(3, { action: "exchanged", overallPick: 2, otherOverallPick: 3 }),
			buildLogEntry(4, { action: "paused" }),
		];
		expect(findUndoable(log)?.id).toBe(3);
		const undone = [...log, buildLogEntry(5, { action: "undone", undone: "exchanged" })];
		expect(findUndoable(undone)?.id).toBe(2);
		expect(findUndoable([...undone, buildLogEntry(6, { action: "undone", undone: "pick" })])).toBeNull();
		expect(
			findUndoable([...log, buildLogEntry(5, { action: "reset" }), buildLogEntry(6, { action: "started" })]),
		).toBeNull();
	});
});
