import { describe, expect, test } from "vitest";
import { buildRound, getStartTime } from "../../../testing/rules/season-builder.ts";
import { HOUR_MS } from "../durations.ts";
import { isSquadLocked, listLockedSquads } from "../lockout/lockout.ts";
import { hasRoundStarted, type Match, type MatchStatus, type Round } from "../round/round.ts";
import { findChangeViolation, listKeptLocks, type OperatorChange } from "./operator-changes.ts";

/** Round 2: clubs 1 and 3, three hours later clubs 2 and 4; clubs 5 and 6 have a bye. Round 1 is over. */
const SQUADS = [1, 2, 3, 4, 5, 6];
const FIRST_BOUNCE = getStartTime(2);
const HER_START = getStartTime(2, 1);

function buildRounds(statuses: readonly [MatchStatus, MatchStatus] = ["scheduled", "scheduled"]): readonly Round[] {
	const second = buildRound(
		2,
		[
			[1, 3],
			[2, 4],
		],
		SQUADS,
	);
	return [
		buildRound(1, [[1, 2]], SQUADS, "complete"),
		{
			...second,
			status: statuses.includes("playing") || statuses.includes("complete") ? "playing" : "scheduled",
			matches: second.matches.map((match, index) => ({ ...match, status: statuses[index] ?? "scheduled" })),
		},
		buildRound(
			3,
			[
				[1, 4],
				[2, 3],
			],
			SQUADS,
		),
	];
}

const complete = (rounds: readonly Round[], ids: readonly number[]) =>
	rounds.map((round) => (ids.includes(round.id) ? { ...round, status: "complete" as const } : round));

/** The moments of round 2; "her match" is the second one, of clubs 2 and 4. */
const MOMENTS = {
	"before the round": { rounds: buildRounds(), now: FIRST_BOUNCE - 1 },
	"before her match": { rounds: buildRounds(["playing", "scheduled"]), now: HER_START - 1 },
	"at its start": { rounds: buildRounds(["complete", "scheduled"]), now: HER_START },
	playing: { rounds: buildRounds(["complete", "playing"]), now: HER_START + HOUR_MS },
	"not published": { rounds: buildRounds(["complete", "complete"]), now: HER_START + 3 * HOUR_MS },
	published: { rounds: complete(buildRounds(["complete", "complete"]), [2]), now: HER_START + 5 * HOUR_MS },
	"season over": { rounds: complete(buildRounds(["complete", "complete"]), [2, 3]), now: getStartTime(4) },
} as const;
type Moment = keyof typeof MOMENTS;

const isHers = ({ homeSquadId }: Match) => homeSquadId === 2;
const findHerMatch = (moment: Moment): Match => {
	const match = MOMENTS[moment].rounds[1]?.matches.find(isHers);
	if (!match) throw new Error("Round 2 has no match of club 2");
	return match;
};

const CHANGES: Readonly<Record<string, (moment: Moment) => OperatorChange>> = {
	"her club": () => ({ kind: "club", from: 2, to: 4 }),
	"her club, to one with a bye": () => ({ kind: "club", from: 2, to: 5 }),
	"her club, from one with a bye": () => ({ kind: "club", from: 6, to: 4 }),
	"her present club": () => ({ kind: "club", from: 2, to: 2 }),
	departure: () => ({ kind: "departure", squadId: 2 }),
	"positions or price of this round, or a new player": () => ({ kind: "first-round", roundId: 2 }),
	"positions or price of the next round": () => ({ kind: "first-round", roundId: 3 }),
	"another start": (moment) => ({ kind: "postponement", match: findHerMatch(moment), toRoundId: 2 }),
	"another round": (moment) => ({ kind: "postponement", match: findHerMatch(moment), toRoundId: 3 }),
	"an earlier round": (moment) => ({ kind: "postponement", match: findHerMatch(moment), toRoundId: 1 }),
	"start, round or clubs from files": (moment) => ({ kind: "fixture", match: findHerMatch(moment), toRoundId: 2 }),
	"a match removed by files": (moment) => ({ kind: "fixture", match: findHerMatch(moment), toRoundId: null }),
	"a match added by files": () => ({ kind: "fixture", match: null, toRoundId: 2 }),
	"status, abandonment or reinstatement": () => ({ kind: "status", roundId: 2 }),
	"rules of the season": () => ({ kind: "rules" }),
};

const NONE = null;
const [LOCKED_2, LOCKED_5, LOCKED_6] = ["club 2 locked", "club 5 locked", "club 6 locked"];
const [STARTED, MATCH, OVER, RULES] = ["round-started", "match-started", "round-over", "rules-locked"];

/** For each change, what is refused at each of the moments above. */
const EXPECTED: Readonly<Record<string, readonly (string | null)[]>> = {
	"her club": [NONE, NONE, LOCKED_2, LOCKED_2, LOCKED_2, NONE, NONE],
	"her club, to one with a bye": [NONE, LOCKED_5, LOCKED_2, LOCKED_2, LOCKED_2, NONE, NONE],
	"her club, from one with a bye": [NONE, LOCKED_6, LOCKED_6, LOCKED_6, LOCKED_6, NONE, NONE],
	"her present club": [NONE, NONE, NONE, NONE, NONE, NONE, NONE],
	departure: [NONE, NONE, LOCKED_2, LOCKED_2, LOCKED_2, NONE, NONE],
	"positions or price of this round, or a new player": [NONE, STARTED, STARTED, STARTED, STARTED, STARTED, STARTED],
	"positions or price of the next round": [NONE, NONE, NONE, NONE, NONE, NONE, STARTED],
	"another start": [NONE, NONE, NONE, MATCH, MATCH, OVER, OVER],
	"another round": [NONE, NONE, NONE, MATCH, MATCH, OVER, OVER],
	"an earlier round": [OVER, OVER, OVER, MATCH, MATCH, OVER, OVER],
	"start, round or clubs from files": [NONE, NONE, MATCH, MATCH, MATCH, OVER, OVER],
	"a match removed by files": [NONE, NONE, MATCH, MATCH, MATCH, OVER, OVER],
	"a match added by files": [NONE, NONE, NONE, NONE, NONE, OVER, OVER],
	"status, abandonment or reinstatement": [NONE, NONE, NONE, NONE, NONE, OVER, OVER],
	"rules of the season": [RULES, RULES, RULES, RULES, RULES, RULES, RULES],
};

test.each(Object.entries(EXPECTED))("%s is refused while it would be unfair (D2.9.56)", (name, expected) => {
	const refusals = (Object.keys(MOMENTS) as Moment[]).map((moment) => {
		const violation = findChangeViolation(CHANGES[name]?.(moment) ?? { kind: "rules" }, MOMENTS[moment]);
		return violation?.code === "club-locked" ? `club ${violation.squadId} locked` : (violation?.code ?? null);
	});
	expect(refusals).toEqual(expected);
});

test("rules can be changed until the season's first match starts", () => {
	const rounds = buildRounds().slice(1);
	expect(findChangeViolation({ kind: "rules" }, { rounds, now: FIRST_BOUNCE - 1 })).toBeNull();
	expect(findChangeViolation({ kind: "rules" }, { rounds, now: FIRST_BOUNCE })).toEqual({ code: "rules-locked" });
});

describe("a change of the fixture", () => {
	const [, round] = buildRounds();
	if (!round) throw new Error("Round 2 is missing");
	const changeMatches = (change: (match: Match) => Match | null): Round => {
		const matches = round.matches.flatMap((match) => change(match) ?? []);
		const playing = matches.flatMap(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId]);
		return { ...round, matches, byeSquads: SQUADS.filter((squad) => !playing.includes(squad)) };
	};
	const delayFirst = changeMatches((match) => (isHers(match) ? match : { ...match, startsAt: HER_START + HOUR_MS }));
	const removeHers = changeMatches((match) => (isHers(match) ? null : match));
	const listKept = (after: Round, now: number, before = round) =>
		listKeptLocks([before], [after], now).flatMap(({ squadIds }) => squadIds);

	test("keeps the clock's locks until the round is complete", () => {
		expect(listKept(delayFirst, FIRST_BOUNCE - 1)).toEqual([]);
		expect(listKept(delayFirst, FIRST_BOUNCE)).toEqual([5, 6, 1, 3]);
		const kept: Round = { ...delayFirst, lockedSquads: [5, 6, 1, 3] };
		expect([...listLockedSquads(kept, FIRST_BOUNCE)]).toEqual([5, 6, 1, 3]);
		expect(hasRoundStarted(kept, FIRST_BOUNCE)).toBe(true);
		expect(isSquadLocked(2, kept, HER_START - 1)).toBe(false);
		expect(isSquadLocked(1, { ...kept, status: "complete" }, HER_START)).toBe(false);
		// A second postponement adds nothing.
		expect(listKept({ ...kept, matches: delayFirst.matches }, FIRST_BOUNCE, kept)).toEqual([]);
	});

	test("keeps no lock that a bye gives anyway", () => {
		expect(listKept(removeHers, HER_START)).toEqual([]);
		expect(listKept({ ...round, matches: [], byeSquads: SQUADS }, HER_START)).toEqual([5, 6, 1, 3, 2, 4]);
	});

	test("keeps clubs locked that had a bye and get a match", () => {
		const byes = { ...removeHers, byeSquads: [2, 4, 5, 6] };
		expect(listKept(round, FIRST_BOUNCE + HOUR_MS, byes)).toEqual([2, 4]);
		expect(listKept(round, FIRST_BOUNCE - 1, byes)).toEqual([]);
	});

	test("keeps no lock that only a status gave before the start", () => {
		const early: Round = {
			...round,
			status: "playing",
			matches: round.matches.map((match) => ({ ...match, status: "playing" })),
		};
		expect(isSquadLocked(1, early, FIRST_BOUNCE - 1)).toBe(true);
		expect(listKept(round, FIRST_BOUNCE - 1, early)).toEqual([]);
	});

	test("keeps no lock of a round that is complete", () => {
		expect(listKept(delayFirst, HER_START, { ...round, status: "complete" })).toEqual([]);
	});
});
