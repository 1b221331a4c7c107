import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { computeBreakEven, roundBreakEven } from "@first-bounce/rules/prices/price-projection";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { ChartOrTable } from "../../components/chart/chart-or-table.tsx";
import { buildNumberColumn, type Column, Table } from "../../components/table/table.tsx";
import { formatMoney, formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { getFullName } from "../player-format.ts";
import { formatOptional } from "../stat-tiles.ts";
import styles from "./player-stats.module.css";

/** One round of a player's season. */
interface FormRow {
	readonly roundId: number;
	/** Null if she did not play, or has not played yet. */
	readonly points: number | null;
	/** The price during the round. */
	readonly price: number | null;
	/** The score that would keep her price unchanged, as it was before the round. */
	readonly breakEven: number | null;
}

/** Her price, score and break-even by round, up to the current round. */
export function buildFormRows({ stats }: PlayerEntry, matches: PlayerStatsFile, season: Season): readonly FormRow[] {
	const played = matches.map(({ roundId, matchId, points }) => ({
		roundId,
		points,
		isAbandoned: season.matchById.get(matchId)?.isAbandoned ?? false,
	}));
	const currentId = season.current?.id ?? 0;
	let magicNumber = season.rules.prices.openingMagicNumber;
	return season.rounds
		.filter(({ id }) => id <= currentId)
		.map(({ id }) => {
			const price = stats.prices[String(id)] ?? null;
			const formScores = computeFormScores(played.filter(({ roundId }) => roundId < id)).map(({ points }) => points);
			const breakEven =
				price === null ? null : roundBreakEven(computeBreakEven(price, formScores, magicNumber, season.rules));
			magicNumber = season.magicNumbers.get(id) ?? magicNumber;
			return { roundId: id, points: stats.scores[String(id)] ?? null, price, breakEven };
		});
}

interface FormTableProps {
	readonly rows: readonly FormRow[];
	readonly formatRound: (id: number) => string;
}

const FormTable = ({ rows, formatRound }: FormTableProps) => {
	const { t } = useTranslation();
	const columns: readonly Column<FormRow>[] = [
		{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
		buildNumberColumn("score", t("player.score"), ({ points }) => formatOptional(points, formatPoints)),
		buildNumberColumn("breakEven", t("player.breakEven"), ({ breakEven }) => formatOptional(breakEven, formatPoints)),
		buildNumberColumn("price", t("player.fact.price"), ({ price }) => formatOptional(price, formatMoney)),
	];
	return (
		<Table
			caption={t("player.formTitle")}
			className={styles.form}
			rows={rows.toReversed()}
			getKey={({ roundId }) => roundId}
			columns={columns}
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
						label={t("player.chartLabel", { name: getFullName(player) })}
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
