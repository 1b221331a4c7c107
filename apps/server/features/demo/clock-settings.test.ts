import type { Round } from "@first-bounce/rules/round/round";
import { expect, test } from "vitest";
import { generateSeason } from "../seasons/generator/generate-season.ts";
import { MAX_SIMULATED_MATCH_MS } from "../stats-providers/simulator/match-timeline.ts";
import {
	buildPlaySetting,
	buildWaitSetting,
	computeEarliestJump,
	computeNextLockJump,
	computeNextSetting,
} from "./clock-settings.ts";
import { getNextFriday } from "./demo-seasons.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const season = generateSeason({ seed: 5, id: 2, name: "Any", firstDay: Date.UTC(2026, 7, 28) });

type MatchAt = Round["matches"][number];
/**
 * Builds the rounds at a time: every match that has ended by `now` is complete, and so are the rounds up to
 * `published`.
 */
const buildRoundsAt = (now: number, published = 0): Round[] =>
	[...Map.groupBy(season.matches, ({ roundId }) => roundId)].map(([id, matches]) => ({
		id,
		status: id <= published ? "complete" : matches.some(({ startsAt }) => startsAt <= now) ? "playing" : "scheduled",
		byeSquads: [],
		matches: matches.map((match): MatchAt => {
			const status =
				match.startsAt + MAX_SIMULATED_MATCH_MS <= now ? "complete" : match.startsAt <= now ? "playing" : "scheduled";
			return { ...match, status };
		}),
	}));
const listStarts = (roundId: number) =>
	season.matches.filter((match) => match.roundId === roundId).map((m) => m.startsAt);
const [firstStart = 0, ...laterStarts] = listStarts(4);
const buildRound4 = (now: number) => buildRoundsAt(now, 3)[3] as Round;

test("a waiting demo is two hours before the round's first lock", () => {
	const waiting = buildWaitSetting(buildRound4(firstStart - 50 * HOUR_MS));
	expect(waiting).toEqual({
		seasonAt: firstStart - 2 * HOUR_MS,
		speed: 1,
		playingRoundId: null,
		holdAt: firstStart - 10 * MINUTE_MS,
	});
});

test("playing a round takes 60 to 90 seconds of wall time", () => {
	let now = firstStart - 2 * HOUR_MS;
	const start = buildPlaySetting(buildRound4(now), now);
	const speed = start.speed ?? 0;
	let wallTime = 0;
	let jumps = 0;
	for (; wallTime < 300; wallTime += 0.25) {
		now += 250 * speed;
		const rounds = buildRoundsAt(now, 3);
		if (rounds[3]?.matches.every(({ status }) => status === "complete")) break;
		const setting = computeNextSetting(rounds, 4, now);
		if (setting?.seasonAt === undefined) continue;
		expect([firstStart, ...laterStarts]).toContain(setting.seasonAt);
		expect(rounds[3]?.matches.some(({ status }) => status === "playing")).toBe(false);
		now = setting.seasonAt;
		jumps += 1;
	}
	expect(wallTime).toBeGreaterThan(60);
	expect(wallTime).toBeLessThan(90);
	expect(jumps).toBeGreaterThanOrEqual(3);
});

test("a round in play is not skipped after a long downtime", () => {
	const { holdAt = 0 } = buildPlaySetting(buildRound4(firstStart), firstStart);
	expect(holdAt).toBe(Math.max(...listStarts(4)) + MAX_SIMULATED_MATCH_MS);
	expect(holdAt).toBeLessThan(Math.min(...listStarts(5)));
});

test("after publication the demo waits, and finally runs at real speed", () => {
	const roundEnd = Math.max(...listStarts(4)) + MAX_SIMULATED_MATCH_MS;
	expect(computeNextSetting(buildRoundsAt(roundEnd, 3), 4, roundEnd)).toBeNull();
	expect(computeNextSetting(buildRoundsAt(roundEnd, 4), 4, roundEnd)).toEqual(
		buildWaitSetting(buildRoundsAt(roundEnd, 4)[4] as Round),
	);
	const end = Math.max(...listStarts(12)) + MAX_SIMULATED_MATCH_MS;
	expect(computeNextSetting(buildRoundsAt(end, 12), 12, end)).toEqual({ speed: 1, playingRoundId: null });
});

test("`next` goes from lock to lock, also through unpublished rounds", () => {
	let now = firstStart - 2 * HOUR_MS;
	const locks = new Set([...listStarts(4), ...listStarts(5)]);
	const stops: number[] = [];
	for (let step = 0; step < locks.size; step++) {
		const at = computeNextLockJump(buildRoundsAt(now, 3), now) ?? 0;
		stops.push(at + 20_000);
		now = at + 21_000;
	}
	expect(stops).toEqual([...locks].sort((a, b) => a - b));
	expect(computeNextLockJump(buildRoundsAt(now, 12), now)).toBeNull();
});

test("season time cannot be set back into or before a match", () => {
	const playing = firstStart + HOUR_MS;
	expect(computeEarliestJump(buildRoundsAt(playing, 3), playing)).toBe(playing);
	const after = firstStart + 3 * HOUR_MS;
	expect(computeEarliestJump(buildRoundsAt(after, 3), after)).toBe(firstStart + MAX_SIMULATED_MATCH_MS);
});

test("the Friday of a demo is within the next seven days", () => {
	for (let day = 0; day < 14; day++) {
		const instant = Date.UTC(2026, 1, 1 + day, 13);
		const friday = getNextFriday(instant);
		expect(new Date(friday).getUTCDay()).toBe(5);
		expect(friday - instant).toBeGreaterThan(-24 * HOUR_MS);
		expect(friday - instant).toBeLessThan(6 * 24 * HOUR_MS);
	}
});
