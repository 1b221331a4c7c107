import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { expect, test } from "vitest";
import type { SeasonData } from "../files/season-data.ts";
import { alignIds } from "./align-ids.ts";

const buildMatch = (id: number, providerId: string, [homeSquadId, awaySquadId]: readonly [number, number]) => ({
	id,
	roundId: 1,
	homeSquadId,
	awaySquadId,
	startsAt: 0,
	venue: "",
	timeZone: null,
	homeScore: null,
	awayScore: null,
	providerId,
});
const buildPlayer = (id: number, providerId: string) =>
	({
		id,
		firstName: "A",
		lastName: providerId,
		squadId: 7001,
		positions: ["MID"],
		birthday: null,
		fromRound: 1,
		openingPrice: null,
		providerId,
	}) as const;

const SQUADS = [7001, 7002, 7003].map((id) => ({
	id,
	name: `Squad ${id}`,
	abbreviation: "S",
	providerId: `CD_T${id}`,
}));
const SEASON: SeasonData = {
	id: 1,
	name: "Fetched",
	rules: DEFAULT_SEASON_RULES,
	squads: SQUADS,
	rounds: [1],
	matches: [buildMatch(5001, "CD_M1", [7001, 7002]), buildMatch(5002, "CD_M2", [7002, 7003])],
	players: [buildPlayer(3, "CD_I3"), buildPlayer(900, "CD_I900")],
	stats: [],
};
/** A season with ids of its own, in which 5001 and 3 are another match and player than the provider's. */
const STORED = {
	squads: SQUADS.map(({ providerId }, index) => ({ id: index + 1, provider_id: providerId })),
	players: [
		{ id: 3, provider_id: "CD_I777" },
		{ id: 4, provider_id: "CD_I900" },
	],
	matches: [{ id: 5001, home_squad_id: 2, away_squad_id: 3, provider_id: "CD_M2" }],
};

test("whoever has another row's number gets a new id", () => {
	const { players, matches } = alignIds(SEASON, STORED);
	expect(players.map(({ id, providerId }) => [id, providerId])).toEqual([
		[901, "CD_I3"],
		[4, "CD_I900"],
	]);
	expect(matches.map(({ id, homeSquadId, awaySquadId }) => [id, homeSquadId, awaySquadId])).toEqual([
		[5003, 1, 2],
		[5001, 2, 3],
	]);
});

test("a match of the same clubs keeps its stored id", () => {
	const stored = [{ id: 5001, home_squad_id: 2, away_squad_id: 1, provider_id: "CD_M9" }];
	expect(alignIds(SEASON, { ...STORED, matches: stored }).matches.map(({ id }) => id)).toEqual([5001, 5002]);
});
