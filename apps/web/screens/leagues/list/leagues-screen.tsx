import { type Cup, showCup } from "@first-bounce/contract/leagues/cup";
import { showMyLeagues } from "@first-bounce/contract/leagues/league";
import { showLeagueInvites } from "@first-bounce/contract/leagues/league-invites";
import { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import { showOfficialLeagues } from "@first-bounce/contract/leagues/official-leagues";
import { listPastSeasons } from "@first-bounce/contract/stats/past-seasons";
import { LEAGUE_PRIVACIES, type LeaguePrivacy } from "@first-bounce/rules/leagues/league";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { useDebounced } from "../../../api/use-debounced.ts";
import { removeDuplicateIds, usePages } from "../../../api/use-pages.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { AdSlot } from "../../../components/ad/ad-slot.tsx";
import { ButtonLink } from "../../../components/button/button-link.tsx";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, QueryError } from "../../../components/states/states.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import { LeagueList, LeagueListItem, MoreButton } from "../frame/league-list.tsx";
import { UnreadBadge } from "../frame/unread-badge.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import { JoinWidget } from "../join/join-widget.tsx";
import { getLandingTab } from "../model/league-tabs.ts";
import { Invitations } from "./invitations.tsx";
import styles from "./leagues.module.css";
import { MatchUpLine } from "./match-up-line.tsx";
import { OfficialLeagues } from "./official-leagues.tsx";
import { RecoverableLeagues } from "./recoverable-leagues.tsx";

const PAGE_SIZE = 10;
const SEARCH_DEBOUNCE_MS = 500;
const SKELETON_ROWS = [1, 2, 3];
type Filter = LeaguePrivacy | "all";

const useMyLeagues = (filter: Filter) =>
	usePages(showMyLeagues, { query: { limit: PAGE_SIZE, ...(filter === "all" ? {} : { privacy: filter }) } });

const ListSkeleton = () => SKELETON_ROWS.map((row) => <Skeleton key={row} height="82px" radius="var(--radius-l)" />);

interface MyLeaguesProps {
	readonly filter: Filter;
	readonly result: ReturnType<typeof useMyLeagues>;
}

const MyLeagues = ({ filter, result }: MyLeaguesProps) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const { data } = result;
	if (!data) return <LoadingOrError of={[result]} skeleton={<ListSkeleton />} />;
	const leagues = removeDuplicateIds(data.pages.flatMap((page) => page.leagues));
	if (leagues.length === 0)
		return filter === "all" ? (
			<EmptyState icon="leagues" title={t("leagues.none")} text={t("leagues.noneText")}>
				<div className={styles.ways}>
					<ButtonLink to={paths.joinLeague.to()} variant="main">
						{t("nav.joinLeague")}
					</ButtonLink>
					<ButtonLink to={paths.createLeague.to()}>{t("nav.createLeague")}</ButtonLink>
				</div>
			</EmptyState>
		) : (
			<EmptyState icon="leagues" title={t("leagues.noneOfKind")} text={t("leagues.noneOfKindText")} />
		);
	return (
		<>
			<LeagueList label={t("leagues.mine")}>
				{leagues.map((league) => (
					<LeagueListItem key={league.id} league={league} to={paths.league.to(league.id, getLandingTab(league))}>
						{league.type === "h2h" ? <MatchUpLine leagueId={league.id} isDraft={league.class === "draft"} /> : null}
						<Link className={styles.chat} to={paths.league.to(league.id, "chat")}>
							{t("leagues.tabs.chat")}
							<UnreadBadge leagueId={league.id} />
						</Link>
						{league.rank === null ? null : (
							<span className={styles.rank}>
								<small>
									{league.outInRound === null
										? t("leagues.rank")
										: t("leagues.eliminated.lowest", { round: formatRoundName(league.outInRound) })}
								</small>
								<b>{formatInteger(league.rank)}</b>
							</span>
						)}
					</LeagueListItem>
				))}
			</LeagueList>
			<MoreButton pages={result} label={t("leagues.more")} />
		</>
	);
};

function useCupText(): (cup: Cup) => string {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return ({ status, isEntered, startId, path, winner }) => {
		if (winner) return t("leagues.cup.winner", { team: winner.teamName || t("rankings.formerTeam") });
		if (status === "cancelled") return t("leagues.cup.cancelled");
		if (status === "open")
			return t(isEntered ? "leagues.cup.youAreIn" : "leagues.cup.openUntil", { round: formatRoundName(startId) });
		const outcome = path.findLast((step) => step.outcome !== null)?.outcome;
		if (outcome) return t(`leagues.cup.outcome.${outcome}`);
		return t(isEntered ? "leagues.cup.playing" : "leagues.cup.notIn");
	};
}

/** The season's cup, below the leagues; nothing in a season without one. */
const CupCard = ({ cup }: { readonly cup: Cup | null }) => {
	const { t } = useTranslation();
	const getText = useCupText();
	if (!cup) return null;
	const url = `${paths.leagues.to()}/cup`;
	const mayEnter = cup.status === "open" && !cup.isEntered;
	return (
		<section className={`${frame.card} ${styles.linkCard}`}>
			<div>
				<h2>{t("leagues.cup.title")}</h2>
				<p>{getText(cup)}</p>
			</div>
			{mayEnter ? (
				<ButtonLink to={url} variant="main">
					{t("leagues.cup.enter")}
				</ButtonLink>
			) : (
				<Link to={url}>{t("leagues.cup.see")}</Link>
			)}
		</section>
	);
};

/** My leagues, below invitations and last season's leagues. */
export const LeaguesScreen = () => {
	const { t } = useTranslation();
	const focus = useFocusRestore<HTMLDivElement>();
	const [filter, setFilter] = useState<Filter>("all");
	const [text, setText] = useState("");
	const search = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
	const result = useMyLeagues(filter);
	const invites = useCall(showLeagueInvites, {});
	const former = useCall(showRecoverableLeagues, {});
	const cup = useQuietCall(showCup, {});
	const official = useQuietCall(showOfficialLeagues, {});
	const past = useQuietCall(listPastSeasons, {});
	// The three lists appear together, so that none shifts another down the page.
	const isOpening = invites.isPending || former.isPending || (result.isPending && filter === "all");
	return (
		<div className={frame.page} data-aside data-opening={isOpening || undefined} {...focus}>
			<title>{t("app.title", { page: t("leagues.mine") })}</title>
			<header className={frame.head}>
				<h1>{t("leagues.mine")}</h1>
				<Segmented
					label={t("leagues.filter")}
					value={filter}
					choices={[
						{ value: "all" as Filter, label: t("leagues.all") },
						...LEAGUE_PRIVACIES.toReversed().map((privacy) => ({ value: privacy, label: t(`leagues.${privacy}`) })),
					]}
					onChange={setFilter}
				/>
			</header>
			<div className={frame.main}>
				{isOpening ? (
					<ListSkeleton />
				) : (
					<>
						<Invitations invites={invites.data?.invites ?? []} handOvers={invites.data?.handOvers ?? []} />
						<MyLeagues filter={filter} result={result} />
						<RecoverableLeagues leagues={former.data?.leagues ?? []} />
						<section className={`${frame.card} ${styles.linkCard}`}>
							<div>
								<h2>{t("leagues.mock.title")}</h2>
								<p>{t("leagues.mock.text")}</p>
							</div>
							<Link to={paths.mockDrafts.to()}>{t("leagues.mock.open")}</Link>
						</section>
						<CupCard cup={cup.data?.cup ?? null} />
						<OfficialLeagues leagues={official.data?.leagues ?? []} />
						<QueryError queries={[invites, former, cup, official, past]} />
						{past.data && past.data.seasons.length > 0 ? (
							<section className={`${frame.card} ${styles.linkCard}`}>
								<div>
									<h2>{t("pastSeasons.title")}</h2>
									<p>{t("pastSeasons.text")}</p>
								</div>
								<Link to={paths.pastSeasons.to()}>{t("pastSeasons.open")}</Link>
							</section>
						) : null}
					</>
				)}
			</div>
			<aside className={frame.aside}>
				<JoinWidget value={text} onChange={setText} search={search} />
				<AdSlot slot="side-rectangle" on="wide" />
			</aside>
		</div>
	);
};
