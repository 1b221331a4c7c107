import type { ProjectionsFile } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format.ts";
import { LOCALE } from "../../i18n/language.ts";
import styles from "./projections.module.css";

type Accuracy = NonNullable<ProjectionsFile["season"]>;

interface Props {
	readonly rounds: ProjectionsFile["rounds"];
	/** All rounds together. */
	readonly season: Accuracy;
}

const oneDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const formatError = (points: number): string => oneDecimal.format(points);

/** The baselines that projections are compared with, and their errors. */
const BASELINES = [
	["seasonAverage", "seasonAverageError"],
	["lastThree", "lastThreeError"],
	["price", "priceError"],
] as const;
type Estimate = "ours" | (typeof BASELINES)[number][0];

/** The errors are rounded as they are displayed, so that text and figures never contradict each other. */
const listErrors = (accuracy: Accuracy): { readonly name: Estimate; readonly error: number }[] => [
	{ name: "ours", error: Math.round(accuracy.error * 10) / 10 },
	...BASELINES.map(([name, key]) => ({ name, error: Math.round(accuracy[key] * 10) / 10 })),
];

const getLowestError = (accuracy: Accuracy): number => Math.min(...listErrors(accuracy).map(({ error }) => error));

const Row = ({ label, accuracy }: { readonly label: string; readonly accuracy: Accuracy }) => {
	const { t } = useTranslation();
	const lowest = getLowestError(accuracy);
	const [ours, ...baselines] = listErrors(accuracy).map(({ name, error }) => (
		<td key={name} data-closest={error === lowest || undefined}>
			{formatError(error)}
			{error === lowest ? <span className="spoken"> {t("projections.closest")}</span> : null}
		</td>
	));
	return (
		<tr>
			<th scope="row">{label}</th>
			{ours}
			<td>{t("projections.percent", { value: formatPoints(100 * accuracy.coverage) })}</td>
			{baselines}
		</tr>
	);
};

/** The figures as text: the error of the projections, and the closest baseline if it was closer. */
const AccuracySummary = ({ season }: Pick<Props, "season">) => {
	const { t } = useTranslation();
	const [ours, ...baselines] = listErrors(season);
	const closest = baselines.reduce((best, baseline) => (baseline.error < best.error ? baseline : best));
	const isBeaten = ours !== undefined && closest.error < ours.error;
	return (
		<p className={styles.verdict}>
			<b>{t("projections.missed", { points: formatError(ours?.error ?? 0) })}</b>{" "}
			{t("projections.inRange", { share: formatPoints(100 * season.coverage) })}{" "}
			{isBeaten
				? t("projections.beaten", {
						name: t(`projections.column.${closest.name}`),
						points: formatError(closest.error),
					})
				: t("projections.unbeaten")}
		</p>
	);
};

/** The errors of projections and baselines as text and by round. The smallest error of each row is marked. */
export const AccuracyReport = ({ rounds, season }: Props) => {
	const { t } = useTranslation();
	return (
		<>
			<AccuracySummary season={season} />
			<div className={styles.scroller}>
				<table>
					<caption className="spoken">{t("projections.caption")}</caption>
					<thead>
						<tr>
							{(["round", "ours", "range", "seasonAverage", "lastThree", "price"] as const).map((column) => (
								<th key={column} scope="col">
									{t(`projections.column.${column}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rounds.map(({ roundId, ...accuracy }) => (
							<Row key={roundId} label={String(roundId)} accuracy={accuracy} />
						))}
					</tbody>
					<tfoot>
						<Row label={t("projections.all")} accuracy={season} />
					</tfoot>
				</table>
			</div>
		</>
	);
};
