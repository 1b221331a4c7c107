import type { SeasonReport } from "@first-bounce/contract/stats/season-report";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { type Column, numberColumn } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { SeasonPlayerName } from "../../players/player-name.tsx";
import { getChangeProps, ReportTable } from "./report-page.tsx";
import styles from "./season-report.module.css";

/** The points gained or lost by each trade. */
export const ReportTrades = ({
	report: { trades },
	season,
	formatRound,
}: {
	readonly report: SeasonReport;
	readonly season: Season;
	readonly formatRound: (roundId: number) => string;
}) => {
	const { t } = useTranslation();
	const columns: readonly Column<SeasonReport["trades"][number]>[] = [
		{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
		{
			id: "in",
			head: t("report.cameIn"),
			className: styles.name,
			cell: ({ playerInId }) => <SeasonPlayerName id={playerInId} season={season} />,
		},
		{
			id: "out",
			head: t("report.wentOut"),
			className: styles.name,
			cell: ({ playerOutId }) => <SeasonPlayerName id={playerOutId} season={season} />,
		},
		numberColumn("gain", t("report.gain"), ({ gain }) => (gain > 0 ? `+${formatPoints(gain)}` : formatPoints(gain)), {
			getCellProps: ({ gain }) => getChangeProps(gain),
		}),
	];
	return <ReportTable title={t("report.trades")} rows={trades} getKey={({ id }) => id} columns={columns} />;
};
