import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { createLineupRows } from "@first-bounce/scoring/lineup-rows";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import { addPreviousTotals, rankOverall, rankRound } from "@first-bounce/scoring/standings/rank-rows";
import { computeStandingsBytes, createStandingsArrays } from "@first-bounce/scoring/standings/standings";
import { createTeamScorer } from "@first-bounce/scoring/team-scorer";
import { type Comparison, measureInTurns, measureMs } from "../measure.ts";
import { sortByCounting } from "./floors.ts";
import { computeAbsenceShares, generatePlayers, generatePreviousTotals, generateTeams } from "./generated-round.ts";

const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Compares scoring, overall ranking and round ranking of a number of teams with their floors. */
export async function compareScoreAndRank(
	teams: number,
	runs: number,
	log: (line: string) => void,
): Promise<Comparison[]> {
	const players = generatePlayers();
	const layout = buildRowLayout(DEFAULT_SEASON_RULES);
	const scorer = createTeamScorer(layout);
	scorer.setPlayers(players);
	const rows = new Uint16Array(new SharedArrayBuffer(teams * ROW_WORDS * Uint16Array.BYTES_PER_ELEMENT));
	generateTeams(rows, players);
	const lineups = createLineupRows(layout, teams);
	lineups.set(0, rows);
	const { slots: absentSlots, teams: affectedTeams } = computeAbsenceShares(rows, players);
	const size = teams.toLocaleString("en");
	log(
		`${size} teams: ${formatPercent(absentSlots)} of the players on field did not play, in ${formatPercent(affectedTeams)} of the teams`,
	);

	const previousTotals = generatePreviousTotals(teams);
	const standings = createStandingsArrays(new SharedArrayBuffer(computeStandingsBytes(teams)), teams);
	const keys = new Int32Array(teams);
	const rowsCopy = new Uint16Array(new SharedArrayBuffer(teams * ROW_WORDS * Uint16Array.BYTES_PER_ELEMENT));
	const [order, ranks] = [new Int32Array(teams), new Int32Array(teams)];
	const results = await measureInTurns(
		{
			copy: () => measureMs(() => rowsCopy.set(rows)),
			score: () => measureMs(() => scorer.score(lineups, standings.points)),
			sortTotals: () => measureMs(() => sortByCounting(standings.totals, order, ranks)),
			overall: () =>
				measureMs(() => {
					addPreviousTotals(previousTotals, standings, teams);
					rankOverall(standings, teams);
				}),
			sortPoints: () => measureMs(() => sortByCounting(standings.points, order, ranks)),
			round: () => measureMs(() => rankRound(standings, teams, teams, keys)),
		},
		{ runs, warmups: 3 },
	);
	const goal = { kind: "at most", ratio: 5 } as const;
	const sortName = "counting sort, one key";
	return [
		{
			label: `score ${size}`,
			result: results.score,
			floorName: "copy the line-ups",
			floor: results.copy,
			unit: "ms",
			goal,
		},
		{
			label: `total, rank overall ${size}`,
			result: results.overall,
			floorName: sortName,
			floor: results.sortTotals,
			unit: "ms",
			goal,
		},
		{
			label: `rank of the round ${size}`,
			result: results.round,
			floorName: sortName,
			floor: results.sortPoints,
			unit: "ms",
			goal,
		},
	];
}
