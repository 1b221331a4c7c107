import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildContextDuring, buildTeam, expectAccepted } from "../../../testing/rules/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { changeCaptain, changeEmergencies } from "../captaincy/change-roles.ts";
import { applyLineupChanges, findLineupChanges } from "../coach/lineup-changes.ts";
import { findChangedPlayers } from "../lineup/changed-players.ts";
import { checkRoles } from "../lineup/check-lineup.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import { TO_COME } from "../scoring/player-round.ts";
import { swapPlayers } from "../swaps/swap-players.ts";
import type { SeasonContext, TeamState } from "../team/team-state.ts";
import { applyLockFix, type LockFix, listLockIssues, suggestCaptains } from "./lock-fixes.ts";
import type { LockContext } from "./lock-warnings.ts";

const { rules, lookup: getPlayer } = buildPlainSeason();

/** Each player's projection is her id; everybody in `late` plays later than the others. */
const buildContext = ({
	out = [],
	locked = [],
	late = [],
}: Partial<Record<"out" | "locked" | "late", readonly number[]>> = {}): LockContext => ({
	rules,
	getPlayer,
	getPlayerRound: () => TO_COME,
	getExpectedPoints: Number,
	isLocked: (id) => locked.includes(id),
	isExpectedToPlay: (id) => !out.includes(id),
	getStartTime: (id) => (late.includes(id) ? 2 : 1),
});

/** A team that has started, in round 2 while the match of the locked players is on. */
function startTeam(lineup: Lineup, locked: readonly number[]) {
	const season = buildPlainSeason(Object.fromEntries(locked.map((id) => [id, { squadId: 2 }])));
	return { team: buildTeam(lineup, season), context: buildContextDuring(season, 2, 0) };
}

/** Makes a fix through a started team's actions, which check every rule themselves, and returns the new line-up. */
function makeFix(team: TeamState, fix: LockFix, context: SeasonContext): Lineup {
	if (fix.kind === "swap") return expectAccepted(swapPlayers(team, [[fix.outId, fix.inId]], context)).lineup;
	if (fix.kind === "emergencies") return expectAccepted(changeEmergencies(team, fix.emergency, context)).lineup;
	const withCaptain = expectAccepted(changeCaptain(team, "captain", fix.captainId, context));
	if (withCaptain.lineup.viceCaptainId === fix.viceCaptainId) return withCaptain.lineup;
	return expectAccepted(changeCaptain(withCaptain, "viceCaptain", fix.viceCaptainId, context)).lineup;
}

const listIssues = (context: LockContext, lineup: Lineup = PLAIN_LINEUP) => listLockIssues(lineup, context);

describe("the issues before a lock", () => {
	test("are none in a team of players who are expected to play", () => {
		expect(listIssues(buildContext())).toEqual([]);
	});

	test("are fielded players who are out, with the helping swap", () => {
		expect(listIssues(buildContext({ out: [1, 2] }))).toEqual([
			{ warning: { kind: "donut", id: 2 }, fix: { kind: "swap", outId: 2, inId: 17 } },
			{ warning: { kind: "covered", id: 1, otherId: 17 }, fix: { kind: "swap", outId: 1, inId: 17 } },
		]);
		expect(listIssues(buildContext({ out: [11, 19] }))).toEqual([{ warning: { kind: "donut", id: 11 }, fix: null }]);
	});

	test("are captains who are out, with the best replacements", () => {
		expect(listIssues(buildContext({ out: [6] }))[0]).toEqual({
			warning: { kind: "vice-doubles", id: 6, otherId: 12 },
			fix: { kind: "captains", captainId: 16, viceCaptainId: 15 },
		});
		expect(listIssues(buildContext({ out: [6, 12] }))[0]?.warning.kind).toBe("nobody-doubles");
		expect(listIssues(buildContext({ out: [12] }))[0]).toEqual({
			warning: { kind: "vice-out", id: 12, otherId: 6 },
			fix: { kind: "captains", captainId: 6, viceCaptainId: 16 },
		});
	});

	test("are not a captain out on purpose for her vice", () => {
		const withScore = (points: number): LockContext => ({
			...buildContext({ out: [6], locked: [12] }),
			getPlayerRound: (id) => (id === 12 ? { state: "played", points } : TO_COME),
			getExpectedPoints: (id) => (id === 12 ? points : id),
		});
		expect(listIssues(withScore(120))).toEqual([]);
		expect(suggestCaptains(PLAIN_LINEUP, withScore(120))).toEqual({ captainId: 6, viceCaptainId: 12 });
		expect(listIssues(withScore(10)).map(({ warning, fix }) => [warning.kind, fix])).toEqual([
			["vice-doubles", { kind: "captains", captainId: 16, viceCaptainId: 12 }],
			["covered", { kind: "swap", outId: 6, inId: 21 }],
		]);
	});

	test("are a captain who plays before her equal vice captain", () => {
		const fix = { kind: "captains", captainId: 12, viceCaptainId: 6 };
		expect(listIssues(buildContext({ late: [12] }))).toEqual([
			{ warning: { kind: "vice-late", id: 6, otherId: 12 }, fix },
		]);
		expect(listIssues(buildContext({ late: [6] }))).toEqual([]);
		const lineupWithBetterCaptain = { ...PLAIN_LINEUP, captainId: 16, viceCaptainId: 6 };
		expect(listIssues(buildContext({ late: [6] }), lineupWithBetterCaptain)).toEqual([]);
	});

	test("are bench players who could be emergencies", () => {
		const lineup = { ...PLAIN_LINEUP, emergency: [17] };
		expect(listIssues(buildContext({ out: [19] }), lineup)).toEqual([
			{ warning: { kind: "no-emergency", id: 20 }, fix: { kind: "emergencies", emergency: [17, 20, 18] } },
		]);
		expect(listIssues(buildContext({ out: [18, 19], locked: [20] }), lineup)).toEqual([]);
	});

	test("leave locked players alone, and resolve their own warning", () => {
		const playerSubset = fc.subarray([...listPlayerIds(PLAIN_LINEUP)]);
		const emergencies = fc.subarray([17, 18, 19, 20]);
		fc.assert(
			fc.property(playerSubset, playerSubset, playerSubset, emergencies, (out, locked, late, emergency) => {
				const context = buildContext({ out, locked, late });
				const lineup = { ...PLAIN_LINEUP, emergency };
				const started = startTeam(lineup, locked);
				for (const { warning, fix } of listIssues(context, lineup)) {
					if (!fix) continue;
					const after = applyLockFix(lineup, fix, context);
					const changed = findChangedPlayers(lineup, after, rules);
					expect(changed).not.toEqual([]);
					expect(changed.filter((id) => locked.includes(id))).toEqual([]);
					expect(checkRoles(after, rules)).toEqual([]);
					expect(makeFix(started.team, fix, started.context)).toEqual(after);
					expect(listIssues(context, after).map((fix) => fix.warning)).not.toContainEqual(warning);
				}
			}),
		);
	});
});

test.each([
	{ kind: "swap", outId: 1, inId: 17 },
	{ kind: "captains", captainId: 17, viceCaptainId: 12 },
	{ kind: "captains", captainId: 6, viceCaptainId: 17 },
	{ kind: "emergencies", emergency: [17] },
] as const)("a fix is not made if a player has locked since: %o", (fix) => {
	const lineup = { ...PLAIN_LINEUP, emergency: [] };
	expect(applyLockFix(lineup, fix, buildContext())).not.toEqual(lineup);
	expect(applyLockFix(lineup, fix, buildContext({ locked: [17] }))).toEqual(lineup);
});

test("the coach's captains are the best, an earlier vice preferred", () => {
	expect(suggestCaptains(PLAIN_LINEUP, buildContext())).toEqual({ captainId: 16, viceCaptainId: 15 });
	expect(suggestCaptains(PLAIN_LINEUP, buildContext({ late: [16, 15] }))).toEqual({ captainId: 16, viceCaptainId: 14 });
	expect(suggestCaptains(PLAIN_LINEUP, buildContext({ out: [16], locked: [12] }))).toEqual({
		captainId: 15,
		viceCaptainId: 12,
	});
});

describe("the changes that make the most of a line-up", () => {
	test("field the best and make the best captain", () => {
		// The defenders on field are 1 to 5, 17 is on the bench; the utility, 21, is the best.
		const context = buildContext();
		const changes = findLineupChanges(PLAIN_LINEUP, context);
		const after = applyLineupChanges(PLAIN_LINEUP, changes, context);
		expect(changes.swapsPairs).toContainEqual([1, 17]);
		expect([after.captainId, after.field.DEF]).toEqual([21, [17, 2, 3, 4, 5]]);
		expect(findLineupChanges(after, context)).toEqual({ swapsPairs: [], captainId: null });
	});

	test("move no locked player, and captain nobody who is out", () => {
		const context = buildContext({ locked: [17], out: [21] });
		const after = applyLineupChanges(PLAIN_LINEUP, findLineupChanges(PLAIN_LINEUP, context), context);
		expect(after.bench.DEF).toEqual([17]);
		expect(after.captainId).not.toBe(21);
		expect(listPlayerIds(after).toSorted((a, b) => a - b)).toEqual(
			listPlayerIds(PLAIN_LINEUP).toSorted((a, b) => a - b),
		);
	});
});
