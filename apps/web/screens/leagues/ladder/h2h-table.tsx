import type { League } from "@first-bounce/contract/leagues/league";
import type { H2hRanking } from "@first-bounce/contract/leagues/league-ladder";
import { FINALS_SERIES_TEAMS } from "@first-bounce/rules/head-to-head/finals-rounds";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ManagerCell } from "../../../components/manager-cell/manager-cell.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { buildNumberColumn, type Column, Table } from "../../../components/table/table.tsx";
import { formatColumnAverage, formatMoney, formatPoints } from "../../../i18n/format.ts";
import styles from "./ladder.module.css";

interface Props {
	readonly league: Pick<League, "name" | "grandFinalId" | "semiFinalId">;
	readonly rows: readonly H2hRow[];
	readonly winnerTeamId: number | null;
	/** Which columns a narrow screen shows. A wide one shows all. */
	readonly columns: H2hColumns;
	/** URL of a team's page; absent before the first round. */
	readonly getUrl?: ((row: H2hRow) => string) | undefined;
}

/** A row of the ladder of the current season or of a closed one. */
export type H2hRow = Omit<H2hRanking, "overallRank" | "pointsFor">;

const H2H_COLUMNS = ["results", "scores"] as const;
export type H2hColumns = (typeof H2H_COLUMNS)[number];

interface ChipProps {
	readonly value: H2hColumns;
	readonly onChange: (columns: H2hColumns) => void;
}

/** Chooses the columns on a narrow screen. */
export const H2hColumnsChip = ({ value, onChange }: ChipProps) => {
	const { t } = useTranslation();
	return (
		<span className={styles.narrow}>
			<SelectChip
				label={t("leagues.ladder.show")}
				value={value}
				choices={H2H_COLUMNS.map((columns) => ({ value: columns, label: t(`leagues.ladder.shown.${columns}`) }))}
				onChange={onChange}
			/>
		</span>
	);
};

type Figure = Pick<Column<H2hRow>, "cell" | "isWide">;
type ResultId = "played" | "wins" | "losses" | "draws" | "median" | "for" | "against" | "percentage";
type ScoreId = "value" | "highest" | "average" | "lastRound" | "total";

/** The columns of the results of match-ups, in order. */
const RESULTS: readonly (Figure & { readonly id: ResultId })[] = [
	{ id: "played", cell: ({ played }) => played },
	{ id: "wins", cell: ({ WDL }) => WDL.win },
	{ id: "losses", cell: ({ WDL }) => WDL.lose },
	{ id: "draws", cell: ({ WDL }) => WDL.draw },
	{
		id: "median",
		cell: ({ medianWDL: wdl }) => (wdl ? `${wdl.win}–${wdl.lose}${wdl.draw ? `–${wdl.draw}` : ""}` : ""),
	},
	{ id: "for", isWide: true, cell: ({ totalPointsFor }) => formatPoints(totalPointsFor) },
	{ id: "against", isWide: true, cell: ({ totalPointsAgainst }) => formatPoints(totalPointsAgainst) },
	{
		id: "percentage",
		isWide: true,
		cell: ({ percentage }) => (percentage === null ? "–" : formatColumnAverage(percentage)),
	},
];

/** The columns that open ladders have too, in order. */
const SCORES: readonly (Figure & { readonly id: ScoreId })[] = [
	{ id: "value", isWide: true, cell: ({ teamValue }) => (teamValue === 0 ? "–" : formatMoney(teamValue)) },
	{ id: "highest", isWide: true, cell: ({ highestRoundPoints }) => formatPoints(highestRoundPoints) },
	{ id: "average", cell: ({ averagePoints }) => formatPoints(averagePoints) },
	{ id: "lastRound", cell: ({ roundPoints }) => formatPoints(roundPoints) },
	{ id: "total", cell: ({ totalPoints }) => formatPoints(totalPoints) },
];

/** Names the winner of the grand final; nothing before it is over. */
export const Premiers = ({ team }: { readonly team: string | null | undefined }) => {
	const { t } = useTranslation();
	if (team === null || team === undefined) return null;
	return <p className={styles.winner}>{t("leagues.ladder.winner", { team: team || t("rankings.formerTeam") })}</p>;
};

/** The order of a league's teams after finals and consolation games. */
export const Placings = ({
	teams,
}: {
	readonly teams: readonly { readonly teamId: number; readonly teamName: string }[];
}) => {
	const { t } = useTranslation();
	if (teams.length === 0) return null;
	return (
		<section className={styles.placings}>
			<h2>{t("leagues.ladder.placings")}</h2>
			<ol>
				{teams.map(({ teamId, teamName }) => (
					<li key={teamId}>{teamName || t("rankings.formerTeam")}</li>
				))}
			</ol>
		</section>
	);
};

export const buildRankColumn = <Row extends { readonly rank: number }>(t: TFunction) =>
	buildNumberColumn<Row>(
		"rank",
		<span className="spoken">{t("leagues.ladder.columns.rank")}</span>,
		({ rank }) => rank,
		{
			className: styles.rank,
		},
	);

export const WinnerMark = () => {
	const { t } = useTranslation();
	return (
		<>
			<span className={styles.premiers} aria-hidden="true">
				★
			</span>
			<span className="spoken">{t("leagues.ladder.premiers")}</span>
		</>
	);
};

/** A head-to-head ladder, with a separator below the finalists. */
export const H2hTable = ({ league, rows, winnerTeamId, columns, getUrl }: Props) => {
	const { t } = useTranslation();
	const finalists = league.semiFinalId === null ? 2 : FINALS_SERIES_TEAMS;
	const hasFinal = league.grandFinalId !== null && rows.length > finalists;
	const hasMedian = rows.some(({ medianWDL }) => medianWDL);
	const renderHead = (id: ResultId | "points") => (
		<abbr title={t(`leagues.ladder.spoken.${id}`)}>{t(`leagues.ladder.columns.${id}`)}</abbr>
	);
	const getClass = (group: H2hColumns) => `${styles.figure} ${group === columns ? "" : styles.otherGroup}`;
	return (
		<Table
			caption={t("leagues.ladder.caption", { league: league.name })}
			className={styles.table}
			isCard
			rowHead="team"
			rows={rows}
			getKey={({ teamId }) => teamId}
			getRowProps={({ isCurrentLeagueUser, rank }) => ({
				"data-own": isCurrentLeagueUser || undefined,
				"data-cut": (hasFinal && rank === finalists) || undefined,
			})}
			columns={[
				buildRankColumn<H2hRow>(t),
				{
					id: "team",
					head: t("leagues.ladder.columns.team"),
					className: styles.team,
					cell: (row) => (
						<ManagerCell manager={row} url={getUrl?.(row)}>
							{row.teamId === winnerTeamId ? <WinnerMark /> : null}
						</ManagerCell>
					),
				},
				...RESULTS.filter(({ id }) => id !== "median" || hasMedian).map((column) => ({
					...column,
					head: renderHead(column.id),
					isNumber: true,
					className: getClass("results"),
				})),
				...SCORES.map((column) => ({
					...column,
					head: t(`rankings.columns.${column.id}`),
					isNumber: true,
					className: getClass("scores"),
				})),
				buildNumberColumn<H2hRow>("points", renderHead("points"), ({ premiershipPoints }) => premiershipPoints, {
					className: columns === "scores" ? `${styles.points} ${styles.besideScores}` : styles.points,
				}),
			]}
		/>
	);
};
