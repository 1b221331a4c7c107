import { createInstance } from "i18next";
import { expect, test } from "vitest";
import en from "./locale/en.json";
import operator from "./locale/en-operator.json";
import fr from "./locale/fr.json";

test("numbers have the plurals and ordinals of English and French", () => {
	const i18n = createInstance();
	void i18n.init({
		lng: "fr",
		resources: { en: { translation: en }, fr: { translation: fr } },
		initAsync: false,
	});
	const formatPlayerCount = (count: number, lng: string) => i18n.t("pool.count", { count, lng });
	expect([formatPlayerCount(0, "fr"), formatPlayerCount(1, "fr"), formatPlayerCount(2, "fr")]).toEqual([
		"0 joueuse",
		"1 joueuse",
		"2 joueuses",
	]);
	expect([formatPlayerCount(0, "en"), formatPlayerCount(1, "en"), formatPlayerCount(2, "en")]).toEqual([
		"0 players",
		"1 player",
		"2 players",
	]);
	const formatTeamCount = (lng: string) => i18n.t("leagues.teams", { count: 26_651, lng });
	expect([formatTeamCount("en"), formatTeamCount("fr")]).toEqual(["26,651 teams", "26\u202F651 équipes"]);
	expect(i18n.t("leagues.join.moreMembers", { count: 9_996, lng: "en" })).toBe("+9,996 more");
	const rank = (count: number, lng: string) => i18n.t("result.place", { count, ordinal: true, lng });
	expect([1, 2, 3, 4, 11, 1_221].map((count) => rank(count, "en"))).toEqual([
		"1st",
		"2nd",
		"3rd",
		"4th",
		"11th",
		"1,221st",
	]);
	expect([1, 2, 1_221].map((count) => rank(count, "fr"))).toEqual(["1re", "2e", "1\u202F221e"]);
});

test("a loop's gain is in singular or plural", () => {
	const i18n = createInstance();
	void i18n.init({ lng: "en", resources: { en: { translation: en }, fr: { translation: fr } }, initAsync: false });
	const describe = (lng: string, count: number) => i18n.t("loop.worth", { lng, count, gain: String(count) });
	expect(describe("en", 1)).toBe("Worth about 1 point on average.");
	expect(describe("en", 4)).toBe("Worth about 4 points on average.");
	expect(describe("fr", 1)).toBe("Rapporte en moyenne environ 1 point.");
});

test("the console's counts of several things need no plural", () => {
	const { held, restore, changes } = operator;
	for (const text of [held.counts, restore.contents, changes.running, operator.rules.effect.trades])
		expect(text).not.toMatch(
			/\{\{(?!rounds)\w+\}\} (mails|notifications|webhooks|teams|rounds|pictures|responses|trades)/,
		);
});

test("the season report names no number of players, which is the season's (D1.9.15)", () => {
	expect(JSON.stringify([en.report, fr.report])).not.toMatch(/\b21\b/);
});
