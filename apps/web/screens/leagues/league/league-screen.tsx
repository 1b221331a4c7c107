import type { League } from "@first-bounce/contract/leagues/league";
import { Suspense } from "react";
import { Navigate, Route, Routes, useParams } from "react-router";
import { createChunk, LazyScreen } from "../../../app/lazy-screen.tsx";
import { NotFound } from "../../../app/not-found/not-found.tsx";
import { paths } from "../../../app/paths.ts";
import { isAcceptedLeague } from "../../../app/session/pending-invitation.ts";
import { site } from "../../../app/site.ts";
import { useIds } from "../../../app/use-ids.ts";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { AboutPage } from "../about/about-page.tsx";
import { ReceivedOffer } from "../about/leaders.tsx";
import { CupScreen } from "../cup/cup-screen.tsx";
import { FinalsPage } from "../finals/finals-page.tsx";
import { FixturesPage } from "../fixtures/fixtures-page.tsx";
import frame from "../frame/frame.module.css";
import { InvitePanel } from "../invite/invite-panel.tsx";
import { LadderPage } from "../ladder/ladder-page.tsx";
import { MatchUpPage } from "../matchup/matchup-page.tsx";
import { canOpenTab, getLandingTab, LEAGUE_TABS, type LeagueTab } from "../model/league-tabs.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { LeagueHeader } from "./league-header.tsx";
import { isUnknownLeague, UnknownLeague } from "./unknown-league.tsx";
import { LeagueContext, useLeague, useLeagueQuery } from "./use-league.ts";

/** A page in a chunk of its own. */
const createLazyPage = (load: Parameters<typeof createChunk>[0]) => {
	const chunk = createChunk(load);
	return () => (
		<Suspense fallback={<Skeleton height="60vh" radius="var(--radius-l)" />}>
			<LazyScreen chunk={chunk} />
		</Suspense>
	);
};

const ChatPage = createLazyPage(async () => (await import("../conversation/conversation.tsx")).ConversationPage);
const HistoryPage = createLazyPage(async () => (await import("../history/league-history.tsx")).LeagueHistoryPage);
const EnterPage = createLazyPage(async () => (await import("../draft/enter/enter-page.tsx")).EnterPage);
const PlayersPages = createLazyPage(async () => (await import("../waivers/waivers-pages.tsx")).WaiversPages);
const TradesPages = createLazyPage(async () => (await import("../trades/trades-pages.tsx")).TradesPages);
const MovesPages = createLazyPage(async () => (await import("../moves/moves-page.tsx")).MovesPage);
const KeepersPage = createLazyPage(async () => (await import("../keepers/keepers-page.tsx")).KeepersPage);

const Clubroom = lazyPart(async () => (await import("../clubroom/clubroom.tsx")).Clubroom);

/** Shows the clubroom with a page of a member's league: above it or, on the ladder once its premiers are known, below. */
const withClubroom = (Page: () => React.ReactNode, { isBelowWhenOver = false } = {}) => {
	return () => {
		const league = useLeague();
		const isShown = league.isMember && (league.class === "regular" || league.draftStatus === "complete");
		const clubroom = isShown ? (
			<Suspense fallback={<Skeleton height="9rem" radius="var(--radius-l)" />}>
				<Clubroom league={league} />
			</Suspense>
		) : null;
		const isBelow = isBelowWhenOver && league.status === "complete";
		return (
			<>
				{isBelow ? null : clubroom}
				<Page />
				{isBelow ? clubroom : null}
			</>
		);
	};
};

const InvitesPage = () => <InvitePanel league={useLeague()} />;

const PAGES: Readonly<Record<LeagueTab, () => React.ReactNode>> = {
	players: PlayersPages,
	trades: TradesPages,
	moves: MovesPages,
	keepers: KeepersPage,
	ladder: withClubroom(LadderPage, { isBelowWhenOver: true }),
	fixtures: FixturesPage,
	finals: FinalsPage,
	chat: ChatPage,
	history: HistoryPage,
	invites: InvitesPage,
	about: withClubroom(AboutPage),
	settings: SettingsPage,
};

const HAS_SUBPAGES: readonly LeagueTab[] = ["players", "trades", "moves"];

const Pages = ({ league }: { readonly league: League }) => {
	const fallback = league.isMember ? "about" : "ladder";
	const landing = getLandingTab(league);
	const toFallback = <Navigate to={paths.league.to(league.id, fallback)} replace />;
	const renderPage = (tab: LeagueTab) => {
		const Page = PAGES[tab];
		return canOpenTab(tab, league) ? <Page /> : toFallback;
	};
	return (
		<Routes>
			<Route
				index
				element={
					<Navigate
						to={paths.league.to(league.id, landing === "draft" || canOpenTab(landing, league) ? landing : fallback)}
						replace
					/>
				}
			/>
			{LEAGUE_TABS.map((tab) => (
				<Route key={tab} path={HAS_SUBPAGES.includes(tab) ? `${tab}/*` : tab} element={renderPage(tab)} />
			))}
			<Route path="team" element={<Navigate to={paths.draftTeam.to(league.id)} replace />} />
			<Route path="draft/enter" element={league.class === "draft" ? <EnterPage /> : toFallback} />
			<Route path="matchup/:roundId/:index" element={league.type === "h2h" ? <MatchUpPage /> : toFallback} />
			<Route path="*" element={toFallback} />
		</Routes>
	);
};

const LeagueSkeleton = () => (
	<div className={frame.page}>
		<Skeleton height="150px" radius="var(--radius-xl)" />
		<Skeleton height="44px" width="320px" radius="999px" />
		<Skeleton height="50vh" radius="var(--radius-l)" />
	</div>
);

const LeagueContent = ({ id }: { readonly id: number }) => {
	const query = useLeagueQuery(id);
	const { data, error } = query;
	const focus = useFocusRestore<HTMLDivElement>();
	if (isUnknownLeague(error) && !data) return <UnknownLeague error={error} />;
	if (!data) return <LoadingOrError of={[query]} skeleton={<LeagueSkeleton />} />;
	const { league } = data;
	const isReadable = league.isMember || (site.isPublicRead && league.privacy === "public");
	// Users who may not read the pages see a card with the join button. The card also joins a league that the user chose before
	// signing in.
	const isJoining = !league.isMember && league.code !== "" && isAcceptedLeague(league.id);
	if (!isReadable || isJoining) return <Navigate to={paths.joinLeague.to(league.code)} replace />;
	return (
		<LeagueContext value={league}>
			<div className={frame.page} {...focus}>
				<LeagueHeader league={league} />
				<ReceivedOffer league={league} />
				<Pages league={league} />
			</div>
		</LeagueContext>
	);
};

/**
 * A league with its tabs, or the cup at /leagues/cup. A screen of its own for the cup would make the first load larger.
 */
export const LeagueScreen = () => {
	const isCup = useParams().id === "cup";
	const ids = useIds("id");
	if (isCup) return <CupScreen />;
	return ids ? <LeagueContent key={ids.id} id={ids.id} /> : <NotFound />;
};
