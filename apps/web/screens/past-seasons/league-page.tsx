import { type PastLadderRow, showPastLeague } from "@first-bounce/contract/leagues/past-leagues";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePages } from "../../api/use-pages.ts";
import { paths } from "../../app/paths.ts";
import { Button } from "../../components/button/button.tsx";
import { LeagueCrest } from "../../components/league-crest/league-crest.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { formatAverage, formatInteger, formatPoints } from "../../i18n/format.ts";
import { ManagerCell } from "./manager-cell.tsx";
import { MatchUps, type PastLeagueData } from "./match-ups.tsx";
import { PageError } from "./page-error.tsx";
import styles from "./past-seasons.module.css";

/** The columns of a head-to-head ladder: phones hide the `wide` ones, and with large text the `middle` ones too. */
const H2H_COLUMNS = [
	{ id: "played", style: "wide", getValue: (row: H2hFigures) => row.played },
	{ id: "wins", style: "middle", getValue: (row: H2hFigures) => row.wins },
	{ id: "losses", style: "middle", getValue: (row: H2hFigures) => row.losses },
	{ id: "draws", style: "middle", getValue: (row: H2hFigures) => row.draws },
	{ id: "for", style: "wide", getValue: (row: H2hFigures) => formatPoints(row.pointsFor) },
	{ id: "against", style: "wide", getValue: (row: H2hFigures) => formatPoints(row.pointsAgainst) },
	{
		id: "percentage",
		style: "wide",
		getValue: (row: H2hFigures) => (row.percentage === null ? "–" : formatAverage(row.percentage)),
	},
	{ id: "points", style: "strong", getValue: (row: H2hFigures) => row.premiershipPoints },
] as const;
type H2hFigures = NonNullable<PastLadderRow["h2h"]>;

interface LadderProps {
	readonly data: PastLeagueData;
	readonly rows: readonly PastLadderRow[];
}

const LadderRow = ({ data, row }: { readonly data: PastLeagueData; readonly row: PastLadderRow }) => {
	const { season, winnerTeamId } = data;
	return (
		<tr data-own={row.isCurrentLeagueUser || undefined}>
			<td className={styles.strong}>{formatInteger(row.rank)}</td>
			<th scope="row">
				<ManagerCell
					manager={row}
					to={paths.pastSeasons.to(season.id, `team/${season.lastRound}/${row.userId}`)}
					isOwn={row.isCurrentLeagueUser}
					isWinner={row.teamId === winnerTeamId}
				/>
			</th>
			{row.h2h === null ? (
				<td className={styles.strong}>{formatPoints(row.totalPoints)}</td>
			) : (
				H2H_COLUMNS.map(({ id, style, getValue }) => (
					<td key={id} className={styles[style]}>
						{row.h2h ? getValue(row.h2h) : null}
					</td>
				))
			)}
		</tr>
	);
};

const Ladder = ({ data, rows }: LadderProps) => {
	const { t } = useTranslation();
	const { league, currentUserRanking: ownRow } = data;
	const isOwnHidden = ownRow !== null && rows.every(({ teamId }) => teamId !== ownRow.teamId);
	return (
		<table className={styles.table} data-ranked>
			<caption className="spoken">{t("leagues.ladder.caption", { league: league.name })}</caption>
			<thead>
				<tr>
					<th scope="col">{t("rankings.columns.rank")}</th>
					<th scope="col">{t("rankings.columns.team")}</th>
					{league.type === "open" ? (
						<th scope="col">{t("rankings.columns.total")}</th>
					) : (
						H2H_COLUMNS.map(({ id, style }) => (
							<th key={id} scope="col" className={style === "strong" ? undefined : styles[style]}>
								<abbr title={t(`leagues.ladder.spoken.${id}`)}>{t(`leagues.ladder.columns.${id}`)}</abbr>
							</th>
						))
					)}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<LadderRow key={row.teamId} data={data} row={row} />
				))}
			</tbody>
			{isOwnHidden ? (
				<tfoot>
					<LadderRow data={data} row={ownRow} />
				</tfoot>
			) : null}
		</table>
	);
};

const LeagueHead = ({ season, league }: PastLeagueData) => {
	const { t } = useTranslation();
	return (
		<header className={styles.head}>
			<div className={styles.title}>
				<LeagueCrest league={league} size={56} />
				<div>
					<Link className={styles.back} to={paths.pastSeasons.to(season.id)}>
						{season.name}
					</Link>
					<h1>{league.name}</h1>
					<p className={styles.facts}>
						{t(`leagues.${league.type}`)} · {t(`leagues.${league.privacy}`)} ·{" "}
						{t("leagues.teams", { count: league.numTeams })}
					</p>
				</div>
			</div>
			{league.rank === null ? null : (
				<dl className={styles.own}>
					<div>
						<dt>{t("rankings.yourRank")}</dt>
						<dd>
							{formatInteger(league.rank)} <small>{t("rankings.of", { total: formatInteger(league.numTeams) })}</small>
						</dd>
					</div>
				</dl>
			)}
		</header>
	);
};

/** A league of a closed season: its final ladder and, for head-to-head, its match-ups. */
export const LeaguePage = ({ seasonId, leagueId }: { readonly seasonId: number; readonly leagueId: number }) => {
	const { t } = useTranslation();
	const result = usePages(showPastLeague, { params: { seasonId, leagueId } }, { meta: { noErrorModal: true } });
	const { data: loaded, error } = result;
	const data = loaded?.pages[0];
	if (error && !data) return <PageError page="league" error={error} onRetry={() => void result.refetch()} />;
	if (!data) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	const rows = loaded?.pages.flatMap(({ ladder }) => ladder) ?? [];
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: data.league.name })}</title>
			<LeagueHead {...data} />
			{data.winnerTeamName === null ? null : (
				<p className={styles.winner}>
					{t("leagues.ladder.winner", { team: data.winnerTeamName || t("rankings.formerTeam") })}
				</p>
			)}
			<section className={styles.card}>
				<h2>{t("pastSeasons.finalLadder")}</h2>
				<Ladder data={data} rows={rows} />
				{result.hasNextPage ? (
					<Button isPending={result.isFetchingNextPage} onPress={result.loadMore}>
						{t("pastSeasons.moreTeams")}
					</Button>
				) : null}
			</section>
			<MatchUps data={data} />
		</div>
	);
};
