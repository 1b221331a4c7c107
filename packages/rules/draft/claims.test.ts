import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlayerId, TeamId } from "../ids.ts";
import { buildLineupFromIds, listPlayerIds } from "../lineup/slots.ts";
import { LINES } from "../player.ts";
import { type Claim, type ClaimsSituation, runClaims } from "./claims.ts";
import { placeSquad } from "./place-squad.ts";
import { listSquad, type Squads } from "./squad-moves.ts";
import { getSquadSize, type SquadRules } from "./squad-rules.ts";

/** One player of each line and a utility: five places. */
const rules: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 1, FWD: 1 },
	bench: { DEF: 0, MID: 0, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 2, MID: 2, RUC: 1, FWD: 2 },
};
/** Positions go round the lines: 1 is a defender, 2 a midfielder, 3 a ruck, 4 a forward, 5 a defender and so on. */
const getPlayer = (id: PlayerId) =>
	id > 0 && id <= 60 ? { id, position: [LINES[(id - 1) % 4] ?? "DEF"], points: 0 } : undefined;

/** Team 1 has players 1 to 4 and 5, team 2 has 9 to 13, team 3 has 17 to 21; others are unowned. */
function buildSquads(teams = 3): Squads {
	const owners = new Map<PlayerId, TeamId>();
	for (let team = 0; team < teams; team++)
		for (const offset of [1, 2, 3, 4, 5]) owners.set(team * 8 + offset, team + 1);
	const lineups = Array.from({ length: teams }, (_, index) => {
		const players = listSquad({ owners }, index + 1).flatMap((id) => getPlayer(id) ?? []);
		return [index + 1, buildLineupFromIds(placeSquad(players, rules), rules)] as const;
	});
	return { owners, injured: new Map(), lineups: new Map(lineups) };
}

const situation = (changes: Partial<ClaimsSituation> = {}): ClaimsSituation => ({
	squads: buildSquads(),
	context: { rules, getPlayer, isLocked: () => false },
	waiverOrder: [1, 2, 3],
	budgets: null,
	checkPlayer: () => null,
	getStatus: () => "injured" as const,
	checkDrop: () => null,
	...changes,
});

/** A claim of a team by its place in the team's list. */
const claim = (teamId: TeamId, rank: number, playerId: PlayerId, changes: Partial<Claim> = {}): Claim => ({
	id: `${teamId}-${rank}`,
	teamId,
	playerId,
	dropId: null,
	bid: 0,
	group: null,
	ownPriority: rank,
	...changes,
});
const summarise = (claims: readonly Claim[], given: ClaimsSituation) =>
	runClaims(claims, given).decisions.map(({ claim: { id }, reason }) => `${id} ${reason?.code ?? "won"}`);

test("a fit player in the injured place blocks her team's claims [D2.9.471]", () => {
	const squads = { ...buildSquads(), injured: new Map([[1, 1]]) };
	const fit = situation({ squads, getStatus: () => "playing" });
	// She is the defender 1, in whose place another defender fits.
	const claims = [claim(1, 1, 25), claim(1, 2, 29, { dropId: 1 })];
	expect(summarise(claims, fit)).toEqual(["1-1 injured-place", "1-2 won"]);
	expect(summarise([claim(1, 1, 25)], situation({ squads }))).toEqual(["1-1 won"]);
});

describe("a waiver run [D2.9.404]", () => {
	test("tries the best team's first claim and puts a winner last", () => {
		const claims = [
			claim(1, 1, 29, { dropId: 1 }),
			claim(1, 2, 33, { dropId: 5 }),
			claim(2, 1, 29, { dropId: 9 }),
			claim(2, 2, 33, { dropId: 9 }),
			claim(3, 1, 33, { dropId: 17 }),
		];
		const result = runClaims(claims, situation());
		expect(result.decisions.map(({ claim: { id }, reason }) => [id, reason?.code ?? "won"])).toEqual([
			["1-1", "won"],
			["2-1", "player-taken"],
			["2-2", "won"],
			["3-1", "player-taken"],
			["1-2", "player-taken"],
		]);
		expect(result.waiverOrder).toEqual([3, 1, 2]);
		expect(result.squads.owners.get(29)).toBe(1);
		expect(result.squads.owners.has(1)).toBe(false);
		// Who got her and why: team 1 was first when it won her, team 2 second.
		expect(result.decisions[1]?.reason).toEqual({ code: "player-taken", teamId: 1, bid: null, rank: 2, teamRank: 1 });
	});

	test("executes one claim of a group", () => {
		const claims = [
			claim(1, 1, 9, { group: 1, dropId: 1 }),
			claim(1, 2, 29, { group: 1, dropId: 1 }),
			claim(1, 3, 33, { group: 1, dropId: 5 }),
			claim(1, 4, 37, { dropId: 5 }),
		];
		expect(summarise(claims, situation())).toEqual(["1-1 player-taken", "1-2 won", "1-3 group-done", "1-4 won"]);
	});

	test("gives the highest bid, and equal ones by priority", () => {
		const budgets = new Map([1, 2, 3].map((id) => [id, 50]));
		const claims = [
			claim(1, 1, 29, { bid: 10, dropId: 1 }),
			claim(1, 2, 33, { bid: 45, dropId: 5 }),
			claim(2, 1, 29, { bid: 10, dropId: 9 }),
			claim(3, 1, 33, { bid: 40, dropId: 17 }),
			claim(3, 2, 37, { bid: 0, dropId: 17 }),
		];
		const result = runClaims(claims, situation({ budgets }));
		expect(result.decisions.map(({ claim: { id }, reason }) => [id, reason?.code ?? "won"])).toEqual([
			["1-2", "won"],
			["3-1", "player-taken"],
			// Team 1 has moved behind team 2 by its first claim.
			["2-1", "won"],
			["1-1", "player-taken"],
			["3-2", "won"],
		]);
		expect(result.decisions[1]?.reason).toMatchObject({ teamId: 1, bid: 45 });
		expect([...(result.budgets ?? [])]).toEqual([
			[1, 5],
			[2, 40],
			[3, 50],
		]);
		const tooMuch = [claim(1, 1, 29, { bid: 30, dropId: 1 }), claim(1, 2, 33, { bid: 30, dropId: 5 })];
		expect(summarise(tooMuch, situation({ budgets }))).toEqual(["1-1 won", "1-2 over-budget"]);
	});

	test("explains a claim that an earlier one of the run has decided [D2.9.615]", () => {
		const claims = [
			claim(1, 1, 29, { dropId: 1 }),
			claim(1, 2, 29, { dropId: 5 }),
			claim(2, 1, 1, { dropId: 9 }),
			claim(1, 3, 33, { dropId: 1 }),
		];
		const reasons = runClaims(claims, situation()).decisions.map(
			({ reason }) => reason && [reason.code, reason.teamId],
		);
		expect(reasons).toEqual([null, ["dropped-in-run", 1], ["already-won", null], ["drop-used", null]]);
	});

	test("gives nobody a player whom another team won and dropped [D2.9.615]", () => {
		const claims = [
			claim(1, 1, 29, { dropId: 1, bid: 5 }),
			claim(1, 2, 33, { dropId: 29, bid: 4 }),
			claim(2, 1, 29, { dropId: 9, bid: 3 }),
		];
		const budgets = new Map([1, 2, 3].map((teamId) => [teamId, 9]));
		const { decisions } = runClaims(claims, situation({ budgets }));
		expect(decisions.map(({ reason }) => reason && [reason.code, reason.teamId])).toEqual([
			null,
			null,
			["dropped-in-run", 1],
		]);
	});

	test("leaves the room that an accepted trade needs [D2.9.616]", () => {
		const squads = buildSquads();
		const owners = new Map([...squads.owners].filter(([id]) => id !== 5));
		const acceptedTrades = [[{ playerId: 9, fromTeamId: 2, toTeamId: 1 }]];
		const context = { rules, getPlayer, isLocked: () => false, acceptedTrades };
		const given = situation({ squads: { ...squads, owners }, context });
		// Her team would have six players for five places once it gets player 9.
		expect(summarise([claim(1, 1, 29), claim(1, 2, 29, { dropId: 1 })], given)).toEqual([
			"1-1 room-reserved",
			"1-2 won",
		]);
	});

	test("checks everything again when a claim is tried", () => {
		const locked = situation({ context: { rules, getPlayer, isLocked: (id) => id === 29 || id === 1 } });
		expect(summarise([claim(1, 1, 29, { dropId: 5 }), claim(1, 2, 33, { dropId: 1 })], locked)).toEqual([
			"1-1 player-locked",
			"1-2 drop-locked",
		]);
		expect(summarise([claim(1, 1, 99, { dropId: 1 }), claim(1, 2, 29)], situation())).toEqual([
			"1-1 player-gone",
			"1-2 squad-full",
		]);
		const claims = [
			claim(1, 1, 31, { dropId: 1 }),
			claim(1, 2, 29, { dropId: 1 }),
			claim(1, 3, 33, { dropId: 1 }),
			claim(2, 1, 1, { dropId: 9 }),
		];
		// Two rucks are one too many; player 1 is dropped in this run, so nobody gets her before the next.
		expect(summarise(claims, situation())).toEqual([
			"1-1 position-full",
			"1-2 won",
			"2-1 dropped-in-run",
			"1-3 drop-used",
		]);
		const barred = situation({
			checkPlayer: (id, teamId) => (id === 29 && teamId === 1 ? "dropped-by-you" : null),
			checkDrop: (id) => (id === 5 ? "drop-reserved" : null),
		});
		expect(summarise([claim(1, 1, 29, { dropId: 1 }), claim(1, 2, 33, { dropId: 5 })], barred)).toEqual([
			"1-1 dropped-by-you",
			"1-2 drop-reserved",
		]);
	});

	const claimsArbitrary = fc
		.uniqueArray(
			fc.record({
				teamId: fc.integer({ min: 1, max: 4 }),
				ownPriority: fc.integer({ min: 1, max: 8 }),
				playerId: fc.integer({ min: 1, max: 60 }),
				dropId: fc.option(fc.integer({ min: 1, max: 60 })),
				bid: fc.integer({ min: 0, max: 60 }),
				group: fc.option(fc.integer({ min: 1, max: 2 })),
			}),
			{ selector: ({ teamId, ownPriority }) => `${teamId}-${ownPriority}`, maxLength: 24 },
		)
		.map((list) => list.map((fields) => ({ ...fields, id: `${fields.teamId}-${fields.ownPriority}` })));

	test("keeps ownership, sizes and budgets whatever is claimed", () => {
		fc.assert(
			fc.property(claimsArbitrary, fc.boolean(), (claims, hasBids) => {
				const budgets = hasBids ? new Map([1, 2, 3, 4].map((id) => [id, 60])) : null;
				const given = situation({ squads: buildSquads(4), waiverOrder: [3, 1, 4, 2], budgets });
				const result = runClaims(claims, given);
				expect(result.decisions).toHaveLength(claims.length);
				expect(result.waiverOrder.toSorted()).toEqual([1, 2, 3, 4]);
				for (const left of result.budgets?.values() ?? []) expect(left).toBeGreaterThanOrEqual(0);
				const moves = result.decisions.flatMap((decision) => decision.moves);
				const replayed = new Map(given.squads.owners);
				for (const { playerId, fromTeamId, toTeamId } of moves) {
					expect(replayed.get(playerId) ?? null).toBe(fromTeamId);
					if (toTeamId === null) replayed.delete(playerId);
					else replayed.set(playerId, toTeamId);
				}
				expect([...replayed].toSorted()).toEqual([...result.squads.owners].toSorted());
				for (const teamId of [1, 2, 3, 4]) {
					const squad = listSquad(result.squads, teamId);
					expect(squad.length).toBeLessThanOrEqual(getSquadSize(rules));
					const lineup = result.squads.lineups.get(teamId);
					expect(lineup && listPlayerIds(lineup).toSorted()).toEqual(squad.toSorted());
				}
			}),
		);
	});

	test("depends on ranks and priority, not on the order of rows", () => {
		fc.assert(
			fc.property(
				claimsArbitrary.chain((claims) =>
					fc.tuple(fc.constant(claims), fc.shuffledSubarray(claims, { minLength: claims.length })),
				),
				fc.boolean(),
				([claims, shuffled], hasBids) => {
					const budgets = hasBids ? new Map([1, 2, 3, 4].map((id) => [id, 60])) : null;
					const given = situation({ squads: buildSquads(4), waiverOrder: [3, 1, 4, 2], budgets });
					expect(runClaims(shuffled, given)).toEqual(runClaims(claims, given));
				},
			),
		);
	});
});
