import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { createLineupRows } from "@first-bounce/scoring/lineup-rows";
import { buildRowLayout, ROW_BYTES } from "@first-bounce/scoring/row-layout";
import { addPreviousTotals, rankOverall, rankRound } from "@first-bounce/scoring/standings/rank-rows";
import { computeStandingsBytes, createStandingsArrays } from "@first-bounce/scoring/standings/standings";
import { createTeamScorer } from "@first-bounce/scoring/team-scorer";
import { type Comparison, takeTurns, timed } from "../measure.ts";
import { countingSort } from "./floors.ts";
import { absences, fillWithTeams, madeUpPlayers, madeUpPriors } from "./made-up-round.ts";

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Score and rank apart, each beside its floor, for so many teams. */
export async function compareAt(teams: number, runs: number, note: (line: string) => void): Promise<Comparison[]> {
	const players = madeUpPlayers();
	const layout = buildRowLayout(DEFAULT_SEASON_RULES);
	const scorer = createTeamScorer(layout);
	scorer.setPlayers(players);
	const rows = new Uint16Array(new SharedArrayBuffer(teams * ROW_BYTES));
	fillWithTeams(rows, players);
	const lineups = createLineupRows(layout, teams);
	lineups.set(0, rows);
	const { places, teams: lacking } = absences(rows, players);
	const size = teams.toLocaleString("en");
	note(`${size} teams: ${percent(places)} of the places on field did not play, in ${percent(lacking)} of the teams`);

	const priors = madeUpPriors(teams);
	const standings = createStandingsArrays(new SharedArrayBuffer(computeStandingsBytes(teams)), teams);
	const keys = new Int32Array(teams);
	const copy = new Uint16Array(new SharedArrayBuffer(teams * ROW_BYTES));
	const [order, ranks] = [new Int32Array(teams), new Int32Array(teams)];
	const took = await takeTurns(
		{
			copy: () => timed(() => copy.set(rows)),
			score: () => timed(() => scorer.score(lineups, standings.points)),
			sortTotals: () => timed(() => countingSort(standings.totals, order, ranks)),
			overall: () =>
				timed(() => {
					addPreviousTotals(priors, standings, teams);
					rankOverall(standings, teams);
				}),
			sortPoints: () => timed(() => countingSort(standings.points, order, ranks)),
			round: () => timed(() => rankRound(standings, teams, teams, keys)),
		},
		{ runs, warmups: 3 },
	);
	const goal = { kind: "at most", ratio: 5 } as const;
	const sort = "counting sort, one key";
	return [
		{
			what: `score ${size}`,
			reached: took.score,
			floorName: "copy the line-ups",
			floor: took.copy,
			unit: "ms",
			goal,
		},
		{
			what: `total, rank overall ${size}`,
			reached: took.overall,
			floorName: sort,
			floor: took.sortTotals,
			unit: "ms",
			goal,
		},
		{
			what: `rank of the round ${size}`,
			reached: took.round,
			floorName: sort,
			floor: took.sortPoints,
			unit: "ms",
			goal,
		},
	];
}
