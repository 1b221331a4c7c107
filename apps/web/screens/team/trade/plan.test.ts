import type { TeamState } from "@first-bounce/rules/team/team-state";
import { expect, test } from "vitest";
import {
	buildLineup,
	buildPlayer,
	buildSeason,
	buildSquad,
	SATURDAY,
} from "../../../../../testing/web/player-season.ts";
import { createPriceProjection } from "../model/projected-price.ts";
import { buildPlannedTeam, buildRoundContext, listPlannableRoundIds, summarizePlan } from "./plan.ts";
import { previewTrades } from "./trade-preview.ts";

/** Round 2 is current. Player 30's price rises with a projection of 120; player 31 is injured and keeps hers. */
function setUp() {
	const twoRounds = buildSeason([
		...buildSquad(),
		buildPlayer(30, { position: ["FWD"], stats: { scores: { 1: 120 } } }),
		buildPlayer(31, { position: ["FWD"], status: "injured", stats: { scores: { 1: 120 } } }),
	]);
	const [, second] = twoRounds.rounds;
	if (!second) throw new Error("The season has only one round");
	const season = { ...twoRounds, rounds: [...twoRounds.rounds, { ...second, id: 3 }, { ...second, id: 4 }] };
	const current = { rules: season.rules, getPlayer: season.lookup, rounds: season.rounds, now: SATURDAY + 1 };
	const team: TeamState = { lineup: buildLineup(), bank: 0, startRoundId: 1, trades: [] };
	return { season, current, team };
}

test("projected prices follow projected points, for those who play", () => {
	const { season } = setUp();
	const getPrice = (id: number, round: number) => {
		const entry = season.playerById.get(id);
		return entry ? createPriceProjection(season, round)(entry) : 0;
	};
	expect(getPrice(30, 2)).toBe(500_000);
	expect(getPrice(30, 3)).toBeGreaterThan(600_000);
	expect(getPrice(30, 4)).toBeGreaterThan(getPrice(30, 3));
	expect(getPrice(31, 4)).toBe(500_000);
});

test("missed and abandoned matches do not count for projected prices", () => {
	const { season } = setUp();
	const entry = season.playerById.get(30);
	if (!entry) throw new Error("The season has no player 30");
	const project = (formScores: Readonly<Record<string, number | null>>) =>
		createPriceProjection({ ...season }, 3)({ ...entry, stats: { ...entry.stats, formScores } });
	// 500,000 + (80 × 12,000 − 500,000) ÷ 4, as after her first match.
	expect(project({ 1: null })).toBe(615_000);
	// Plus (30 × 12,000 − 500,000) ÷ 6, rounded to thousands.
	expect(project({ 1: 30 })).toBe(592_000);
});

test("all rounds can be planned, and nobody locks later", () => {
	const { season, current, team } = setUp();
	expect(listPlannableRoundIds(season)).toEqual([2, 3, 4]);
	const trades = [{ playerInId: 31, playerOutId: 13 }];
	const { violations } = previewTrades(team, trades, buildRoundContext(2, season, current));
	expect(violations.map(({ code }) => code)).toEqual(["locked", "locked"]);
	expect(previewTrades(team, trades, buildRoundContext(3, season, current))).toMatchObject({ canSubmit: true });
});

test("planned trades change the team and its trades left in later rounds", () => {
	const { season, current, team } = setUp();
	const plan = { "3": [{ playerInId: 31, playerOutId: 13 }] };
	expect(buildPlannedTeam(team, plan, 3, season, current).lineup).toEqual(team.lineup);
	const later = buildPlannedTeam(team, plan, 4, season, current);
	expect(later.lineup.field.FWD).toContain(31);
	const { tradesLeft } = previewTrades(later, [], buildRoundContext(4, season, current));
	expect(tradesLeft).toBe(season.rules.trades.limit - 1);
});

test("at most five rounds after the current one are planned", () => {
	const { season } = setUp();
	const [, second] = season.rounds;
	if (!second) throw new Error("The season has only one round");
	const rounds = [2, 3, 4, 5, 6, 7, 8, 9].map((id) => ({ ...second, id }));
	expect(listPlannableRoundIds({ ...season, rounds })).toEqual([2, 3, 4, 5, 6, 7]);
});

test("each round shows its trades, the bank after, and byes", () => {
	const { season, current, team } = setUp();
	const [first, second, third, fourth] = season.rounds;
	if (!first || !second || !third || !fourth) throw new Error("The season has too few rounds");
	const roundWithBye = { ...third, byeSquads: [season.playerById.get(13)?.squadId ?? 0], matches: [] };
	const rounds = [first, second, roundWithBye, fourth];
	const plan = { "3": [{ playerInId: 31, playerOutId: 13 }] };
	const planned = summarizePlan(team, plan, { ...season, rounds }, { ...current, rounds });
	expect(planned.map(({ roundId, tradeCount }) => [roundId, tradeCount])).toEqual([
		[2, 0],
		[3, 1],
		[4, 0],
	]);
	// Players 13 and 31 both cost $500,000 today. By round 3, player 13's projected price has risen by $192,000.
	expect(planned.map(({ bank }) => bank)).toEqual([0, 192_000, 192_000]);
	expect(planned[1]?.byes).toContain(31);
	expect(planned[1]?.byes).not.toContain(13);
});
