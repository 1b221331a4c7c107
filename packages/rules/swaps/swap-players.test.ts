import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { playerIds, toSlotIds } from "../lineup/slots.ts";
import { locksFor, nobodyLocked } from "../lockout/team-locks.ts";
import { aTeam, before, during, granted, namedBy, reasons } from "../testing/game.ts";
import { PLAIN_LINEUP, plainSeason } from "../testing/plain-team.ts";
import { aSeason } from "../testing/season-builder.ts";
import { aLegalLineup } from "../testing/team-arbitrary.ts";
import { availableSwaps, swapPairs, swapPlayers } from "./swap-players.ts";

const season = plainSeason({ 2: { squadId: 2 }, 8: { position: ["MID", "FWD"] }, 13: { position: ["FWD", "MID"] } });
const team = aTeam(PLAIN_LINEUP, season);
const open = before(season, 2);

describe("a swap", () => {
	test("exchanges field and bench; the emergency who goes on hands hers to the one who comes off", () => {
		const { lineup, bank } = granted(swapPlayers(team, [[1, 17]], open));
		expect(lineup.lineup.DEF[0]).toBe(17);
		expect(lineup.bench.DEF).toEqual([1]);
		expect(lineup.emergency).toEqual([1, 18, 19, 20]);
		expect(bank).toBe(team.bank);
	});

	test("leaves the armband with the place", () => {
		expect(granted(swapPlayers(team, [[6, 21]], open)).lineup).toMatchObject({ captainId: 21, utilityId: 6 });
		expect(granted(swapPlayers(team, [[8, 13]], open)).lineup).toMatchObject({ captainId: 6, viceCaptainId: 12 });
	});

	test("takes anyone to the utility, but back only whom the other place fits", () => {
		expect(reasons(swapPlayers(team, [[21, 7]], open))).toEqual([]);
		expect(swapPlayers(team, [[21, 1]], open)).toEqual({
			ok: false,
			violations: [{ code: "wrong-position", playerId: 21, line: "DEF" }],
		});
	});

	test("names everyone who does not fit, is locked or is not there", () => {
		expect(namedBy(swapPlayers(team, [[1, 12]], open), "wrong-position")).toEqual([1, 12]);
		expect(namedBy(swapPlayers(team, [[2, 17]], during(season, 2, 0)), "locked")).toEqual([2]);
		expect(reasons(swapPlayers(team, [[1, 99]], open))).toEqual(["not-in-team"]);
		expect(reasons(swapPlayers(team, [[1, 1]], open))).toEqual(["swap-with-herself"]);
		expect(reasons(swapPlayers(team, [[1, 17]], during(season, 1, 0)))).toEqual(["team-not-started"]);
	});
});

describe("a list of swaps", () => {
	test("is done one after the other", () => {
		const { lineup } = granted(
			swapPlayers(
				team,
				[
					[8, 13],
					[13, 21],
					[8, 20],
				],
				open,
			),
		);
		expect(toSlotIds(lineup, season.rules)[7]).toBe(21);
		expect(lineup).toMatchObject({ utilityId: 13, bench: { FWD: [8] } });
	});

	test("is done whole or not at all", () => {
		expect(
			namedBy(
				swapPlayers(
					team,
					[
						[1, 17],
						[2, 3],
					],
					during(season, 2, 0),
				),
				"locked",
			),
		).toEqual([2]);
	});
});

test("the swaps offered for a player are exactly those that would be allowed", () => {
	const any = aSeason();
	fc.assert(
		fc.property(aLegalLineup(any), fc.constantFrom(0, 1, 2), fc.nat(20), (lineup, match, place) => {
			const game = during(any, 1, match);
			const isLocked = locksFor(aTeam(lineup, any), game);
			const ids = playerIds(lineup);
			const id = ids[place] ?? 0;
			const allowed = ids.filter((other) => swapPairs(lineup, [[id, other]], game, isLocked).ok);
			expect(availableSwaps(lineup, id, game, isLocked)).toEqual(allowed);
			expect(availableSwaps(lineup, id, game, nobodyLocked)).toEqual(expect.arrayContaining(allowed));
		}),
	);
});
