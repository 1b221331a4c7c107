import { showClock } from "@first-bounce/contract/clock";
import { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import { showPreviewGate } from "@first-bounce/contract/site/preview";
import { showMyTeam } from "@first-bounce/contract/team/team";
import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { hasSignedInCookie, sessionQuery } from "../api/session.ts";
import { callQuery } from "../api/use-call.ts";
import { buildStaticQuery, SEASON_FILES } from "../api/use-static.ts";
import { ACCESS, type ScreenName } from "./access.ts";
import { type Chunk, createChunk } from "./lazy-screen.tsx";
import { paths } from "./paths.ts";

/** Every screen, in a chunk that is loaded when the screen is first shown. */
export const SCREENS: Readonly<Record<ScreenName, Chunk>> = {
	home: createChunk(async () => (await import("../screens/home/home-screen.tsx")).HomeScreen),
	initiate: createChunk(async () => (await import("../screens/sign-in/initiate-screen.tsx")).InitiateScreen),
	loginCallback: createChunk(async () => (await import("../screens/sign-in/callback-screen.tsx")).CallbackScreen),
	team: createChunk(async () => (await import("../screens/team/team-screen.tsx")).TeamScreen),
	draftTeam: createChunk(async () => (await import("../screens/team/draft/draft-team-screen.tsx")).DraftTeamScreen),
	draftRound: createChunk(async () => (await import("../screens/team/draft/draft-round-screen.tsx")).DraftRoundScreen),
	userTeam: createChunk(async () => (await import("../screens/team/rounds/user-team-screen.tsx")).UserTeamScreen),
	components: createChunk(
		async () => (await import("../screens/component-gallery/component-gallery-screen.tsx")).ComponentGalleryScreen,
	),
	rankings: createChunk(async () => (await import("../screens/rankings/rankings-screen.tsx")).RankingsScreen),
	pastSeasons: createChunk(async () => (await import("../screens/rankings/past-seasons-screen.tsx")).PastSeasonsScreen),
	pastLeague: createChunk(
		async () => (await import("../screens/leagues/past/past-league-screen.tsx")).PastLeagueScreen,
	),
	pastTeam: createChunk(async () => (await import("../screens/score/past-team-screen.tsx")).PastTeamScreen),
	score: createChunk(async () => (await import("../screens/score/score-screen.tsx")).ScoreScreen),
	matchCentre: createChunk(
		async () => (await import("../screens/match-centre/match-centre-screen.tsx")).MatchCentreScreen,
	),
	results: createChunk(async () => (await import("../screens/round-result/round-result-screen.tsx")).RoundResultScreen),
	seasonReport: createChunk(
		async () => (await import("../screens/season-report/season-report-screen.tsx")).SeasonReportScreen,
	),
	statsCentre: createChunk(
		async () => (await import("../screens/stats-centre/stats-centre-screen.tsx")).StatsCentreScreen,
	),
	leagues: createChunk(async () => (await import("../screens/leagues/list/leagues-screen.tsx")).LeaguesScreen),
	joinLeague: createChunk(async () => (await import("../screens/leagues/join/join-screen.tsx")).JoinScreen),
	createLeague: createChunk(async () => (await import("../screens/leagues/create/create-screen.tsx")).CreateScreen),
	mockDrafts: createChunk(
		async () => (await import("../screens/leagues/mock/mock-drafts-screen.tsx")).MockDraftsScreen,
	),
	draft: createChunk(async () => (await import("../screens/leagues/draft/draft-screen.tsx")).DraftScreen),
	league: createChunk(async () => (await import("../screens/leagues/league/league-screen.tsx")).LeagueScreen),
	unsubscribe: createChunk(
		async () => (await import("../screens/mailed-links/unsubscribe-screen.tsx")).UnsubscribeScreen,
	),
	help: createChunk(async () => (await import("../screens/help/help-screen.tsx")).HelpScreen),
	projections: createChunk(
		async () => (await import("../screens/projections/projections-screen.tsx")).ProjectionsScreen,
	),
	status: createChunk(async () => (await import("../screens/status/status-screen.tsx")).StatusScreen),
	recoverTeam: createChunk(
		async () => (await import("../screens/recover-team/recover-team-screen.tsx")).RecoverTeamScreen,
	),
	myAccount: createChunk(async () => (await import("../screens/my-account/my-account-screen.tsx")).MyAccountScreen),
	resetPassword: createChunk(
		async () => (await import("../screens/mailed-links/reset-password-screen.tsx")).ResetPasswordScreen,
	),
	verifyEmail: createChunk(
		async () => (await import("../screens/mailed-links/verify-email-screen.tsx")).VerifyEmailScreen,
	),
	operator: createChunk(async () => (await import("../screens/operator/operator-screen.tsx")).OperatorScreen),
};
export const NOT_FOUND = createChunk(async () => (await import("./not-found/not-found.tsx")).NotFound);
export const LANDING = createChunk(async () => (await import("../screens/home/landing.tsx")).Landing);

const findScreen = (pathname: string): ScreenName | undefined =>
	(Object.keys(ACCESS) as ScreenName[]).find((name) => matchPath(paths[name].pattern, pathname) !== null);

/** Loads the screen of a path, so that its first render is not postponed. */
export async function preloadScreen(pathname: string): Promise<void> {
	const screen = findScreen(pathname);
	if (screen) await SCREENS[screen].preload();
}

/**
 * Requests the session, the screen's chunk and the team's data at the same time, before the first render: left to the
 * components, each request would wait for the request before it. Nothing that needs a session is requested for a visitor.
 */
export function prefetchRoute(queryClient: QueryClient, pathname: string): void {
	void queryClient.prefetchQuery(sessionQuery);
	void queryClient.prefetchQuery(callQuery(showPreviewGate, {}));
	void queryClient.prefetchQuery(callQuery(showClock, {}));
	const screen = findScreen(pathname);
	if (!screen) return;
	// The screen requests its chunk again when it is rendered, and shows the error.
	SCREENS[screen].preload().catch(() => undefined);
	if ((screen !== "team" && screen !== "league") || !hasSignedInCookie()) return;
	for (const name of SEASON_FILES) void queryClient.prefetchQuery(buildStaticQuery(name));
	if (screen !== "team") return;
	void queryClient.prefetchQuery(callQuery(showMyTeam, {}));
	void queryClient.prefetchQuery(callQuery(listMyDraftTeams, {}));
}
