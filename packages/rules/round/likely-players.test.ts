import { expect, test } from "vitest";
import type { PlayerStatus } from "../player.ts";
import type { Selection } from "../projections/forecast.ts";
import { findLikelyPlayers } from "./likely-players.ts";
import type { Round } from "./round.ts";

/** Squad 1 plays squad 2; squad 3 has a bye. */
const round: Round = {
	id: 4,
	status: "scheduled",
	matches: [{ id: 1, roundId: 4, homeSquadId: 1, awaySquadId: 2, startsAt: 0, status: "scheduled" }],
	byeSquads: [3],
};
const createPlayer = (
	id: number,
	squadId: number,
	status: PlayerStatus,
	lastPlayedRoundId: number | null = 3,
	selection: Selection = "unknown",
) => ({ id, squadId, availability: { selection, status }, lastPlayedRoundId });
const listLikely = (...players: ReturnType<typeof createPlayer>[]) => [...findLikelyPlayers(players, round)];

test("once a squad is named, named players are likely", () => {
	expect(
		listLikely(
			createPlayer(1, 1, "playing", null, "named"),
			createPlayer(2, 1, "emergency"),
			createPlayer(3, 1, "uncertain", 3, "left-out"),
			createPlayer(4, 1, "injured"),
		),
	).toEqual([1]);
});

test("before a squad is named, last match's players are likely", () => {
	const others = [
		createPlayer(2, 2, "uncertain", null),
		createPlayer(3, 2, "uncertain", 2),
		createPlayer(4, 2, "not-playing"),
	];
	expect(listLikely(createPlayer(1, 2, "uncertain"), ...others)).toEqual([1]);
});

test("a last match for another squad does not count", () => {
	const moved = { ...createPlayer(1, 1, "uncertain", 3), lastPlayedSquadId: 3 };
	expect(listLikely(moved, createPlayer(2, 1, "uncertain", 2))).toEqual([1, 2]);
	const before = { ...createPlayer(1, 1, "uncertain", 2), lastPlayedSquadId: 3 };
	expect(listLikely(before, createPlayer(2, 1, "uncertain", 3))).toEqual([2]);
});

test("before a squad's first match everyone available is likely to play", () => {
	expect(listLikely(createPlayer(1, 1, "uncertain", null), createPlayer(2, 1, "injured", null))).toEqual([1]);
});

test("a squad whose match is off has no likely players", () => {
	const [match] = round.matches;
	if (!match) throw new Error("no match");
	const calledOff = { ...round, matches: [{ ...match, isAbandoned: true }] };
	const candidates = [createPlayer(1, 1, "playing", null, "named")];
	expect([...findLikelyPlayers(candidates, calledOff)]).toEqual([]);
	const double = { ...round, matches: [...calledOff.matches, { ...match, id: 2 }] };
	expect([...findLikelyPlayers(candidates, double)]).toEqual([1]);
});

test("a squad with a bye has no likely players", () => {
	expect(listLikely(createPlayer(1, 3, "playing"))).toEqual([]);
});
