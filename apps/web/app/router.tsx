import { type ComponentType, lazy } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { retried } from "../api/retry.ts";
import { ACCESS, type ScreenName } from "./access.ts";
import { Guard } from "./guard.tsx";
import { paths } from "./paths.ts";
import { PreviewGate } from "./preview/preview-gate.tsx";
import { SessionGate } from "./session/session-gate.tsx";
import { Shell } from "./shell/shell.tsx";

/** A part of the page that does not come is asked for again (D1 §9): reading it twice harms nobody. */
const screen = (load: () => Promise<ComponentType>) =>
	lazy(async () => ({ default: await retried(load, { again: () => true }) }));

/** Every screen, each fetched when first shown. */
const SCREENS: Readonly<Record<ScreenName, ComponentType>> = {
	home: screen(async () => (await import("../screens/home/home-screen.tsx")).HomeScreen),
	initiate: screen(async () => (await import("../screens/sign-in/initiate-screen.tsx")).InitiateScreen),
	loginCallback: screen(async () => (await import("../screens/sign-in/callback-screen.tsx")).CallbackScreen),
	team: screen(async () => (await import("../screens/team/team-screen.tsx")).TeamScreen),
	userTeam: screen(async () => (await import("../screens/team/rounds/user-team-screen.tsx")).UserTeamScreen),
	components: screen(async () => (await import("../screens/components/components-screen.tsx")).ComponentsScreen),
	rankings: screen(async () => (await import("../screens/rankings/rankings-screen.tsx")).RankingsScreen),
	seasonReport: screen(
		async () => (await import("../screens/season-report/season-report-screen.tsx")).SeasonReportScreen,
	),
	statsCentre: screen(async () => (await import("../screens/stats-centre/stats-centre-screen.tsx")).StatsCentreScreen),
	leagues: screen(async () => (await import("../screens/leagues/list/leagues-screen.tsx")).LeaguesScreen),
	joinLeague: screen(async () => (await import("../screens/leagues/join/join-screen.tsx")).JoinScreen),
	createLeague: screen(async () => (await import("../screens/leagues/create/create-screen.tsx")).CreateScreen),
	league: screen(async () => (await import("../screens/leagues/league/league-screen.tsx")).LeagueScreen),
	unsubscribe: screen(async () => (await import("../screens/mailed-links/unsubscribe-screen.tsx")).UnsubscribeScreen),
	help: screen(async () => (await import("../screens/help/help-screen.tsx")).HelpScreen),
	status: screen(async () => (await import("../screens/status/status-screen.tsx")).StatusScreen),
	recoverTeam: screen(async () => (await import("../screens/recover-team/recover-team-screen.tsx")).RecoverTeamScreen),
	myAccount: screen(async () => (await import("../screens/my-account/my-account-screen.tsx")).MyAccountScreen),
	resetPassword: screen(
		async () => (await import("../screens/mailed-links/reset-password-screen.tsx")).ResetPasswordScreen,
	),
	verifyEmail: screen(async () => (await import("../screens/mailed-links/verify-email-screen.tsx")).VerifyEmailScreen),
	operator: screen(async () => (await import("../screens/operator/operator-screen.tsx")).OperatorScreen),
};
const NotFoundScreen = screen(async () => (await import("../screens/not-found/not-found-screen.tsx")).NotFoundScreen);

const SCREEN_NAMES = Object.keys(ACCESS) as ScreenName[];

const guarded = (name: ScreenName) => {
	const Screen = SCREENS[name];
	return (
		<Guard key={name} screen={name}>
			<Screen />
		</Guard>
	);
};

const LandingScreen = screen(async () => (await import("../screens/home/landing.tsx")).Landing);
const PreviewPassword = lazy(async () => ({
	default: (await import("../screens/preview/preview-password.tsx")).PreviewPassword,
}));

/** Before the preview gate is passed every path shows the login page; only the provider may still send people back. */
const closed = ({ isAsking, onBack }: { readonly isAsking: boolean; readonly onBack: () => void }) => (
	<Routes>
		<Route element={<Shell />}>
			<Route path={paths.loginCallback.pattern} element={guarded("loginCallback")} />
			<Route path="*" element={isAsking ? <PreviewPassword onBack={onBack} /> : <LandingScreen />} />
		</Route>
	</Routes>
);

export const Router = () => (
	<BrowserRouter>
		<SessionGate>
			<PreviewGate closed={closed}>
				<Routes>
					<Route element={<Shell />}>
						{SCREEN_NAMES.map((name) => (
							<Route key={name} path={paths[name].pattern} element={guarded(name)} />
						))}
						<Route path="*" element={<NotFoundScreen />} />
					</Route>
				</Routes>
			</PreviewGate>
		</SessionGate>
	</BrowserRouter>
);
