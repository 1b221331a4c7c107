import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Segmented } from "../segmented/segmented.tsx";
import styles from "./chart-or-table.module.css";

interface Props {
	readonly title: string;
	/** Heading level: 2 in a page, 3 in a dialog. */
	readonly level: 2 | 3;
	readonly chart: ReactNode;
	/** The same data as a table. */
	readonly table: ReactNode;
}

/** Data by round under a heading, shown as a chart or as a table. */
export const ChartOrTable = ({ title, level, chart, table }: Props) => {
	const { t } = useTranslation();
	const [view, setView] = useState<"chart" | "table">("chart");
	const Heading = level === 2 ? "h2" : "h3";
	return (
		<>
			<div className={styles.head}>
				<Heading>{title}</Heading>
				<Segmented
					label={t("chart.showAs")}
					variant="chips"
					value={view}
					choices={[
						{ value: "chart", label: t("chart.chart") },
						{ value: "table", label: t("chart.table") },
					]}
					onChange={setView}
				/>
			</div>
			{view === "chart" ? chart : table}
		</>
	);
};
