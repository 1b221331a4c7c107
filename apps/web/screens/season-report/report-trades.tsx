import type { SeasonReport } from "@first-bounce/contract/stats/season-report";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
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
			<div className={styles.scroller}>
				<table className={styles.table}>
					<caption className="spoken">{t("report.trades")}</caption>
					<thead>
						<tr>
							<th scope="col">{t("rankings.columns.round")}</th>
							<th scope="col" data-name>
								{t("report.cameIn")}
							</th>
							<th scope="col" data-name>
								{t("report.wentOut")}
							</th>
							<th scope="col">{t("report.gain")}</th>
						</tr>
					</thead>
					<tbody>
						{trades.map(({ id, roundId, playerInId, playerOutId, gain }) => (
							<tr key={id}>
								<th scope="row">{formatRound(roundId)}</th>
								<td data-name>{getPlayerName(playerInId)}</td>
								<td data-name>{getPlayerName(playerOutId)}</td>
								<td data-change={gain > 0 ? "up" : gain < 0 ? "down" : undefined}>
									{gain > 0 ? `+${formatPoints(gain)}` : formatPoints(gain)}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
};
