import { expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../../testing/web/player-season.ts";
import type { Season } from "../../api/season-model.ts";
import { findLiveMatch } from "./live-match.ts";

/** Squads 1 and 2 are in the second quarter of round 2, and squads 3 and 4 have yet to play. */
function buildLiveSeason(): Season {
	const { current, ...season } = buildSeason([], "playing", ["playing", "scheduled"]);
	if (!current) throw new Error("no current round");
	const matches = current.matches.map((match) => ({ ...match, minutes: 40, quarter: 2 }));
	return { ...season, current: { ...current, matches } };
}

test("a player in a live match has score, match and projection", () => {
	const maeve = buildPlayer(1, { stats: { scores: { 1: 80, 2: 33 }, projectedPoints: 80 } });
	expect(findLiveMatch(maeve, buildLiveSeason())).toMatchObject({
		match: { id: 20, homeSquadId: 1, awaySquadId: 2 },
		points: 33,
		expectedPoints: 73,
	});
});

test("a player without a stat is live if named", () => {
	const season = buildLiveSeason();
	expect(findLiveMatch(buildPlayer(1), season)).toMatchObject({ points: null, expectedPoints: 40 });
	expect(findLiveMatch(buildPlayer(1, { status: "not-playing" }), season)).toBeNull();
});

test("a player whose match is not being played is not live", () => {
	expect(findLiveMatch(buildPlayer(1, { squadId: 3 }), buildLiveSeason())).toBeNull();
	expect(findLiveMatch(buildPlayer(1), buildSeason([], "playing", ["complete", "playing"]))).toBeNull();
});
