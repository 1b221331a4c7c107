import type { League } from "@first-bounce/contract/leagues/league";
import type { H2hRanking } from "@first-bounce/contract/leagues/league-ladder";
import { FINALS_SERIES_TEAMS } from "@first-bounce/rules/head-to-head/finals-rounds";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { formatAverage, formatMoney, formatPoints } from "../../../i18n/format.ts";
import styles from "./ladder.module.css";

interface Props {
	readonly league: Pick<League, "name" | "grandFinalId" | "semiFinalId">;
	readonly rows: readonly H2hRow[];
	readonly winnerTeamId: number | null;
	/** Which columns a narrow screen shows. A wide one shows all. */
	readonly columns: H2hColumns;
	/** URL of a team's page; absent before the first round. */
	readonly getUrl?: ((row: H2hRow) => string) | undefined;
}

/** A row of a ladder, of the current season or a closed one. */
export type H2hRow = Omit<H2hRanking, "overallRank" | "pointsFor">;

const H2H_COLUMNS = ["results", "scores"] as const;
export type H2hColumns = (typeof H2H_COLUMNS)[number];

interface ChipProps {
	readonly value: H2hColumns;
	readonly onChange: (columns: H2hColumns) => void;
}

/** Chooses the columns on a narrow screen. */
export const H2hColumnsChip = ({ value, onChange }: ChipProps) => {
	const { t } = useTranslation();
	return (
		<span className={styles.narrow}>
			<SelectChip
				label={t("leagues.ladder.show")}
				value={value}
				choices={H2H_COLUMNS.map((columns) => ({ value: columns, label: t(`leagues.ladder.shown.${columns}`) }))}
				onChange={onChange}
			/>
		</span>
	);
};

/** The columns of match-ups in order; those with `isWide` are hidden on phones. */
const RESULTS = [
	{ id: "played", isWide: false, getValue: (row: H2hRow) => row.played },
	{ id: "wins", isWide: false, getValue: (row: H2hRow) => row.WDL.win },
	{ id: "losses", isWide: false, getValue: (row: H2hRow) => row.WDL.lose },
	{ id: "draws", isWide: false, getValue: (row: H2hRow) => row.WDL.draw },
	{ id: "for", isWide: true, getValue: (row: H2hRow) => formatPoints(row.totalPointsFor) },
	{ id: "against", isWide: true, getValue: (row: H2hRow) => formatPoints(row.totalPointsAgainst) },
	{
		id: "percentage",
		isWide: true,
		getValue: (row: H2hRow) => (row.percentage === null ? "–" : formatAverage(row.percentage)),
	},
] as const;

/** The columns of an open ladder; those with `isWide` are hidden on phones. */
const SCORES = [
	{
		id: "value",
		isWide: true,
		getValue: (row: H2hRow) => (row.teamValue === 0 ? "–" : formatMoney(row.teamValue)),
	},
	{ id: "highest", isWide: true, getValue: (row: H2hRow) => formatPoints(row.highestRoundPoints) },
	{ id: "average", isWide: false, getValue: (row: H2hRow) => formatAverage(row.averagePoints) },
	{ id: "lastRound", isWide: false, getValue: (row: H2hRow) => formatPoints(row.roundPoints) },
	{ id: "total", isWide: false, getValue: (row: H2hRow) => formatPoints(row.totalPoints) },
] as const;

/** Names the winner of the grand final; nothing before it is over. */
export const Premiers = ({ team }: { readonly team: string | null | undefined }) => {
	const { t } = useTranslation();
	if (team === null || team === undefined) return null;
	return <p className={styles.winner}>{t("leagues.ladder.winner", { team: team || t("rankings.formerTeam") })}</p>;
};

/** A head-to-head ladder, with a separator below the finalists. */
export const H2hTable = ({ league, rows, winnerTeamId, columns, getUrl }: Props) => {
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
										{row.teamName && getUrl ? (
											<Link to={getUrl(row)}>{row.teamName}</Link>
										) : (
											row.teamName || t("rankings.formerTeam")
										)}
									</b>
									<span>{row.teamName ? row.fullName : t("rankings.formerManager")}</span>
								</span>
								{row.isCurrentLeagueUser ? <span className={styles.you}>{t("rankings.you")}</span> : null}
								{row.teamId === winnerTeamId ? (
									<>
										<span className={styles.premiers} aria-hidden="true">
											★
										</span>
										<span className="spoken">{t("leagues.ladder.premiers")}</span>
									</>
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
