import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listSlotIds, replaceSlotIds } from "../lineup/slots.ts";
import { LINES, type Line } from "../player.ts";
import { DID_NOT_PLAY, TO_COME } from "../scoring/player-round.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import {
	computeMatchUpChances,
	computeOutlookRange,
	computePlayerOutlook,
	computeTeamOutlook,
	type LivePlayer,
	type TeamOutlook,
} from "./live-outlook.ts";

const rules = DEFAULT_SEASON_RULES;
const [COMING, OVER] = [{ status: "scheduled" }, { status: "complete" }] as const;
const createMatchInPlay = (minutes: number | null) => ({ status: "playing", minutes }) as const;

/** Field 1–5 DEF, 6–10 MID, 11 RUC, 12–16 FWD; bench 17 DEF, 18 MID, 19 RUC, 20 FWD; utility 21; C 6, VC 12. */
const team: Lineup = {
	field: { DEF: [1, 2, 3, 4, 5], MID: [6, 7, 8, 9, 10], RUC: [11], FWD: [12, 13, 14, 15, 16] },
	bench: { DEF: [17], MID: [18], RUC: [19], FWD: [20] },
	utilityId: 21,
	captainId: 6,
	viceCaptainId: 12,
	emergency: [17, 18, 19, 20],
};
const lines = new Map<PlayerId, Line[]>(
	LINES.flatMap((line) => [...team.field[line], ...team.bench[line]].map((id): [PlayerId, Line[]] => [id, [line]])),
);

const unplayed: LivePlayer = { result: TO_COME, estimate: 60, chanceToPlay: 1, matches: [COMING] };
const createFinished = (points: number): LivePlayer => ({
	...unplayed,
	result: { state: "played", points },
	matches: [OVER],
});
const out: LivePlayer = { ...unplayed, chanceToPlay: 0 };

function computeOutlook(getPlayer: (id: PlayerId) => LivePlayer, lineup = team): TeamOutlook {
	return computeTeamOutlook(lineup, {
		getOutlook: (id) => computePlayerOutlook(getPlayer(id), rules),
		getPositions: (id) => lines.get(id) ?? [],
		rules,
	});
}
const withOthers =
	(exceptions: Record<number, LivePlayer>, others: LivePlayer) =>
	(id: PlayerId): LivePlayer =>
		exceptions[id] ?? others;
const getRange = (outlook: TeamOutlook) => {
	const { low, high } = computeOutlookRange(outlook, rules);
	return [Math.round(low), Math.round(high)];
};

describe("a player's outlook", () => {
	const look = (player: Partial<LivePlayer>) => computePlayerOutlook({ ...unplayed, ...player }, rules);

	test("before her match is her estimate, with its whole spread", () => {
		expect(look({})).toMatchObject({ chance: 1, points: 60, stage: "to-come" });
		// (3.2 ÷ 1.2816)² × 60
		expect(look({}).variance).toBeCloseTo(374.1, 1);
	});

	test("during it is her points plus the share left", () => {
		const round = { state: "played", points: 30 } as const;
		expect(look({ result: round, matches: [createMatchInPlay(60)] })).toMatchObject({ points: 45, stage: "playing" });
		expect(look({ result: round, matches: [createMatchInPlay(60)] }).variance).toBeCloseTo(374.1 / 4, 1);
		expect(look({ result: round, matches: [createMatchInPlay(null)] }).points).toBe(60);
		expect(look({ result: round, matches: [createMatchInPlay(null)] }).variance).toBeCloseTo(374.1 / 2, 1);
	});

	test("after it is her points; out or on byes 0", () => {
		expect(look(createFinished(71))).toEqual({ chance: 1, points: 71, variance: 0, stage: "finished" });
		expect(look(createFinished(68))).toEqual({ chance: 1, points: 68, variance: 0, stage: "finished" });
		const noOutlook = { chance: 0, points: 0, variance: 0, stage: "finished" };
		expect(look({ result: DID_NOT_PLAY, matches: [] })).toEqual(noOutlook);
		expect(look({ chanceToPlay: 0 })).toEqual(noOutlook);
		expect(look({ result: DID_NOT_PLAY, matches: [OVER] })).toEqual(noOutlook);
	});

	test("counts both matches of a double week, between them too", () => {
		const round = { state: "played", points: 50 } as const;
		expect(look({ matches: [COMING, COMING] }).points).toBe(120);
		expect(look({ result: round, matches: [OVER, COMING] })).toMatchObject({ points: 110, stage: "to-come" });
		expect(look({ result: round, matches: [OVER, createMatchInPlay(40)] })).toMatchObject({
			points: 80,
			stage: "playing",
		});
	});
});

describe("a team's outlook", () => {
	test("doubles the captain, and leaves out bench and utility (D1.2.141)", () => {
		const outlook = computeOutlook(
			withOthers({ 1: createFinished(70), 2: { ...unplayed, matches: [createMatchInPlay(0)] } }, unplayed),
		);
		expect(outlook).toMatchObject({ projected: 70 + 16 * 60, mean: 70 + 16 * 60, toCome: 14, playing: 1 });
		// ±1.2816 × 1.12 × √((14 + 4) × 374.1)
		expect(getRange(outlook)).toEqual([912, 1_148]);
	});

	test("is the score itself once everyone has finished (D1.2.141)", () => {
		const outlook = computeOutlook(
			withOthers({ 6: createFinished(90), 3: { ...out, result: DID_NOT_PLAY, matches: [OVER] } }, createFinished(50)),
		);
		expect(outlook).toMatchObject({ projected: 14 * 50 + 180 + 50, toCome: 0, playing: 0 });
		expect(getRange(outlook)).toEqual([930, 930]);
	});

	test("covers a late out, and doubles the vice captain", () => {
		expect(computeOutlook(withOthers({ 6: out }, unplayed))).toMatchObject({
			projected: 15 * 60 + 60 + 60,
			toCome: 16,
		});
		const bare = { ...team, emergency: [] };
		expect(computeOutlook(withOthers({ 6: out }, unplayed), bare)).toMatchObject({
			projected: 15 * 60 + 60,
			toCome: 15,
		});
	});

	test("expects less of a doubtful player, and less certainly", () => {
		const bare = { ...team, emergency: [] };
		const certain = computeOutlook(withOthers({}, unplayed), bare);
		const unsureOutlook = computeOutlook(withOthers({ 1: { ...unplayed, chanceToPlay: 0.75 } }, unplayed), bare);
		expect(unsureOutlook.projected).toBe(certain.projected);
		expect(unsureOutlook.mean).toBe(certain.mean - 15);
		const computeWidth = ([low = 0, high = 0]: number[]) => high - low;
		expect(computeWidth(getRange(unsureOutlook))).toBeGreaterThan(computeWidth(getRange(certain)));
	});
});

describe("the chances of a match-up", () => {
	test("are a certain draw between teams of the same players (D1.2.142)", () => {
		const chances = computeMatchUpChances(
			computeOutlook(withOthers({}, unplayed)),
			computeOutlook(withOthers({}, unplayed)),
		);
		expect(chances).toEqual({ win: 0, draw: 1, loss: 0 });
	});

	test("depend only on what differs: a shared player cancels out", () => {
		const lead = { 1: createFinished(70) };
		const ownOutlook = computeOutlook(withOthers(lead, unplayed));
		const swapped: Lineup = { ...team, field: { ...team.field, DEF: [22, 2, 3, 4, 5] } };
		const rival = computeOutlook(withOthers({ ...lead, 22: { ...unplayed, estimate: 70 } }, unplayed), swapped);
		const { win, draw, loss } = computeMatchUpChances(ownOutlook, rival);
		// 70 points against a player who is expected to score 70 ± 20.9.
		expect(win).toBeCloseTo(0.49, 2);
		expect(draw).toBeCloseTo(0.02, 2);
		expect(loss).toBeCloseTo(0.49, 2);
	});

	test("are certain once nothing is left: won, drawn or lost (D1.2.142)", () => {
		const level = computeOutlook(withOthers({}, createFinished(50)));
		const better = computeOutlook(withOthers({ 1: createFinished(51) }, createFinished(50)));
		expect(computeMatchUpChances(better, level)).toEqual({ win: 1, draw: 0, loss: 0 });
		expect(computeMatchUpChances(level, better)).toEqual({ win: 0, draw: 0, loss: 1 });
		expect(computeMatchUpChances(level, level)).toEqual({ win: 0, draw: 1, loss: 0 });
	});

	test("sum to 1, and are the same from the other side", () => {
		const player = fc.record({
			points: fc.integer({ min: -10, max: 150 }),
			left: fc.boolean(),
			chance: fc.double({ min: 0, max: 1, noNaN: true }),
		});
		/** Shares eleven players with `team`. */
		const rival = replaceSlotIds(
			team,
			listSlotIds(team, rules).map((id) => id + 10),
			rules,
		);
		fc.assert(
			fc.property(fc.array(player, { minLength: 31, maxLength: 31 }), (players) => {
				const look = (lineup: Lineup) =>
					computeOutlook((id) => {
						const { points, left, chance } = players[id - 1] ?? { points: 0, left: false, chance: 1 };
						return left ? { ...unplayed, estimate: points, chanceToPlay: chance } : createFinished(points);
					}, lineup);
				const chances = computeMatchUpChances(look(team), look(rival));
				expect(chances.win + chances.draw + chances.loss).toBeCloseTo(1, 5);
				expect(computeMatchUpChances(look(rival), look(team)).loss).toBeCloseTo(chances.win, 5);
			}),
			{ numRuns: 200 },
		);
	});
});
