import { getSquadPreset } from "@first-bounce/rules/draft/squad-rules";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { MAX_MATCH_POINTS } from "@first-bounce/rules/scoring/player-points";
import type { PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { afterEach, describe, expect, it } from "vitest";
import { buildSeason } from "../../testing/rules/season-builder.ts";
import { buildTeamFrom } from "../../testing/rules/team-arbitrary.ts";
import { buildDraftRow } from "./draft-rows.ts";
import { packLineup } from "./pack-lineup.ts";
import { buildRowLayout, type LayoutRules, ROW_WORDS } from "./row-layout.ts";
import { createScorer, type Scorer } from "./scorer.ts";
import { MAX_TEAMS_WITHOUT_WORKER } from "./scoring-thread.ts";
import { NOT_ENTERED } from "./standings/standings.ts";

const season = buildSeason();
const rules = DEFAULT_SEASON_RULES;
const createPlayerRounds = (points: number) => (): PlayerRound => ({ state: "played", points });
const team: Lineup = buildTeamFrom(season.players, season);
const rival: Lineup = { ...buildTeamFrom(season.players.toReversed(), season), captainId: 0, viceCaptainId: 0 };

let scorerUnderTest: Scorer | null = null;
afterEach(() => scorerUnderTest?.close());

describe.each([
	["in the caller's thread", 2],
	["in a worker", MAX_TEAMS_WITHOUT_WORKER + 1],
])("A scorer %s", (_, teams) => {
	const startScorer = (layoutRules: LayoutRules = rules): Scorer => {
		scorerUnderTest = createScorer({ rules: layoutRules, players: season.players, teams });
		return scorerUnderTest;
	};

	it("adds the round's points to earlier totals and ranks the teams", async () => {
		const scorer = startScorer();
		scorer.setLineup(0, team);
		scorer.setLineup(1, rival);
		scorer.setPreviousTotals(0, Int32Array.of(1_000, 1_100), Int32Array.of(1_000, 1_100));
		expect(await scorer.rescore(2, createPlayerRounds(50))).toBe(1);
		const { version, round, points, totals, highs, overallRank, roundRank } = scorer.snapshot();
		expect({ version, round }).toEqual({ version: 1, round: 2 });
		expect([...points]).toEqual([850, 800]);
		expect([...totals]).toEqual([1_850, 1_900]);
		expect([...highs]).toEqual([1_000, 1_100]);
		expect([...overallRank]).toEqual([2, 1]);
		expect([...roundRank]).toEqual([1, 2]);
	});

	it("adds up fourteen rounds of players with 210 points", async () => {
		const scorer = startScorer();
		scorer.setLineup(0, team);
		scorer.setLineup(1, rival);
		const totals = [0, 0];
		const highs = [0, 0];
		for (let round = 1; round <= 14; round++) {
			scorer.setPreviousTotals(0, Int32Array.from(totals), Int32Array.from(highs));
			await scorer.rescore(round, createPlayerRounds(210));
			const standings = scorer.snapshot();
			for (const row of [0, 1]) [totals[row], highs[row]] = [standings.totals[row] ?? 0, standings.highs[row] ?? 0];
		}
		expect([totals, highs]).toEqual([
			[49_980, 47_040],
			[3_570, 3_360],
		]);
	});

	it("gives no rank before taking part, and grows", async () => {
		const scorer = startScorer();
		for (let row = 0; row < 9; row++) scorer.setLineup(row, row === 3 ? null : team);
		await scorer.rescore(1, createPlayerRounds(-1));
		expect([...scorer.snapshot().overallRank]).toEqual([1, 2, 3, 0, 4, 5, 6, 7, 8]);
		scorer.setLineup(3, team);
		expect(await scorer.rescore(1, createPlayerRounds(-1))).toBe(2);
		const { overallRank, totals, highs } = scorer.snapshot();
		expect([...overallRank]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect([totals[3], highs[3]]).toEqual([-17, -17]);
	});

	it("accepts many packed rows, a new round and a changed line-up", async () => {
		const scorer = startScorer();
		const layout = buildRowLayout(rules);
		const packed = new Uint16Array(2 * ROW_WORDS);
		packLineup(team, scorer.players, layout, rules, packed, 0);
		packLineup(rival, scorer.players, layout, rules, packed, ROW_WORDS);
		scorer.setLineups(0, packed);
		await scorer.rescore(1, createPlayerRounds(10));
		expect([...scorer.snapshot().points]).toEqual([170, 160]);
		scorer.setPreviousTotals(0, Int32Array.of(170, 160), Int32Array.of(170, NOT_ENTERED));
		scorer.setLineup(1, team);
		await scorer.rescore(2, createPlayerRounds(10));
		expect([...scorer.snapshot().totals]).toEqual([340, 330]);
	});

	it("scores draft teams beside the others, without ranks", async () => {
		const scorer = startScorer();
		const draftRules = { ...getSquadPreset(10), hasCaptain: false };
		const players = { ...season, rules: { ...season.rules, ...draftRules } };
		scorer.setLineup(0, team);
		await scorer.rescore(1, createPlayerRounds(50));
		expect([...scorer.draftPoints()]).toEqual([]);
		scorer.setDraftLineups(0, buildDraftRow(buildTeamFrom(season.players, players), draftRules, scorer.players));
		scorer.setDraftLineups(1, buildDraftRow(team, { ...getSquadPreset(4), hasCaptain: true }, scorer.players));
		await scorer.rescore(1, createPlayerRounds(50));
		expect([...scorer.draftPoints()]).toEqual([700, 850]);
		expect([...scorer.snapshot().points]).toEqual([850]);
		expect([...scorer.snapshot().overallRank]).toEqual([1]);
	});

	it("projects totals separately for captains, without changing standings", async () => {
		const scorer = startScorer();
		scorer.setLineup(0, team);
		scorer.setLineup(1, null);
		scorer.setPreviousTotals(0, Int32Array.of(1_000), Int32Array.of(900));
		await scorer.rescore(2, createPlayerRounds(10));
		const round = { state: "played", points: 50 } as const;
		expect([...(await scorer.project(() => ({ result: round, position: [] })))]).toEqual([1_850, NOT_ENTERED]);
		expect([...(await scorer.project(() => ({ result: round, captain: 80, position: [] })))]).toEqual([
			1_910,
			NOT_ENTERED,
		]);
		expect([...scorer.snapshot().totals].slice(0, 1)).toEqual([1_170]);
		await scorer.rescore(2, createPlayerRounds(10));
		expect([...scorer.snapshot().points].slice(0, 1)).toEqual([170]);
	});

	it("adds up a team whose players all have the most points twice", async () => {
		const scorer = startScorer({ ...season.rules, captainFactor: 5 });
		scorer.setLineup(0, team);
		await scorer.rescore(1, createPlayerRounds(2 * MAX_MATCH_POINTS));
		expect([...scorer.snapshot().points]).toEqual([3_000 * (16 + 4)]);
	});

	it("refuses gaps between rows, incomplete rows and invalid scores, and keeps working", async () => {
		const scorer = startScorer();
		expect(() => scorer.setLineup(1, team)).toThrow(RangeError);
		expect(() => scorer.setLineups(0, new Uint16Array(5))).toThrow(RangeError);
		expect(() => scorer.setPreviousTotals(0, Int32Array.of(1), Int32Array.of(1))).toThrow(RangeError);
		await expect(scorer.rescore(1, createPlayerRounds(0.5))).rejects.toThrow(RangeError);
		expect(await scorer.rescore(1, createPlayerRounds(1))).toBe(1);
	});

	it("rejects calls once closed", async () => {
		const scorer = startScorer();
		await scorer.close();
		await expect(scorer.rescore(1, createPlayerRounds(10))).rejects.toThrow("stopped");
	});
});
