import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { Button } from "../../components/button/button.tsx";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartSeries } from "../../components/chart/chart-series.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Portrait } from "../../components/player-card/portrait.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { formatFixture, formatPositions } from "../../players/player-format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import { StatFigure } from "../../players/stat-figure.tsx";
import { COLUMNS, type Column, getEmptyValue } from "./columns.ts";
import styles from "./comparison.module.css";
import type { StatsRow } from "./stats-row.ts";
import { useColumnNames } from "./use-column-names.ts";
import type { StatsViewState } from "./use-stats-view.ts";

const LINE_COLOURS = ["--captain", "--vice", "--in", "--uncertain"] as const;

interface Props {
	readonly season: Season;
	readonly rows: readonly StatsRow[];
	readonly state: StatsViewState;
	/** The path of the player list. */
	readonly listPath: string;
}

/** The best value; null if all are equal. */
function findBest(
	{ value, isLowerBetter }: Column,
	rows: readonly StatsRow[],
	measure: "average" | "total",
): number | null {
	const values = rows.map((row) => value(row, measure)).filter((candidate) => candidate !== null);
	const best = isLowerBetter ? Math.min(...values) : Math.max(...values);
	return values.length > 1 && values.some((candidate) => candidate !== best) ? best : null;
}

/** Columns in which neither a high nor a low value is better. */
const COLUMNS_WITHOUT_BEST: ReadonlySet<string> = new Set(["cost", "selections", "gamesPlayed"]);

const ComparisonRow = ({
	column,
	rows,
	measure,
}: {
	readonly column: Column;
	readonly rows: readonly StatsRow[];
	readonly measure: "average" | "total";
}) => {
	const { t } = useTranslation();
	const { getFullName } = useColumnNames();
	const best = COLUMNS_WITHOUT_BEST.has(column.id) ? null : findBest(column, rows, measure);
	return (
		<tr>
			<th scope="row">{getFullName(column.id)}</th>
			{rows.map((row) => {
				const value = column.value(row, measure);
				const isBest = best !== null && value === best;
				return (
					<td key={row.player.id} data-best={isBest || undefined}>
						<StatFigure text={value === null ? getEmptyValue(column) : column.format(value, measure)} />
						{isBest ? <span className="spoken">{t("stats.best")}</span> : null}
					</td>
				);
			})}
		</tr>
	);
};

/** Scores by round of the compared players. */
const ScoreChart = ({ season, rows }: Pick<Props, "season" | "rows">) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const rounds = season.rounds.filter(({ status }) => status !== "scheduled");
	if (rounds.length === 0) return null;
	const series = rows.map(
		({ player }, index): ChartSeries => ({
			name: player.lastName,
			kind: "line",
			scale: "points",
			colour: LINE_COLOURS[index] ?? "--ink",
			format: formatPoints,
			values: rounds.map(({ id }) => player.stats.scores[String(id)] ?? null),
		}),
	);
	const categories = rounds.map(({ id }) => ({ short: String(id), name: formatRoundLabel(id, season.rules) }));
	return (
		<div className={styles.chart}>
			<h2>{t("stats.scores")}</h2>
			<Chart label={t("stats.scoresLabel")} height={200} categories={categories} series={series} />
		</div>
	);
};

/** Up to four players side by side, with the best value of each row highlighted. */
export const Comparison = ({ season, rows: all, state: { view, change }, listPath }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const rows = view.chosen.flatMap((id) => all.filter(({ player }) => player.id === id));
	if (rows.length === 0)
		return (
			<EmptyState icon="players" title={t("stats.nobodyChosen")} text={t("stats.nobodyChosenText")}>
				<Link to={listPath} className={styles.link}>
					{t("stats.chooseThem")}
				</Link>
			</EmptyState>
		);
	const played = season.rounds.filter(({ status }) => status !== "scheduled");
	return (
		<>
			<ScoreChart season={season} rows={rows} />
			<div className={styles.scroller}>
				<table className={styles.table}>
					<caption className="spoken">{t("stats.page.compare")}</caption>
					<thead>
						<tr>
							<th scope="col">
								<Link to={listPath} className={styles.link}>
									{t("stats.chooseThem")}
								</Link>
							</th>
							{rows.map(({ player }) => (
								<th key={player.id} scope="col">
									<span className={styles.head}>
										<span className={styles.portrait}>
											<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
										</span>
										<PlayerName id={player.id} name={`${player.firstName} ${player.lastName}`} />
										<small>
											{formatPositions(player.position, t)} · {player.squad.abbreviation}
										</small>
										<Button
											variant="quiet"
											aria-label={t("stats.drop", { name: `${player.firstName} ${player.lastName}` })}
											onPress={() => change(({ chosen }) => ({ chosen: chosen.filter((id) => id !== player.id) }))}
										>
											<Icon name="close" size={14} />
										</Button>
									</span>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						<tr>
							<th scope="row">{t("player.fact.next")}</th>
							{rows.map(({ player, next }) => (
								<td key={player.id}>{next ? (formatFixture(next) ?? t("card.bye")) : "-"}</td>
							))}
						</tr>
						{COLUMNS.compare.map((column) => (
							<ComparisonRow key={column.id} column={column} rows={rows} measure={view.measure} />
						))}
						{played.map(({ id }) => (
							<tr key={id}>
								<th scope="row">{formatRoundLabel(id, season.rules)}</th>
								{rows.map(({ player }) => (
									<td key={player.id}>{player.stats.scores[String(id)] ?? "-"}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</>
	);
};
