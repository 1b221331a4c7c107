import { describe, expect, test } from "vitest";
import { buildRound } from "../../../testing/rules/season-builder.ts";
import type { SeasonTime } from "../ids.ts";
import type { RoundStatus } from "../round/round.ts";
import { createStateLookup, type Departure, type PastRun } from "./player-state.ts";
import { listComingRuns, type RunKey, type WaiverRound, type WaiverSchedule } from "./waiver-runs.ts";

const at = (text: string): SeasonTime => Date.parse(text);
const show = (time: SeasonTime | null | undefined) => (time == null ? null : new Date(time).toISOString().slice(0, 16));

/** A round with one match of clubs 11 and 12. */
function round(id: number, bounce: string, status: RoundStatus = "scheduled", publishedAt?: string): WaiverRound {
	const built = buildRound(id, [[11, 12]], [], status);
	const matches = built.matches.map((match) => ({ ...match, startsAt: at(bounce) }));
	return { ...built, matches, publishedAt: publishedAt === undefined ? null : at(publishedAt) };
}

const schedule = (rounds: readonly WaiverRound[], changes: Partial<WaiverSchedule> = {}): WaiverSchedule => ({
	rounds,
	lastRoundId: 12,
	startRoundId: 1,
	draftedAt: null,
	timeZone: "Australia/Melbourne",
	...changes,
});
const listTimes = (given: WaiverSchedule, happened: readonly RunKey[] = []) =>
	listComingRuns(given, happened).map(({ run, dueAt, reason }) => [run, show(dueAt), reason]);

// Published on a Monday at 12:00 in Melbourne, with a first bounce on Saturday at 13:00; daylight saving ended on 2 April.
const published = round(1, "2023-08-26T03:00Z", "complete", "2023-08-28T02:00Z");
const saturday = round(2, "2023-09-02T03:00Z");
const first = { roundId: 2, run: "first" } as const;
const second = { roundId: 2, run: "second" } as const;

describe("waiver runs [D2.9.402]", () => {
	test("are at noon two days later and nine on match day", () => {
		expect(listTimes(schedule([published, saturday]))).toEqual([
			["first", "2023-08-30T02:00", "second-day"],
			["second", "2023-09-01T23:00", "bounce-day"],
		]);
		expect(listTimes(schedule([published, saturday], { timeZone: "Australia/Perth" }))).toEqual([
			["first", "2023-08-30T04:00", "second-day"],
			["second", "2023-09-02T00:00", "before-bounce"],
		]);
	});

	test("leave everyone an hour to claim after a late draft [D2.9.620]", () => {
		const draftedAt = Date.parse("2023-09-02T01:30Z");
		expect(listTimes(schedule([saturday], { startRoundId: 2, draftedAt }))).toEqual([
			["second", "2023-09-02T02:30", "after-draft"],
		]);
	});

	test("keep their hour on the wall when daylight saving begins", () => {
		const before = round(5, "2023-09-30T03:00Z", "complete", "2023-09-29T14:30Z");
		const after = round(6, "2023-10-07T04:05Z");
		expect(listTimes(schedule([before, after]))).toEqual([
			// Published on 30 September at half past midnight; noon on 2 October is an hour earlier in UTC than noon was before.
			["first", "2023-10-02T01:00", "second-day"],
			["second", "2023-10-06T22:00", "bounce-day"],
		]);
		const sunday = round(6, "2023-09-30T16:30Z");
		expect(listTimes(schedule([before, sunday]))).toEqual([["second", "2023-09-30T13:30", "before-bounce"]]);
		const lastDay = round(6, "2023-10-01T03:00Z");
		expect(listTimes(schedule([before, lastDay]))).toEqual([["second", "2023-09-30T22:00", "bounce-day"]]);
	});

	test("are one if the next round begins within three days", () => {
		const soon = round(2, "2023-08-31T01:59Z");
		expect(listTimes(schedule([published, soon])).map(([run]) => run)).toEqual(["second"]);
		const later = round(2, "2023-08-31T02:00Z");
		expect(listTimes(schedule([published, later])).map(([run]) => run)).toEqual(["first", "second"]);
	});

	test("wait for the publication of the round before", () => {
		const unpublished = round(1, "2023-08-26T03:00Z", "playing");
		const rounds = [unpublished, round(2, "2023-09-02T03:00Z", "playing")];
		expect(listTimes(schedule(rounds), [{ roundId: 1, run: "second" }])).toEqual([]);
		const late = round(1, "2023-08-26T03:00Z", "complete", "2023-09-02T05:00Z");
		expect(listTimes(schedule([late, round(2, "2023-09-02T03:00Z", "playing")]))).toEqual([
			["second", "2023-09-02T05:00", "publication"],
		]);
	});

	test("move with their match unless they have happened", () => {
		const moved = round(2, "2023-09-03T03:00Z");
		expect(listTimes(schedule([published, moved]), [first])).toEqual([["second", "2023-09-02T23:00", "bounce-day"]]);
		expect(listTimes(schedule([published, moved]), [first, second])).toEqual([]);
		const earlier = round(2, "2023-08-31T01:00Z");
		expect(listTimes(schedule([published, earlier]), [first])).toEqual([
			["second", "2023-08-30T22:00", "before-bounce"],
		]);
	});

	test("begin with the draft and end with the last round", () => {
		const rounds = [published, saturday];
		const draftedAt = at("2023-08-29T10:00Z");
		expect(listTimes(schedule(rounds, { startRoundId: 2, draftedAt })).map(([, time]) => time)).toEqual([
			"2023-08-31T02:00",
			"2023-09-01T23:00",
		]);
		const unrecorded = schedule([{ ...saturday, id: 1 }]);
		expect(listTimes(unrecorded).map(([run]) => run)).toEqual(["second"]);
		expect(listTimes(schedule(rounds, { startRoundId: 3 }))).toEqual([]);
		expect(listTimes(schedule(rounds, { lastRoundId: 1 }))).toEqual([]);
		expect(listTimes(schedule([published]))).toEqual([]);
	});
});

describe("what an unowned player is [D2.9.403]", () => {
	const run = (key: RunKey, ranAt: string): PastRun => ({ ...key, ranAt: at(ranAt) });
	const before = run({ roundId: 1, run: "second" }, "2023-08-25T23:00Z");
	const departure: Departure = {
		playerId: 1,
		teamId: 7,
		isTakenBack: false,
		byTeamId: null,
		wasAdded: false,
		cameAt: at("2023-08-01T00:00Z"),
		cameInRoundId: 1,
		leftAt: at("2023-08-30T09:00Z"),
		leftInRoundId: 2,
	};
	const getState = (
		runs: readonly PastRun[],
		options: { departure?: Departure; locked?: boolean; fromRound?: number; given?: WaiverSchedule } = {},
	) => {
		const { given = schedule([published, saturday]), locked = false, fromRound = 1 } = options;
		const departures = options.departure ? [options.departure] : [];
		const lookup = createStateLookup({ schedule: given, runs, departures, isLocked: () => locked });
		const { state, until, reason, barredTeamId } = lookup({ id: 1, fromRound });
		return [state, show(until), reason, barredTeamId];
	};

	test("is on waivers until the first run, then free", () => {
		expect(getState([before])).toEqual(["waivers", "2023-08-30T02:00", "before-run", null]);
		expect(getState([before, run(first, "2023-08-30T02:00Z")])).toEqual(["free", null, null, null]);
		expect(getState([])).toEqual(["waivers", "2023-08-30T02:00", "undrafted", null]);
		const given = schedule([round(1, "2023-08-26T03:00Z"), saturday], { startRoundId: 2 });
		expect(getState([], { given })).toEqual(["waivers", null, "undrafted", null]);
	});

	test("waits for the next run once dropped, and not her last team", () => {
		const afterFirst = [before, run(first, "2023-08-30T02:00Z")];
		expect(getState(afterFirst, { departure })).toEqual(["waivers", "2023-09-01T23:00", "dropped", 7]);
		const inRun = { ...departure, leftAt: at("2023-08-30T02:00Z") };
		expect(getState(afterFirst, { departure: inRun })).toEqual(["waivers", "2023-09-01T23:00", "dropped", 7]);
		expect(getState([...afterFirst, run(second, "2023-09-01T23:00Z")], { departure })).toEqual([
			"free",
			null,
			null,
			null,
		]);
		const late = { ...departure, leftAt: at("2023-09-02T02:00Z") };
		expect(getState([...afterFirst, run(second, "2023-09-01T23:00Z")], { departure: late })).toEqual([
			"waivers",
			null,
			"dropped",
			7,
		]);
	});

	test("waits for all but who took her back, however short her stay [D2.9.605]", () => {
		const runs = [before, run(first, "2023-08-28T02:00Z")];
		const stay = { wasAdded: true, cameInRoundId: 2, cameAt: at("2023-08-30T08:00Z"), isTakenBack: true };
		const until = "2023-09-01T23:00";
		expect(getState(runs, { departure: { ...departure, ...stay, byTeamId: 3 } })).toEqual([
			"waivers",
			until,
			"taken-back",
			3,
		]);
		expect(getState(runs, { departure: { ...departure, ...stay } })).toEqual(["waivers", until, "taken-back", null]);
	});

	test("stays free if she was added and dropped unlocked within a day", () => {
		const added = { ...departure, wasAdded: true, cameInRoundId: 2, cameAt: at("2023-08-29T09:00Z") };
		const runs = [before, run(first, "2023-08-28T02:00Z")];
		expect(getState(runs, { departure: added })).toEqual(["free", null, null, null]);
		expect(getState(runs, { departure: { ...added, leftAt: added.leftAt + 1 } })[2]).toBe("dropped");
		expect(getState(runs, { departure: { ...added, cameInRoundId: 1 } })[2]).toBe("dropped");
		expect(getState(runs, { departure: { ...added, wasAdded: false } })[2]).toBe("dropped");
	});

	test("waits after her match, and if she is new", () => {
		const runs = [before, run(first, "2023-08-30T02:00Z")];
		expect(getState([...runs, run(second, "2023-09-01T23:00Z")], { locked: true })).toEqual([
			"waivers",
			null,
			"locked",
			null,
		]);
		expect(getState(runs, { fromRound: 2 })).toEqual(["waivers", "2023-09-01T23:00", "new", null]);
		expect(getState([...runs, run(second, "2023-09-01T23:00Z")], { fromRound: 2 })[0]).toBe("free");
	});
});
