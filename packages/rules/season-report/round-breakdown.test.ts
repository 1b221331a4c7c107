import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildLineupFromIds, listSlotIds } from "../lineup/slots.ts";
import { LINES } from "../player.ts";
import { DID_NOT_PLAY } from "../scoring/player-round.ts";
import { scoreLineup } from "../scoring/score-lineup.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computeRoundBreakdown } from "./round-breakdown.ts";
import { computeTradeGain } from "./trade-gain.ts";

const RULES = DEFAULT_SEASON_RULES;
const team = buildLineupFromIds(
	Array.from({ length: 21 }, (_, index) => index + 1),
	RULES,
	{ captainId: 6, viceCaptainId: 7, emergency: [17, 18, 19, 20] },
);
/** Players 1 to 5 DEF, 6 to 10 MID, 11 RUC, 12 to 16 FWD; bench 17 DEF, 18 MID, 19 RUC, 20 FWD; 21 the utility. */
const getLines = (id: number) => {
	const line = LINES.find((line) => [...team.field[line], ...team.bench[line]].includes(id));
	return line ? [line] : [];
};

describe("the breakdown of a round's points", () => {
	test("gives points by line, captaincy, covers and bench", () => {
		const points = new Map([
			[1, 10],
			[6, 50],
			[7, 20],
			[11, 30],
			[17, 8],
			[20, 40],
			[21, 99],
		]);
		const getPlayerRound = (id: number) =>
			points.has(id) ? ({ state: "played", points: points.get(id) ?? 0 } as const) : DID_NOT_PLAY;
		expect(computeRoundBreakdown(team, getPlayerRound, getLines, RULES)).toEqual({
			points: 10 + 8 + 50 + 20 + 30 + 40 + 50,
			byLine: { DEF: 18, MID: 70, RUC: 30, FWD: 40 },
			captaincy: 50,
			fromBench: 48,
			leftOnBench: 99,
		});
	});

	test("adds up to the team's points and all players'", () => {
		const round = fc.record({ played: fc.boolean(), points: fc.integer({ min: -9, max: 150 }) });
		fc.assert(
			fc.property(fc.array(round, { minLength: 21, maxLength: 21 }), (rounds) => {
				const getPlayerRound = (id: number) => {
					const { played, points } = rounds[id - 1] ?? { played: false, points: 0 };
					return played ? ({ state: "played", points } as const) : DID_NOT_PLAY;
				};
				const breakdown = computeRoundBreakdown(team, getPlayerRound, getLines, RULES);
				const inLines = LINES.reduce((sum, line) => sum + breakdown.byLine[line], 0);
				const everything = listSlotIds(team, RULES).reduce((sum, id) => sum + getPlayerRound(id).points, 0);
				expect(inLines + breakdown.captaincy).toBe(breakdown.points);
				expect(inLines + breakdown.leftOnBench).toBe(everything);
				expect(breakdown.points).toBe(scoreLineup(team, getPlayerRound, getLines, RULES).points);
			}),
		);
	});
});

test("a trade's gain counts until the new player leaves", () => {
	const points = new Map([
		["1 2", 50],
		["1 3", 60],
		["1 4", 70],
		["2 2", 40],
		["2 3", 90],
		["2 4", 10],
	]);
	const getPoints = (id: number, round: number) => points.get(`${id} ${round}`) ?? 0;
	const trade = { roundId: 2, playerInId: 1, playerOutId: 2 };
	expect(computeTradeGain(trade, [1, 2, 3, 4], getPoints, () => true)).toBe(10 - 30 + 60);
	expect(computeTradeGain(trade, [1, 2, 3, 4], getPoints, (_, round) => round < 4)).toBe(-20);
	expect(computeTradeGain(trade, [1], getPoints, () => true)).toBe(0);
});
