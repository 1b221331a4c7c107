import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../testing/web/player-season.ts";
import { computeTeamScore } from "./team-score.ts";

test("an emergency covers the positions that she had in the round [D2.9.260]", () => {
	const field = buildSquad(() => ({ stats: { scores: { 1: 50 } } }));
	const lineup = buildLineup();
	const [out] = lineup.field.DEF;
	const [cover = 0] = lineup.bench.DEF;
	const squad = field.map((player) => {
		if (player.id === out) return { ...player, stats: { ...player.stats, scores: {} } };
		if (player.id !== cover) return player;
		return {
			...player,
			position: ["RUC" as const],
			formerPositions: [{ untilRound: 1, positions: ["DEF" as const] }],
		};
	});
	const season = buildSeason(squad);
	const [round] = season.rounds;
	if (!round) throw new Error("no round");
	const covering = computeTeamScore(lineup, round, season).ledger.find(({ playerId }) => playerId === cover);
	expect(covering).toMatchObject({ covers: out, counted: 50 });
});
