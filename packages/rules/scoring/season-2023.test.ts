import { describe, expect, test } from "vitest";
import { readSeason2023Lineups, readSeason2023Rules, readSeason2023Stats } from "../../../testing/rules/season-2023.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computePlayerPoints } from "./player-points.ts";
import { computePlayerRound, DID_NOT_PLAY } from "./player-round.ts";
import { scoreLineup } from "./score-lineup.ts";

describe("the real 2023 season", () => {
	const getRulesOf2023 = () => ({
		...DEFAULT_SEASON_RULES,
		scoring: { ...DEFAULT_SEASON_RULES.scoring, ...readSeason2023Rules().scoring },
	});

	test("all 4,158 stat lines score their published fantasy points", () => {
		const rules = getRulesOf2023();
		const stats = readSeason2023Stats();
		const wrongLines = stats.filter(({ line, fantasyPoints }) => computePlayerPoints(line, rules) !== fantasyPoints);
		expect(stats).toHaveLength(4158);
		expect(wrongLines).toEqual([]);
	});

	test("all 500 real teams score exactly what was published", () => {
		const rules = getRulesOf2023();
		const played = new Map(
			readSeason2023Stats()
				.filter(({ roundId }) => roundId === 1)
				.map(({ playerId, line }) => [playerId, computePlayerRound([line], true, rules)]),
		);
		const teams = readSeason2023Lineups();
		const wrongTeams = teams.filter(({ lineup, benchLine, points }) => {
			const listLines = (id: number) => [benchLine.get(id) ?? []].flat();
			return scoreLineup(lineup, (id) => played.get(id) ?? DID_NOT_PLAY, listLines, rules).points !== points;
		});
		expect(teams).toHaveLength(500);
		expect(wrongTeams).toEqual([]);
	});
});
