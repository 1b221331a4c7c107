import type { MatchFile } from "@first-bounce/contract/stats/static-data";
import { expect, test } from "vitest";
import { createOwnersLookup, listEvents, listFilters, type RoundOwners } from "./event-model.ts";

const opponent = {
	leagueId: 3,
	team: null,
	leagueName: "Two of us",
	index: 0,
	teamName: "Blake's own",
	fieldIds: [2, 4],
	benchIds: [],
	captainId: 4,
	viceCaptainId: 0,
};
const owners: RoundOwners = {
	own: { fieldIds: [1, 2, 5], benchIds: [3], captainId: 1, viceCaptainId: 2 },
	opponents: [opponent],
	leaguePlayerIds: [1, 2, 4, 6],
};
const buildEvent = (number: number, playerId: number, at: string) => ({
	number,
	playerId,
	changes: [{ stat: "G", count: 1, points: 6 }],
	points: 6,
	score: 6,
	isCorrection: false,
	quarter: 1,
	clockSeconds: 60,
	at,
});
const buildMatchFile = (id: number, events: MatchFile["events"]): MatchFile => ({ id, roundId: 1, lines: [], events });
const files = [
	buildMatchFile(10, [buildEvent(1, 1, "2026-08-28T09:01:00.000Z"), buildEvent(2, 4, "2026-08-28T09:05:00.000Z")]),
	buildMatchFile(11, [buildEvent(1, 7, "2026-08-28T09:03:00.000Z"), buildEvent(2, 6, "2026-08-28T09:05:00.000Z")]),
];
const listShown = (filter: Parameters<typeof listEvents>[1]) =>
	listEvents(files, filter, createOwnersLookup(owners)).map(({ id, playerId }) => `${id} ${playerId}`);

test("a player may be captain, on bench, and an opponent's too", () => {
	const getPlayerOwners = createOwnersLookup(owners);
	expect([1, 2, 5, 3, 4].map((id) => getPlayerOwners(id).ownRole)).toEqual([
		"captain",
		"vice-captain",
		"field",
		"bench",
		null,
	]);
	expect([1, 2, 4].map((id) => getPlayerOwners(id).opponents.map(({ teamName }) => teamName))).toEqual([
		[],
		["Blake's own"],
		["Blake's own"],
	]);
	expect(createOwnersLookup(undefined)(1)).toEqual({ ownRole: null, opponents: [], isInLeague: false });
});

test("events are listed newest first, by whose players they concern (D1.2.133)", () => {
	expect(listShown("all")).toEqual(["11/2 6", "10/2 4", "11/1 7", "10/1 1"]);
	expect(listShown("mine")).toEqual(["10/1 1"]);
	expect(listShown("matchUp")).toEqual(["10/2 4", "10/1 1"]);
	expect(listShown("league")).toEqual(["11/2 6", "10/2 4", "10/1 1"]);
});

test("a filter is offered only if it can show events", () => {
	expect(listFilters(owners)).toEqual(["mine", "matchUp", "league", "all"]);
	expect(listFilters({ own: owners.own, opponents: [], leaguePlayerIds: [] })).toEqual(["mine", "all"]);
	expect(listFilters({ own: null, opponents: [], leaguePlayerIds: [] })).toEqual(["all"]);
	expect(listFilters(undefined)).toEqual(["all"]);
});
