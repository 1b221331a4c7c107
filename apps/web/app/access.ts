import type { User } from "@first-bounce/contract/accounts/user";
import { paths } from "./paths.ts";
import { site } from "./site.ts";

/**
 * Who may see a screen: everyone; active users with a team (`active`); active users with or without a team (`account`);
 * operators; or users with a deactivated account (`inactive`). `public-read` means `active`, operators without a team, and
 * with PUBLIC_READ also visitors.
 */
export type Access = "everyone" | "public-read" | "active" | "account" | "operator" | "inactive";

/** Who may see each screen. Guards, router and menus all use this table. */
export const ACCESS = {
	home: "everyone",
	initiate: "everyone",
	loginCallback: "everyone",
	team: "active",
	draftTeam: "active",
	draftRound: "public-read",
	userTeam: "public-read",
	components: "everyone",
	rankings: "public-read",
	pastSeasons: "public-read",
	pastLeague: "public-read",
	pastTeam: "public-read",
	statsCentre: "public-read",
	score: "public-read",
	matchCentre: "public-read",
	results: "active",
	seasonReport: "active",
	leagues: "active",
	joinLeague: "everyone",
	createLeague: "active",
	mockDrafts: "active",
	draft: "public-read",
	league: "public-read",
	unsubscribe: "everyone",
	help: "everyone",
	status: "everyone",
	projections: "everyone",
	recoverTeam: "inactive",
	myAccount: "account",
	resetPassword: "everyone",
	verifyEmail: "everyone",
	operator: "operator",
} as const satisfies Partial<Record<keyof typeof paths, Access>>;
export type ScreenName = keyof typeof ACCESS;

type Viewer = (Pick<User, "isActive"> & Partial<Pick<User, "isOperator" | "fantasyTeamName">>) | null;

/** `isReturnPage`: the user returns to the screen after signing in. */
export type AccessDecision =
	| { readonly isShown: true }
	| { readonly isShown: false; readonly to: string; readonly isReturnPage: boolean };

type ViewerState = "visitor" | "inactive" | "active" | "operator-only";

/** Whether the user is an operator without a team, who does not play. */
export const isOperatorOnly = (viewer: NonNullable<Viewer>): boolean =>
	viewer.isActive && viewer.isOperator === true && viewer.fantasyTeamName === null;

function getViewerState(viewer: Viewer): ViewerState {
	if (!viewer) return "visitor";
	if (!viewer.isActive) return "inactive";
	return isOperatorOnly(viewer) ? "operator-only" : "active";
}

const HOME_PATHS: Readonly<Record<ViewerState, string>> = {
	visitor: paths.home.to(),
	inactive: paths.recoverTeam.to(),
	active: paths.team.to(),
	"operator-only": paths.operator.to(),
};

function hasAccess(access: Access, state: ViewerState, viewer: Viewer, isPublicRead: boolean): boolean {
	if (access === "everyone" || access === state) return true;
	if (access === "public-read")
		return state === "active" || state === "operator-only" || (state === "visitor" && isPublicRead);
	const isActive = viewer?.isActive === true;
	return (access === "account" && isActive) || (access === "operator" && isActive && viewer.isOperator === true);
}

/** Whether the viewer may see a screen, and the redirect if not. */
export function checkAccess(
	access: Access,
	viewer: Viewer,
	{ wasLoggedOut, isPublicRead = false }: { readonly wasLoggedOut: boolean; readonly isPublicRead?: boolean },
): AccessDecision {
	const state = getViewerState(viewer);
	if (hasAccess(access, state, viewer, isPublicRead)) return { isShown: true };
	return { isShown: false, to: HOME_PATHS[state], isReturnPage: state === "visitor" && !wasLoggedOut };
}

/** Whether menus list a screen for this viewer. */
export const canOpen = (screen: ScreenName, viewer: Viewer): boolean =>
	checkAccess(ACCESS[screen], viewer, { wasLoggedOut: false, isPublicRead: site.isPublicRead }).isShown;
