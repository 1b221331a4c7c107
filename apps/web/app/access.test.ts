import { matchPath } from "react-router";
import { describe, expect, test } from "vitest";
import { ACCESS, canOpen, checkAccess, type ScreenName } from "./access.ts";
import { paths } from "./paths.ts";
import { MENU } from "./shell/menu/menu.ts";

const SCREENS = Object.keys(ACCESS) as ScreenName[];
const FRESH = { wasLoggedOut: false };
const active = { isActive: true };
const inactive = { isActive: false };
const where = (
	screen: ScreenName,
	viewer: { isActive: boolean; isOperator?: boolean; fantasyTeamName?: string | null } | null,
) => {
	const ruling = checkAccess(ACCESS[screen], viewer, FRESH);
	return ruling.isShown ? paths[screen].pattern : ruling.to;
};

describe("who may see which screen", () => {
	test("a visitor is sent home from every guarded screen, which is remembered (D1.6.02, D2.2.34)", () => {
		const guarded = SCREENS.filter((screen) => ACCESS[screen] !== "everyone");
		expect(guarded).toEqual(expect.arrayContaining(["team", "leagues", "league", "createLeague"]));
		for (const screen of guarded)
			expect(checkAccess(ACCESS[screen], null, FRESH)).toEqual({ isShown: false, to: "/", remember: true });
	});

	test("nothing is remembered for someone who has just signed out (C-49)", () => {
		expect(checkAccess("active", null, { wasLoggedOut: true })).toEqual({ isShown: false, to: "/", remember: false });
	});

	test("an inactive account is sent to recover her team, and nowhere in a circle (D1.6.03, D2.2.40, D2.6.20)", () => {
		for (const screen of SCREENS.filter((each) => ACCESS[each] === "active"))
			expect(where(screen, inactive)).toBe("/recover-team");
		expect(where("recoverTeam", inactive)).toBe("/recover-team");
	});

	test("an active user sees her screens, and from recovering is sent to her team (D1.2.13 by C-50)", () => {
		expect(where("team", active)).toBe("/team");
		expect(where("rankings", active)).toBe("/rankings");
		expect(where("recoverTeam", active)).toBe("/team");
	});

	test("the console is for operators whose account is active, and in nobody else's menu", () => {
		expect(where("operator", active)).toBe("/team");
		expect(where("operator", inactive)).toBe("/recover-team");
		expect(where("operator", { ...active, isOperator: true })).toBe("/operator/*");
		expect(where("operator", { ...inactive, isOperator: true })).toBe("/recover-team");
		expect(canOpen("operator", active)).toBe(false);
	});

	test("an operator without a team sees the console and her account, and is sent to the console from the rest", () => {
		const operator = { ...active, isOperator: true, fantasyTeamName: null };
		expect(where("operator", operator)).toBe("/operator/*");
		expect(where("myAccount", operator)).toBe("/my-account");
		for (const screen of ["team", "leagues", "rankings", "recoverTeam"] as const)
			expect([screen, where(screen, operator)]).toEqual([screen, "/operator"]);
		expect(MENU.filter(({ screen }) => canOpen(screen, operator)).map(({ label }) => label)).toEqual([
			...["nav.prizes", "nav.help", "nav.myAccount"],
		]);
		expect(where("team", { ...operator, fantasyTeamName: "Kit Bag" })).toBe("/team");
	});

	test("home, session start and the provider's return are everyone's (D1.2.04, D1.2.06, D1.2.10)", () => {
		for (const viewer of [null, inactive, active])
			for (const screen of ["home", "initiate", "loginCallback"] as const)
				expect(where(screen, viewer)).toBe(paths[screen].to());
	});

	test("help is everyone's, each of its tabs too (D1.2.29)", () => {
		for (const viewer of [null, inactive, active]) expect(where("help", viewer)).toBe(paths.help.pattern);
		for (const address of ["/help", "/help/prizes", "/help/game-rules"])
			expect(matchPath(paths.help.pattern, address)).not.toBeNull();
	});

	test("every league address of the second document has its screen, joining is everyone's (D1.2.33)", () => {
		const screenOf = (address: string) =>
			(["leagues", "joinLeague", "createLeague", "league"] as const).filter(
				(screen) => matchPath(paths[screen].pattern, address) !== null,
			);
		expect(screenOf("/leagues")).toEqual(["leagues"]);
		expect(screenOf("/leagues/7/ladder")).toEqual(["league"]);
		expect(screenOf("/leagues/7/matchup/3/12")).toEqual(["league"]);
		expect(screenOf("/leagues/join")).toContain("joinLeague");
		expect(screenOf("/leagues/join/ABC234")).toContain("joinLeague");
		expect(screenOf("/leagues/create")).toContain("createLeague");
		expect(["joinLeague", "createLeague", "league"].map((screen) => ACCESS[screen as ScreenName])).toEqual([
			...["everyone", "active", "active"],
		]);
	});

	test("my account stands last in an active user's menu, and in nobody else's (D1.2.53)", () => {
		const menuOf = (viewer: typeof active | null) => MENU.filter(({ screen }) => canOpen(screen, viewer));
		expect(menuOf(active).at(-1)?.to).toBe("/my-account");
		expect(menuOf(inactive)).not.toContainEqual(expect.objectContaining({ to: "/my-account" }));
		expect(menuOf(null)).not.toContainEqual(expect.objectContaining({ to: "/my-account" }));
	});

	test("menus follow the same table", () => {
		expect(canOpen("rankings", active)).toBe(true);
		expect(canOpen("rankings", inactive)).toBe(false);
		expect(canOpen("rankings", null)).toBe(false);
	});
});
