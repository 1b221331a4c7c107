import type { MatchUpTeam } from "@first-bounce/contract/leagues/league-ladder";
import { findRound } from "@first-bounce/rules/round/round";
import { describe, expect, test } from "vitest";
import { buildLineup, buildPlayer, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { buildHeadToHeadRows, buildUniqueScorerRows, sumSidePoints } from "./matchup-rows.ts";

const RIVAL_ID_OFFSET = 100;
/** The 21 players of each team: players n and 100 + n both scored n in round 1. */
const players = [
	...buildSquad((id) => ({ stats: { scores: { 1: id } } })),
	...buildSquad((id) => ({ stats: { scores: { 1: id } } })).map((player) =>
		buildPlayer(player.id + RIVAL_ID_OFFSET, { position: player.position, stats: { scores: { 1: player.id } } }),
	),
];
const season = buildSeason(players);
const round = findRound(season.rounds, 1);

function buildTeam(change: Partial<MatchUpTeam> = {}): MatchUpTeam {
	const { field: lineup, bench, emergency, ...roles } = buildLineup();
	const copyLineup = (byLine: typeof lineup) => ({
		DEF: [...byLine.DEF],
		MID: [...byLine.MID],
		RUC: [...byLine.RUC],
		FWD: [...byLine.FWD],
	});
	return {
		userId: 1,
		teamId: 1,
		teamName: "Kit Bag",
		fullName: "Kit O.",
		avatarVersion: 0,
		supportedSquadId: null,
		rank: 1,
		scoreFlow: {},
		points: 0,
		substitutions: {},
		isComplete: true,
		hidden: 0,
		...roles,
		lineup: copyLineup(lineup),
		bench: copyLineup(bench),
		emergency: [...emergency],
		...change,
	};
}

if (!round) throw new Error("The test season has no round 1");

describe("a match-up", () => {
	test("compares slot by slot: field, bench, utility", () => {
		const rows = buildHeadToHeadRows(buildTeam(), buildTeam(), round, season);
		expect(rows).toHaveLength(21);
		expect(rows[5]?.home).toMatchObject({ kind: "player", role: "captain", score: { counted: 12, factor: 2 } });
		expect(rows[16]?.away).toMatchObject({ kind: "player", role: "emergency", score: { counted: 0 } });
		expect(sumSidePoints(rows, "home")).toBe(sumSidePoints(rows, "away"));
	});

	test("distinguishes hidden players from empty slots", () => {
		const { lineup } = buildTeam();
		const [, ...rest] = lineup.DEF;
		const rival = buildTeam({ lineup: { ...lineup, DEF: [0, ...rest] }, hidden: 1 });
		expect(buildHeadToHeadRows(buildTeam(), rival, round, season)[0]?.away).toEqual({ kind: "hidden" });
		const bare = buildTeam({ lineup: { ...lineup, DEF: [0, ...rest] } });
		expect(buildHeadToHeadRows(buildTeam(), bare, round, season)[0]?.away).toEqual({ kind: "nobody" });
	});

	test("does not double the vice captain while the captain is hidden", () => {
		const rows = buildHeadToHeadRows(buildTeam(), buildTeam({ captainId: 0, hidden: 1 }), round, season);
		expect(rows[6]?.away).toMatchObject({ role: "vice", score: { factor: 1 } });
	});

	test("by unique scorers omits players whom both teams have", () => {
		const { lineup } = buildTeam();
		const rival = buildTeam({ lineup: { ...lineup, FWD: [112, 113, ...lineup.FWD.slice(2)] } });
		const rows = buildUniqueScorerRows(buildTeam(), rival, round, season);
		const listIds = (side: "home" | "away") =>
			rows.flatMap((row) => (row[side].kind === "player" ? [row[side].player.id] : []));
		expect(listIds("home")).toEqual([13, 12]);
		expect(listIds("away")).toEqual([113, 112]);
		expect(buildUniqueScorerRows(buildTeam(), buildTeam(), round, season)).toEqual([]);
	});

	test("by unique scorers includes a shared player whom one team doubles", () => {
		const rows = buildUniqueScorerRows(buildTeam(), buildTeam({ captainId: 7, viceCaptainId: 6 }), round, season);
		expect(rows).toHaveLength(2);
		expect(sumSidePoints(rows, "home") - sumSidePoints(rows, "away")).toBe(12 + 7 - (6 + 14));
	});
});
