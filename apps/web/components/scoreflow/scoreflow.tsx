import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format.ts";
import { Chart } from "../chart/chart.tsx";
import { ChartOrTable } from "../chart/chart-or-table.tsx";
import { Table } from "../table/table.tsx";
import styles from "./scoreflow.module.css";

/** A round of a team with its points, live while the round is in progress. */
export interface ScoreflowRound {
	readonly id: number;
	readonly name: string;
	readonly points: number;
}

const computeRunningAverages = (points: readonly number[]): readonly number[] => {
	let sum = 0;
	return points.map((point, index) => {
		sum += point;
		return sum / (index + 1);
	});
};

/** A team's points by round with its running average, as a chart or a table. */
export const Scoreflow = ({ rounds }: { readonly rounds: readonly ScoreflowRound[] }) => {
	const { t } = useTranslation();
	const averages = computeRunningAverages(rounds.map(({ points }) => points));
	return (
		<section className={styles.scoreflow} aria-label={t("scoreflow.title")}>
			<ChartOrTable
				title={t("scoreflow.title")}
				level={2}
				chart={
					<Chart
						label={t("scoreflow.label")}
						height={180}
						categories={rounds.map(({ id, name }) => ({ short: String(id), name }))}
						series={[
							{
								name: t("player.score"),
								kind: "bars",
								scale: "points",
								colour: "--captain",
								values: rounds.map(({ points }) => points),
								format: formatPoints,
							},
							{
								name: t("scoreflow.average"),
								kind: "dashes",
								scale: "points",
								colour: "--uncertain",
								values: averages,
								format: formatPoints,
							},
						]}
					/>
				}
				table={
					<Table
						caption={t("scoreflow.title")}
						rows={[...rounds.entries()]}
						getKey={([, { id }]) => id}
						columns={[
							{ id: "round", head: t("rankings.columns.round"), cell: ([, { name }]) => name },
							{ id: "points", head: t("player.score"), isNumber: true, cell: ([, { points }]) => formatPoints(points) },
							{
								id: "average",
								head: t("scoreflow.average"),
								isNumber: true,
								cell: ([at]) => formatPoints(averages[at] ?? 0),
							},
						]}
					/>
				}
			/>
		</section>
	);
};
