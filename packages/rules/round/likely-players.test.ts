import { expect, test } from "vitest";
import type { PlayerStatus } from "../player.ts";
import { findLikelyPlayers } from "./likely-players.ts";
import type { Round } from "./round.ts";

/** Squad 1 plays squad 2; squad 3 has a bye. */
const round: Round = {
	id: 4,
	status: "scheduled",
	matches: [{ id: 1, roundId: 4, homeSquadId: 1, awaySquadId: 2, startsAt: 0, status: "scheduled" }],
	byeSquads: [3],
};
const player = (id: number, squadId: number, status: PlayerStatus, hasPlayed = true) => ({
	id,
	squadId,
	status,
	hasPlayed,
});
const find = (...players: ReturnType<typeof player>[]) => [...findLikelyPlayers(players, round)];

test("once a squad's team is out, its named players are likely to play, and emergencies are not", () => {
	expect(
		find(player(1, 1, "playing", false), player(2, 1, "emergency"), player(3, 1, "uncertain"), player(4, 1, "injured")),
	).toEqual([1]);
});

test("before that, available players who have played this season are", () => {
	expect(find(player(1, 2, "uncertain"), player(2, 2, "uncertain", false), player(3, 2, "not-playing"))).toEqual([1]);
});

test("before a squad's first match everyone available is", () => {
	expect(find(player(1, 1, "uncertain", false), player(2, 1, "injured", false))).toEqual([1]);
});

test("a squad with a bye has nobody", () => {
	expect(find(player(1, 3, "playing"))).toEqual([]);
});
