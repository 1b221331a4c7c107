import type { RankingRow } from "@first-bounce/contract/stats/rankings";

type Row = Pick<RankingRow, "teamId" | "teamName" | "rank" | "previousRank">;

/** Teams named of each kind. */
export const MAX_MOVES = 3;

/** The teams nearest to the user's own that she has passed since the last round, and those that have passed her. */
export function listMoves<Shown extends Row>(own: Row, rows: readonly Shown[]) {
	const { rank, previousRank: previous } = own;
	// Former teams have no name.
	const others = rows.filter(({ teamId, teamName }) => teamId !== own.teamId && teamName !== "");
	const byDistance = (a: Row, b: Row) => Math.abs(a.rank - rank) - Math.abs(b.rank - rank);
	const listNearest = (hasPassed: (before: number, row: Row) => boolean) =>
		previous === null
			? []
			: others
					.filter((row) => row.previousRank !== null && hasPassed(row.previousRank, row))
					.sort(byDistance)
					.slice(0, MAX_MOVES);
	return {
		passed: listNearest((before, row) => before < (previous ?? 0) && row.rank > rank),
		passedBy: listNearest((before, row) => before > (previous ?? 0) && row.rank < rank),
	};
}
