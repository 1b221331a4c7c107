import { describe, expect, test } from "vitest";
import type { Round, RoundStatus } from "../round.ts";
import { buildRound, buildSeason, getRoundsAt, getStartTime, HOUR_MS } from "../testing/season-builder.ts";
import { formatRoundLabel } from "./round-label.ts";
import {
	findCurrentRound,
	findScoreRound,
	findStartRoundId,
	getSquadStatus,
	isDoubleGameWeek,
	isSeasonComplete,
} from "./rounds.ts";

const season = buildSeason();
const seasonOf = (...statuses: RoundStatus[]): Round[] =>
	statuses.map((status, index) => buildRound(index + 1, [[1, 2]], [1, 2], status));

describe("the round", () => {
	test("that is current is the playing one, else the first scheduled, else the last", () => {
		expect(findCurrentRound(seasonOf("complete", "playing", "scheduled"))?.id).toBe(2);
		expect(findCurrentRound(seasonOf("complete", "scheduled", "scheduled"))?.id).toBe(2);
		expect(findCurrentRound(seasonOf("complete", "complete"))?.id).toBe(2);
		expect(findCurrentRound([])).toBeUndefined();
	});

	test("whose points are shown is the playing one, else the last complete one, and none before the first", () => {
		expect(findScoreRound(seasonOf("complete", "playing", "scheduled"))?.id).toBe(2);
		expect(findScoreRound(seasonOf("complete", "complete", "scheduled"))?.id).toBe(2);
		expect(findScoreRound(seasonOf("scheduled", "scheduled"))).toBeUndefined();
	});

	test("is a double game week with more matches than the season's rules say", () => {
		expect(season.rounds.map((round) => isDoubleGameWeek(round, season.rules))).toEqual([false, false, true, false]);
	});

	test("is named by its number, as Grand Final if set or in a league with finals, or as All Rounds", () => {
		const rules = { lastRound: 12, grandFinal: false };
		expect([0, 3, 12].map((id) => formatRoundLabel(id, rules))).toEqual(["All Rounds", "Round 3", "Round 12"]);
		expect(formatRoundLabel(12, { ...rules, grandFinal: true })).toBe("Grand Final");
		expect(formatRoundLabel(12, rules, true)).toBe("Grand Final");
		expect(formatRoundLabel(11, { ...rules, grandFinal: true }, true)).toBe("Round 11");
	});
});

test("a season is complete when every round is; one without rounds is not", () => {
	expect(isSeasonComplete(seasonOf("complete", "complete"))).toBe(true);
	expect(isSeasonComplete(seasonOf("complete", "playing"))).toBe(false);
	expect(isSeasonComplete([])).toBe(false);
});

describe("a team completed now starts", () => {
	const startsAt = (now: number, lag = 0) => findStartRoundId(getRoundsAt(season.rounds, now, lag), now);

	test("in the current round until its first match, then in the next", () => {
		expect(startsAt(getStartTime(2) - 1)).toBe(2);
		expect(startsAt(getStartTime(2))).toBe(3);
	});

	test("in the next round once the first match has started by the clock, even if the feed lags", () => {
		expect(startsAt(getStartTime(2), HOUR_MS)).toBe(3);
	});

	test("in no round once the last round has started", () => {
		expect(startsAt(getStartTime(4))).toBeNull();
	});
});

describe("a squad's status in a round", () => {
	const double = buildRound(3, [
		[1, 2],
		[1, 3],
	]);
	const statusWith = (...statuses: ("scheduled" | "playing" | "complete" | "partial")[]) => {
		const matches = double.matches.map((match, index) => ({ ...match, status: statuses[index] ?? match.status }));
		return getSquadStatus(1, { ...double, matches });
	};

	test("is complete when both matches are, playing during one, partial between them, else scheduled", () => {
		expect(statusWith("complete", "complete")).toBe("complete");
		expect(statusWith("complete", "playing")).toBe("playing");
		expect(statusWith("complete", "scheduled")).toBe("partial");
		expect(statusWith("scheduled", "scheduled")).toBe("scheduled");
	});

	test("is scheduled on a bye", () => {
		expect(getSquadStatus(9, buildRound(1, [[1, 2]], [1, 2, 9], "playing"))).toBe("scheduled");
	});

	test("is playing when the feed reports its match as partial", () => {
		expect(statusWith("partial", "scheduled")).toBe("playing");
	});
});
