import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartSeries } from "../../components/chart/chart-series.ts";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { getDirection } from "../../players/player-format.ts";
import styles from "./season-report.module.css";

interface PageProps {
	/** The team, which links to its page. */
	readonly name: string;
	readonly to: string;
	readonly points: number;
	readonly children: ReactNode;
}

/** The season report of a team, classic or draft. */
export const ReportPage = ({ name, to, points, children }: PageProps) => {
	const { t } = useTranslation();
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t("report.title") })}</title>
			<header className={styles.head}>
				<div>
					<h1>{t("report.title")}</h1>
					<Link to={to} dir="auto">
						{name}
					</Link>
				</div>
				<strong>
					{formatPoints(points)} <small>{t("report.points")}</small>
				</strong>
			</header>
			{children}
		</div>
	);
};

interface ChartProps {
	readonly label: string;
	readonly rounds: readonly { readonly roundId: number }[];
	readonly formatRound: (roundId: number) => string;
	readonly series: readonly Omit<ChartSeries, "scale" | "format">[];
}

/** Points by round. */
export const RoundChart = ({ label, rounds, formatRound, series }: ChartProps) => (
	<Chart
		label={label}
		height={220}
		categories={rounds.map(({ roundId }) => ({ short: String(roundId), name: formatRound(roundId) }))}
		series={series.map((points) => ({ ...points, scale: "points", format: formatPoints }))}
	/>
);

interface TableProps<Row> {
	readonly title: string;
	readonly text?: string;
	readonly rows: readonly Row[];
	readonly getKey: (row: Row) => string | number;
	readonly columns: readonly Column<Row>[];
	/** Above the table. */
	readonly children?: ReactNode;
}

/** A table in a card; nothing without rows. */
export const ReportTable = <Row,>({ title, text, children, ...table }: TableProps<Row>) =>
	table.rows.length === 0 ? null : (
		<section className={styles.card} aria-label={title}>
			<h2>{title}</h2>
			{text ? <p className={styles.explain}>{text}</p> : null}
			{children}
			<Table caption={title} className={styles.scroller} scroller="plain" sticky="column" {...table} />
		</section>
	);

/** Marks a gain or a loss of points in a table. */
export const getChangeProps = (difference: number) => ({
	"data-change": getDirection(difference),
});
