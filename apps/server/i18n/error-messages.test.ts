import { LANGUAGES } from "@first-bounce/contract/languages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/server/test-app.ts";
import { formatErrorMessage, listErrorCodes } from "./error-messages.ts";

const CODES = listErrorCodes();
const DATA = { name: "Ada", field: "f", reason: "r", line: "DEF", area: "bench", limit: 3, round: 4, by: 1000 };
const MORE = { seconds: 30, most: 5, least: 3, age: 13, expected: 2, sizes: "2, 4", floor: 300_000, player: 7 };

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

test("a refusal is worded in the language that the path names", async () => {
	const getMessage = async (language: string) =>
		(await app.app.inject(`/api/${language}/user`)).json().errors[0].message;
	expect(await getMessage("en")).toBe("Please sign in first");
	expect(await getMessage("fr")).toBe("Veuillez d’abord vous connecter");
});

test("an unsupported language has no API, no texts and no help", async () => {
	for (const url of ["/api/xx/user", "/json/locale/xx.json", "/json/help/xx/articles.json"])
		expect((await app.app.inject(url)).statusCode, url).toBe(404);
});

test("there is help in every language (D2.7.41)", async () => {
	for (const language of LANGUAGES)
		expect((await app.app.inject(`/json/help/${language}/articles.json?page=1&per_page=100`)).statusCode).toBe(200);
});

test("every message has its parameters, and French ones are French", () => {
	const data = { ...DATA, ...MORE, stat: "K", step: 1_000, count: -1, problem: "x", left: 1 };
	const messages = CODES.map((code) => ({
		code,
		en: formatErrorMessage("en", code, data),
		fr: formatErrorMessage("fr", code, data),
	}));
	expect(messages.filter(({ en, fr }) => `${en}${fr}`.includes("undefined") || `${en}${fr}`.includes("NaN"))).toEqual(
		[],
	);
	expect(messages.filter(({ code, en, fr }) => en === fr && !["clock-refused"].includes(code))).toEqual([]);
});

test("an unknown player is named by her id, in any language", () => {
	expect(formatErrorMessage("en", "unknown-player", { playerId: 4711 })).toBe("Player 4711 is not in this season");
	expect(formatErrorMessage("fr", "not-in-team", { playerId: 4711 })).toMatch(/^La joueuse 4711 /);
	expect(formatErrorMessage("en", "not-in-team", { playerId: 7, name: "Bo Vale" })).toBe("Bo Vale is not in the team");
});

test("the refusal to set the clock writes date and time out", () => {
	const now = "2026-08-28T09:20:00.000Z";
	expect(formatErrorMessage("en", "clock-refused", { context: "back", now })).toMatch(
		/^A rehearsal's clock only goes forward \(it is 28 August 2026 at 7:20\spm AEST\)$/,
	);
	expect(formatErrorMessage("fr", "clock-refused", { context: "begun", earliest: now })).toMatch(/\(28 août 2026/);
});

test.each([
	["en", "keepers-too-many", { most: 1 }, "Keep 1 player at most"],
	["fr", "keepers-too-many", { most: 1 }, "Gardez 1 joueuse au plus"],
	["en", "keepers-too-many", { most: 3 }, "Keep 3 players at most"],
	["en", "keeper-years", { name: "Bo", most: 1 }, "Bo has been kept for 1 year, and that is the limit"],
	["fr", "keeper-years", { name: "Bo", most: 1 }, "Bo a été gardée 1 an, et c’est la limite"],
	["fr", "keeper-years", { name: "Bo", most: 2 }, "Bo a été gardée 2 ans de suite, et c’est la limite"],
	["en", "too-many-emergencies", { limit: 1 }, "You can name up to 1 emergency"],
	["fr", "too-many-emergencies", { limit: 0 }, "Vous pouvez nommer au plus 0 réserviste"],
	["en", "too-many-instructions", { limit: 1 }, "You can leave up to 1 instruction a round"],
	["en", "no-trades-left", { left: 0, limit: 1 }, "You have no trades left (limit: 1)"],
	["fr", "no-trades-left", { left: 0, limit: 1 }, "Il ne vous reste aucun échange (limite\u00a0: 1)"],
	[
		"fr",
		"draft-players-missing-line",
		{ line: "FWD", needed: 8, known: 4 },
		"Attaque\u00a0: la ligue a besoin de 8 joueuses, et il y en a 4",
	],
	[
		"fr",
		"draft-limit-below-places",
		{ line: "RUC", limit: 1, places: 2 },
		"Ruck\u00a0: la limite de 1 est inférieure aux 2 places d’un effectif",
	],
	["fr", "wrong-shape", { area: "field", line: "DEF", expected: 5 }, "Terrain, Défense\u00a0: il en faut exactement 5"],
	["en", "draft-entry-count", { expected: 90, count: 1 }, "Picks entered: 1. The league has 90"],
] as const)("refusals name limits and lines as their readers do: %s %s %o", (language, code, data, message) => {
	expect(formatErrorMessage(language, code, data)).toBe(message);
});
