import { describe, expect, test } from "vitest";
import type { Lineup } from "../lineup/lineup.ts";
import { findSlot, setPlayerAt } from "../lineup/slots.ts";
import {
	buildTeam,
	contextBefore,
	contextDuring,
	expectAccepted,
	listViolatingPlayers,
	listViolationCodes,
} from "../testing/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../testing/plain-team.ts";
import type { TestSeason } from "../testing/season-builder.ts";
import { checkTeamEdit } from "./edit-team.ts";
import type { GameContext, TeamState } from "./team-state.ts";

// 31–33 are others to bring in; squad 2 plays first in round 2, squad 6 has a bye there, squad 5 plays second.
const season = buildPlainSeason({
	2: { squadId: 2 },
	17: { squadId: 6 },
	31: { position: ["DEF"], cost: 800_000 },
	32: { position: ["DEF"], squadId: 2 },
	33: { position: ["DEF", "MID"], cost: 5_000_001 },
});
const edit = (saved: TeamState | null, lineup: Lineup, game: GameContext) =>
	checkTeamEdit(saved, lineup, { ...game, projected: () => 0 });
const replace = (out: number, into: number, lineup = PLAIN_LINEUP, { rules }: TestSeason = season) => {
	const slot = findSlot(lineup, out, rules);
	if (!slot) throw new Error(`${out} is not in the team`);
	return setPlayerAt(lineup, slot, into, rules);
};
const saved = buildTeam(PLAIN_LINEUP, season, { startRoundId: 2 });

describe("a first save", () => {
	test("founds the team: money from the cap, start in the round to come", () => {
		expect(expectAccepted(edit(null, PLAIN_LINEUP, contextBefore(season, 2)))).toEqual({
			lineup: PLAIN_LINEUP,
			bank: 15_500_000 - 21 * 500_000,
			startRoundId: 2,
			trades: [],
		});
		expect(expectAccepted(edit(null, PLAIN_LINEUP, contextDuring(season, 2, 0))).startRoundId).toBe(3);
	});

	test("may hold players of a round that plays already, since the team starts in the next", () => {
		expect(listViolationCodes(edit(null, PLAIN_LINEUP, contextDuring(season, 2, 1)))).toEqual([]);
	});

	test("is refused over the cap, by how much, to the dollar", () => {
		const tight = (cap: number) =>
			edit(null, PLAIN_LINEUP, { ...contextBefore(season, 2), rules: { ...season.rules, salaryCap: cap } });
		expect(listViolationCodes(tight(10_500_000))).toEqual([]);
		expect(tight(10_499_999)).toEqual({ ok: false, violations: [{ code: "over-salary-cap", by: 1 }] });
	});

	test("is refused unless complete, and once no round is left to start in", () => {
		expect(listViolationCodes(edit(null, replace(21, 0), contextBefore(season, 2)))).toEqual(["empty-slot"]);
		expect(listViolationCodes(edit(null, PLAIN_LINEUP, contextDuring(season, 4, 0)))).toEqual(["no-round-left"]);
	});
});

describe("an edit before the start round completes", () => {
	test("pays and is paid at the prices in force", () => {
		expect(expectAccepted(edit(saved, replace(1, 31), contextBefore(season, 2))).bank).toBe(saved.bank - 300_000);
		expect(listViolationCodes(edit(saved, replace(1, 33), contextBefore(season, 2)))).toEqual([]);
		expect(listViolationCodes(edit({ ...saved, bank: 4_500_000 }, replace(1, 33), contextBefore(season, 2)))).toEqual([
			"over-salary-cap",
		]);
	});

	test("moves those whose match is still to come while others play", () => {
		expect(listViolationCodes(edit(saved, replace(1, 31), contextDuring(season, 2, 0)))).toEqual([]);
	});

	test("names every locked player who would enter, leave, or change place, armband or emergency", () => {
		const game = contextDuring(season, 2, 0);
		expect(listViolatingPlayers(edit(saved, replace(1, 32), game), "locked")).toEqual([32]);
		expect(listViolatingPlayers(edit(saved, replace(2, 31), game), "locked")).toEqual([2]);
		expect(listViolatingPlayers(edit(saved, replace(1, 2, replace(2, 1)), game), "locked")).toEqual([2]);
		expect(listViolatingPlayers(edit(saved, { ...PLAIN_LINEUP, captainId: 2 }, game), "locked")).toEqual([2]);
		expect(listViolatingPlayers(edit(saved, { ...PLAIN_LINEUP, emergency: [18, 19, 20] }, game), "locked")).toEqual([
			17,
		]);
		const all = { ...replace(2, 32), emergency: [] };
		expect([...listViolatingPlayers(edit(saved, all, game), "locked")].sort()).toEqual([17, 2, 32]);
	});

	test("is free of locks while the start round is still to come (D1.1.23)", () => {
		const later = { ...saved, startRoundId: 3 };
		expect(listViolationCodes(edit(later, replace(2, 32), contextDuring(season, 2, 1)))).toEqual([]);
	});

	test("leaves emergencies with their places when they are not sent, and takes [] for none", () => {
		const fewer = { ...saved, lineup: { ...PLAIN_LINEUP, emergency: [17, 20] } };
		const sent = replace(17, 31, fewer.lineup);
		const { emergency: _, ...silent } = sent;
		const game = { ...contextBefore(season, 2), projected: () => 0 };
		expect(expectAccepted(checkTeamEdit(fewer, silent, game)).lineup.emergency).toEqual([31, 20]);
		expect(expectAccepted(checkTeamEdit(fewer, { ...sent, emergency: [] }, game)).lineup.emergency).toEqual([]);
	});

	test("is refused once the start round is complete, and in words for every other reason too", () => {
		expect(listViolationCodes(edit(saved, replace(1, 31), contextBefore(season, 3)))).toEqual(["team-started"]);
		expect(listViolationCodes(edit(saved, replace(2, 0), contextDuring(season, 2, 0)))).toEqual([
			"empty-slot",
			"locked",
		]);
	});
});
