import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { ChartOrTable } from "../../components/chart/chart-or-table.tsx";
import { Table } from "../../components/table/table.tsx";
import { formatMoney, formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { buildFormRows, type FormRow } from "../matches/form-rows.ts";
import { NO_VALUE } from "../stat-tiles.ts";
import styles from "./player-stats.module.css";

const formatDollars = (value: number | null) => (value === null ? NO_VALUE : formatMoney(value));
const formatScore = (value: number | null) => (value === null ? NO_VALUE : formatPoints(value));

const FormTable = ({
	rows,
	formatRound,
}: {
	readonly rows: readonly FormRow[];
	readonly formatRound: (id: number) => string;
}) => {
	const { t } = useTranslation();
	return (
		<Table
			caption={t("player.formTitle")}
			className={styles.form}
			rows={rows.toReversed()}
			getKey={({ roundId }) => roundId}
			columns={[
				{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
				{ id: "score", head: t("player.score"), isNumber: true, cell: ({ points }) => formatScore(points) },
				{
					id: "breakEven",
					head: t("player.breakEven"),
					isNumber: true,
					cell: ({ breakEven }) => formatScore(breakEven),
				},
				{ id: "price", head: t("player.fact.price"), isNumber: true, cell: ({ price }) => formatDollars(price) },
			]}
		/>
	);
};

interface Props {
	readonly player: PlayerEntry;
	readonly matches: PlayerStatsFile;
	readonly season: Season;
}

/** Price, score and break-even by round, as a chart or a table. */
export const FormSection = ({ player, matches, season }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const rows = buildFormRows(player, matches, season);
	const formatRound = (id: number) => formatRoundLabel(id, season.rules);
	return (
		<section className={styles.section} aria-label={t("player.formTitle")}>
			<ChartOrTable
				title={t("player.formTitle")}
				level={3}
				table={<FormTable rows={rows} formatRound={formatRound} />}
				chart={
					<Chart
						label={t("player.chartLabel", { name: `${player.firstName} ${player.lastName}` })}
						height={150}
						categories={rows.map(({ roundId }) => ({ short: String(roundId), name: formatRound(roundId) }))}
						series={[
							{
								name: t("player.score"),
								kind: "bars",
								scale: "points",
								colour: "--ink-3",
								values: rows.map((row) => row.points),
								format: formatPoints,
							},
							{
								name: t("player.breakEven"),
								kind: "dashes",
								scale: "points",
								colour: "--uncertain",
								values: rows.map((row) => row.breakEven),
								format: formatPoints,
							},
							{
								name: t("player.fact.price"),
								kind: "line",
								scale: "dollars",
								colour: "--captain",
								values: rows.map((row) => row.price),
								format: formatMoney,
							},
						]}
					/>
				}
			/>
		</section>
	);
};
