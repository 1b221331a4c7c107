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
import type { TestSeason } from "../../../testing/rules/season-builder.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { findSlot, setPlayerAt } from "../lineup/slots.ts";
import { checkTeamEdit } from "./edit-team.ts";
import type { SeasonContext, TeamState } from "./team-state.ts";

// Players 31 to 33 are not in the team. In round 2, squad 2 plays first, squad 5 plays second and squad 6 has a bye.
const season = buildPlainSeason({
	2: { squadId: 2 },
	17: { squadId: 6 },
	31: { position: ["DEF"], cost: 800_000 },
	32: { position: ["DEF"], squadId: 2 },
	33: { position: ["DEF", "MID"], cost: 5_000_001 },
});
const editLineup = (saved: TeamState | null, lineup: Lineup, context: SeasonContext) =>
	checkTeamEdit(saved, lineup, { ...context, getProjectedPoints: () => 0 });
const replace = (out: number, newId: number, lineup = PLAIN_LINEUP, { rules }: TestSeason = season) => {
	const slot = findSlot(lineup, out, rules);
	if (!slot) throw new Error(`${out} is not in the team`);
	return setPlayerAt(lineup, slot, newId, rules);
};
const saved = buildTeam(PLAIN_LINEUP, season, { startRoundId: 2 });

describe("a first save", () => {
	test("creates the team with the cap's rest as bank", () => {
		expect(expectAccepted(editLineup(null, PLAIN_LINEUP, buildContextBefore(season, 2)))).toEqual({
			lineup: PLAIN_LINEUP,
			bank: 15_500_000 - 21 * 500_000,
			startRoundId: 2,
			trades: [],
		});
		expect(expectAccepted(editLineup(null, PLAIN_LINEUP, buildContextDuring(season, 2, 0))).startRoundId).toBe(3);
	});

	test("may include locked players, because the team starts in the next round", () => {
		expect(listViolationCodes(editLineup(null, PLAIN_LINEUP, buildContextDuring(season, 2, 1)))).toEqual([]);
	});

	test("is refused over the cap, with the exact amount", () => {
		const saveUnderCap = (cap: number) =>
			editLineup(null, PLAIN_LINEUP, { ...buildContextBefore(season, 2), rules: { ...season.rules, salaryCap: cap } });
		expect(listViolationCodes(saveUnderCap(10_500_000))).toEqual([]);
		expect(saveUnderCap(10_499_999)).toEqual({ ok: false, violations: [{ code: "over-salary-cap", by: 1 }] });
	});

	test("is refused if incomplete, or once no round is left", () => {
		expect(listViolationCodes(editLineup(null, replace(21, 0), buildContextBefore(season, 2)))).toEqual(["empty-slot"]);
		expect(listViolationCodes(editLineup(null, PLAIN_LINEUP, buildContextDuring(season, 4, 0)))).toEqual([
			"no-round-left",
		]);
	});
});

describe("an edit before the start round is complete", () => {
	test("buys and sells at today's prices", () => {
		expect(expectAccepted(editLineup(saved, replace(1, 31), buildContextBefore(season, 2))).bank).toBe(
			saved.bank - 300_000,
		);
		expect(listViolationCodes(editLineup(saved, replace(1, 33), buildContextBefore(season, 2)))).toEqual([]);
		expect(
			listViolationCodes(editLineup({ ...saved, bank: 4_500_000 }, replace(1, 33), buildContextBefore(season, 2))),
		).toEqual(["over-salary-cap"]);
	});

	test("may move players whose match has not started", () => {
		expect(listViolationCodes(editLineup(saved, replace(1, 31), buildContextDuring(season, 2, 0)))).toEqual([]);
	});

	test("names every locked player who would be changed", () => {
		const context = buildContextDuring(season, 2, 0);
		expect(listViolationCodes(editLineup(saved, PLAIN_LINEUP, context))).toEqual([]);
		expect(listViolatingPlayers(editLineup(saved, replace(1, 32), context), "locked")).toEqual([32]);
		expect(listViolatingPlayers(editLineup(saved, replace(2, 31), context), "locked")).toEqual([2]);
		expect(listViolatingPlayers(editLineup(saved, replace(1, 2, replace(2, 1)), context), "locked")).toEqual([2]);
		expect(listViolatingPlayers(editLineup(saved, { ...PLAIN_LINEUP, captainId: 2 }, context), "locked")).toEqual([2]);
		expect(
			listViolatingPlayers(editLineup(saved, { ...PLAIN_LINEUP, emergency: [18, 19, 20] }, context), "locked"),
		).toEqual([17]);
		const all = { ...replace(2, 32), emergency: [] };
		expect([...listViolatingPlayers(editLineup(saved, all, context), "locked")].sort()).toEqual([17, 2, 32]);
	});

	test("ignores locks before the start round (D1.1.23)", () => {
		const later = { ...saved, startRoundId: 3 };
		expect(listViolationCodes(editLineup(later, replace(2, 32), buildContextDuring(season, 2, 1)))).toEqual([]);
	});

	test("keeps emergencies if omitted, and removes them if empty", () => {
		const withTwoEmergencies = { ...saved, lineup: { ...PLAIN_LINEUP, emergency: [17, 20] } };
		const proposed = replace(17, 31, withTwoEmergencies.lineup);
		const { emergency: _, ...withoutEmergencies } = proposed;
		const context = { ...buildContextBefore(season, 2), getProjectedPoints: () => 0 };
		expect(expectAccepted(checkTeamEdit(withTwoEmergencies, withoutEmergencies, context)).lineup.emergency).toEqual([
			31, 20,
		]);
		expect(
			expectAccepted(checkTeamEdit(withTwoEmergencies, { ...proposed, emergency: [] }, context)).lineup.emergency,
		).toEqual([]);
	});

	test("is refused once started, with all violations together", () => {
		expect(listViolationCodes(editLineup(saved, replace(1, 31), buildContextBefore(season, 3)))).toEqual([
			"team-started",
		]);
		expect(listViolationCodes(editLineup(saved, replace(2, 0), buildContextDuring(season, 2, 0)))).toEqual([
			"empty-slot",
			"locked",
		]);
	});
});
