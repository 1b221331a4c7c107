import { expect, test } from "vitest";
import { listHighlights, type RoundOutcome } from "./highlights.ts";

const plain: RoundOutcome = {
	points: 1_000,
	averagePoints: 1_100.4,
	roundRank: 150,
	overallRank: 160,
	previousOverallRank: 150,
	teams: 204,
	records: [],
	matchUps: [{ outcome: "lost", isGrandFinal: false }],
	eliminations: [],
};
const listKinds = (change: Partial<RoundOutcome>) => listHighlights({ ...plain, ...change }).map(({ kind }) => kind);

test("the best of a round leads, whatever the overall rank is [D2.9.505]", () => {
	expect(
		listHighlights({ ...plain, points: 1_647, roundRank: 1, overallRank: 203, records: [{ kind: "season-score" }] }),
	).toEqual([
		{ kind: "round-win", rank: 1, teams: 204 },
		{ kind: "season-score" },
		{ kind: "above-average", points: 547 },
	]);
});

test("a title comes first, then rank, record, wins and places [D2.9.505]", () => {
	expect(
		listKinds({
			roundRank: 12,
			overallRank: 90,
			records: [{ kind: "best-score" }],
			matchUps: [
				{ outcome: "won", isGrandFinal: true },
				{ outcome: "bye", isGrandFinal: false },
			],
		}),
	).toEqual(["grand-final", "round-rank", "best-score", "wins", "rise"]);
	expect(listKinds({ eliminations: [{ outcome: "won" }] })).toEqual(["elimination"]);
});

test("a round in which nothing went well has no highlight [D2.9.505]", () => {
	expect(listKinds({})).toEqual([]);
	expect(listKinds({ roundRank: 3, teams: 5 })).toEqual([]);
	expect(listKinds({ roundRank: 1, teams: 1 })).toEqual([]);
	expect(listKinds({ points: 0, roundRank: 1 })).toEqual([]);
	expect(listKinds({ points: 1_100, averagePoints: 1_100.4 })).toEqual([]);
});
