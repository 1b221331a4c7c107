import type { League } from "@first-bounce/contract/leagues/league";
import type { H2hRanking } from "@first-bounce/contract/leagues/league-ladder";
import { FINALS_SERIES_TEAMS } from "@first-bounce/rules/head-to-head/finals-rounds";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { formatAverage, formatMoney, formatPoints } from "../../../i18n/format.ts";
import styles from "./ladder.module.css";

interface Props {
	readonly league: Pick<League, "name" | "grandFinalId" | "semiFinalId">;
	readonly rows: readonly H2hRanking[];
	readonly winnerTeamId: number | null;
	/** Which columns a narrow screen shows. A wide one shows all. */
	readonly columns: H2hColumns;
	/** The round of the linked teams; 0 before the first round. */
	readonly shownRound: number;
}

export const H2H_COLUMNS = ["results", "scores"] as const;
export type H2hColumns = (typeof H2H_COLUMNS)[number];

/** The columns of match-ups in order; those with `isWide` are hidden on phones. */
const RESULTS = [
	{ id: "played", isWide: false, getValue: (row: H2hRanking) => row.played },
	{ id: "wins", isWide: false, getValue: (row: H2hRanking) => row.WDL.win },
	{ id: "losses", isWide: false, getValue: (row: H2hRanking) => row.WDL.lose },
	{ id: "draws", isWide: false, getValue: (row: H2hRanking) => row.WDL.draw },
	{ id: "for", isWide: true, getValue: (row: H2hRanking) => formatPoints(row.totalPointsFor) },
	{ id: "against", isWide: true, getValue: (row: H2hRanking) => formatPoints(row.totalPointsAgainst) },
	{
		id: "percentage",
		isWide: true,
		getValue: (row: H2hRanking) => (row.percentage === null ? "–" : formatAverage(row.percentage)),
	},
] as const;

/** The columns of an open ladder; those with `isWide` are hidden on phones. */
const SCORES = [
	{
		id: "value",
		isWide: true,
		getValue: (row: H2hRanking) => (row.teamValue === 0 ? "–" : formatMoney(row.teamValue)),
	},
	{ id: "highest", isWide: true, getValue: (row: H2hRanking) => formatPoints(row.highestRoundPoints) },
	{ id: "average", isWide: false, getValue: (row: H2hRanking) => formatAverage(row.averagePoints) },
	{ id: "lastRound", isWide: false, getValue: (row: H2hRanking) => formatPoints(row.roundPoints) },
	{ id: "total", isWide: false, getValue: (row: H2hRanking) => formatPoints(row.totalPoints) },
] as const;

/** A head-to-head ladder, with a separator below the finalists. */
export const H2hTable = ({ league, rows, winnerTeamId, columns, shownRound }: Props) => {
	const { t } = useTranslation();
	const finalists = league.semiFinalId === null ? 2 : FINALS_SERIES_TEAMS;
	const hasFinal = league.grandFinalId !== null && rows.length > finalists;
	return (
		<table className={styles.table} data-columns={columns}>
			<caption className="spoken">{t("leagues.ladder.caption", { league: league.name })}</caption>
			<thead>
				<tr>
					<th scope="col">
						<span className="spoken">{t("leagues.ladder.columns.rank")}</span>
					</th>
					<th scope="col">{t("leagues.ladder.columns.team")}</th>
					{RESULTS.map(({ id, isWide }) => (
						<th key={id} scope="col" data-group="results" className={isWide ? styles.wide : undefined}>
							<abbr title={t(`leagues.ladder.spoken.${id}`)}>{t(`leagues.ladder.columns.${id}`)}</abbr>
						</th>
					))}
					{SCORES.map(({ id, isWide }) => (
						<th key={id} scope="col" data-group="scores" className={isWide ? styles.wide : undefined}>
							{t(`rankings.columns.${id}`)}
						</th>
					))}
					<th scope="col">
						<abbr title={t("leagues.ladder.spoken.points")}>{t("leagues.ladder.columns.points")}</abbr>
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr
						key={row.teamId}
						data-own={row.isCurrentLeagueUser || undefined}
						data-cut={(hasFinal && row.rank === finalists) || undefined}
					>
						<td className={styles.rank}>{row.rank}</td>
						<th scope="row">
							<span className={styles.team}>
								<ManagerAvatar manager={row} />
								<span className={styles.names}>
									<b>
										{row.teamName && shownRound > 0 ? (
											<Link to={paths.userTeam.to(shownRound, row.userId)}>{row.teamName}</Link>
										) : (
											row.teamName || t("rankings.formerTeam")
										)}
									</b>
									<span>{row.teamName ? row.fullName : t("rankings.formerManager")}</span>
								</span>
								{row.isCurrentLeagueUser ? <span className={styles.you}>{t("rankings.you")}</span> : null}
								{row.teamId === winnerTeamId ? (
									<span className={styles.premiers} aria-hidden="true">
										★
									</span>
								) : null}
							</span>
						</th>
						{RESULTS.map(({ id, isWide, getValue }) => (
							<td key={id} data-group="results" className={isWide ? styles.wide : undefined}>
								{getValue(row)}
							</td>
						))}
						{SCORES.map(({ id, isWide, getValue }) => (
							<td key={id} data-group="scores" className={isWide ? styles.wide : undefined}>
								{getValue(row)}
							</td>
						))}
						<td className={styles.points}>{row.premiershipPoints}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
};
