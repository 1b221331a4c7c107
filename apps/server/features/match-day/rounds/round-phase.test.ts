import { MINUTE_MS } from "@first-bounce/rules/durations";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { expect, test } from "vitest";
import type { SnapshotMatch, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { getPublicationTime, getRoundPhase } from "./round-phase.ts";

const buildMatch = (
	startsAt: number,
	status: SnapshotMatch["status"],
	completedAt: number | null = null,
): SnapshotMatch => ({
	id: startsAt,
	roundId: 1,
	homeSquadId: 1,
	awaySquadId: 2,
	startsAt,
	status,
	completedAt,
	venue: "",
	timeZone: null,
	minutes: null,
	quarter: null,
	clockSeconds: null,
	isBreak: false,
	reportedAt: null,
	lastEvent: 0,
	lines: [],
	homeScore: null,
	awayScore: null,
	isAbandoned: false,
	providerId: null,
});
const buildRound = (status: SnapshotRound["status"], ...matches: SnapshotMatch[]): SnapshotRound => ({
	id: 1,
	status,
	matches,
	byeSquads: [],
	magicNumber: null,
	publishedAt: null,
	revision: 0,
	hold: null,
});
const season = { rules: { ...DEFAULT_SEASON_RULES, finalAfterMinutes: 120 }, isDemo: false };
const ended = buildRound(
	"playing",
	buildMatch(0, "complete", 90 * MINUTE_MS),
	buildMatch(30 * MINUTE_MS, "complete", 100 * MINUTE_MS),
);

test("a round is open, soft-locked from its first match, then playing (D1.7.35)", () => {
	const scheduled = buildRound("scheduled", buildMatch(1_000, "scheduled"), buildMatch(2_000, "scheduled"));
	expect([999, 1_000].map((now) => getRoundPhase(scheduled, season, now))).toEqual(["open", "soft-locked"]);
	const playing = buildRound("playing", buildMatch(1_000, "complete", 1_500), buildMatch(2_000, "playing"));
	expect(getRoundPhase(playing, season, 1e12)).toBe("playing");
});

test("a round is published after the season's waiting time", () => {
	expect(getRoundPhase(ended, season, 220 * MINUTE_MS - 1)).toBe("in-review");
	expect(getRoundPhase(ended, season, 220 * MINUTE_MS)).toBe("to-publish");
	expect(getRoundPhase({ ...ended, status: "complete" }, season, 220 * MINUTE_MS)).toBe("complete");
});

test("a held round stays in review however late it is", () => {
	const heldRound = { ...ended, hold: { since: 100 * MINUTE_MS, reason: "the league is reviewing a goal" } };
	expect([getRoundPhase(heldRound, season, 1e12), getPublicationTime(heldRound, season)]).toEqual(["in-review", null]);
	expect(getRoundPhase(heldRound, { ...season, isDemo: true }, 1e12)).toBe("in-review");
	expect(getPublicationTime(ended, season)).toBe(220 * MINUTE_MS);
});

test("the demo publishes at once, seasons without deadline wait", () => {
	expect(getRoundPhase(ended, { ...season, isDemo: true }, 100 * MINUTE_MS)).toBe("to-publish");
	const withoutDeadline = { ...season, rules: { ...season.rules, finalAfterMinutes: null } };
	expect(getRoundPhase(ended, withoutDeadline, 1e12)).toBe("in-review");
});
