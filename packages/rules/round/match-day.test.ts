import { describe, expect, test } from "vitest";
import type { Match, MatchStatus, Round, RoundStatus } from "../round.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { formatRoundLabel } from "./round-label.ts";
import {
	findCurrentRound,
	findRoundTheme,
	findScoreRound,
	getSquadStatus,
	hasBye,
	isDoubleGameWeek,
	isSeasonComplete,
} from "./rounds.ts";

const rounds = (...statuses: RoundStatus[]): Round[] =>
	statuses.map((status, index) => ({ id: index + 1, status, matches: [], byeSquads: [] }));
const season = { lastRound: 12, grandFinal: false };

describe("rounds of a season", () => {
	test("the current round is the playing one, else the first scheduled, else the last (D1.4.01, D1.4.02, D1.4.03)", () => {
		expect(findCurrentRound(rounds("complete", "playing", "scheduled"))?.id).toBe(2);
		expect(findCurrentRound(rounds("scheduled", "playing"))?.id).toBe(2);
		expect(findCurrentRound(rounds("complete", "scheduled", "scheduled"))?.id).toBe(2);
		expect(findCurrentRound(rounds("complete", "complete"))?.id).toBe(2);
	});

	test("the score round is the playing one, else the last complete one, and none before the first (D1.4.04, D1.4.05, D1.4.06)", () => {
		expect(findScoreRound(rounds("complete", "playing", "scheduled"))?.id).toBe(2);
		expect(findScoreRound(rounds("complete", "complete", "scheduled"))?.id).toBe(2);
		expect(findScoreRound(rounds("scheduled", "scheduled"))).toBeUndefined();
	});

	test("a season is complete when all its rounds are (D1.4.07)", () => {
		expect(isSeasonComplete(rounds("complete", "complete"))).toBe(true);
		expect(isSeasonComplete(rounds("complete", "playing"))).toBe(false);
		expect(isSeasonComplete([])).toBe(false);
	});

	test("a round is labelled Round 5, All Rounds for 0, or Grand Final for the last when the season is set so (D1.4.08, D1.4.09, D1.4.10, D1.4.11, D1.9.26)", () => {
		expect(formatRoundLabel(5, season)).toBe("Round 5");
		expect(formatRoundLabel(12, season)).toBe("Round 12");
		expect(formatRoundLabel(12, { ...season, grandFinal: true })).toBe("Grand Final");
		expect(formatRoundLabel(11, { ...season, grandFinal: true })).toBe("Round 11");
		expect(DEFAULT_SEASON_RULES.grandFinal).toBe(false);
		expect(formatRoundLabel(0, season)).toBe("All Rounds");
	});
});

const match = (id: number, status: MatchStatus): Match => ({
	id,
	roundId: 1,
	homeSquadId: 1,
	awaySquadId: id + 1,
	startsAt: id,
	status,
});
const buildRoundWith = (...statuses: MatchStatus[]): Round => ({
	id: 1,
	status: "playing",
	matches: statuses.map((status, index) => match(index + 1, status)),
	byeSquads: [99],
});

describe("a squad with two matches in a round (D1.4.12, D1.4.13, D1.4.14, D1.4.15)", () => {
	test.each([
		["complete", ["complete", "complete"]],
		["playing", ["complete", "playing"]],
		["playing", ["scheduled", "playing"]],
		["partial", ["complete", "scheduled"]],
		["scheduled", ["scheduled", "scheduled"]],
	] as const)("is %s after %j", (status, matches) => {
		expect(getSquadStatus(1, buildRoundWith(...matches))).toBe(status);
	});

	test("a squad with a bye counts as scheduled (D1.4.16)", () => {
		const round = buildRoundWith("complete", "playing");
		expect([hasBye(99, round), getSquadStatus(99, round)]).toEqual([true, "scheduled"]);
	});

	test("ten matches make a double game week, nine do not (D1.4.17)", () => {
		const of = (count: number) => buildRoundWith(...Array<MatchStatus>(count).fill("scheduled"));
		expect([9, 10].map((count) => isDoubleGameWeek(of(count), DEFAULT_SEASON_RULES))).toEqual([false, true]);
	});
});

describe("themed rounds", () => {
	const at = (day: string) => Date.parse(`${day}T09:15:00Z`);

	test("only rounds 3 and 4 are themed, and only between the given days (D1.9.23, D1.9.24, D1.9.25)", () => {
		const themes = [2, 3, 4, 5].map((id) => findRoundTheme({ id, startsAt: at("2025-08-29") }, DEFAULT_SEASON_RULES));
		expect(themes).toEqual([null, "indigenous", "indigenous", null]);
		const days = ["2025-08-24", "2025-08-25", "2025-09-08", "2025-09-09"];
		expect(days.map((day) => findRoundTheme({ id: 3, startsAt: at(day) }, DEFAULT_SEASON_RULES))).toEqual([
			...[null, "indigenous", "indigenous", null],
		]);
	});
});
