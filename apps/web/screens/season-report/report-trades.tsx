import type { SeasonReport } from "@first-bounce/contract/stats/season-report";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { Table } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { PlayerName } from "../../players/player-name.tsx";
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
	if (trades.length === 0) return null;
	const getPlayerName = (id: number) => {
		const player = season.playerById.get(id);
		return player ? <PlayerName id={id} name={`${player.firstName} ${player.lastName}`} /> : String(id);
	};
	return (
		<section className={styles.card} aria-label={t("report.trades")}>
			<h2>{t("report.trades")}</h2>
			<Table
				caption={t("report.trades")}
				className={styles.scroller}
				scroller="plain"
				sticky="column"
				rows={trades}
				getKey={({ id }) => id}
				columns={[
					{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
					{
						id: "in",
						head: t("report.cameIn"),
						className: styles.name,
						cell: ({ playerInId }) => getPlayerName(playerInId),
					},
					{
						id: "out",
						head: t("report.wentOut"),
						className: styles.name,
						cell: ({ playerOutId }) => getPlayerName(playerOutId),
					},
					{
						id: "gain",
						head: t("report.gain"),
						isNumber: true,
						getCellProps: ({ gain }) => ({ "data-change": gain > 0 ? "up" : gain < 0 ? "down" : undefined }),
						cell: ({ gain }) => (gain > 0 ? `+${formatPoints(gain)}` : formatPoints(gain)),
					},
				]}
			/>
		</section>
	);
};
