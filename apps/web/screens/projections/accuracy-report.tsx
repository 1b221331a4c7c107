import type { ProjectionsFile } from "@first-bounce/contract/stats/static-data";
import { roundToTenth } from "@first-bounce/rules/numbers";
import { useTranslation } from "react-i18next";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatColumnAverage, formatPoints } from "../../i18n/format.ts";
import styles from "./projections.module.css";

type Accuracy = NonNullable<ProjectionsFile["season"]>;

interface Props {
	readonly rounds: ProjectionsFile["rounds"];
	/** All rounds together. */
	readonly season: Accuracy;
}

/** The baselines that projections are compared with, and their errors. */
const BASELINES = [
	["seasonAverage", "seasonAverageError"],
	["lastThree", "lastThreeError"],
	["price", "priceError"],
] as const;
type Method = "ours" | (typeof BASELINES)[number][0];

/** The errors are rounded as they are displayed, so that text and figures never contradict each other. */
const listErrors = (accuracy: Accuracy): { readonly name: Method; readonly error: number }[] => [
	{ name: "ours", error: roundToTenth(accuracy.error) },
	...BASELINES.map(([name, key]) => ({ name, error: roundToTenth(accuracy[key]) })),
];

const getLowestError = (accuracy: Accuracy): number => Math.min(...listErrors(accuracy).map(({ error }) => error));

interface AccuracyRow {
	readonly label: string;
	readonly accuracy: Accuracy;
}

const AccuracyTable = ({ rounds, season }: Props) => {
	const { t } = useTranslation();
	const isClosest = ({ accuracy }: AccuracyRow, error: number) => error === getLowestError(accuracy);
	const buildColumn = (name: Method): Column<AccuracyRow> => {
		const getError = ({ accuracy }: AccuracyRow) =>
			listErrors(accuracy).find((method) => method.name === name)?.error ?? 0;
		return {
			id: name,
			head: t(`projections.column.${name}`),
			className: styles.figure,
			getCellProps: (row) => ({ "data-closest": isClosest(row, getError(row)) || undefined }),
			cell: (row) => (
				<>
					{formatColumnAverage(getError(row))}
					{isClosest(row, getError(row)) ? <span className="spoken"> {t("projections.closest")}</span> : null}
				</>
			),
		};
	};
	return (
		<Table
			caption={t("projections.caption")}
			className={styles.scroller}
			scroller="plain"
			columns={[
				{ id: "round", head: t("projections.column.round"), cell: ({ label }) => label },
				buildColumn("ours"),
				{
					id: "range",
					head: t("projections.column.range"),
					className: styles.figure,
					cell: ({ accuracy }) => t("projections.percent", { value: formatPoints(100 * accuracy.coverage) }),
				},
				...BASELINES.map(([name]) => buildColumn(name)),
			]}
			rows={rounds.map(({ roundId, ...accuracy }) => ({ label: String(roundId), accuracy }))}
			footRows={[{ label: t("projections.all"), accuracy: season }]}
			getKey={({ label }) => label}
		/>
	);
};

/** The figures as text: the error of the projections, and the closest baseline if that was closer than the projections. */
const AccuracySummary = ({ season }: Pick<Props, "season">) => {
	const { t } = useTranslation();
	const [ours, ...baselines] = listErrors(season);
	const closest = baselines.reduce((best, baseline) => (baseline.error < best.error ? baseline : best));
	const isBeaten = ours !== undefined && closest.error < ours.error;
	return (
		<p className={styles.verdict}>
			<b>{t("projections.missed", { points: formatColumnAverage(ours?.error ?? 0) })}</b>{" "}
			{t("projections.inRange", { share: formatPoints(100 * season.coverage) })}{" "}
			{isBeaten
				? t("projections.beaten", {
						name: t(`projections.column.${closest.name}`),
						points: formatColumnAverage(closest.error),
					})
				: t("projections.unbeaten")}
		</p>
	);
};

/** The errors of projections and baselines as text and by round. The smallest error of each row is marked. */
export const AccuracyReport = ({ rounds, season }: Props) => (
	<>
		<AccuracySummary season={season} />
		<AccuracyTable rounds={rounds} season={season} />
	</>
);
