import { describe, expect, test } from "vitest";
import { findFitPlayerInInjuredPlace, isOutInjured } from "./injured-place.ts";
import { listProtectedPlayers } from "./player-values.ts";
import {
	checkUndo,
	countNeededVotes,
	listReverseInjured,
	listReverseMoves,
	type UndoableChange,
} from "./undo-change.ts";

const buildMatch = (startsAt: number) => ({
	id: startsAt,
	roundId: 1,
	homeSquadId: 1,
	awaySquadId: 2,
	startsAt,
	status: "scheduled" as const,
});
const buildRound = (id: number, ...starts: number[]) => ({
	id,
	status: "scheduled" as const,
	matches: starts.map(buildMatch),
	byeSquads: [],
});
const rounds = [buildRound(1, 100, 200), buildRound(2, 300, 400)];
const add = (playerId: number, teamId: number) => ({ playerId, fromTeamId: null, toTeamId: teamId });
const buildChange = (fields: Partial<UndoableChange>): UndoableChange => ({
	id: 8,
	kind: "free-agent",
	teamId: 1,
	at: 210,
	isUndone: false,
	moves: [{ playerId: 11, fromTeamId: 1, toTeamId: null }, add(12, 1)],
	injuredPlayerId: null,
	...fields,
});
const check = (change: UndoableChange, now = 250, later: UndoableChange[] = []) =>
	checkUndo(change, later, { rounds, startRoundId: 1, lastFormerId: 7, now });

describe("an undo of a change of squads", () => {
	test("is allowed until the next match starts [D2.9.475]", () => {
		expect(check(buildChange({}), 299)).toBeNull();
		expect(check(buildChange({}), 300)).toEqual({ code: "after-lock" });
		// Before the league's first round nobody locks.
		const before = { rounds, startRoundId: 2, lastFormerId: 0, now: 250 };
		expect(checkUndo(buildChange({ at: 50 }), [], before)).toBeNull();
		expect(checkUndo(buildChange({ at: 450 }), [], { ...before, now: 900 })).toBeNull();
	});

	test("is refused once a player concerned has moved again [D2.9.475]", () => {
		const drop = buildChange({ kind: "drop", at: 220, moves: [{ playerId: 12, fromTeamId: 1, toTeamId: null }] });
		expect(check(buildChange({}), 250, [drop])).toEqual({ code: "moved-again", playerId: 12 });
		const undo = buildChange({ kind: "undo", at: 230, moves: [add(12, 1)] });
		expect(check(buildChange({}), 250, [{ ...drop, isUndone: true }, undo])).toBeNull();
		expect(check(buildChange({}), 250, [buildChange({ teamId: 2, moves: [add(13, 2)] })])).toBeNull();
		const injured = buildChange({ kind: "injured", moves: [], injuredPlayerId: 12 });
		expect(check(buildChange({}), 250, [injured])).toEqual({ code: "moved-again", playerId: 12 });
	});

	test("happens once, and is not undone itself", () => {
		expect(check(buildChange({ isUndone: true }))).toEqual({ code: "undone-already" });
		expect(check(buildChange({ kind: "undo" }))).toEqual({ code: "not-undoable" });
	});

	test("is refused for a change of a draft that was reset", () => {
		expect(check(buildChange({ id: 7 }))).toEqual({ code: "not-undoable" });
		expect(check(buildChange({ id: 8 }))).toBeNull();
	});

	test("is refused while another player is in the injured place [D2.9.475]", () => {
		const back = buildChange({ kind: "back", moves: [], injuredPlayerId: 11 });
		const later = buildChange({ kind: "injured", moves: [], injuredPlayerId: 13, at: 220 });
		expect(check(back, 250, [later])).toEqual({ code: "moved-again", playerId: 13 });
		expect(check(back, 250, [{ ...later, teamId: 2 }])).toBeNull();
	});

	test("takes moves back in the opposite order, and injured places", () => {
		expect(listReverseMoves(buildChange({}))).toEqual([
			{ playerId: 12, fromTeamId: 1, toTeamId: null },
			{ playerId: 11, fromTeamId: null, toTeamId: 1 },
		]);
		const injured = buildChange({ kind: "injured", moves: [], injuredPlayerId: 11 });
		expect(listReverseInjured(injured)).toEqual([{ teamId: 1, playerId: null }]);
		expect(listReverseInjured({ ...injured, kind: "back" })).toEqual([{ teamId: 1, playerId: 11 }]);
		expect(listReverseInjured(buildChange({}))).toEqual([]);
	});

	test("of one's own change needs half of the others [D2.9.476]", () => {
		expect([1, 3, 4, 9, 13].map(countNeededVotes)).toEqual([1, 2, 2, 5, 7]);
	});
});

test("only the injured take the injured place, the fit block it [D2.9.470]", () => {
	const statuses = ["playing", "emergency", "injured", "not-playing", "uncertain"] as const;
	expect(statuses.filter(isOutInjured)).toEqual(["injured"]);
	expect(statuses.map((status) => findFitPlayerInInjuredPlace(7, () => status))).toEqual([7, 7, null, 7, 7]);
	expect(findFitPlayerInInjuredPlace(undefined, () => "playing")).toBeNull();
});

test("two players a team are protected, the best by projection [D2.9.474]", () => {
	const position = ["MID" as const];
	const players = [3, 9, 9, 5, 7, 1, 8, 2, 6].map((points, index) => ({ id: index + 1, position, points }));
	expect([...listProtectedPlayers(players, 2)]).toEqual([2, 3, 7, 5]);
	expect([...listProtectedPlayers(players.slice(0, 3), 2)]).toEqual([2, 3, 1]);
});
