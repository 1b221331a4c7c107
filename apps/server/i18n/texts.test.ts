import { LANGUAGES } from "@first-bounce/contract/languages";
import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { CLAIM_PROBLEMS, type ClaimProblem } from "@first-bounce/rules/draft/claims";
import { expect, test } from "vitest";
import { buildMailData } from "../../../testing/server/mail-data.ts";
import { formatCard } from "./card-texts.ts";
import { formatErrorMessage, listErrorCodes } from "./error-messages.ts";
import { getTextGroup, getTranslator } from "./i18n.ts";
import { buildInviteMail, buildMailTexts, type MailKind } from "./mail-texts.ts";
import { getNotificationTexts } from "./notification-texts.ts";
import { describeDecision, SHARE_TEXTS } from "./share-texts.ts";
import { describeSquadNews } from "./squad-notice-texts.ts";

const CODES = listErrorCodes();
test("every refusal has a text of its own in every language (D1.8.20, D2.8.12)", () => {
	expect(LANGUAGES).toEqual(["en", "fr"]);
	expect(CODES.length).toBeGreaterThan(100);
	for (const code of CODES) {
		const [english, french] = ["en", "fr"].map((language) => formatErrorMessage(language, code, { reason: "Kit" }));
		expect([code, english]).not.toEqual([code, `errors.${code}`]);
		expect(english?.length, code).toBeGreaterThan(8);
		// A missing French text would be replaced by the English one.
		expect([code, french]).not.toEqual([code, english]);
		expect(french?.length, code).toBeGreaterThan(8);
	}
	expect(formatErrorMessage("en", "team-name-taken")).toBe("That team name is taken");
	expect(formatErrorMessage("fr", "team-name-taken")).toBe("Ce nom d’équipe est pris");
});

test("refusal codes are lower-case words, unlike HTTP statuses (D2.8.13)", () => {
	for (const code of CODES)
		expect([code, /^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(code), /\d{3}/.test(code)]).toEqual([code, true, false]);
});

const MAIL_KINDS = Object.keys(getTextGroup<object>("en", "mails")).filter(
	(kind) => kind !== "league-invite",
) as MailKind[];

test("every mail is written in every language, without texts of another language", () => {
	for (const kind of MAIL_KINDS) {
		const [english, french] = LANGUAGES.map((language) => buildMailTexts(language, kind, buildMailData(kind) as never));
		expect(french?.subject, kind).not.toBe(english?.subject);
		expect(french?.paragraphs.length, kind).toBe(english?.paragraphs.length);
		expect(JSON.stringify(french), kind).not.toMatch(/Hello|\b(the|your|was)\b|undefined|\{\{/);
		expect(french?.link?.url, kind).toBe(english?.link?.url);
	}
	const invitation = {
		league: "L",
		code: "ABC123",
		inviter: "Kit",
		join: "https://x.test/j",
		unsubscribe: "https://x.test/u",
	};
	for (const language of LANGUAGES)
		for (const part of Object.values(invitation)) expect(buildInviteMail(invitation, language).text).toContain(part);
	expect(buildInviteMail(invitation, "fr").subject).toBe("Kit vous invite dans la ligue L");
});

test("a result's picture has ranks, average, match-ups, records and calls (D2.9.38) [D2.9.896]", () => {
	const call = { kind: "swap", name: "Kit", other: "Pat", points: -40 } as const;
	const result = {
		kind: "result",
		round: { id: 3, isGrandFinal: false },
		isLive: false,
		points: 1_540,
		roundRank: 12,
		overallRank: 34,
		gained: 5,
		teams: 2_000,
		averagePoints: 1_400,
		best: { kind: "captain", name: "Kit", other: "Pat", points: 60 },
		worst: call,
		won: 2,
		lost: 1,
		drawn: 0,
		records: 3,
		revision: 0,
	} as const;
	const { facts, decisions, more } = SHARE_TEXTS.en.picture.result(result);
	const behind = SHARE_TEXTS.en.picture.result({ ...result, roundRank: 900 });
	expect(behind.facts.map(({ value }) => value).slice(0, 2)).toEqual(["34", "900"]);
	expect(facts).toEqual([
		{ label: "Round rank", value: "12" },
		{ label: "Overall rank", value: "34", change: { places: 5, text: "5" } },
		{ label: "Average", value: "1,400 (+140)" },
		{ label: "Match-ups (W–L–D)", value: "2–1–0" },
	]);
	expect(more).toBe("3 records set");
	expect(decisions).toEqual([
		{ label: "Best call", text: "Captain Kit, not Pat", points: "+60", isGood: true },
		{ label: "Worst call", text: "Kit on the bench, Pat on field", points: "−40", isGood: false },
	]);
});

test("a captain's call names another player only if there was one (D2.9.38)", () => {
	const describe = (language: string, name: string, other: string, points: number) => {
		const t = getTranslator(language);
		return describeDecision({ kind: "captain", name, other, points }, (key, data = {}) =>
			t(`share.${key}`, { ...data }),
		);
	};
	expect(describe("en", "Kit", "Pat", 9)).toBe("Captain Kit, not Pat");
	expect(describe("en", "Kit", "Pat", -9)).toBe("Captain Pat, not Kit");
	expect(describe("en", "Kit", "", 9)).toBe("Captain Kit");
	expect(describe("en", "Kit", "", -9)).toBe("No captain, though Kit would have scored double");
	expect(describe("fr", "Kit", "", 9)).toBe("Kit capitaine");
	expect(describe("fr", "Kit", "", -9)).toBe("Pas de capitaine, alors que Kit aurait compté double");
});

test("a card names a final, and a drawn final's winner (D2.1.43)", () => {
	const [home, away] = ["Kit Bag", "Long Bombs"].map((teamName, teamId) => ({
		teamId,
		userId: teamId,
		teamName,
		points: 900,
	}));
	if (!home || !away) throw new Error("no teams");
	const format = (language: string, isSemiFinal: boolean) =>
		formatCard(
			{
				type: "results",
				best: null,
				matchUps: [{ home, away, isGrandFinal: false, isSemiFinal, isConsolation: false }],
				elimination: null,
				median: null,
			},
			4,
			language,
			{ getPlayerName: () => "", isGrandFinal: () => false },
		).lines;
	expect(format("en", true)).toEqual([
		"Semi-final: Kit Bag and Long Bombs drew on 900: Kit Bag won as the higher-placed team",
	]);
	expect(format("en", false)).toEqual(["Kit Bag and Long Bombs drew on 900"]);
	expect(format("fr", true)).toEqual([
		"Demi-finale\u00a0: Kit Bag et Long Bombs à égalité, 900 partout\u00a0: victoire à Kit Bag, mieux classée",
	]);
});

test.each([
	["no-stats", "C_RESULT", "C_RESULT, and stats are missing", "C_RESULT, et les statistiques manquent"],
	["not-listed", "", "not listed in round 4", "absent de la journée 4"],
	["other-round", "SCHEDULED", "listed in round 4", "prévu en journée 4"],
	["other-status", "POSTPONED", "POSTPONED", "POSTPONED"],
] as const)("an alert says in every language what the provider has: %s", (problem, status, english, french) => {
	const data = { match: "Carlton v Geelong", round: 3, problem, status, listedRound: 4, url: "https://x.test/a" };
	const [inEnglish, inFrench] = LANGUAGES.map((language) => buildMailTexts(language, "match-differs", data));
	expect(inEnglish?.paragraphs[0]).toBe(`Carlton v Geelong in round 3, at the provider: ${english}.`);
	expect(inFrench?.paragraphs[0]?.replaceAll("\u00a0", " ")).toBe(
		`Carlton v Geelong, journée 3, chez le fournisseur : ${french}.`,
	);
});

test.each([
	[0, 0, []],
	[1, 0, ["Passkeys removed: 1. You can add new ones in My account."]],
	[0, 2, ["Access tokens removed: 2. You can add new ones in My account."]],
	[3, 2, ["Passkeys removed: 3. Access tokens removed: 2. You can add new ones in My account."]],
])("a mail says that %i passkeys and %i tokens were removed", (passkeys, tokens, expected) => {
	for (const kind of ["password-changed", "signed-out"] as const) {
		const { paragraphs } = buildMailTexts("en", kind, { firstName: "Kit", passkeys, tokens });
		expect(paragraphs.filter((paragraph) => paragraph.includes("removed"))).toEqual(expected);
		expect(paragraphs).not.toContain("");
		const { paragraphs: french } = buildMailTexts("fr", kind, { firstName: "Kit", passkeys, tokens });
		expect(french).toHaveLength(paragraphs.length);
	}
});

test("a card names consolation games and the teams above the median [D2.9.278]", () => {
	const createTeam = (teamId: number, points: number) => ({
		teamId,
		userId: teamId,
		teamName: `Team ${teamId}`,
		points,
	});
	const format = (card: Partial<LeagueCard>, language = "en") =>
		formatCard(
			{ type: "results", best: null, matchUps: [], elimination: null, median: null, ...card } as LeagueCard,
			4,
			language,
			{
				getPlayerName: () => "",
				isGrandFinal: () => false,
			},
		).lines.map((line) => line.replaceAll(/[\u00a0\u202f]/g, " "));
	const regular = { isGrandFinal: false, isSemiFinal: false, isConsolation: false };
	const matchUps = [
		{ ...regular, home: createTeam(1, 1100), away: createTeam(2, 900) },
		{ ...regular, home: createTeam(3, 1000), away: createTeam(4, 1250) },
	];
	expect(format({ matchUps, median: 1050 }).at(-1)).toBe("Above the league median of 1,050: Team 4, Team 1");
	expect(format({ matchUps, median: 1050 }, "fr").at(-1)).toBe(
		"Au-dessus de la médiane de la ligue, 1 050 : Team 4, Team 1",
	);
	expect(format({ matchUps: [], median: 0 })).toEqual(["League median: 0"]);
	const consolation = { ...regular, isConsolation: true, home: createTeam(5, 900), away: createTeam(6, 900) };
	expect(format({ matchUps: [consolation] })).toEqual([
		"Consolation: Team 5 and Team 6 drew on 900: Team 5 won as the higher-placed team",
	]);
	expect(format({ matchUps: [{ ...consolation, away: createTeam(6, 901) }] }, "fr")).toEqual([
		"Match de classement : Team 6 901 bat Team 5 900",
	]);
});

test("a card names who is out of an elimination league [D2.1.72, D2.1.74]", () => {
	const [kit, long] = ["Kit Bag", "Long Bombs"].map((teamName, teamId) => ({ teamId, userId: teamId, teamName }));
	if (!kit || !long) throw new Error("no teams");
	const format = (card: LeagueCard, language = "en") =>
		formatCard(card, 4, language, { getPlayerName: () => "", isGrandFinal: () => false });
	const buildResults = (reason: "lowest" | "left", winner: typeof kit | null): LeagueCard => ({
		type: "results",
		best: null,
		matchUps: [],
		elimination: { out: [{ ...kit, points: 890, reason }], alive: winner ? 1 : 6, winner },
		median: null,
	});
	expect(format(buildResults("lowest", null)).lines).toEqual(["Out: Kit Bag, 890", "6 teams left"]);
	expect(format(buildResults("left", long)).lines).toEqual([
		"Out: Kit Bag, left the league",
		"Long Bombs wins the league",
	]);
	const correction: LeagueCard = { type: "correction", back: [kit], out: [{ ...long, points: 880 }] };
	expect(format(correction)).toEqual({
		title: "Round 4: correction",
		lines: ["Back in: Kit Bag", "Out instead: Long Bombs, 880"],
	});
});

test("the card of an undo or a correction says which it is [D2.9.646]", () => {
	const from = { teamId: 1, userId: 1, teamName: "Kit Bag" };
	const moves = [{ playerId: 7, from, to: null }];
	const card: LeagueCard = { type: "squads-changed", action: "undo", by: null, reason: "", hadClaim: false, moves };
	const format = (action: "undo" | "correction", language: string) =>
		formatCard({ ...card, action }, 4, language, { getPlayerName: () => "Pat Player", isGrandFinal: () => false });
	expect(format("undo", "en")).toEqual({
		title: "A move was undone",
		lines: ["Pat Player leaves Kit Bag and goes on waivers", "By the operator"],
	});
	expect(format("correction", "fr")).toEqual({
		title: "Des effectifs ont été corrigés",
		lines: ["Pat Player quitte Kit Bag et passe au ballottage", "Par l’opérateur"],
	});
});

test("a notice of waivers says why a claim failed, whatever the reason", () => {
	const names = { getPlayerName: () => "Pat Player", formatName: (name: string) => name };
	const details = { teamId: null, bid: null, rank: null, teamRank: null };
	const explain = (language: string, code: ClaimProblem): string => {
		const claim = { playerId: 7, dropId: null, bid: 0, reason: { ...details, code }, reasonTeam: "Kit Bag" };
		const claims = { leagueId: 1, leagueName: "L", claims: [claim], others: [] };
		return describeSquadNews(language, { about: "claims", claims }, names, "notification").lines.join(" ");
	};
	expect(explain("en", "taken-back-by-you")).toBe(
		"You got nobody. You missed out on Pat Player. You undid or corrected her move, so you couldn't claim her in this run.",
	);
	const reasons = CLAIM_PROBLEMS.filter((code) => code !== "group-done");
	expect(reasons.length).toBeGreaterThan(15);
	for (const language of ["en", "fr"])
		expect(reasons.filter((code) => !/(Pat Player\.|vous échappe\.) .{10}/.test(explain(language, code)))).toEqual([]);
});

test("a history tells a season without champion from one under way", () => {
	const seasons = [
		{ name: "2027", isClosed: false, champion: null, runnerUp: null },
		{ name: "2026", isClosed: true, champion: null, runnerUp: null },
	];
	const shared = { kind: "history", name: "L", avatar: null, code: null, seasons, ladder: [], records: [] } as const;
	const [champions] = SHARE_TEXTS.en.buildTexts(shared).tables ?? [];
	expect(champions?.rows).toEqual([
		["2027", "Under way", ""],
		["2026", "No champion", ""],
	]);
});

test("a shared picture counts one more trade in the singular", () => {
	const more = (language: "en" | "fr", count: number) => SHARE_TEXTS[language].picture.more(count);
	expect([more("fr", 1), more("fr", 2)]).toEqual(["+ 1 autre", "+ 2 autres"]);
	expect(more("en", 1)).toBe("+ 1 more");
});

test("a bye with one point is in the singular", () => {
	const result = { leagueName: "L", opponentName: "", isAverage: false, opponentPoints: 0, ladder: null };
	const describe = (language: string, points: number) =>
		getNotificationTexts(language).draftResult({ ...result, outcome: "bye", points });
	expect(describe("en", 1)).toBe("L: a bye, 1 point.");
	expect(describe("en", 0)).toBe("L: a bye, 0 points.");
	expect(describe("fr", 0)).toBe("L\u00a0: repos, 0 point.");
	expect(describe("fr", 60)).toBe("L\u00a0: repos, 60 points.");
});
