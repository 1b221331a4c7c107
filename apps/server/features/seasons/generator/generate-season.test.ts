import { readFileSync } from "node:fs";
import { LINES } from "@first-bounce/rules/player";
import { findRoundTheme } from "@first-bounce/rules/round/round";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getSeason2023Path } from "../../../../../testing/rules/season-2023.ts";
import { CLUBS } from "./clubs.ts";
import { type GeneratedSeason, generateSeason } from "./generate-season.ts";
import { FIRST_NAMES, LAST_NAMES } from "./name-lists.ts";
import { STAT_PROFILES } from "./stat-profile.ts";

const firstDay = Date.UTC(2025, 7, 29);
const previous = generateSeason({ seed: 7, id: 1, name: "Last", firstDay });
const current = generateSeason({
	seed: 7,
	id: 2,
	name: "Current",
	firstDay: firstDay + 364 * 86_400_000,
	previousSeason: previous,
});
const both = [previous, current];

const computeMean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
const computeDeviation = (values: readonly number[]): number =>
	Math.sqrt(computeMean(values.map((value) => (value - computeMean(values)) ** 2)));
const listStatLines = (season: GeneratedSeason) => [...season.results.values()].flatMap(({ lines }) => lines);

test("matches start at local times when daylight saving begins", () => {
	const { matches } = generateSeason({ seed: 7, id: 1, name: "Season", firstDay: Date.UTC(2027, 9, 1) });
	const localTimes = matches
		.filter(({ roundId }) => roundId === 1)
		.map(({ startsAt, timeZone }) =>
			new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" }).format(
				startsAt,
			),
		);
	expect(localTimes.toSorted()).toEqual([
		...["Fri 19:15", "Sat 13:05", "Sat 15:05", "Sat 17:05", "Sat 19:15"],
		...["Sun 12:35", "Sun 13:05", "Sun 15:05", "Sun 17:05"],
	]);
	const zones = new Set(matches.map(({ timeZone }) => timeZone));
	expect(zones).toContain("Australia/Melbourne");
});

test("the same seed gives the same season, another a different one", () => {
	const again = generateSeason({ seed: 7, id: 1, name: "Last", firstDay });
	expect(again).toEqual(previous);
	const other = generateSeason({ seed: 8, id: 1, name: "Last", firstDay });
	expect(other.footballers.map(({ lastName }) => lastName)).not.toEqual(
		previous.footballers.map(({ lastName }) => lastName),
	);
});

test("only rounds 3 and 4 have a theme (D1.9.25)", () => {
	const themes = [1, 2, 3, 4, 5, 6].map((id) => {
		const starts = current.matches.filter(({ roundId }) => roundId === id).map(({ startsAt }) => startsAt);
		return findRoundTheme({ id, startsAt: Math.min(...starts) }, current.rules);
	});
	expect(themes).toEqual([null, null, "indigenous", "indigenous", null, null]);
});

test("every club plays once a round, and no club twice", () => {
	fc.assert(
		fc.property(fc.integer(), (seed) => {
			const { matches } = generateSeason({ seed, id: 1, name: "Any", firstDay });
			expect(matches).toHaveLength(108);
			for (const [, round] of Map.groupBy(matches, ({ roundId }) => roundId)) {
				const clubs = round.flatMap(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId]);
				expect(new Set(clubs).size).toBe(18);
			}
			const meetings = matches.map(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].sort().join());
			expect(new Set(meetings).size).toBe(108);
			for (const { id } of CLUBS) {
				const home = matches.filter(({ homeSquadId }) => homeSquadId === id).length;
				expect(home).toBeGreaterThanOrEqual(5);
				expect(home).toBeLessThanOrEqual(7);
			}
		}),
		{ numRuns: 5 },
	);
});

test("one of 19 clubs has a bye in each of 14 rounds [D1.9.93]", () => {
	const { matches, clubs, footballers, rules } = generateSeason({
		seed: 7,
		id: 1,
		name: "Long",
		firstDay,
		rounds: 14,
		clubs: 19,
	});
	expect([matches.length, clubs.length, footballers.length, rules.lastRound]).toEqual([126, 19, 570, 14]);
	const byes = [...Map.groupBy(matches, ({ roundId }) => roundId).values()].map((round) => {
		const playing = new Set(round.flatMap(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId]));
		expect([round.length, playing.size]).toEqual([9, 18]);
		return clubs.find(({ id }) => !playing.has(id))?.name;
	});
	expect(new Set(byes).size).toBe(14);
	const meetings = matches.map(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].sort().join());
	expect(new Set(meetings).size).toBe(126);
});

test("matches start between Friday evening and Sunday evening, at reasonable local times", () => {
	for (const { homeSquadId, startsAt } of current.matches) {
		const timeZone = CLUBS.find(({ id }) => id === homeSquadId)?.timeZone ?? "";
		const local = new Intl.DateTimeFormat("en-AU", { timeZone, weekday: "short", hour: "numeric", hourCycle: "h23" });
		const { weekday, hour } = Object.fromEntries(local.formatToParts(startsAt).map(({ type, value }) => [type, value]));
		expect(["Fri", "Sat", "Sun"]).toContain(weekday);
		expect(Number(hour)).toBeGreaterThanOrEqual(weekday === "Fri" ? 19 : 12);
		expect(Number(hour)).toBeLessThanOrEqual(19);
	}
});

test("clubs list thirty unique players, some with several positions", () => {
	for (const { footballers } of both) {
		expect(footballers).toHaveLength(540);
		expect(new Set(footballers.map(({ id }) => id)).size).toBe(540);
		expect(new Set(footballers.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(540);
		for (const [, list] of Map.groupBy(footballers, ({ squadId }) => squadId)) expect(list).toHaveLength(30);
		const multiPosition = footballers.filter(({ position }) => position.length > 1).length;
		expect(multiPosition / 540).toBeGreaterThan(0.2);
		expect(multiPosition / 540).toBeLessThan(0.35);
		for (const { position } of footballers) expect(new Set(position).size).toBe(position.length);
		for (const { birthday } of footballers) expect(birthday).toMatch(/^(19[89]\d|200\d)-\d\d-\d\d$/);
	}
});

test("most players stay for the next season, and rookies replace the others", () => {
	const previousNames = new Map(previous.footballers.map(({ id, lastName }) => [id, lastName]));
	const stayed = current.footballers.filter(({ id }) => previousNames.has(id));
	expect(stayed).toHaveLength(540 - 18 * 4);
	for (const { id, lastName } of stayed) expect(lastName).toBe(previousNames.get(id));
});

test("no generated name is that of a real player", () => {
	const firsts = new Set(Object.values(FIRST_NAMES).flat());
	const lasts = new Set(Object.values(LAST_NAMES).flat());
	const realRows = readFileSync(getSeason2023Path("players.csv"), "utf8").trim().split(/\r?\n/).slice(1);
	expect(realRows.length).toBeGreaterThan(500);
	const namesakes = realRows.filter((row) => {
		const [, firstName = "", lastName = ""] = row.split(",");
		return firsts.has(firstName) && lasts.has(lastName);
	});
	expect(namesakes).toEqual([]);
});

test("each side fields twenty-one of its own club's players", () => {
	const clubByPlayer = new Map(current.footballers.map(({ id, squadId }) => [id, squadId]));
	for (const { lines } of current.results.values()) {
		expect(lines).toHaveLength(42);
		expect(new Set(lines.map(({ playerId }) => playerId)).size).toBe(42);
		for (const { playerId, squadId } of lines) expect(clubByPlayer.get(playerId)).toBe(squadId);
	}
});

test("a side's score is the sum of its players' goals and behinds", () => {
	for (const match of current.matches) {
		const result = current.results.get(match.id);
		const getScore = (squad: number): number =>
			(result?.lines ?? [])
				.filter(({ squadId }) => squadId === squad)
				.reduce((sum, { stats }) => sum + 6 * stats.G + stats.B, 0);
		expect(getScore(match.homeSquadId)).toBe(result?.homeScore);
		expect(getScore(match.awaySquadId)).toBe(result?.awayScore);
	}
});

test("points by line are close to those of 2023", () => {
	// Mean and deviation of a line's points per match, with handballs worth 3.
	const measured = { DEF: [44.5, 20.4], MID: [70.4, 32], RUC: [59.7, 24.6], FWD: [51.2, 25.3] } as const;
	const lineByPlayer = new Map(
		both.flatMap(({ footballers }) => footballers.map(({ id, position }) => [id, position[0]])),
	);
	const lines = both.flatMap(listStatLines);
	for (const line of LINES) {
		const lineStats = lines.filter(({ playerId }) => lineByPlayer.get(playerId) === line);
		const points = lineStats.map(({ stats }) => computePlayerPoints(stats, current.rules));
		const [expectedMean, expectedDeviation] = measured[line];
		expect(Math.abs(computeMean(points) / expectedMean - 1), `${line} mean`).toBeLessThan(0.12);
		expect(Math.abs(computeDeviation(points) / expectedDeviation - 1), `${line} deviation`).toBeLessThan(0.25);
		const kicks = computeMean(lineStats.map(({ stats }) => stats.K));
		expect(Math.abs(kicks / STAT_PROFILES[line].means.K - 1), `${line} kicks`).toBeLessThan(0.18);
	}
});

test("opening prices are close to those of 2023", () => {
	for (const { openingPrices, rules } of both) {
		const prices = [...openingPrices.values()];
		expect(Math.abs(computeMean(prices) / 546_235 - 1)).toBeLessThan(0.08);
		expect(Math.abs(computeDeviation(prices) / 249_011 - 1)).toBeLessThan(0.2);
		const atFloor = prices.filter((price) => price === rules.floorPrice).length / prices.length;
		expect(atFloor).toBeGreaterThan(0.14);
		expect(atFloor).toBeLessThan(0.3);
		for (const price of prices) expect(price % rules.priceStep).toBe(0);
	}
});

test("some injuries last rounds, and a late out does not play", () => {
	const clubs = [...current.announcedTeams.values()];
	const lateOuts = clubs.flat().filter(({ lateOut }) => lateOut !== null);
	expect(lateOuts.length).toBeGreaterThan(10);
	for (const { lateOut, announced, final, playing } of lateOuts) {
		expect(announced.get(lateOut ?? 0)).toBe("playing");
		expect(final.get(lateOut ?? 0)).toBe("not-playing");
		expect(playing).not.toContain(lateOut);
	}
	const longInjuries = clubs.filter((club) =>
		club.some(({ injured }, index) => injured.some((id) => club[index + 1]?.injured.includes(id))),
	);
	expect(longInjuries.length).toBe(18);
	for (const { injured, playing } of clubs.flat()) expect(playing.filter((id) => injured.includes(id))).toEqual([]);
});
