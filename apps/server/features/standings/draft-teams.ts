import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { LINES } from "@first-bounce/rules/player";
import { buildDraftShape, type DraftShape } from "@first-bounce/scoring/draft-rows";
import { ROW_WORDS } from "@first-bounce/scoring/row-layout";
import type { RoundKey } from "../../db/tables/tables.ts";
import { type RowSource, readRows } from "./copy-queries.ts";
import { buildDraftLeaguesQuery, buildDraftTeamsQuery, type DraftPoints } from "./standings-queries.ts";

/** Line-ups of draft teams, in rows of the scoring engine apart from those of classic teams. */
export interface DraftTeams {
	readonly count: number;
	readonly teams: Int32Array;
	readonly rows: Uint16Array;
}

export const NO_DRAFT_TEAMS: DraftTeams & DraftPoints = {
	count: 0,
	teams: new Int32Array(0),
	rows: new Uint16Array(0),
	points: new Int32Array(0),
};

/** Draft teams that play a round, whose line-ups are not loaded yet, and the shape of each. */
export interface PlayingDraftTeams extends DraftTeams {
	readonly getShape: (row: number) => DraftShape | undefined;
}

/** Loads how the teams of each draft league that plays a round are scored. Leagues of the same shape share it. */
async function loadShapes(source: RowSource, seasonId: number, roundId: RoundId) {
	const shapes: DraftShape[] = [];
	const indexByKey = new Map<string, number>();
	const shapeByLeague = new Map<number, number>();
	await readRows(source, buildDraftLeaguesQuery(seasonId, roundId), (row) => {
		const leagueId = row.int();
		const readLines = () => ({ DEF: row.int(), MID: row.int(), RUC: row.int(), FWD: row.int() });
		const [field, bench] = [readLines(), readLines()];
		const [utilityScores, hasCaptain] = [row.int() === 1, row.int() === 1];
		const counts = LINES.flatMap((line) => [field[line], bench[line]]);
		const key = [...counts, utilityScores, hasCaptain].join();
		const index = indexByKey.get(key) ?? shapes.push(buildDraftShape({ field, bench, utilityScores, hasCaptain })) - 1;
		indexByKey.set(key, index);
		shapeByLeague.set(leagueId, index);
	});
	return { shapes, shapeByLeague };
}

/** Loads the draft teams that play a round, or those among `onlyTeams` that do, by id. */
export async function loadDraftTeams(
	source: RowSource,
	{ seasonId, roundId }: RoundKey,
	onlyTeams?: readonly TeamId[],
): Promise<PlayingDraftTeams> {
	const { shapes, shapeByLeague } = await loadShapes(source, seasonId, roundId);
	const teams: TeamId[] = [];
	const shapeIndexes: number[] = [];
	if (shapes.length > 0)
		await readRows(source, buildDraftTeamsQuery(seasonId, onlyTeams), (row) => {
			const teamId = row.int();
			const index = shapeByLeague.get(row.int());
			if (index === undefined) return;
			teams.push(teamId);
			shapeIndexes.push(index);
		});
	return {
		count: teams.length,
		teams: Int32Array.from(teams),
		rows: new Uint16Array(teams.length * ROW_WORDS),
		getShape: (row) => shapes[shapeIndexes[row] ?? -1],
	};
}
