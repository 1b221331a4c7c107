import { describe, expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../testing/web/player-season.ts";
import { createI18n } from "../i18n/i18n.ts";
import en from "../i18n/locale/en.json";
import fr from "../i18n/locale/fr.json";
import {
	computeAge,
	findNextFixture,
	formatMatchup,
	formatPositions,
	getAvailability,
	getFixture,
	POOL_STATS,
} from "./player-format.ts";

describe("a matchup is formatted as", () => {
	const players = [buildPlayer(1, { squadId: 1 }), buildPlayer(2, { squadId: 4 }), buildPlayer(3, { squadId: 5 })];
	const season = buildSeason(players);
	const matchups = players.map(({ squadId, squad }) =>
		formatMatchup(squad.abbreviation, getFixture(squadId, season.current, season), "BYE"),
	);

	test("'X v Y' at home (D1.2.122)", () => expect(matchups[0]).toBe("C1 v C2"));
	test("'X @Y' away, without a space after @ (D1.2.123)", () => expect(matchups[1]).toBe("C4 @C3"));
	test("'BYE' without a match (D1.2.124)", () => expect(matchups[2]).toBe("BYE"));
});

test("availability is that of the round, until the club has played", () => {
	const player = buildPlayer(1, { status: "uncertain" });
	const getStatus = (...rounds: Parameters<typeof buildSeason> extends [unknown, ...infer Rest] ? Rest : never) =>
		getAvailability(buildSeason([player], ...rounds).current, player);
	expect(getStatus("scheduled")).toBe("uncertain");
	expect(getStatus("playing", ["playing", "scheduled"])).toBe("uncertain");
	expect(getStatus("playing", ["complete", "playing"])).toBeNull();
	expect(getStatus("complete", ["complete", "complete"])).toBeNull();
});

test("the next fixture is the coming or played one, or empty", () => {
	const [home, bye] = [buildPlayer(1, { squadId: 1 }), buildPlayer(3, { squadId: 5 })];
	const players = [home, bye];
	const formatOpponents = (season: ReturnType<typeof buildSeason>, player = home) =>
		findNextFixture(player, season)?.map(({ awaySquad }) => awaySquad);
	expect(formatOpponents(buildSeason(players))).toEqual(["C2"]);
	expect(formatOpponents(buildSeason(players, "playing", ["playing", "scheduled"]))).toEqual(["C2"]);
	expect(formatOpponents(buildSeason(players), bye)).toEqual([]);
	expect(findNextFixture(home, buildSeason(players, "playing", ["complete", "playing"]))).toBeNull();
});

test("a fixture has match, clubs, the player's side, and completeness (D2.3.38)", () => {
	const players = [buildPlayer(1, { squadId: 1 }), buildPlayer(2, { squadId: 2 })];
	const season = buildSeason(players, "playing", ["complete", "scheduled"]);
	const fixtures = players.map(({ squadId }) => getFixture(squadId, season.current, season));
	const match = { matchId: 20, homeSquad: "C1", awaySquad: "C2", isComplete: true };
	expect(fixtures).toEqual([
		[expect.objectContaining({ ...match, isPlayerHome: true })],
		[expect.objectContaining({ ...match, isPlayerHome: false })],
	]);
});

test("a match that is called off is shown as a bye", () => {
	const home = buildPlayer(1, { squadId: 1 });
	const { current, ...season } = buildSeason([home]);
	const matches = current?.matches.map((match) => ({ ...match, isAbandoned: match.homeSquadId === 1 })) ?? [];
	const rounds = season.rounds.map((round) => (round.id === current?.id ? { ...round, matches } : round));
	const calledOff = { ...season, current: current && { ...current, matches }, rounds };
	expect(formatMatchup("C1", getFixture(1, calledOff.current, calledOff), "BYE")).toBe("BYE");
	expect(findNextFixture(home, calledOff)).toEqual([]);
	const over = matches.map((match) => ({ ...match, status: "complete" as const }));
	expect(getFixture(1, current && { ...current, matches: over }, calledOff)).toHaveLength(1);
});

test("in a double week the next fixture is the incomplete one", () => {
	const home = buildPlayer(1, { squadId: 1 });
	const { current, ...season } = buildSeason([home], "playing", ["complete", "scheduled"]);
	const matches = current?.matches.map((match) => ({ ...match, homeSquadId: 1 })) ?? [];
	const rounds = season.rounds.map((round) => (round.id === current?.id ? { ...round, matches } : round));
	expect(findNextFixture(home, { ...season, current, rounds })?.map(({ awaySquad }) => awaySquad)).toEqual(["C4"]);
});

test("the pool has five stats, the average first (D1.9.19)", () => {
	expect(POOL_STATS).toEqual(["avgPoints", "cost", "selections", "totalPoints", "roundPoints"]);
	expect(POOL_STATS.map((stat) => en.stat[stat])).toEqual([
		"Average",
		"Price",
		"% owned",
		"Total points",
		"Round points",
	]);
});

test("positions have the short names of the language", () => {
	expect(formatPositions(["MID", "FWD"], createI18n(en).t)).toBe("MID/FWD");
	expect(formatPositions(["MID", "FWD"], createI18n({ ...en, line: fr.line }).t)).toBe("MIL/AV");
});

const parseDay = (text: string) => new Date(`${text}T12:00:00`).getTime();

test("an age increases on the birthday (D1.2.112)", () => {
	expect(computeAge("2000-03-07", parseDay("2026-03-06"))).toBe(25);
	expect(computeAge("2000-03-07", parseDay("2026-03-07"))).toBe(26);
	expect(computeAge("2000-12-31", parseDay("2026-01-01"))).toBe(25);
});

test("a missing or zero birthday has no age (D1.2.113)", () => {
	for (const birthday of [null, 0, "", "0", "0000-00-00"])
		expect(computeAge(birthday, parseDay("2026-03-07"))).toBeNull();
});
