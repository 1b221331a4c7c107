import type { SuccessOf } from "@first-bounce/contract/call";
import { type PastLadderRow, showPastLeague } from "@first-bounce/contract/leagues/past-leagues";
import type { WinsDrawsLosses } from "@first-bounce/rules/head-to-head/ladder";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { usePages } from "../../../api/use-pages.ts";
import { useStatic } from "../../../api/use-static.ts";
import { NotFound } from "../../../app/not-found/not-found.tsx";
import { PastPageError } from "../../../app/not-found/past-page-error.tsx";
import { paths } from "../../../app/paths.ts";
import { parseOneOf } from "../../../app/search-params.ts";
import { useIds } from "../../../app/use-ids.ts";
import { RankingTable } from "../../../components/ranking-table/ranking-table.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { RoundBar, RoundMatchUps } from "../fixtures/fixtures-page.tsx";
import frame from "../frame/frame.module.css";
import { MoreButton } from "../frame/league-list.tsx";
import { useOwnTeamFirst } from "../frame/use-own-team-first.ts";
import { LeagueHistory } from "../history/league-history.tsx";
import { EliminationTable, EliminationWinner } from "../ladder/elimination-table.tsx";
import { type H2hColumns, H2hColumnsChip, type H2hRow, H2hTable, Placings, Premiers } from "../ladder/h2h-table.tsx";
import { LeagueBanner } from "../league/league-header.tsx";

const PastDraft = lazyPart(async () => (await import("./past-draft.tsx")).PastDraft);

type PastLeagueData = SuccessOf<typeof showPastLeague>;
type PastLeagueResult = ReturnType<typeof usePages<typeof showPastLeague>>;

const getFinals = ({ rounds }: PastLeagueData) => ({
	grandFinalId: rounds.find(({ isGrandFinal }) => isGrandFinal)?.roundId ?? null,
	semiFinalId: rounds.find(({ isSemiFinal }) => isSemiFinal)?.roundId ?? null,
});

const buildWdl = ({ wins, draws, losses }: WinsDrawsLosses) => ({ win: wins, draw: draws, lose: losses });

const buildH2hRow = ({ h2h, ...row }: PastLadderRow): H2hRow[] =>
	h2h
		? [
				{
					...row,
					...h2h,
					WDL: buildWdl(h2h),
					medianWDL: h2h.median && buildWdl(h2h.median),
					totalPointsFor: h2h.pointsFor,
					totalPointsAgainst: h2h.pointsAgainst,
				},
			]
		: [];

interface LadderProps {
	readonly data: PastLeagueData;
	readonly rows: readonly PastLadderRow[];
}

/** Draft leagues do not link to past teams, whose page shows the classic team. */
const Ladder = ({ data, rows }: LadderProps) => {
	const { league, season, currentUserRanking, winnerTeamId } = data;
	const squads = useStatic("squads").data ?? [];
	const [columns, setColumns] = useState<H2hColumns>("results");
	const formatRoundLabel = useRoundLabel();
	const getTeamUrl = ({ userId }: { readonly userId: number }) =>
		paths.pastTeam.to(season.id, season.lastRound, userId);
	if (league.type === "open")
		return (
			<RankingTable
				clubs={new Map(squads.map((squad) => [squad.id, squad]))}
				view={{ roundId: 0, order: "totalPoints", direction: "desc" }}
				data={{ rankings: [...rows], currentUserRanking, isLive: false, nextPage: null, total: league.numTeams }}
				isStale={false}
				getUrl={getTeamUrl}
			/>
		);
	if (league.type === "elimination")
		return (
			<EliminationTable
				leagueName={league.name}
				rows={rows}
				winnerTeamId={winnerTeamId}
				dangerCount={0}
				outlook={null}
				formatRoundName={(id) => formatRoundLabel(id, season)}
				getUrl={getTeamUrl}
			/>
		);
	return (
		<>
			<H2hColumnsChip value={columns} onChange={setColumns} />
			<H2hTable
				league={{ name: league.name, ...getFinals(data) }}
				rows={rows.flatMap(buildH2hRow)}
				winnerTeamId={winnerTeamId}
				columns={columns}
				getUrl={league.class === "draft" ? undefined : getTeamUrl}
			/>
		</>
	);
};

/** The match-ups of a round, by default the last one; nothing in an open league. */
const MatchUps = ({ data }: { readonly data: PastLeagueData }) => {
	const { t } = useTranslation();
	const { league, season, rounds } = data;
	const formatRoundLabel = useRoundLabel();
	const putOwnTeamFirst = useOwnTeamFirst();
	const [search] = useSearchParams();
	const round = rounds.find(({ roundId }) => String(roundId) === search.get("round")) ?? rounds.at(-1);
	if (!round) return null;
	const { roundId, isGrandFinal, isSemiFinal } = round;
	const getTeamUrl = (userId: number) => paths.pastTeam.to(season.id, roundId, userId);
	return (
		<>
			<div className={frame.head}>
				<h2>{t("leagues.fixtures.matchUps")}</h2>
				<RoundBar
					league={getFinals(data)}
					rounds={rounds.map(({ roundId: id }) => id)}
					roundId={roundId}
					formatRoundName={(id) => formatRoundLabel(id, season)}
				/>
			</div>
			<RoundMatchUps
				median={round.median}
				matchUps={round.matchUps.map(putOwnTeamFirst).map((matchUp) => ({
					...matchUp,
					isGrandFinal: isGrandFinal && !matchUp.isConsolation,
					isSemiFinal: isSemiFinal && !matchUp.isConsolation,
					isComplete: true,
					isLive: false,
					url:
						league.class === "draft"
							? null
							: { home: getTeamUrl(matchUp.home.userId), away: getTeamUrl(matchUp.away.userId) },
				}))}
				averageGame={round.averageGame}
				byes={round.byes}
				isSemiFinal={isSemiFinal}
			/>
		</>
	);
};

const PARTS = ["season", "draft", "history"] as const;
const PART_LABELS = {
	season: "leagues.history.season",
	draft: "leagues.tabs.draft",
	history: "leagues.tabs.history",
} as const;

const PastLeague = (params: { readonly seasonId: number; readonly leagueId: number }) => {
	const { t } = useTranslation();
	const result = usePages(showPastLeague, { params }, { meta: { noErrorModal: true } });
	const [search, setSearch] = useSearchParams();
	const { data: loaded, error } = result;
	const data = loaded?.pages[0];
	if (error && !data) return <PastPageError page="league" error={error} onRetry={() => void result.refetch()} />;
	if (!data) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	const { league, season } = data;
	const parts = league.class === "draft" ? PARTS : PARTS.filter((part) => part !== "draft");
	const shown = parseOneOf(parts, search.get("show")) ?? "season";
	return (
		<div className={frame.page}>
			<LeagueBanner
				league={league}
				facts={[
					t(`leagues.${league.type}`),
					t(`leagues.${league.privacy}`),
					t("leagues.teams", { count: league.numTeams }),
				]}
			>
				<Link to={paths.pastSeasons.to(season.id)}>{season.name}</Link>
			</LeagueBanner>
			<div>
				<Segmented
					label={t("leagues.history.show")}
					value={shown}
					choices={parts.map((value) => ({ value, label: t(PART_LABELS[value]) }))}
					onChange={(next) => setSearch(next === "season" ? {} : { show: next }, { replace: true })}
				/>
			</div>
			{shown === "history" ? (
				<LeagueHistory leagueId={league.id} leagueName={league.name} />
			) : shown === "draft" ? (
				<Suspense fallback={<Skeleton height="60vh" radius="var(--radius-l)" />}>
					<PastDraft seasonId={season.id} leagueId={league.id} />
				</Suspense>
			) : (
				<Season result={result} pages={loaded.pages} />
			)}
		</div>
	);
};

interface SeasonProps {
	readonly result: PastLeagueResult;
	readonly pages: readonly PastLeagueData[];
}

const Season = ({ result, pages }: SeasonProps) => {
	const { t } = useTranslation();
	const [data] = pages;
	if (!data) return null;
	return (
		<>
			{data.league.type === "elimination" ? (
				<EliminationWinner rows={data.ladder} winnerTeamId={data.winnerTeamId} />
			) : (
				<Premiers team={data.winnerTeamName} />
			)}
			<h2>{t("pastSeasons.finalLadder")}</h2>
			<Ladder data={data} rows={pages.flatMap(({ ladder }) => ladder)} />
			<MoreButton pages={result} label={t("pastSeasons.moreTeams")} />
			<Placings teams={data.placings ?? []} />
			<MatchUps data={data} />
		</>
	);
};

/** A league of a closed season: its final ladder and, for head-to-head, its match-ups. */
export const PastLeagueScreen = () => {
	const ids = useIds("seasonId", "leagueId");
	return ids ? <PastLeague key={ids.leagueId} {...ids} /> : <NotFound />;
};
