import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import { EMPTY_STAT_LINE, STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { MatchStatsTable } from "./match-stats-table.tsx";
import { LiveFacts } from "./player-header.tsx";

const maeve = buildPlayer(1, { stats: { prices: { 1: 500_000 }, scores: { 1: 80, 2: 8 } } });
const season = buildSeason([maeve], "playing", ["playing", "scheduled"]);
const match = season.matchById.get(20);
if (!match) throw new Error("no match 20");
const inPlay = { ...match, homeScore: 34, awayScore: 28, quarter: 3, minutes: 51 };

function listFacts(change: Partial<MatchEntry>, points: number | null): (string | null)[] {
	renderAt("/", <LiveFacts live={{ match: { ...inPlay, ...change }, points, expectedPoints: 71.6 }} season={season} />);
	return screen.getAllByRole("definition").map((fact) => `${fact.previousSibling?.textContent}: ${fact.textContent}`);
}

test("a player's details show her live score, projection and match (D1.9.60)", () => {
	expect(listFacts({}, 45)).toEqual(["Live score: 45", "Projected: 72", "Live · Q3: C1 34 – 28 C2"]);
});

test("minutes are shown if the provider does not report quarters", () => {
	expect(listFacts({ quarter: null }, null)[2]).toBe("Live · 51 min: C1 34 – 28 C2");
});

test("before any stat or score, the match shows its clubs", () => {
	const facts = listFacts({ quarter: null, minutes: null, homeScore: null, awayScore: null }, null);
	expect(facts).toEqual(["Live score: -", "Projected: 72", "Live: C1 v C2"]);
});

test("Match Stats marks the played match, and averages omit it", () => {
	const stats = { ...EMPTY_STAT_LINE, TOG: 80, K: 10 };
	const matches = [
		{ roundId: 2, matchId: 20, opponentId: 2, points: 8, stats: { ...stats, K: 2 } },
		{ roundId: 1, matchId: 10, opponentId: 2, points: 80, stats },
	];
	renderAt("/", <MatchStatsTable player={maeve} matches={matches} season={season} />);
	const [, live, finished, averages] = screen.getAllByRole("row");
	const read = (row: HTMLElement | undefined) =>
		row ? [...within(row).getAllByRole("cell")].map((cell) => cell.textContent) : [];
	const optionalStats = STAT_KEYS.filter((key) => STATS[key].isOptional).map(() => "0");
	expect(read(live)).toEqual(["C2 Live", "80", "2", "0", "0", "0", "0", "0", "0", "0", "0", ...optionalStats, "8"]);
	expect(read(finished)[0]).toBe("C2");
	expect(read(averages)).toEqual(["", "80", "10", "0", "0", "0", "0", "0", "0", "0", "0", ...optionalStats, "80"]);
});
