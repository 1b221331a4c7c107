import { describe, expect, test } from "vitest";
import {
	buildContextBefore,
	buildContextDuring,
	buildTeam,
	expectAccepted,
	listViolationCodes,
} from "../../../testing/rules/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { findSlot, setPlayerAt } from "../lineup/slots.ts";
import { checkTeamEdit } from "./edit-team.ts";
import { getStartRoundId, hasTeamStarted, repriceTeam } from "./team-state.ts";

const season = buildPlainSeason();
/** Every player costs $250,000 more: 21 × 750,000 = 15,750,000. */
const seasonWithRises = buildPlainSeason(
	Object.fromEntries(Array.from({ length: 21 }, (_, id) => [id + 1, { cost: 750_000 }])),
);
const seasonWithCheapPlayer = buildPlainSeason({ 31: { position: ["DEF"], cost: 300_000 } });
const saved = buildTeam(PLAIN_LINEUP, season, { startRoundId: 2 });

describe("when prices are published", () => {
	test("a team that has not started may be over the cap", () => {
		expect(repriceTeam(saved, buildContextBefore(seasonWithRises, 2)).bank).toBe(-250_000);
		expect(
			repriceTeam(repriceTeam(saved, buildContextBefore(seasonWithRises, 2)), buildContextBefore(season, 2)).bank,
		).toBe(saved.bank);
	});

	test("a team that has started keeps its bank", () => {
		expect(repriceTeam(saved, buildContextDuring(seasonWithRises, 2, 0))).toEqual(saved);
		expect(repriceTeam(saved, buildContextBefore(seasonWithRises, 3))).toEqual(saved);
	});
});

describe("a team over the cap", () => {
	const overCap = repriceTeam(saved, buildContextBefore(seasonWithRises, 2));

	test("starts in the first round in which it is under the cap", () => {
		expect(getStartRoundId(overCap, buildContextBefore(seasonWithRises, 2))).toBe(2);
		expect(getStartRoundId(overCap, buildContextDuring(seasonWithRises, 2, 0))).toBe(3);
		expect(getStartRoundId(overCap, buildContextDuring(seasonWithRises, 3, 4))).toBe(4);
		expect(getStartRoundId(overCap, buildContextDuring(seasonWithRises, 4, 0))).toBeNull();
		expect(hasTeamStarted(overCap, buildContextBefore(seasonWithRises, 3))).toBe(false);
	});

	test("that is under the cap again starts next round", () => {
		expect(repriceTeam(overCap, buildContextBefore(season, 3))).toMatchObject({ bank: saved.bank, startRoundId: 3 });
	});

	test("can change even locked players to fit the cap", () => {
		const slot = findSlot(PLAIN_LINEUP, 1, season.rules);
		if (!slot) throw new Error("player 1 is not in the team");
		const getPlayer = (id: number) => (id === 31 ? seasonWithCheapPlayer.lookup(id) : seasonWithRises.lookup(id));
		const context = { ...buildContextDuring(seasonWithRises, 2, 1), getPlayer, getProjectedPoints: () => 0 };
		const edited = expectAccepted(checkTeamEdit(overCap, setPlayerAt(PLAIN_LINEUP, slot, 31, season.rules), context));
		expect(edited).toMatchObject({ bank: 200_000, startRoundId: 3 });
		expect(listViolationCodes(checkTeamEdit(overCap, { ...PLAIN_LINEUP, captainId: 7 }, context))).toEqual([
			"over-salary-cap",
		]);
	});
});
