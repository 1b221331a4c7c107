import type { ScreenName } from "./access.ts";
import { type Part, part } from "./part.tsx";

/** Every screen, each fetched when first shown. */
export const SCREENS: Readonly<Record<ScreenName, Part>> = {
	home: part(async () => (await import("../screens/home/home-screen.tsx")).HomeScreen),
	initiate: part(async () => (await import("../screens/sign-in/initiate-screen.tsx")).InitiateScreen),
	loginCallback: part(async () => (await import("../screens/sign-in/callback-screen.tsx")).CallbackScreen),
	team: part(async () => (await import("../screens/team/team-screen.tsx")).TeamScreen),
	userTeam: part(async () => (await import("../screens/team/rounds/user-team-screen.tsx")).UserTeamScreen),
	components: part(async () => (await import("../screens/components/components-screen.tsx")).ComponentsScreen),
	rankings: part(async () => (await import("../screens/rankings/rankings-screen.tsx")).RankingsScreen),
	score: part(async () => (await import("../screens/score/score-screen.tsx")).ScoreScreen),
	seasonReport: part(
		async () => (await import("../screens/season-report/season-report-screen.tsx")).SeasonReportScreen,
	),
	statsCentre: part(async () => (await import("../screens/stats-centre/stats-centre-screen.tsx")).StatsCentreScreen),
	leagues: part(async () => (await import("../screens/leagues/list/leagues-screen.tsx")).LeaguesScreen),
	joinLeague: part(async () => (await import("../screens/leagues/join/join-screen.tsx")).JoinScreen),
	createLeague: part(async () => (await import("../screens/leagues/create/create-screen.tsx")).CreateScreen),
	league: part(async () => (await import("../screens/leagues/league/league-screen.tsx")).LeagueScreen),
	unsubscribe: part(async () => (await import("../screens/mailed-links/unsubscribe-screen.tsx")).UnsubscribeScreen),
	help: part(async () => (await import("../screens/help/help-screen.tsx")).HelpScreen),
	status: part(async () => (await import("../screens/status/status-screen.tsx")).StatusScreen),
	recoverTeam: part(async () => (await import("../screens/recover-team/recover-team-screen.tsx")).RecoverTeamScreen),
	myAccount: part(async () => (await import("../screens/my-account/my-account-screen.tsx")).MyAccountScreen),
	resetPassword: part(
		async () => (await import("../screens/mailed-links/reset-password-screen.tsx")).ResetPasswordScreen,
	),
	verifyEmail: part(async () => (await import("../screens/mailed-links/verify-email-screen.tsx")).VerifyEmailScreen),
	operator: part(async () => (await import("../screens/operator/operator-screen.tsx")).OperatorScreen),
};
export const NOT_FOUND = part(async () => (await import("../screens/not-found/not-found-screen.tsx")).NotFoundScreen);
export const LANDING = part(async () => (await import("../screens/home/landing.tsx")).Landing);
