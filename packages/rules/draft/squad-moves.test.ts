import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlayerId, TeamId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { buildLineupFromIds, listPlayerIds, listSlotIds, listSlots } from "../lineup/slots.ts";
import { LINES, type Line } from "../player.ts";
import { countPlaced, type DraftPlayer } from "./complete-squads.ts";
import { placeIncoming } from "./place-incoming.ts";
import { placeSquad } from "./place-squad.ts";
import { applyMoves, listSquad, type MovesContext, type PlayerMove, type Squads } from "./squad-moves.ts";
import { getSquadSize, type SquadRules } from "./squad-rules.ts";

/** Two defenders, a midfielder and a forward on field, a midfielder on the bench, and a utility that scores. */
const rules: SquadRules = {
	field: { DEF: 2, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 3, MID: 3, RUC: 1, FWD: 2 },
};
const positions = new Map<PlayerId, readonly Line[]>([
	[1, ["DEF"]],
	[2, ["DEF"]],
	[3, ["MID"]],
	[4, ["FWD"]],
	[5, ["MID"]],
	[6, ["DEF", "FWD"]],
	[11, ["DEF"]],
	[12, ["MID"]],
	[13, ["FWD"]],
	[14, ["RUC"]],
]);
const getPlayer = (id: PlayerId): DraftPlayer | undefined => {
	const position = positions.get(id);
	return position && { id, position };
};
const buildContext = (...locked: PlayerId[]): MovesContext => ({
	rules,
	getPlayer,
	isLocked: (id) => locked.includes(id),
});
const roles = { captainId: 3, viceCaptainId: 4, emergency: [5] };
const build = (ids: readonly PlayerId[]): Lineup => buildLineupFromIds(ids, rules, roles);
/** Defenders 1 and 2, midfielder 3, forward 4, midfielder 5 on the bench, and 6 as utility. */
const full = build([1, 2, 3, 4, 5, 6]);
const squads: Squads = {
	owners: new Map([1, 2, 3, 4, 5, 6].map((id) => [id, 7])),
	injured: new Map(),
	lineups: new Map([[7, full]]),
};
const add = (playerId: PlayerId, teamId: TeamId = 7): PlayerMove => ({ playerId, fromTeamId: null, toTeamId: teamId });
const drop = (playerId: PlayerId, teamId: TeamId = 7): PlayerMove => ({ playerId, fromTeamId: teamId, toTeamId: null });
const apply = (moves: readonly PlayerMove[], context = buildContext(), state = squads) =>
	applyMoves(state, { moves }, context);
const getProblem = (result: ReturnType<typeof apply>) => (result.ok ? null : result.problem);
const getSlots = (result: ReturnType<typeof apply>) => {
	const lineup = result.ok ? result.squads.lineups.get(7) : undefined;
	return (
		lineup && {
			ids: listSlotIds(lineup, rules),
			captains: [lineup.captainId, lineup.viceCaptainId],
			emergency: lineup.emergency,
		}
	);
};

describe("who comes into a line-up [D2.9.400]", () => {
	test("takes the slot and mark of who leaves if she fits", () => {
		expect(getSlots(apply([add(12), drop(3)]))).toEqual({
			ids: [1, 2, 12, 4, 5, 6],
			captains: [12, 4],
			emergency: [5],
		});
		expect(getSlots(apply([drop(5), add(12)]))).toEqual({
			ids: [1, 2, 3, 4, 12, 6],
			captains: [3, 4],
			emergency: [12],
		});
	});

	test("makes room by moving unlocked players", () => {
		// The forward leaves; 6, a defender or forward, goes to her slot so that the ruck can be utility.
		expect(getSlots(apply([add(14), drop(4)]))?.ids).toEqual([1, 2, 3, 6, 5, 14]);
		expect(getProblem(apply([add(14), drop(4)], buildContext(6)))).toEqual({ code: "lineup-locked", teamId: 7 });
	});

	test("leaves an empty slot and passes the captaincy to the vice captain", () => {
		expect(getSlots(apply([drop(3)]))).toEqual({ ids: [1, 2, 0, 4, 5, 6], captains: [4, 0], emergency: [5] });
		// A locked vice captain stays what she is.
		expect(getSlots(apply([drop(3)], buildContext(4)))?.captains).toEqual([0, 4]);
		const lineup = placeIncoming(
			build([1, 2, 0, 4, 5, 6]),
			{ outgoing: [], incoming: [{ id: 12, position: ["MID"] }] },
			{ ...buildContext(), shape: rules },
		);
		expect(lineup && listSlotIds(lineup, rules)).toEqual([1, 2, 12, 4, 5, 6]);
	});
});

describe("a change of squads [D2.9.401]", () => {
	test("is refused for who is owned elsewhere, locked or unknown", () => {
		expect(getProblem(apply([add(1), drop(2)]))).toEqual({ code: "player-moved", playerId: 1, teamId: 7 });
		expect(getProblem(apply([add(12), drop(13)]))).toEqual({ code: "player-moved", playerId: 13, teamId: null });
		expect(getProblem(apply([add(99), drop(1)]))).toEqual({ code: "player-unknown", playerId: 99 });
		expect(getProblem(apply([add(11), drop(1)], buildContext(1)))).toEqual({ code: "player-locked", playerId: 1 });
		expect(getProblem(apply([add(11), drop(1)], buildContext(11)))).toEqual({ code: "player-locked", playerId: 11 });
	});

	test("is refused if the squad or a position is full", () => {
		expect(getProblem(apply([add(11)]))).toEqual({ code: "squad-full", teamId: 7, most: 6 });
		expect(getProblem(apply([add(14), add(13), drop(6), drop(3)]))).toEqual({ code: "position-full", teamId: 7 });
		expect(apply([drop(6)]).ok).toBe(true);
	});

	test("needs no place for the player in the injured place", () => {
		const injured = applyMoves(squads, { moves: [add(12)], injured: [{ teamId: 7, playerId: 3 }] }, buildContext());
		expect(getSlots(injured)).toEqual({ ids: [1, 2, 12, 4, 5, 6], captains: [12, 4], emergency: [5] });
		if (!injured.ok) throw new Error("The injured place was refused");
		expect(listSquad(injured.squads, 7)).toEqual([1, 2, 3, 4, 5, 6, 12]);
		const takeBack = (moves: readonly PlayerMove[], context = buildContext()) =>
			applyMoves(injured.squads, { moves, injured: [{ teamId: 7, playerId: null }] }, context);
		expect(getProblem(takeBack([]))).toEqual({ code: "squad-full", teamId: 7, most: 6 });
		expect(getProblem(takeBack([drop(12)], buildContext(3)))).toEqual({ code: "player-locked", playerId: 3 });
		expect(getSlots(takeBack([drop(12)]))?.ids).toEqual([1, 2, 3, 4, 5, 6]);
		const dropped = apply([drop(3)], buildContext(), injured.squads);
		expect(dropped.ok && [...dropped.squads.injured]).toEqual([]);
	});

	test("keeps every owned player in one slot after any sequence", () => {
		const line = fc.subarray([...LINES], { minLength: 1, maxLength: 2 });
		fc.assert(
			fc.property(
				fc.array(line, { minLength: 24, maxLength: 24 }),
				fc.array(fc.nat(), { maxLength: 60 }),
				(all, steps) => {
					const players = all.map((position, index): DraftPlayer => ({ id: index + 1, position }));
					const find = (id: PlayerId) => players[id - 1];
					let state: Squads = {
						owners: new Map(),
						injured: new Map(),
						lineups: new Map([1, 2].map((id) => [id, build(placeSquad([], rules))])),
					};
					for (const step of steps) {
						const playerId = (step % 24) + 1;
						const fromTeamId = state.owners.get(playerId) ?? null;
						const toTeamId = [null, 1, 2][Math.floor(step / 24) % 3] ?? null;
						if (toTeamId === fromTeamId) continue;
						const locked = Math.floor(step / 72) % 24;
						const result = applyMoves(
							state,
							{ moves: [{ playerId, fromTeamId, toTeamId }] },
							{ rules, getPlayer: find, isLocked: (id) => id === locked },
						);
						if (result.ok) state = result.squads;
						for (const teamId of [1, 2]) {
							const lineup = state.lineups.get(teamId) ?? full;
							const owned = listSquad(state, teamId);
							expect(listPlayerIds(lineup).toSorted()).toEqual(owned.toSorted());
							expect(owned.length).toBeLessThanOrEqual(getSquadSize(rules));
							expect(
								countPlaced(
									owned.flatMap((id) => find(id) ?? []),
									rules,
								),
							).toBe(owned.length);
							listSlotIds(lineup, rules).forEach((id, index) => {
								const slotLine = listSlots(rules)[index]?.line ?? null;
								if (id !== 0 && slotLine !== null) expect(find(id)?.position).toContain(slotLine);
							});
						}
					}
				},
			),
		);
	});
});
