import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, DAY, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { buildViewContext } from "../../../../../testing/web/team-builders.ts";
import { computeTeamScore } from "../../../players/team-score.ts";
import { computeProjectedScore, findScoredRound } from "./round-score.ts";
import { buildSlotViews, computeFieldProgress } from "./slot-view.ts";

/** On Sunday, club 1's match with the defenders and midfielders is complete, and club 3's with the forwards is on. */
const buildSundayViews = () => {
	const players = buildSquad((id) => {
		if (id === 1) return { squadId: 1, stats: { scores: { 1: 80 } } };
		if (id <= 10) return { squadId: 1, stats: { scores: { 1: 80, 2: 50 } } };
		if (id <= 16) return { squadId: 3, stats: { scores: { 1: 80, 2: 30 } } };
		return id === 17 ? { squadId: 1, stats: { scores: { 1: 80, 2: 44 } } } : { squadId: 3 };
	});
	const season = buildSeason(players, "playing", ["complete", "playing"]);
	const { current } = season;
	if (!current) throw new Error("A season without rounds");
	const score = computeTeamScore(buildLineup(), current, season);
	return {
		season,
		current,
		score,
		slots: buildSlotViews(buildLineup(), buildViewContext(season), { round: current, score }),
	};
};

test("a card shows the live, then final score, captains doubled (D1.2.99, D1.3.40)", () => {
	const { slots } = buildSundayViews();
	const findView = (id: number) => slots.find((view) => view.player?.entry.id === id);
	expect(findView(6)).toMatchObject({ isCaptain: true, roundScore: { kind: "final", points: 100 } });
	expect(findView(7)).toMatchObject({ isViceCaptain: true, roundScore: { kind: "final", points: 50 } });
	expect(findView(12)).toMatchObject({ isLive: true, roundScore: { kind: "live", points: 30 } });
	// Her match is on, and she has no stats yet.
	expect(findView(21)).toMatchObject({ isUtility: true, roundScore: { kind: "live", points: 0 } });
});

test("a player who did not play shows DNP, substituted out (D1.2.100)", () => {
	const { slots, score } = buildSundayViews();
	expect(slots[0]).toMatchObject({ roundScore: { kind: "dnp" }, substituted: "out" });
	expect(slots[16]).toMatchObject({ isEmergency: true, substituted: "in", roundScore: { kind: "final", points: 44 } });
	expect(score.points).toBe(44 + 4 * 50 + 100 + 4 * 50 + 6 * 30);
});

test("progress counts field players only", () => {
	const { slots } = buildSundayViews();
	expect(computeFieldProgress(slots)).toEqual({ playing: 6, played: 10, total: 16 });
});

test("the projected score adds final scores, including the emergency's, to the projections", () => {
	const { season, current } = buildSundayViews();
	expect(computeProjectedScore(buildLineup(), current, season)).toBe(44 + 4 * 50 + 100 + 4 * 50 + 6 * 80);
	expect(computeProjectedScore(buildLineup(), null, season)).toBe(15 * 80 + 160);
});

test("cards show scores from the round's first match on", () => {
	const season = buildSeason(buildSquad());
	expect(findScoredRound(season, 2, SATURDAY - 1)).toBeNull();
	expect(findScoredRound(season, 2, SATURDAY)?.id).toBe(2);
	expect(findScoredRound(season, 3, SATURDAY + DAY)).toBeNull();
	expect(findScoredRound(season, null, SATURDAY + DAY)).toBeNull();
});
