import { type RankingRow, showRankings } from "@first-bounce/contract/stats/rankings";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { Icon } from "../../components/icon/icon.tsx";
import type { Direction } from "../../components/ranking-table/paging.ts";
import { formatInteger } from "../../i18n/format.ts";
import styles from "./rank-moves.module.css";
import { buildRankingQuery, type RankingView } from "./ranking-view.ts";

type Row = Pick<RankingRow, "teamId" | "teamName" | "rank" | "previousRank">;

/** Teams named of each kind. */
const MAX_MOVES = 3;

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

/** Finds a page that shows a rank and its neighbours. Its size is chosen so that the rank is not at either end. */
function findPageAround(rank: number, total: number, direction: Direction) {
	const index = direction === "desc" ? rank - 1 : total - rank;
	const isAmidst = (limit: number) => index % limit >= MAX_MOVES && index % limit < limit - MAX_MOVES;
	const limit = [40, 50, 60].find(isAmidst) ?? 100;
	return { limit, page: Math.floor(index / limit) + 1 };
}

interface Props {
	readonly view: RankingView;
	readonly own: RankingRow;
	readonly total: number;
	readonly getUrl: (row: RankingRow) => string | undefined;
}

export const RankMoves = ({ view, own, total, getUrl }: Props) => {
	const { t } = useTranslation();
	const { data } = useQuietCall(
		showRankings,
		{ query: { ...buildRankingQuery(view), ...findPageAround(own.rank, total, view.direction) } },
		{ enabled: own.previousRank !== null },
	);
	const moves = listMoves(own, data?.rankings ?? []);
	const groups = [
		{ direction: "up", rows: moves.passed, label: t("rankings.passed") },
		{ direction: "down", rows: moves.passedBy, label: t("rankings.passedBy") },
	].filter(({ rows }) => rows.length > 0);
	if (groups.length === 0) return null;
	return (
		<div className={styles.moves}>
			{groups.map(({ direction, rows, label }) => (
				<div key={direction} data-direction={direction}>
					<h2>
						<Icon name={direction === "up" ? "up" : "down"} size={11} /> {label}
					</h2>
					<ul>
						{rows.map((row) => {
							const url = getUrl(row);
							const text = (
								<>
									<b>{formatInteger(row.rank)}</b> <span>{row.teamName}</span>
								</>
							);
							return (
								<li key={row.teamId}>
									{url ? (
										<Link to={url} className="plain-link">
											{text}
										</Link>
									) : (
										text
									)}
								</li>
							);
						})}
					</ul>
				</div>
			))}
		</div>
	);
};
