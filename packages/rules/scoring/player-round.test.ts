import { describe, expect, test } from "vitest";
import type { Match, MatchStatus, Round } from "../round/round.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computePlayerPoints, hasPossiblePoints } from "./player-points.ts";
import { computePlayerRound, DID_NOT_PLAY, hasSquadFinished, TO_COME } from "./player-round.ts";
import { EMPTY_STAT_LINE } from "./stats.ts";

const emptyLine = EMPTY_STAT_LINE;
const rules = DEFAULT_SEASON_RULES;

describe("a player's points", () => {
	test("are the specified points of each stat", () => {
		const line = { ...emptyLine, K: 10, H: 5, M: 4, T: 3, FF: 2, FA: 1, HO: 7, G: 1, B: 2, TOG: 88 };
		expect(computePlayerPoints(line, rules)).toBe(30 + 15 + 12 + 12 + 2 - 3 + 7 + 6 + 2);
	});

	test("beyond 1,500 are impossible, and not cut off", () => {
		expect(computePlayerPoints({ ...emptyLine, K: 501 }, rules)).toBe(1_503);
		expect([500, 501].map((K) => hasPossiblePoints({ ...emptyLine, K }, rules))).toEqual([true, false]);
		expect([500, 501].map((FA) => hasPossiblePoints({ ...emptyLine, FA }, rules))).toEqual([true, false]);
		expect(computePlayerPoints({ ...emptyLine, K: 50 }, { scoring: { ...rules.scoring, K: 30 } })).toBe(1_500);
	});

	test("include other stats that the season scores, and never time on ground (D1.9.10)", () => {
		const line = { ...emptyLine, TOG: 90, other: { spoils: 4 } };
		expect(computePlayerPoints(line, rules)).toBe(0);
		expect(computePlayerPoints(line, { scoring: { ...rules.scoring, spoils: 1 } })).toBe(4);
		expect(computePlayerPoints({ ...line, other: { spoils: 2 } }, { scoring: { ...rules.scoring, spoils: 1 } })).toBe(
			2,
		);
	});
});

describe("a player's round", () => {
	test("is a DNP without stats once her match is complete", () => {
		expect(computePlayerRound([], true, rules)).toEqual(DID_NOT_PLAY);
		expect(computePlayerRound([], false, rules)).toEqual(TO_COME);
		expect(computePlayerRound([emptyLine], true, rules)).toEqual(DID_NOT_PLAY);
	});

	test("is played with time on ground or any stat", () => {
		expect(computePlayerRound([{ ...emptyLine, TOG: 3 }], true, rules)).toEqual({ state: "played", points: 0 });
		expect(computePlayerRound([{ ...emptyLine, FA: 2 }], true, rules)).toEqual({ state: "played", points: -6 });
	});

	test("adds up two matches, a DNP only without both", () => {
		const lines = [
			{ ...emptyLine, K: 2, TOG: 50 },
			{ ...emptyLine, G: 1, TOG: 60 },
		];
		expect(computePlayerRound(lines, false, rules)).toEqual({ state: "played", points: 12 });
		expect(computePlayerRound([emptyLine, ...lines.slice(1)], true, rules)).toEqual({ state: "played", points: 6 });
		expect(computePlayerRound([emptyLine, emptyLine], true, rules)).toEqual(DID_NOT_PLAY);
	});

	const createMatch = (id: number, homeSquadId: number, awaySquadId: number, status: MatchStatus): Match => ({
		id,
		roundId: 1,
		startsAt: 0,
		homeSquadId,
		awaySquadId,
		status,
	});

	const round: Round = { id: 1, status: "playing", matches: [], byeSquads: [5] };

	test("a squad has finished after all matches, or on a bye", () => {
		const matches = [
			createMatch(1, 1, 2, "complete"),
			createMatch(2, 3, 1, "playing"),
			createMatch(3, 2, 4, "partial"),
		];
		const finished = [1, 2, 3, 4, 5].filter((squad) => hasSquadFinished({ ...round, matches }, squad));
		expect(finished).toEqual([5]);
		expect(hasSquadFinished({ ...round, matches: matches.slice(0, 1) }, 1)).toBe(true);
	});
});
