import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { StandingsArrays } from "@first-bounce/scoring/standings/standings";

/** One version of all standings, read in O(1); later versions reuse its memory, so do not read it after an `await`. */
export interface StandingsView {
	/** Increases with every new view of this process. */
	readonly version: number;
	/** The round of the points and round ranks; null before the first round has started. */
	readonly roundId: RoundId | null;
	/** Whether that round is still in progress. */
	readonly isLive: boolean;
	readonly teamCount: number;
	/** Null for a team that is not ranked, except that draft teams have points while the round is in progress. */
	readonly getPoints: (teamId: TeamId) => Points | null;
	/** This and the following lookups return null for a team that is not ranked. */
	readonly getTotal: (teamId: TeamId) => Points | null;
	/** The points of the team's best round so far. */
	readonly getHighest: (teamId: TeamId) => Points | null;
	readonly getRoundRank: (teamId: TeamId) => number | null;
	readonly getOverallRank: (teamId: TeamId) => number | null;
	/** Team ids best first, from index `from` (0 is rank 1) up to, not including, `to`. */
	readonly overallOrder: (from: number, to: number) => TeamId[];
	readonly roundOrder: (from: number, to: number) => TeamId[];
	/** Writes all ranked teams, best first, into the caller's array. */
	readonly fillOrder: (order: "overall" | "round", into: Int32Array) => void;
}

/** Maps rows of standings to teams: `teamIds[row]` is the team of a row. */
export interface TeamRows {
	readonly teamIds: Int32Array;
	/** Row by team id, -1 for none. */
	readonly rowByTeam: Int32Array;
}

export function buildTeamRows(teamIds: Int32Array, count: number): TeamRows {
	let maxId = 0;
	for (let row = 0; row < count; row++) maxId = Math.max(maxId, teamIds[row] ?? 0);
	const rowByTeam = new Int32Array(maxId + 1).fill(-1);
	for (let row = 0; row < count; row++) rowByTeam[teamIds[row] ?? 0] = row;
	return { teamIds, rowByTeam };
}

export interface StandingsViewOptions {
	readonly version: number;
	readonly roundId: RoundId | null;
	readonly isLive: boolean;
	readonly rankedCount: number;
	readonly rows: TeamRows;
	readonly standings: StandingsArrays;
	/** Live points of draft teams; left out if the round is published, when rows of the database have them. */
	readonly draftPoints?: { readonly rows: TeamRows; readonly points: Int32Array } | undefined;
}

export function createStandingsView({
	version,
	roundId,
	isLive,
	rankedCount,
	rows,
	standings,
	draftPoints,
}: StandingsViewOptions): StandingsView {
	const { teamIds, rowByTeam } = rows;
	const createLookup = (column: Int32Array) => (teamId: TeamId) => {
		const row = rowByTeam[teamId] ?? -1;
		return row >= 0 && (standings.overallRank[row] ?? 0) > 0 ? (column[row] ?? null) : null;
	};
	const getRankedPoints = createLookup(standings.points);
	const getDraftPoints = (teamId: TeamId) => draftPoints?.points[draftPoints.rows.rowByTeam[teamId] ?? -1] ?? null;
	const listPage = (order: Int32Array) => (from: number, to: number) => {
		const page: TeamId[] = [];
		for (let index = from; index < Math.min(to, rankedCount); index++) page.push(teamIds[order[index] ?? 0] ?? 0);
		return page;
	};
	return {
		version,
		roundId,
		isLive,
		teamCount: rankedCount,
		getPoints: (teamId) => getRankedPoints(teamId) ?? getDraftPoints(teamId),
		getTotal: createLookup(standings.totals),
		getHighest: createLookup(standings.highs),
		getRoundRank: createLookup(standings.roundRank),
		getOverallRank: createLookup(standings.overallRank),
		overallOrder: listPage(standings.overallOrder),
		roundOrder: listPage(standings.roundOrder),
		fillOrder: (order, into) => {
			const rowsInOrder = order === "round" ? standings.roundOrder : standings.overallOrder;
			for (let index = 0; index < rankedCount; index++) into[index] = teamIds[rowsInOrder[index] ?? 0] ?? 0;
		},
	};
}
