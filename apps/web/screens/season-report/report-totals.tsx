import type { SeasonReport } from "@first-bounce/contract/stats/season-report";
import { LINES } from "@first-bounce/rules/player";
import { useTranslation } from "react-i18next";
import { formatPoints, formatSignedPoints, PERCENT_SIGN } from "../../i18n/format.ts";
import styles from "./season-report.module.css";

interface PartsProps {
	readonly parts: readonly { readonly id: string; readonly label: string; readonly points: number }[];
	readonly notes: readonly { readonly id: string; readonly label: string; readonly text: string }[];
	readonly total: number;
}

/** The sources of a team's points as parts of the total, with further figures below. */
export const ReportParts = ({ parts, notes, total }: PartsProps) => {
	const { t } = useTranslation();
	return (
		<section className={styles.card} aria-label={t("report.totals")}>
			<h2>{t("report.totals")}</h2>
			<dl className={styles.parts}>
				{parts.map(({ id, label, points }) => (
					<div key={id} data-part={id}>
						<dt>{label}</dt>
						<dd>
							{formatPoints(points)}
							<small>{total > 0 ? `${Math.round((100 * points) / total)}${PERCENT_SIGN}` : ""}</small>
						</dd>
						<span style={{ width: `${Math.max(0, (100 * points) / Math.max(1, total))}%` }} aria-hidden="true" />
					</div>
				))}
			</dl>
			<dl className={styles.notes}>
				{notes.map(({ id, label, text }) => (
					<div key={id}>
						<dt>{label}</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
		</section>
	);
};

export const ReportTotals = ({ totals }: Pick<SeasonReport, "totals">) => {
	const { t } = useTranslation();
	const parts = [
		...LINES.map((line) => ({ id: line, label: t(`lineName.${line}`), points: totals.byLine[line] })),
		{ id: "captaincy", label: t("report.captaincy"), points: totals.captaincy },
	];
	const notes = [
		{ id: "fromBench", label: t("report.fromBench"), text: formatPoints(totals.fromBench) },
		{ id: "leftOnBench", label: t("report.leftOnBench"), text: formatPoints(totals.leftOnBench) },
		{ id: "tradeGain", label: t("report.tradeGain"), text: formatSignedPoints(totals.tradeGain) },
	];
	return <ReportParts parts={parts} notes={notes} total={totals.points} />;
};
