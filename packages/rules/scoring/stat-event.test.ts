import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computePlayerPoints } from "./player-points.ts";
import { buildStatEvent } from "./stat-event.ts";
import { EMPTY_STAT_LINE, mapStats, type StatLine } from "./stats.ts";

const rules = DEFAULT_SEASON_RULES;
const createLine = (stats: Partial<StatLine>): StatLine => ({ ...EMPTY_STAT_LINE, TOG: 80, ...stats });

test("a goal is one event with two stats and the score", () => {
	expect(buildStatEvent(createLine({ K: 10, M: 2 }), createLine({ K: 11, M: 2, G: 1 }), false, rules)).toEqual({
		changes: [
			{ stat: "G", count: 1, points: 6 },
			{ stat: "K", count: 1, points: 3 },
		],
		points: 9,
		score: 45,
		isCorrection: false,
	});
});

test("a first report counts from zero, frees against cost", () => {
	expect(buildStatEvent(null, createLine({ H: 2, FA: 1 }), false, rules)).toEqual({
		changes: [
			{ stat: "H", count: 2, points: 6 },
			{ stat: "FA", count: 1, points: -3 },
		],
		points: 3,
		score: 3,
		isCorrection: false,
	});
});

test("a stat that goes down is a correction", () => {
	expect(buildStatEvent(createLine({ K: 5, H: 1 }), createLine({ K: 4, H: 2 }), false, rules)).toEqual({
		changes: [
			{ stat: "K", count: -1, points: -3 },
			{ stat: "H", count: 1, points: 3 },
		],
		points: 0,
		score: 18,
		isCorrection: true,
	});
	expect(buildStatEvent(createLine({ G: 1 }), null, false, rules)).toMatchObject({
		points: -6,
		score: 0,
		isCorrection: true,
	});
});

test("any change after the siren is a correction", () => {
	expect(buildStatEvent(createLine({ T: 3 }), createLine({ T: 4 }), true, rules)).toEqual({
		changes: [{ stat: "T", count: 1, points: 4 }],
		points: 4,
		score: 16,
		isCorrection: true,
	});
});

test("time on ground and unscored stats make no event", () => {
	expect(buildStatEvent(createLine({ TOG: 20 }), createLine({ TOG: 60 }), false, rules)).toBeNull();
	expect(buildStatEvent(null, createLine({}), false, rules)).toBeNull();
	const noHitouts = { scoring: { ...rules.scoring, HO: 0 } };
	expect(buildStatEvent(createLine({}), createLine({ HO: 4 }), false, noHitouts)).toBeNull();
	const withSpoils = { scoring: { ...rules.scoring, spoils: 2 } };
	expect(buildStatEvent(createLine({}), createLine({ other: { spoils: 3 } }), false, rules)).toBeNull();
	expect(buildStatEvent(createLine({}), createLine({ other: { spoils: 3 } }), false, withSpoils)).toMatchObject({
		changes: [{ stat: "spoils", count: 3, points: 6 }],
	});
});

const arbitraryLine = fc.option(
	fc.record({ TOG: fc.nat(100), ...mapStats(() => fc.nat(20)) }).map((stats): StatLine => stats as StatLine),
	{ nil: null },
);

test("the points of a player's events always add up to her score", () => {
	fc.assert(
		fc.property(fc.array(arbitraryLine, { minLength: 1, maxLength: 8 }), (reports) => {
			let score = 0;
			let before: StatLine | null = null;
			for (const after of reports) {
				const event = buildStatEvent(before, after, false, rules);
				score += event?.points ?? 0;
				const points = computePlayerPoints(after ?? EMPTY_STAT_LINE, rules);
				expect(score).toBe(points);
				if (event) expect(event.score).toBe(points);
				before = after;
			}
		}),
	);
});
