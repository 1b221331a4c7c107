import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSeasonFiles, buildSquad } from "../../../testing/web/player-season.ts";
import { buildSeasonModel } from "../api/season-model.ts";
import { computeLineupOutlook } from "./live-outlook.ts";
import { buildVisibleLineup, computeTeamScore, getExpectedPoints } from "./team-score.ts";

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

test("a rival's vice captain does not double while the captain is hidden [D2.9.862]", () => {
	const { field, ...roles } = buildLineup();
	const vice = roles.viceCaptainId;
	const season = buildSeason(buildSquad((id) => (id === vice ? { stats: { scores: { 1: 139 } } } : {})));
	const [round] = season.rounds;
	if (!round) throw new Error("no round");
	const countVice = (hidden: number) => {
		const lineup = buildVisibleLineup({ lineup: field, ...roles, captainId: 0, emergency: [], hidden });
		return computeTeamScore(lineup, round, season).ledger.find(({ playerId }) => playerId === vice)?.counted;
	};
	expect(countVice(1)).toBe(139);
	expect(countVice(0)).toBe(278);
});

test("a players file from an older release still gives expected points", () => {
	const squad = buildSquad(() => ({ stats: { estimate: 60, chanceToPlay: 1 } }));
	const older = squad.map((player) => {
		const { matchEstimate: _, ...stats } = player.stats;
		return { ...player, stats: stats as typeof player.stats };
	});
	const season = buildSeason(older);
	const round = season.rounds.at(-1);
	if (!round) throw new Error("no round");
	expect(computeLineupOutlook(buildLineup(), round, season).mean).toBeCloseTo(1_020);
});

test("a match that is called off adds no expected points [D2.9.77]", () => {
	const files = buildSeasonFiles(buildSquad());
	const [first, second] = files.rounds;
	const [match] = second?.tournaments ?? [];
	if (!first || !second || !match) throw new Error("no match");
	const project = (isAbandoned: boolean) => {
		const tournaments = [match, { ...match, id: 29, awaySquadId: 3, isAbandoned }];
		const season = buildSeasonModel({ ...files, rounds: [first, { ...second, tournaments }] });
		const [player] = season.players;
		return player && getExpectedPoints(player, season.current ?? null, season);
	};
	expect(project(false)).toBe(160);
	expect(project(true)).toBe(80);
});
