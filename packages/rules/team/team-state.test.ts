import { describe, expect, test } from "vitest";
import { findSlot, setPlayerAt } from "../lineup/slots.ts";
import { buildTeam, contextBefore, contextDuring, expectAccepted, listViolationCodes } from "../testing/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../testing/plain-team.ts";
import { checkTeamEdit } from "./edit-team.ts";
import { repriceTeam } from "./reprice-team.ts";
import { getStartRoundId, hasTeamStarted } from "./team-state.ts";

const season = buildPlainSeason();
/** After round 1 every player costs a quarter of a million more: 21 × 750,000 = 15,750,000. */
const dearer = buildPlainSeason(Object.fromEntries(Array.from({ length: 21 }, (_, id) => [id + 1, { cost: 750_000 }])));
const cheapest = buildPlainSeason({ 31: { position: ["DEF"], cost: 300_000 } });
const saved = buildTeam(PLAIN_LINEUP, season, { startRoundId: 2 });

describe("when prices are published", () => {
	test("a team still to start is measured against the cap anew, and may be over it", () => {
		expect(repriceTeam(saved, contextBefore(dearer, 2)).bank).toBe(-250_000);
		expect(repriceTeam(repriceTeam(saved, contextBefore(dearer, 2)), contextBefore(season, 2)).bank).toBe(saved.bank);
	});

	test("a team that plays keeps its bank to the dollar", () => {
		expect(repriceTeam(saved, contextDuring(dearer, 2, 0))).toEqual(saved);
		expect(repriceTeam(saved, contextBefore(dearer, 3))).toEqual(saved);
	});
});

describe("a team over the cap", () => {
	const over = repriceTeam(saved, contextBefore(dearer, 2));

	test("starts in the first round at whose first match it fits", () => {
		expect(getStartRoundId(over, contextBefore(dearer, 2))).toBe(2);
		expect(getStartRoundId(over, contextDuring(dearer, 2, 0))).toBe(3);
		expect(getStartRoundId(over, contextDuring(dearer, 3, 4))).toBe(4);
		expect(getStartRoundId(over, contextDuring(dearer, 4, 0))).toBeNull();
		expect(hasTeamStarted(over, contextBefore(dearer, 3))).toBe(false);
	});

	test("that fits again by falling prices starts in the round to come, not in the one it missed", () => {
		expect(repriceTeam(over, contextBefore(season, 3))).toMatchObject({ bank: saved.bank, startRoundId: 3 });
	});

	test("is edited freely while others play, until it fits, and then starts in the round to come", () => {
		const slot = findSlot(PLAIN_LINEUP, 1, season.rules);
		if (!slot) throw new Error("1 stands in defence");
		const players = (id: number) => (id === 31 ? cheapest.lookup(id) : dearer.lookup(id));
		const game = { ...contextDuring(dearer, 2, 1), players, projected: () => 0 };
		const edited = expectAccepted(checkTeamEdit(over, setPlayerAt(PLAIN_LINEUP, slot, 31, season.rules), game));
		expect(edited).toMatchObject({ bank: 200_000, startRoundId: 3 });
		expect(listViolationCodes(checkTeamEdit(over, { ...PLAIN_LINEUP, captainId: 7 }, game))).toEqual([
			"over-salary-cap",
		]);
	});
});
