import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	buildContextBefore,
	buildContextDuring,
	buildTeam,
	expectAccepted,
	listViolatingPlayers,
	listViolationCodes,
} from "../../../testing/rules/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { buildSeason } from "../../../testing/rules/season-builder.ts";
import { arbitraryLegalLineup } from "../../../testing/rules/team-arbitrary.ts";
import { listPlayerIds, listSlotIds } from "../lineup/slots.ts";
import { createLockCheck, isNeverLocked } from "../lockout/locked-players.ts";
import { applySwaps, findAvailableSwaps, swapPlayers } from "./swap-players.ts";

const season = buildPlainSeason({
	2: { squadId: 2 },
	8: { position: ["MID", "FWD"] },
	13: { position: ["FWD", "MID"] },
});
const team = buildTeam(PLAIN_LINEUP, season);
/** The team has started and no player is locked. */
const open = buildContextBefore(season, 2);

describe("a swap", () => {
	test("exchanges field and bench, and the role as emergency", () => {
		const { lineup, bank } = expectAccepted(swapPlayers(team, [[1, 17]], open));
		expect(lineup.field.DEF[0]).toBe(17);
		expect(lineup.bench.DEF).toEqual([1]);
		expect(lineup.emergency).toEqual([1, 18, 19, 20]);
		expect(bank).toBe(team.bank);
	});

	test("leaves the captaincy with the slot", () => {
		expect(expectAccepted(swapPlayers(team, [[6, 21]], open)).lineup).toMatchObject({ captainId: 21, utilityId: 6 });
		expect(expectAccepted(swapPlayers(team, [[8, 13]], open)).lineup).toMatchObject({
			captainId: 6,
			viceCaptainId: 12,
		});
	});

	test("moves anyone to the utility, and her where fitting", () => {
		expect(listViolationCodes(swapPlayers(team, [[21, 7]], open))).toEqual([]);
		expect(swapPlayers(team, [[21, 1]], open)).toEqual({
			ok: false,
			violations: [{ code: "wrong-position", playerId: 21, line: "DEF" }],
		});
	});

	test("names every player who does not fit or is locked", () => {
		expect(listViolatingPlayers(swapPlayers(team, [[1, 12]], open), "wrong-position")).toEqual([1, 12]);
		expect(listViolatingPlayers(swapPlayers(team, [[2, 17]], buildContextDuring(season, 2, 0)), "locked")).toEqual([2]);
		expect(listViolationCodes(swapPlayers(team, [[1, 99]], open))).toEqual(["not-in-team"]);
		expect(listViolationCodes(swapPlayers(team, [[1, 1]], open))).toEqual(["swap-with-herself"]);
		expect(listViolationCodes(swapPlayers(team, [[1, 17]], buildContextDuring(season, 1, 0)))).toEqual([
			"team-not-started",
		]);
	});
});

describe("a list of swaps", () => {
	test("is applied in its order, swap by swap", () => {
		const { lineup } = expectAccepted(
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
		expect(listSlotIds(lineup, season.rules)[7]).toBe(21);
		expect(lineup).toMatchObject({ utilityId: 13, bench: { FWD: [8] } });
	});

	test("is applied completely or not at all", () => {
		expect(
			listViolatingPlayers(
				swapPlayers(
					team,
					[
						[1, 17],
						[2, 3],
					],
					buildContextDuring(season, 2, 0),
				),
				"locked",
			),
		).toEqual([2]);
	});
});

test("the swaps offered for a player are exactly the legal ones", () => {
	const small = buildSeason();
	fc.assert(
		fc.property(arbitraryLegalLineup(small), fc.constantFrom(0, 1, 2), fc.nat(20), (lineup, match, index) => {
			const context = buildContextDuring(small, 1, match);
			const isLocked = createLockCheck(buildTeam(lineup, small), context);
			const ids = listPlayerIds(lineup);
			const id = ids[index] ?? 0;
			const allowed = ids.filter((other) => applySwaps(lineup, [[id, other]], context, isLocked).ok);
			expect(findAvailableSwaps(lineup, id, context, isLocked)).toEqual(allowed);
			expect(findAvailableSwaps(lineup, id, context, isNeverLocked)).toEqual(expect.arrayContaining(allowed));
		}),
	);
});
