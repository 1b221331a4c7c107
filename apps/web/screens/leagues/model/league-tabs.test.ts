import { describe, expect, test } from "vitest";
import { buildLeague } from "../../../../../testing/web/league-fakes.ts";
import { canOpenTab, getLandingTab, listLeagueTabs } from "./league-tabs.ts";

describe("the tabs of a league", () => {
	test("start with the ladder and end with About for a member (D2.2.43, D2.2.47)", () => {
		expect(listLeagueTabs(buildLeague())).toEqual(["ladder", "chat", "history", "about"]);
	});

	test("include fixtures once the league has them (D2.2.44)", () => {
		expect(listLeagueTabs(buildLeague({ hasFixture: true }))).toEqual([
			"ladder",
			"fixtures",
			"chat",
			"history",
			"about",
		]);
	});

	test("include invites if the viewer may invite (D2.2.45)", () => {
		expect(listLeagueTabs(buildLeague({ may: { invite: true } }))).toEqual([
			"ladder",
			"chat",
			"history",
			"invites",
			"about",
		]);
	});

	test("include the finals of a league with a finals series (D2.1.45)", () => {
		const league = buildLeague({ hasFixture: true, semiFinalId: 4, grandFinalId: 5 });
		expect(listLeagueTabs(league)).toEqual(["ladder", "fixtures", "finals", "chat", "history", "about"]);
		expect(canOpenTab("finals", buildLeague({ hasFixture: true, grandFinalId: 5 }))).toBe(false);
	});

	test("of a non-member are the ladder, fixtures and history", () => {
		const league = buildLeague({ isMember: false, hasFixture: true });
		expect(listLeagueTabs(league)).toEqual(["ladder", "fixtures", "history"]);
		expect(canOpenTab("chat", league)).toBe(false);
	});

	test("of a draft league lead with the draft, then the team [D2.9.356]", () => {
		const league = buildLeague({ class: "draft", draftStatus: "scheduled" });
		expect(listLeagueTabs(league)).toEqual(["draft", "ladder", "chat", "history", "about"]);
		expect(getLandingTab(league)).toBe("draft");
		const drafted = buildLeague({ class: "draft", draftStatus: "complete", hasFixture: true, landing: "fixtures" });
		expect(listLeagueTabs(drafted)).toEqual([
			"team",
			"players",
			"trades",
			"moves",
			"ladder",
			"fixtures",
			"chat",
			"history",
			"about",
			"draft",
		]);
		expect(getLandingTab(drafted)).toBe("fixtures");
		expect(listLeagueTabs({ ...drafted, isMember: false })).toEqual([
			"moves",
			"ladder",
			"fixtures",
			"history",
			"draft",
		]);
	});

	test("have Settings instead of About for the commissioner (D2.2.46, D2.6.12)", () => {
		const league = buildLeague({ asCommissioner: true, hasFixture: true });
		expect(listLeagueTabs(league)).toEqual(["ladder", "fixtures", "chat", "history", "invites", "settings"]);
		expect(canOpenTab("about", league)).toBe(true);
		expect(canOpenTab("settings", buildLeague())).toBe(false);
	});

	test("have both About and Settings for a deputy [D2.9.262]", () => {
		const league = buildLeague({ role: "deputy", may: { edit: true, invite: true } });
		expect(listLeagueTabs(league)).toEqual(["ladder", "chat", "history", "invites", "about", "settings"]);
	});
});
