import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Segmented } from "../segmented/segmented.tsx";
import styles from "./chart-or-table.module.css";

interface Props {
	readonly title: string;
	/** What the title stands below: a part of a page, or of a dialog that has a name already. */
	readonly level: 2 | 3;
	readonly chart: ReactNode;
	/** The same for who would rather read. */
	readonly table: ReactNode;
}

/** Numbers by round below their title: drawn, or as a table. */
export const ChartOrTable = ({ title, level, chart, table }: Props) => {
	const { t } = useTranslation();
	const [look, setLook] = useState<"chart" | "table">("chart");
	const Heading = level === 2 ? "h2" : "h3";
	return (
		<>
			<div className={styles.head}>
				<Heading>{title}</Heading>
				<Segmented
					label={t("chart.look")}
					look="chips"
					value={look}
					choices={[
						{ value: "chart", label: t("chart.chart") },
						{ value: "table", label: t("chart.table") },
					]}
					onChange={setLook}
				/>
			</div>
			{look === "chart" ? chart : table}
		</>
	);
};
