import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { StandingsArrays } from "@first-bounce/scoring/standings/standings";

/**
 * One version of everybody's standing, read in O(1). Its memory is reused some versions later: take what you need
 * before you await anything.
 */
export interface StandingsView {
	/** Goes up with every new view of this process. */
	readonly version: number;
	/** The round that points and round ranks are of; null before any has started. */
	readonly roundId: RoundId | null;
	/** Whether that round is still playing. */
	readonly isLive: boolean;
	/** Teams that are ranked. */
	readonly teamCount: number;
	/** Null in each for a team that has not entered yet. */
	readonly pointsOf: (teamId: TeamId) => Points | null;
	readonly totalOf: (teamId: TeamId) => Points | null;
	readonly highestOf: (teamId: TeamId) => Points | null;
	readonly roundRankOf: (teamId: TeamId) => number | null;
	readonly overallRankOf: (teamId: TeamId) => number | null;
	/** Team ids best first, from place `from` (0 is rank 1) up to, not including, `to`. */
	readonly overallOrder: (from: number, to: number) => TeamId[];
	readonly roundOrder: (from: number, to: number) => TeamId[];
	/** Every ranked team best first, into memory of the caller's own, as long as there are teams. */
	readonly fillOrder: (order: "overall" | "round", into: Int32Array) => void;
}

/** Rows of standings by team: `teams[row]` is the team of a row. */
export interface TeamRows {
	readonly teams: Int32Array;
	/** The row of a team, -1 for one that has none; by team id. */
	readonly rowOf: Int32Array;
}

export function buildTeamRows(teams: Int32Array, count: number): TeamRows {
	let greatest = 0;
	for (let row = 0; row < count; row++) greatest = Math.max(greatest, teams[row] ?? 0);
	const rowOf = new Int32Array(greatest + 1).fill(-1);
	for (let row = 0; row < count; row++) rowOf[teams[row] ?? 0] = row;
	return { teams, rowOf };
}

export interface StandingsViewOptions {
	readonly version: number;
	readonly roundId: RoundId | null;
	readonly isLive: boolean;
	readonly ranked: number;
	readonly rows: TeamRows;
	readonly standings: StandingsArrays;
}

export function createStandingsView({
	version,
	roundId,
	isLive,
	ranked,
	rows,
	standings,
}: StandingsViewOptions): StandingsView {
	const { teams, rowOf } = rows;
	const reader = (column: Int32Array) => (teamId: TeamId) => {
		const row = rowOf[teamId] ?? -1;
		return row >= 0 && (standings.overallRank[row] ?? 0) > 0 ? (column[row] ?? null) : null;
	};
	const page = (order: Int32Array) => (from: number, to: number) => {
		const page: TeamId[] = [];
		for (let place = from; place < Math.min(to, ranked); place++) page.push(teams[order[place] ?? 0] ?? 0);
		return page;
	};
	return {
		version,
		roundId,
		isLive,
		teamCount: ranked,
		pointsOf: reader(standings.points),
		totalOf: reader(standings.totals),
		highestOf: reader(standings.highs),
		roundRankOf: reader(standings.roundRank),
		overallRankOf: reader(standings.overallRank),
		overallOrder: page(standings.overallOrder),
		roundOrder: page(standings.roundOrder),
		fillOrder: (order, into) => {
			const rowsInOrder = order === "round" ? standings.roundOrder : standings.overallOrder;
			for (let place = 0; place < ranked; place++) into[place] = teams[rowsInOrder[place] ?? 0] ?? 0;
		},
	};
}
