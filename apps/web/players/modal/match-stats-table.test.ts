import type { PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../../testing/web/player-season.ts";
import { buildMatchRows } from "./match-stats-table.tsx";

const stats = { ...EMPTY_STAT_LINE, TOG: 80, K: 1, H: 1, M: 1, T: 1 };
const buildStatsOfMatch = (matchId: number): PlayerStatsFile[number] => ({
	matchId,
	roundId: 2,
	opponentId: 2,
	points: 10,
	stats,
});
const player = buildPlayer(1, { stats: { prices: { 1: 500_000 } } });

/** Round 2 is a double week for squad 1: matches 20 and 21. */
function buildDoubleWeekRows(matches: PlayerStatsFile) {
	const season = buildSeason([player], "complete", ["complete", "complete"]);
	const rounds = season.rounds.map((round) =>
		round.id === 2 ? { ...round, matches: round.matches.map((match) => ({ ...match, homeSquadId: 1 })) } : round,
	);
	return buildMatchRows(player, matches, { rounds })
		.filter(({ roundId }) => roundId === 2)
		.map((row) => (row.kind === "match" ? row.match.matchId : row.kind === "missed" ? `DNP ${row.matchId}` : "BYE"));
}

test("a double week has a row for each match", () => {
	expect(buildDoubleWeekRows([buildStatsOfMatch(20), buildStatsOfMatch(21)])).toEqual([20, 21]);
	expect(buildDoubleWeekRows([buildStatsOfMatch(21)])).toEqual([21, "DNP 20"]);
	expect(buildDoubleWeekRows([])).toEqual(["DNP 20", "DNP 21"]);
});

test("earlier missed matches and byes are her former club's [D2.9.260]", () => {
	const season = buildSeason([player], "complete", ["complete", "complete"]);
	const moved = { ...player, squadId: 5, formerSquads: [{ untilRound: 2, squadId: 3 }] };
	const listRows = (of: typeof player) =>
		buildMatchRows(of, [], season).map((row) =>
			row.kind === "missed" ? `${row.roundId}: DNP ${row.opponentId}` : `${row.roundId}: ${row.kind}`,
		);
	expect(listRows({ ...player, squadId: 5 })).toEqual(["2: bye", "1: bye"]);
	expect(listRows(moved)).toEqual(["2: DNP 4", "1: DNP 4"]);
});
