import { describe, expect, test } from "vitest";
import { buildRound, buildSeason, getRoundsAt, getStartTime } from "../../../testing/rules/season-builder.ts";
import { HOUR_MS } from "../durations.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import {
	findCurrentRound,
	findRoundTheme,
	findScoreRound,
	findStartRoundId,
	getSquadStatus,
	hasBye,
	isDoubleGameWeek,
	isSeasonComplete,
	type MatchStatus,
	type Round,
	type RoundStatus,
} from "./round.ts";
import { formatRoundLabel } from "./round-label.ts";

const season = buildSeason();
const createRounds = (...statuses: RoundStatus[]): Round[] =>
	statuses.map((status, index) => buildRound(index + 1, [[1, 2]], [1, 2], status));

describe("rounds of a season", () => {
	test("the current round is the playing, first scheduled or last (D1.4.01, D1.4.02, D1.4.03)", () => {
		expect(findCurrentRound(createRounds("complete", "playing", "scheduled"))?.id).toBe(2);
		expect(findCurrentRound(createRounds("scheduled", "playing"))?.id).toBe(2);
		expect(findCurrentRound(createRounds("complete", "scheduled", "scheduled"))?.id).toBe(2);
		expect(findCurrentRound(createRounds("complete", "complete"))?.id).toBe(2);
		expect(findCurrentRound([])).toBeUndefined();
	});

	test("the score round is the playing or last complete one (D1.4.04, D1.4.05, D1.4.06)", () => {
		expect(findScoreRound(createRounds("complete", "playing", "scheduled"))?.id).toBe(2);
		expect(findScoreRound(createRounds("complete", "complete", "scheduled"))?.id).toBe(2);
		expect(findScoreRound(createRounds("scheduled", "scheduled"))).toBeUndefined();
	});

	test("a season is complete when all its rounds are (D1.4.07)", () => {
		expect(isSeasonComplete(createRounds("complete", "complete"))).toBe(true);
		expect(isSeasonComplete(createRounds("complete", "playing"))).toBe(false);
		expect(isSeasonComplete([])).toBe(false);
	});

	test("a round is labelled Round 5, All Rounds or Grand Final (D1.4.08, D1.4.09, D1.4.10, D1.4.11, D1.9.26)", () => {
		const rules = { lastRound: 12, grandFinal: false };
		expect([0, 5, 12].map((id) => formatRoundLabel(id, rules))).toEqual(["All Rounds", "Round 5", "Round 12"]);
		expect(formatRoundLabel(12, { ...rules, grandFinal: true })).toBe("Grand Final");
		expect(formatRoundLabel(12, rules, true)).toBe("Grand Final");
		expect(formatRoundLabel(11, { ...rules, grandFinal: true })).toBe("Round 11");
		expect(formatRoundLabel(11, { ...rules, grandFinal: true }, true)).toBe("Round 11");
		expect(DEFAULT_SEASON_RULES.grandFinal).toBe(false);
	});

	test("a double game week has more matches than singleWeekMatches", () => {
		expect(season.rounds.map((round) => isDoubleGameWeek(round, season.rules))).toEqual([false, false, true, false]);
	});
});

describe("a team completed now starts", () => {
	const findStart = (now: number, lag = 0) => findStartRoundId(getRoundsAt(season.rounds, now, lag), now);

	test("in the current round until its first match, then in the next", () => {
		expect(findStart(getStartTime(2) - 1)).toBe(2);
		expect(findStart(getStartTime(2))).toBe(3);
	});

	test("in the next round once the first match started", () => {
		expect(findStart(getStartTime(2), HOUR_MS)).toBe(3);
	});

	test("in no round once the last round has started", () => {
		expect(findStart(getStartTime(4))).toBeNull();
	});
});

const buildRoundWith = (...statuses: MatchStatus[]): Round => ({
	id: 1,
	status: "playing",
	matches: statuses.map((status, index) => ({
		id: index + 1,
		roundId: 1,
		homeSquadId: 1,
		awaySquadId: index + 2,
		startsAt: index + 1,
		status,
	})),
	byeSquads: [99],
});

describe("a squad's status in a round (D1.4.12, D1.4.13, D1.4.14, D1.4.15)", () => {
	test.each([
		["complete", ["complete", "complete"]],
		["playing", ["complete", "playing"]],
		["playing", ["scheduled", "playing"]],
		["partial", ["complete", "scheduled"]],
		["scheduled", ["scheduled", "scheduled"]],
	] as const)("is %s after %j", (status, matches) => {
		expect(getSquadStatus(1, buildRoundWith(...matches))).toBe(status);
	});

	test("is playing when the feed reports a match as partial", () => {
		expect(getSquadStatus(1, buildRoundWith("partial", "scheduled"))).toBe("playing");
	});

	test("is scheduled on a bye (D1.4.16)", () => {
		const round = buildRoundWith("complete", "playing");
		expect([hasBye(99, round), getSquadStatus(99, round)]).toEqual([true, "scheduled"]);
	});
});

test("ten matches make a double game week, nine do not (D1.4.17)", () => {
	const build = (count: number) => buildRoundWith(...Array<MatchStatus>(count).fill("scheduled"));
	expect([9, 10].map((count) => isDoubleGameWeek(build(count), DEFAULT_SEASON_RULES))).toEqual([false, true]);
});

describe("themed rounds", () => {
	const parseDay = (day: string) => Date.parse(`${day}T09:15:00Z`);

	test("only rounds 3 and 4 are themed, between the days (D1.9.23, D1.9.24, D1.9.25)", () => {
		const themes = [2, 3, 4, 5].map((id) =>
			findRoundTheme({ id, startsAt: parseDay("2025-08-29") }, DEFAULT_SEASON_RULES),
		);
		expect(themes).toEqual([null, "indigenous", "indigenous", null]);
		const days = ["2025-08-24", "2025-08-25", "2025-09-08", "2025-09-09"];
		expect(days.map((day) => findRoundTheme({ id: 3, startsAt: parseDay(day) }, DEFAULT_SEASON_RULES))).toEqual([
			null,
			"indigenous",
			"indigenous",
			null,
		]);
	});
});
