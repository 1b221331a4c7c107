import { describe, expect, test } from "vitest";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { season2023Lineups, season2023Rules, season2023Stats } from "../testing/season-2023.ts";
import { playerPoints } from "./player-points.ts";
import { DID_NOT_PLAY, playerRound } from "./player-round.ts";
import { scoreLineup } from "./score-lineup.ts";

describe("the real 2023 season", () => {
	const rulesOf2023 = () => ({
		...DEFAULT_SEASON_RULES,
		scoring: { ...DEFAULT_SEASON_RULES.scoring, ...season2023Rules().scoring },
	});

	test("all 4,158 stat lines are worth their published fantasy points", () => {
		const rules = rulesOf2023();
		const stats = season2023Stats();
		const wrong = stats.filter(({ line, fantasyPoints }) => playerPoints(line, rules) !== fantasyPoints);
		expect(stats).toHaveLength(4158);
		expect(wrong).toEqual([]);
	});

	test("all 500 real teams of round 1 score exactly what the game published", () => {
		const rules = rulesOf2023();
		const played = new Map(
			season2023Stats()
				.filter(({ roundId }) => roundId === 1)
				.map(({ playerId, line }) => [playerId, playerRound([line], true, rules)]),
		);
		const teams = season2023Lineups();
		const wrong = teams.filter(({ lineup, benchLine, points }) => {
			const linesOf = (id: number) => [benchLine.get(id) ?? []].flat();
			return scoreLineup(lineup, (id) => played.get(id) ?? DID_NOT_PLAY, linesOf, rules).points !== points;
		});
		expect(teams).toHaveLength(500);
		expect(wrong).toEqual([]);
	});
});
