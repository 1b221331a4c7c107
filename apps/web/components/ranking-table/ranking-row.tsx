import type { RankingRow } from "@first-bounce/contract/stats/rankings";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatAverage, formatInteger, formatMoney, formatPoints } from "../../i18n/format.ts";
import { Avatar } from "../avatar/avatar.tsx";
import { ScoreBadge } from "../badges/badges.tsx";
import { Guernsey } from "../guernsey/guernsey.tsx";
import { Icon } from "../icon/icon.tsx";
import styles from "./ranking-table.module.css";

interface Props {
	readonly row: RankingRow;
	readonly isLive: boolean;
	/** Name of her supported club. */
	readonly club: string | undefined;
	/** URL of the team's page in the round; absent if there is none. */
	readonly url?: string | undefined;
}

/** Places gained or lost since the previous round, in the current order. */
const Movement = ({ rank, previousRank }: Pick<RankingRow, "rank" | "previousRank">) => {
	const { t } = useTranslation();
	if (previousRank === null) return null;
	const gained = previousRank - rank;
	if (gained === 0)
		return (
			<span className={styles.moved}>
				<span aria-hidden="true">–</span>
				<span className="spoken">{t("rankings.stayed")}</span>
			</span>
		);
	const places = formatInteger(Math.abs(gained));
	return (
		<span className={styles.moved} data-direction={gained > 0 ? "up" : "down"}>
			<Icon name={gained > 0 ? "up" : "down"} size={8} />
			<span aria-hidden="true">{places}</span>
			<span className="spoken">{t(gained > 0 ? "rankings.rose" : "rankings.fell", { places })}</span>
		</span>
	);
};

/** The row of one team. */
export const RankingTableRow = ({ row, isLive, club, url }: Props) => {
	const { t } = useTranslation();
	const teamName = row.teamName || t("rankings.formerTeam");
	return (
		<tr
			className={styles.row}
			data-own={row.isCurrentLeagueUser || undefined}
			data-gone={row.teamName === "" || undefined}
			id={row.isCurrentLeagueUser ? "own-row" : undefined}
			tabIndex={row.isCurrentLeagueUser ? -1 : undefined}
		>
			<td className={styles.rank}>
				{formatInteger(row.rank)}
				<Movement rank={row.rank} previousRank={row.previousRank} />
			</td>
			<th scope="row">
				<span className={styles.team}>
					<span className={styles.club}>
						{row.avatarVersion > 0 ? (
							<Avatar
								userId={row.userId}
								avatarVersion={row.avatarVersion}
								name={row.fullName || row.teamName}
								size={32}
							/>
						) : (
							<Guernsey squadId={row.supportedSquadId ?? 0} />
						)}
						{club ? <span className="spoken">{t("rankings.follows", { club })}</span> : null}
					</span>
					<span className={styles.names}>
						<b>{url ? <Link to={url}>{teamName}</Link> : teamName}</b>
						<span>{row.teamName ? row.fullName : t("rankings.formerManager")}</span>
					</span>
					{row.isCurrentLeagueUser ? <span className={styles.you}>{t("rankings.you")}</span> : null}
				</span>
			</th>
			<td className={styles.wide}>{row.teamValue === 0 ? "–" : formatMoney(row.teamValue)}</td>
			<td className={styles.wide}>{formatPoints(row.highestRoundPoints)}</td>
			<td className={styles.average}>{formatAverage(row.averagePoints)}</td>
			<td className={styles.points}>
				{isLive ? <ScoreBadge tone="live" text={formatPoints(row.roundPoints)} /> : formatPoints(row.roundPoints)}
			</td>
			<td className={styles.total}>{formatPoints(row.totalPoints)}</td>
		</tr>
	);
};
