import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { Button } from "../../components/button/button.tsx";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartSeries } from "../../components/chart/chart-series.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Portrait } from "../../components/player-card/portrait.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { formatFixture, formatPositions, getFullName } from "../../players/player-format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import { getShortName } from "../../players/short-name.ts";
import { StatFigure } from "../../players/stat-figure.tsx";
import { COLUMNS, getEmptyValue, type Column as StatColumn } from "./columns.ts";
import styles from "./comparison.module.css";
import type { StatsRow } from "./stats-row.ts";
import type { Measure } from "./stats-view.ts";
import { useColumnNames } from "./use-column-names.ts";
import type { StatsViewState } from "./use-stats-view.ts";

/** The chart's colours of the compared players. */
const PLAYER_COLOURS = ["--captain", "--vice", "--in", "--uncertain"] as const;

interface Props {
	readonly season: Season;
	/** All players of the season. */
	readonly players: readonly StatsRow[];
	readonly state: StatsViewState;
	/** The path of the player list. */
	readonly listPath: string;
}

/** The best value; null unless at least two values differ. */
function findBest(
	{ getValue, isLowerBetter }: StatColumn,
	players: readonly StatsRow[],
	measure: Measure,
): number | null {
	const values = players.map((player) => getValue(player, measure)).filter((candidate) => candidate !== null);
	const best = isLowerBetter ? Math.min(...values) : Math.max(...values);
	return values.some((candidate) => candidate !== best) ? best : null;
}

/** Columns in which neither a high nor a low value is better. */
const COLUMNS_WITHOUT_BEST: ReadonlySet<string> = new Set(["cost", "selections", "gamesPlayed"]);

interface ComparisonRow {
	readonly id: string;
	readonly label: string;
	readonly renderCell: (player: StatsRow) => ReactNode;
	readonly isBest?: (player: StatsRow) => boolean;
}

/** The next match, the stats with their best values, and the scores by round. */
function useComparisonRows(season: Season, players: readonly StatsRow[], measure: Measure): readonly ComparisonRow[] {
	const { t } = useTranslation();
	const { getFullColumnName } = useColumnNames();
	const formatRoundLabel = useRoundLabel();
	return [
		{
			id: "next",
			label: t("player.fact.next"),
			renderCell: ({ next }) => (next ? (formatFixture(next) ?? t("card.bye")) : "-"),
		},
		...COLUMNS.compare.map((column): ComparisonRow => {
			const best = COLUMNS_WITHOUT_BEST.has(column.id) ? null : findBest(column, players, measure);
			return {
				id: column.id,
				label: getFullColumnName(column.id),
				isBest: (player) => best !== null && column.getValue(player, measure) === best,
				renderCell: (player) => {
					const value = column.getValue(player, measure);
					return <StatFigure text={value === null ? getEmptyValue(column) : column.format(value, measure)} />;
				},
			};
		}),
		...season.rounds
			.filter(({ status }) => status !== "scheduled")
			.map(({ id }) => ({
				id: `round ${id}`,
				label: formatRoundLabel(id, season.rules),
				renderCell: ({ player }: StatsRow) => player.stats.scores[String(id)] ?? "-",
			})),
	];
}

const ScoreChart = ({ season, players }: Pick<Props, "season" | "players">) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const rounds = season.rounds.filter(({ status }) => status !== "scheduled");
	if (rounds.length === 0) return null;
	const series = players.map(
		({ player }, index): ChartSeries => ({
			name: getShortName(player.id, season),
			kind: "line",
			scale: "points",
			colour: PLAYER_COLOURS[index] ?? "--ink",
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

/** The heading of a player's column, with a button that removes her. */
const PlayerHead = ({
	season,
	player,
	change,
}: Pick<Props, "season"> & Pick<StatsRow, "player"> & Pick<StatsViewState, "change">) => {
	const { t } = useTranslation();
	const name = getFullName(player);
	return (
		<span className={styles.head}>
			<span className={styles.portrait}>
				<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
			</span>
			<PlayerName id={player.id} name={name} />
			<small>
				{formatPositions(player.position, t)} · {player.squad.abbreviation}
			</small>
			<Button
				variant="quiet"
				aria-label={t("stats.drop", { name })}
				onPress={() => change(({ comparedIds }) => ({ comparedIds: comparedIds.filter((id) => id !== player.id) }))}
			>
				<Icon name="close" size={14} />
			</Button>
		</span>
	);
};

/** Up to four players side by side, with the best value of each row highlighted. */
export const Comparison = ({ season, players, state: { view, change }, listPath }: Props) => {
	const { t } = useTranslation();
	const compared = view.comparedIds.flatMap((id) => players.filter(({ player }) => player.id === id));
	const rows = useComparisonRows(season, compared, view.measure);
	const link = (
		<Link to={listPath} className={styles.link}>
			{t("stats.chooseThem")}
		</Link>
	);
	if (compared.length === 0)
		return (
			<EmptyState icon="players" title={t("stats.nobodyChosen")} text={t("stats.nobodyChosenText")}>
				{link}
			</EmptyState>
		);
	return (
		<>
			<ScoreChart season={season} players={compared} />
			<Table
				caption={t("stats.page.compare")}
				className={styles.scroller}
				scroller="plain"
				sticky="column"
				rows={rows}
				getKey={({ id }) => id}
				columns={[
					{ id: "label", head: link, cell: ({ label }) => label },
					...compared.map(
						(stats): Column<ComparisonRow> => ({
							id: String(stats.player.id),
							head: <PlayerHead season={season} player={stats.player} change={change} />,
							getCellProps: ({ isBest }) => ({ "data-best": isBest?.(stats) || undefined }),
							cell: ({ renderCell, isBest }) => (
								<>
									{renderCell(stats)}
									{isBest?.(stats) ? <span className="spoken">{t("stats.best")}</span> : null}
								</>
							),
						}),
					),
				]}
			/>
		</>
	);
};
