import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import type { ClaimFailure, ClaimResult, WaiverRun } from "@first-bounce/contract/draft/waivers";
import { getTakenCause } from "@first-bounce/rules/draft/claims";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../../components/states/states.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { type LeagueNames, useLeagueNames } from "../../../draft-league/use-league-names.ts";
import { formatInteger, formatZonedDateTime } from "../../../i18n/format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import frame from "../frame/frame.module.css";
import rowStyles from "../frame/rows.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import { useLeague } from "../league/use-league.ts";
import styles from "./moves.module.css";
import { isOwnResult, useWaiverRuns } from "./use-moves.ts";

/** Returns why a claim of the user failed: "Bea's Bolters bid $12, you bid $9." */
function useReasonText({ getTeamName }: Pick<LeagueNames, "getTeamName">) {
	const { t } = useTranslation();
	return (reason: ClaimFailure, ownBid: number | null): string => {
		const { code, teamId, bid, rank, teamRank } = reason;
		const values = {
			team: getTeamName(teamId),
			bid: formatInteger(bid ?? 0),
			own: formatInteger(ownBid ?? 0),
			rank,
			teamRank,
		};
		return code === "player-taken"
			? t(`moves.why.taken.${getTakenCause(reason, ownBid ?? 0)}`, values)
			: t(`moves.why.${code}`, values);
	};
}

interface ResultsProps {
	readonly run: WaiverRun;
	readonly names: LeagueNames;
	readonly ownTeamId: number | null;
}

/** A table's row: a claim, with its place in the order in which claims were tried. */
type Row = ClaimResult & { readonly index: number };

const buildColumns = (
	{ getPlayerName, getTeamName }: LeagueNames,
	t: TFunction,
	{ hasBids }: { readonly hasBids: boolean },
): Column<Row>[] => [
	{
		id: "player",
		head: t("moves.column.player"),
		cell: ({ playerId }) => <PlayerName id={playerId} name={getPlayerName(playerId)} />,
	},
	{
		id: "team",
		head: t("draftRoom.squad.team"),
		cell: ({ teamId, isUndone }) => (
			<span dir="auto">
				{getTeamName(teamId)}
				{isUndone ? ` (${t("moves.undoneMark")})` : null}
			</span>
		),
	},
	...(hasBids
		? [
				{
					id: "bid",
					head: t("waivers.bid.label"),
					isNumber: true,
					cell: ({ bid }: Row) => (bid === null ? "–" : `$${formatInteger(bid)}`),
				},
			]
		: []),
];

const listResults = ({ results }: WaiverRun): Row[] => results.map((result, index) => ({ ...result, index }));

interface TableProps {
	readonly caption: string;
	readonly results: readonly Row[];
	readonly columns: readonly Column<Row>[];
	readonly ownTeamId: number | null;
}

const ResultTable = ({ caption, results, columns, ownTeamId }: TableProps) => (
	<Table
		caption={caption}
		hasVisibleCaption
		isCard
		scroller="plain"
		rows={results}
		getKey={({ index }) => index}
		getRowProps={({ teamId }) => (teamId === ownTeamId ? { "data-own": true } : {})}
		columns={columns}
	/>
);

const WonClaims = ({ run, names, ownTeamId }: ResultsProps) => {
	const { t } = useTranslation();
	const won = listResults(run).filter(({ isWon }) => isWon);
	const hasBids = won.some(({ bid }) => bid !== null);
	if (won.length === 0) return <p className={frame.hint}>{t("moves.nobodyWon")}</p>;
	const dropped: Column<Row> = {
		id: "dropped",
		head: t("moves.column.dropped"),
		cell: ({ dropId }) => (dropId === null ? "–" : names.getPlayerName(dropId)),
	};
	const columns = [...buildColumns(names, t, { hasBids }), dropped];
	return <ResultTable caption={t("moves.whoGotWhom")} results={won} columns={columns} ownTeamId={ownTeamId} />;
};

/** The user's own claims, with why each of them failed. Nobody else sees this. */
const OwnClaims = ({ run, names, ownTeamId }: ResultsProps) => {
	const { t } = useTranslation();
	const getReason = useReasonText(names);
	const getOutcome = ({ isWon, dropId, reason, bid }: Row): string | null => {
		if (!isWon) return reason ? getReason(reason, bid) : null;
		return dropId === null ? t("moves.gotHer") : t("moves.gotHerFor", { name: names.getPlayerName(dropId) });
	};
	const own = listResults(run).filter((result) => isOwnResult(result, ownTeamId));
	if (own.length === 0) return null;
	return (
		<section className={frame.card} aria-label={t("moves.own")}>
			<h2>{t("moves.own")}</h2>
			<ul className={styles.own}>
				{own.map((claim) => (
					<li key={claim.index} className={rowStyles.entry} data-won={claim.isWon || undefined}>
						<span className={`${rowStyles.icon} ${styles.icon}`}>
							<Icon name={claim.isWon ? "check" : "close"} size={16} />
						</span>
						<div>
							<b>{names.getPlayerName(claim.playerId)}</b>
							<p>{getOutcome(claim)}</p>
							{claim.isUndone ? <p>{t("moves.undoneLater")}</p> : null}
						</div>
					</li>
				))}
			</ul>
			<p className={frame.hint}>{t("moves.ownPrivate")}</p>
		</section>
	);
};

/** In a league with budgets, the losing bids of others. */
const OtherBids = ({ run, names, ownTeamId }: ResultsProps) => {
	const { t } = useTranslation();
	const results = listResults(run).filter(
		(result) => !result.isWon && result.bid !== null && !isOwnResult(result, ownTeamId),
	);
	if (results.length === 0) return null;
	const columns = buildColumns(names, t, { hasBids: true });
	return <ResultTable caption={t("moves.otherBids")} results={results} columns={columns} ownTeamId={ownTeamId} />;
};

const Results = (props: ResultsProps) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const { id } = useLeague();
	const { run, names } = props;
	return (
		<div className={`${frame.stack} ${styles.run}`}>
			<nav>
				<Link to={paths.league.to(id, "moves")}>{t("moves.back")}</Link>
			</nav>
			<header>
				<h2>{t(`moves.runTitle.${run.run}`, { round: formatRoundName(run.roundId) })}</h2>
				<p className={frame.hint}>{formatZonedDateTime(Date.parse(run.dueAt))}</p>
			</header>
			{run.minutesLate > 0 ? <Notice tone="info">{t("moves.late", { count: run.minutesLate })}</Notice> : null}
			<OwnClaims {...props} />
			<WonClaims {...props} />
			<OtherBids {...props} />
			<section className={frame.card}>
				<h2>{t("moves.orderBefore")}</h2>
				<ol className={styles.orderBefore}>
					{run.teamIds.map((teamId) => (
						<li key={teamId} data-own={teamId === props.ownTeamId || undefined} dir="auto">
							{names.getTeamName(teamId)}
						</li>
					))}
				</ol>
			</section>
		</div>
	);
};

/** A waiver run that has happened: who got whom, and why the user's claims failed. */
export const RunPage = () => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const params = useParams();
	const season = useSeason();
	const names = useLeagueNames(id);
	const runs = useWaiverRuns(id);
	const league = useQuietCall(showDraftLeague, { params: { id } });
	if (!runs.data || !names.isLoaded || !league.data)
		return <LoadingOrError of={[season, names.result, runs, league]} height="60vh" />;
	const run = runs.data.runs.find(
		({ roundId, run: name }) => roundId === Number(params.roundId) && name === params.run,
	);
	if (!run)
		return (
			<EmptyState icon="history" title={t("moves.noRun")} text={t("moves.noRunText")}>
				<Link to={paths.league.to(id, "moves")}>{t("moves.back")}</Link>
			</EmptyState>
		);
	return <Results run={run} names={names} ownTeamId={league.data.league.myTeamId} />;
};
