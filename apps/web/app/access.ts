import type { User } from "@first-bounce/contract/user";
import { paths } from "./paths.ts";

/**
 * Who may see a screen: everyone; active users, or operators among them; or users whose account waits to be recovered
 * (D1 §2, §6; C-50).
 */
export type Access = "everyone" | "active" | "operator" | "inactive";

/** Every screen and the state it asks for: the guards, the router and the menu read this table and no other. */
export const ACCESS = {
	home: "everyone",
	initiate: "everyone",
	loginCallback: "everyone",
	team: "active",
	userTeam: "active",
	components: "everyone",
	rankings: "active",
	statsCentre: "active",
	score: "active",
	seasonReport: "active",
	leagues: "active",
	joinLeague: "everyone",
	createLeague: "active",
	league: "active",
	unsubscribe: "everyone",
	help: "everyone",
	status: "everyone",
	recoverTeam: "inactive",
	myAccount: "active",
	resetPassword: "everyone",
	verifyEmail: "everyone",
	operator: "operator",
} as const satisfies Partial<Record<keyof typeof paths, Access>>;
export type ScreenName = keyof typeof ACCESS;

type Viewer = (Pick<User, "isActive"> & Partial<Pick<User, "isOperator">>) | null;

/** Shown, or sent elsewhere; `remember` asks to come back here after signing in. */
export type Ruling =
	| { readonly isShown: true }
	| { readonly isShown: false; readonly to: string; readonly remember: boolean };

const stateOf = (viewer: Viewer): "visitor" | "inactive" | "active" =>
	viewer ? (viewer.isActive ? "active" : "inactive") : "visitor";

/** Whether this viewer may see a screen, and where she goes if not. */
export function rule(access: Access, viewer: Viewer, { wasLoggedOut }: { readonly wasLoggedOut: boolean }): Ruling {
	const state = stateOf(viewer);
	const isOperator = state === "active" && viewer?.isOperator === true;
	if (access === "everyone" || access === state || (access === "operator" && isOperator)) return { isShown: true };
	if (state === "visitor") return { isShown: false, to: paths.home.to(), remember: !wasLoggedOut };
	return { isShown: false, to: state === "inactive" ? paths.recoverTeam.to() : paths.team.to(), remember: false };
}

/** Whether a menu lists a screen for this viewer. */
export const mayOpen = (screen: ScreenName, viewer: Viewer): boolean =>
	rule(ACCESS[screen], viewer, { wasLoggedOut: false }).isShown;
