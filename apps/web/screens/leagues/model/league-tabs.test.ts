import { describe, expect, test } from "vitest";
import { aLeague } from "../testing/league-fakes.ts";
import { canOpenTab, listLeagueTabs } from "./league-tabs.ts";

describe("the tabs of a league", () => {
	test("always begin with the ladder; a member has About last (D2.2.43, D2.2.47)", () => {
		expect(listLeagueTabs(aLeague())).toEqual(["ladder", "about"]);
	});

	test("have fixtures only once the league has one (D2.2.44)", () => {
		expect(listLeagueTabs(aLeague({ hasFixture: true }))).toEqual(["ladder", "fixtures", "about"]);
	});

	test("have invites only where invitations are allowed (D2.2.45)", () => {
		expect(listLeagueTabs(aLeague({ may: { invite: true } }))).toEqual(["ladder", "invites", "about"]);
	});

	test("give the commissioner Settings instead of About, which she may still open (D2.2.46, D2.6.12)", () => {
		const league = aLeague({ runs: true, hasFixture: true });
		expect(listLeagueTabs(league)).toEqual(["ladder", "fixtures", "invites", "settings"]);
		expect(canOpenTab("about", league)).toBe(true);
		expect(canOpenTab("settings", aLeague())).toBe(false);
	});
});
