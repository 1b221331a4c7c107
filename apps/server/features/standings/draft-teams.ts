import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { LINES } from "@first-bounce/rules/player";
import { buildDraftShape, type DraftShape } from "@first-bounce/scoring/draft-rows";
import { ROW_WORDS } from "@first-bounce/scoring/row-layout";
import type { RoundKey } from "../../db/tables/tables.ts";
import { type RowSource, readRows } from "./copy-queries.ts";
import { buildDraftLeaguesQuery, buildDraftTeamsQuery, type DraftPoints } from "./standings-queries.ts";

/** Line-ups of draft teams, which the scoring engine numbers separately from classic teams. */
export interface DraftTeams {
	readonly count: number;
	readonly teamIds: Int32Array;
	readonly rows: Uint16Array;
}

export const NO_DRAFT_TEAMS: DraftTeams & DraftPoints = {
	count: 0,
	teamIds: new Int32Array(0),
	rows: new Uint16Array(0),
	points: new Int32Array(0),
};

/** Draft teams that play a round, whose line-ups are not loaded yet, and the shape of each. */
export interface PlayingDraftTeams extends DraftTeams {
	readonly getShape: (row: number) => DraftShape | undefined;
}

/** Loads how the teams of each draft league that plays a round are scored. Leagues of the same shape share one object. */
async function loadShapes(source: RowSource, seasonId: number, roundId: RoundId) {
	const shapeByKey = new Map<string, DraftShape>();
	const shapeByLeague = new Map<number, DraftShape>();
	await readRows(source, buildDraftLeaguesQuery(seasonId, roundId), (reader) => {
		const leagueId = reader.int();
		const readLines = () => ({ DEF: reader.int(), MID: reader.int(), RUC: reader.int(), FWD: reader.int() });
		const [field, bench] = [readLines(), readLines()];
		const [utilityScores, hasCaptain] = [reader.int() === 1, reader.int() === 1];
		const counts = LINES.flatMap((line) => [field[line], bench[line]]);
		const key = [...counts, utilityScores, hasCaptain].join();
		const shape = shapeByKey.get(key) ?? buildDraftShape({ field, bench, utilityScores, hasCaptain });
		shapeByKey.set(key, shape);
		shapeByLeague.set(leagueId, shape);
	});
	return shapeByLeague;
}

/** Loads the draft teams that play a round, ordered by id; with `onlyTeams`, only those of them. */
export async function loadDraftTeams(
	source: RowSource,
	{ seasonId, roundId }: RoundKey,
	onlyTeams?: readonly TeamId[],
): Promise<PlayingDraftTeams> {
	const shapeByLeague = await loadShapes(source, seasonId, roundId);
	const teamIds: TeamId[] = [];
	const shapes: DraftShape[] = [];
	if (shapeByLeague.size > 0)
		await readRows(source, buildDraftTeamsQuery(seasonId, onlyTeams), (reader) => {
			const teamId = reader.int();
			const shape = shapeByLeague.get(reader.int());
			if (!shape) return;
			teamIds.push(teamId);
			shapes.push(shape);
		});
	return {
		count: teamIds.length,
		teamIds: Int32Array.from(teamIds),
		rows: new Uint16Array(teamIds.length * ROW_WORDS),
		getShape: (row) => shapes[row],
	};
}
