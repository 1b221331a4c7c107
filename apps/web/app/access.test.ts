import { matchPath } from "react-router";
import { describe, expect, test } from "vitest";
import { ACCESS, canOpen, checkAccess, type ScreenName } from "./access.ts";
import { paths } from "./paths.ts";
import { MENU } from "./shell/menu/menu.ts";

const SCREENS = Object.keys(ACCESS) as ScreenName[];
const FRESH = { wasLoggedOut: false };
const active = { isActive: true };
const inactive = { isActive: false };
const getShownPath = (
	screen: ScreenName,
	viewer: { isActive: boolean; isOperator?: boolean; fantasyTeamName?: string | null } | null,
) => {
	const ruling = checkAccess(ACCESS[screen], viewer, FRESH);
	return ruling.isShown ? paths[screen].pattern : ruling.to;
};

describe("who may see which screen", () => {
	test("guarded screens lead a visitor home, and are remembered (D1.2.17, D1.2.34, D1.6.02, D2.2.34)", () => {
		const guarded = SCREENS.filter((screen) => ACCESS[screen] !== "everyone");
		expect(guarded).toEqual(expect.arrayContaining(["team", "leagues", "league", "createLeague"]));
		for (const screen of guarded)
			expect(checkAccess(ACCESS[screen], null, FRESH)).toEqual({ isShown: false, to: "/", isReturnPage: true });
	});

	test("no page is saved for someone who has just signed out", () => {
		expect(checkAccess("active", null, { wasLoggedOut: true })).toEqual({
			isShown: false,
			to: "/",
			isReturnPage: false,
		});
	});

	test("an inactive account is redirected to team recovery, without a redirect loop (D1.6.03, D1.2.25, D1.2.27, D2.2.40, D2.6.20)", () => {
		for (const screen of SCREENS.filter((name) => ACCESS[name] === "active"))
			expect(getShownPath(screen, inactive)).toBe("/recover-team");
		for (const screen of ["rankings", "statsCentre"] as const)
			expect(getShownPath(screen, inactive)).toBe("/recover-team");
		expect(getShownPath("recoverTeam", inactive)).toBe("/recover-team");
	});

	test("an active user sees the screens, and recovery redirects her (D1.2.13)", () => {
		expect(getShownPath("team", active)).toBe("/team");
		expect(getShownPath("rankings", active)).toBe("/rankings");
		expect(getShownPath("recoverTeam", active)).toBe("/team");
	});

	test("only operators with an active account see the console", () => {
		expect(getShownPath("operator", active)).toBe("/team");
		expect(getShownPath("operator", inactive)).toBe("/recover-team");
		expect(getShownPath("operator", { ...active, isOperator: true })).toBe("/operator/*");
		expect(getShownPath("operator", { ...inactive, isOperator: true })).toBe("/recover-team");
		expect(canOpen("operator", active)).toBe(false);
	});

	test("an operator without a team reads what managers read (D2.9.231)", () => {
		const operator = { ...active, isOperator: true, fantasyTeamName: null };
		const isShown = (screen: ScreenName) => checkAccess(ACCESS[screen], operator, FRESH).isShown;
		expect(SCREENS.filter((screen) => !isShown(screen)).toSorted()).toEqual([
			"createLeague",
			"draftTeam",
			"leagues",
			"mockDrafts",
			"recoverTeam",
			"results",
			"seasonReport",
			"team",
		]);
		expect(getShownPath("team", operator)).toBe("/operator");
		expect(MENU.filter(({ screen }) => canOpen(screen, operator)).map(({ label }) => label)).toEqual([
			"nav.matchCentre",
			"nav.rankings",
			"nav.statsCentre",
			"nav.prizes",
			"nav.help",
			"nav.myAccount",
		]);
		expect(getShownPath("team", { ...operator, fantasyTeamName: "Kit Bag" })).toBe("/team");
	});

	test("everyone may see home, session start and the provider's callback (D1.2.04, D1.2.06, D1.2.10)", () => {
		for (const viewer of [null, inactive, active])
			for (const screen of ["home", "initiate", "loginCallback"] as const)
				expect(getShownPath(screen, viewer)).toBe(paths[screen].to());
	});

	test("a visitor can open these screens and no others (D1.1.03)", () => {
		expect(SCREENS.filter((screen) => checkAccess(ACCESS[screen], null, FRESH).isShown).toSorted()).toEqual([
			"components",
			"help",
			"home",
			"initiate",
			"joinLeague",
			"loginCallback",
			"projections",
			"resetPassword",
			"status",
			"unsubscribe",
			"verifyEmail",
		]);
	});

	test("with public read, visitors can also open these screens (D1.2.20, D1.9.92)", () => {
		const isShown = (screen: ScreenName, viewer: { isActive: boolean } | null, isPublicRead: boolean) =>
			checkAccess(ACCESS[screen], viewer, { ...FRESH, isPublicRead }).isShown;
		const opened = SCREENS.filter((screen) => isShown(screen, null, true) && !isShown(screen, null, false));
		expect(opened.toSorted()).toEqual([
			"draft",
			"draftRound",
			"league",
			"matchCentre",
			"pastLeague",
			"pastSeasons",
			"pastTeam",
			"rankings",
			"score",
			"statsCentre",
			"userTeam",
		]);
		for (const screen of SCREENS)
			expect([screen, isShown(screen, inactive, true)]).toEqual([screen, isShown(screen, inactive, false)]);
		for (const screen of SCREENS)
			expect([screen, isShown(screen, active, true)]).toEqual([screen, isShown(screen, active, false)]);
	});

	test("everyone may see every help tab (D1.2.29)", () => {
		for (const viewer of [null, inactive, active]) expect(getShownPath("help", viewer)).toBe(paths.help.pattern);
		for (const path of ["/help", "/help/prizes", "/help/game-rules"])
			expect(matchPath(paths.help.pattern, path)).not.toBeNull();
	});

	test("every league path has its screen, and everyone may join (D1.2.33)", () => {
		const getScreen = (path: string) =>
			(["leagues", "joinLeague", "createLeague", "league"] as const).filter(
				(screen) => matchPath(paths[screen].pattern, path) !== null,
			);
		expect(getScreen("/leagues")).toEqual(["leagues"]);
		expect(getScreen("/leagues/7/ladder")).toEqual(["league"]);
		expect(getScreen("/leagues/7/matchup/3/12")).toEqual(["league"]);
		expect(getScreen("/leagues/join")).toContain("joinLeague");
		expect(getScreen("/leagues/join/ABC234")).toContain("joinLeague");
		expect(getScreen("/leagues/create")).toContain("createLeague");
		expect(["joinLeague", "createLeague", "league"].map((screen) => ACCESS[screen as ScreenName])).toEqual([
			"everyone",
			"active",
			"public-read",
		]);
	});

	test("My account is last in an active user's menu only (D1.2.53)", () => {
		const listMenu = (viewer: typeof active | null) => MENU.filter(({ screen }) => canOpen(screen, viewer));
		expect(listMenu(active).at(-1)?.to).toBe("/my-account");
		expect(listMenu(inactive)).not.toContainEqual(expect.objectContaining({ to: "/my-account" }));
		expect(listMenu(null)).not.toContainEqual(expect.objectContaining({ to: "/my-account" }));
	});

	test("menus list the screens that the viewer may see", () => {
		expect(canOpen("rankings", active)).toBe(true);
		expect(canOpen("rankings", inactive)).toBe(false);
		expect(canOpen("rankings", null)).toBe(false);
	});
});
