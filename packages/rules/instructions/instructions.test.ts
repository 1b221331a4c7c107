import { describe, expect, test } from "vitest";
import {
	buildContextBefore,
	buildContextDuring,
	buildTeam,
	expectAccepted,
	listViolatingPlayers,
	listViolationCodes,
} from "../../../testing/rules/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { getStartTime } from "../../../testing/rules/season-builder.ts";
import { listFieldIds, listPlayerIds } from "../lineup/slots.ts";
import type { PlayerStatus } from "../player.ts";
import { getAvailability } from "../projections/forecast.ts";
import { makeTrades } from "../trades/make-trades.ts";
import { applyInstruction, findInstructionConflicts } from "./apply-instruction.ts";
import { findInstructionTrigger, type Instruction, type ReplacementKind } from "./instruction.ts";

// In round 2, squad 2 plays first and squad 5 second. Players 31 to 34 are not in the team, which cannot pay for 33.
const season = buildPlainSeason(
	{
		2: { squadId: 2 },
		31: { position: ["DEF"] },
		32: { position: ["MID"] },
		33: { position: ["DEF"], cost: 9_000_000 },
		34: { position: ["DEF"] },
	},
	{ instructions: { isAllowed: true, limit: 10, minutesBefore: 10 } },
);
const team = buildTeam(PLAIN_LINEUP, season);
/** The team has started and no player is locked. */
const open = { ...buildContextBefore(season, 2), getChanceToPlay: () => 1 };
/** Squad 2 is locked. */
const during = { ...buildContextDuring(season, 2, 0), getChanceToPlay: () => 1 };
/** The team has not started, so that it can be edited. */
const editable = { ...buildContextBefore(season, 1), getChanceToPlay: () => 1 };

const createInstruction = (
	playerId: number,
	kind: ReplacementKind,
	id: number,
	captainId: number | null = null,
): Instruction => ({
	playerId,
	replacement: { kind, playerId: id },
	captainId,
});
const makeCaptain = (playerId: number, captainId: number): Instruction => ({ playerId, replacement: null, captainId });
const tryInstruction = (instruction: Instruction, context = open, saved = team) =>
	applyInstruction(saved, instruction, context);
const apply = (instruction: Instruction, context = open) => expectAccepted(tryInstruction(instruction, context));

describe("an instruction brings the replacement in", () => {
	test("by changing a half-locked trade [D1.4.128]", () => {
		const { team: traded, newTrades } = expectAccepted(makeTrades(team, [{ playerInId: 31, playerOutId: 2 }], open));
		const saved = { ...traded, trades: newTrades.map((trade) => ({ ...trade, id: 9 })) };
		const { team: after, newTrades: further } = expectAccepted(
			tryInstruction(createInstruction(31, "trade", 34), during, saved),
		);
		expect(after.trades).toMatchObject([{ id: 9, playerInId: 34, playerOutId: 2 }]);
		expect(listPlayerIds(after.lineup)).not.toContain(31);
		expect(further).toEqual([]);
		expect(listViolationCodes(tryInstruction(createInstruction(31, "trade", 34), open, saved))).toEqual([
			"came-in-this-round",
		]);
	});

	test("by a trade, which is recorded like any other", () => {
		const { team: after, newTrades } = apply(createInstruction(1, "trade", 31));
		expect(after.lineup.field.DEF).toEqual([31, 2, 3, 4, 5]);
		expect(newTrades).toMatchObject([{ playerInId: 31, playerOutId: 1, roundId: 2 }]);
	});

	test("by a swap from bench or utility", () => {
		expect(apply(createInstruction(1, "swap", 17)).team.lineup).toMatchObject({ bench: { DEF: [1] }, captainId: 6 });
		expect(apply(createInstruction(7, "swap", 21)).team.lineup).toMatchObject({ utilityId: 7 });
	});

	test("as an emergency, if she can cover the line", () => {
		const saved = { ...team, lineup: { ...PLAIN_LINEUP, emergency: [18] } };
		const after = expectAccepted(tryInstruction(createInstruction(1, "emergency", 17), open, saved));
		expect(after.team.lineup.emergency).toEqual([18, 17]);
		expect(tryInstruction(createInstruction(12, "emergency", 17), open, saved)).toEqual({
			ok: false,
			violations: [{ code: "wrong-position", playerId: 17, line: "FWD" }],
		});
	});

	test("in a team that has not started, without a trade", () => {
		const { team: after, newTrades } = apply(createInstruction(6, "trade", 32, 12), editable);
		expect(after.lineup).toMatchObject({ field: { MID: [32, 7, 8, 9, 10] }, captainId: 12, viceCaptainId: 32 });
		expect(newTrades).toEqual([]);
		expect(apply(createInstruction(1, "swap", 17), editable).team.lineup.bench.DEF).toEqual([1]);
		expect(listViolationCodes(tryInstruction(createInstruction(1, "trade", 33), editable))).toEqual([
			"over-salary-cap",
		]);
		expect(listViolationCodes(tryInstruction(createInstruction(1, "trade", 32), editable))).toEqual(["no-place"]);
		expect(listViolationCodes(tryInstruction(createInstruction(1, "trade", 17), editable))).toEqual([
			"already-in-team",
		]);
	});
});

describe("an instruction gives the captaincy to another player", () => {
	test("with or without a replacement", () => {
		expect(apply(makeCaptain(6, 3)).team.lineup).toMatchObject({ captainId: 3, viceCaptainId: 12 });
		expect(apply(createInstruction(6, "swap", 18, 3)).team.lineup).toMatchObject({
			captainId: 3,
			field: { MID: [18, 7, 8, 9, 10] },
		});
		expect(apply(createInstruction(6, "trade", 32, 12)).team.lineup).toMatchObject({
			captainId: 12,
			viceCaptainId: 32,
		});
	});

	test("only if the player who is out is still captain", () => {
		expect(apply(createInstruction(1, "swap", 17, 3)).team.lineup.captainId).toBe(6);
		expect(listViolatingPlayers(tryInstruction(makeCaptain(1, 3)), "not-captain")).toEqual([1]);
	});
});

describe("an instruction is refused as a whole", () => {
	test.each([
		["without a saved team", applyInstruction(null, createInstruction(1, "swap", 17), open), "no-line-up"],
		["if its player has left the team", tryInstruction(createInstruction(31, "trade", 32)), "not-in-team"],
		["if its player is on the bench already", tryInstruction(createInstruction(17, "swap", 1)), "not-on-field"],
		["if the replacement is on field already", tryInstruction(createInstruction(1, "swap", 3)), "not-on-bench"],
		["if the replacement is not in the team", tryInstruction(createInstruction(1, "swap", 31)), "not-in-team"],
		[
			"if the replacement is an emergency already",
			tryInstruction(createInstruction(1, "emergency", 17)),
			"already-emergency",
		],
		["if the replacement is in the team already", tryInstruction(createInstruction(1, "trade", 17)), "already-in-team"],
		["if the team cannot afford the trade", tryInstruction(createInstruction(1, "trade", 33)), "over-salary-cap"],
		["once its player is locked", tryInstruction(createInstruction(2, "swap", 17), during), "locked"],
		["if the new captain is locked", tryInstruction(createInstruction(6, "swap", 18, 2), during), "locked"],
		["if the new captain is not on field", tryInstruction(makeCaptain(6, 17)), "captain-not-on-field"],
	] as const)("%s", (_, ruling, code) => {
		expect(listViolationCodes(ruling)).toEqual([code]);
	});

	test("if the captaincy cannot change, without the trade either", () => {
		expect(listViolationCodes(tryInstruction(createInstruction(6, "trade", 32, 17)))).toEqual(["captain-not-on-field"]);
		expect(listFieldIds(team.lineup)).toContain(6);
	});
});

describe("the conflicts of a team's instructions", () => {
	const listStates = (instructions: readonly Instruction[], saved = team) =>
		findInstructionConflicts(
			saved,
			instructions.map((instruction, index) => ({ ...instruction, id: index + 1 })),
			open,
		).map(({ id, withId, violations }) => [id, withId, violations.map(({ code }) => code)]);

	test("are none for instructions that all work together", () => {
		expect(
			listStates([createInstruction(1, "swap", 17), createInstruction(7, "trade", 32), makeCaptain(6, 3)]),
		).toEqual([]);
	});

	test("name the earlier instruction with the same player or trade", () => {
		expect(listStates([createInstruction(1, "trade", 31), createInstruction(3, "trade", 31)])).toEqual([
			[2, 1, ["already-in-team"]],
		]);
		expect(listStates([createInstruction(1, "swap", 17), createInstruction(3, "swap", 17)])).toEqual([
			[2, 1, ["not-on-bench"]],
		]);
		const used = { id: 1, roundId: 1, priceIn: 1, priceOut: 1, swapIds: [], final: false };
		const lastTrade = {
			...team,
			trades: [1, 2].map((id) => ({ ...used, id, playerInId: 80 + id, playerOutId: 90 + id })),
		};
		expect(listStates([createInstruction(1, "trade", 31), createInstruction(7, "trade", 32)], lastTrade)).toEqual([
			[2, 1, ["no-trades-left"]],
		]);
	});

	test("name no other instruction if one cannot be carried out alone", () => {
		expect(listStates([createInstruction(1, "trade", 33), createInstruction(3, "swap", 17)])).toEqual([
			[1, null, ["over-salary-cap"]],
		]);
	});

	test("do not arise between alternatives for the same player", () => {
		expect(listStates([createInstruction(1, "trade", 31), createInstruction(1, "swap", 17)])).toEqual([]);
	});
});

describe("an instruction runs", () => {
	const [round] = season.rounds.slice(1);
	if (!round) throw new Error("no round 2");
	const start = getStartTime(2, 1);
	const findTrigger = (
		status: PlayerStatus,
		minutes: number,
		{ isTeamAnnounced = true, isForRound = true, isAllowed = true, squadId = 5 } = {},
	) =>
		findInstructionTrigger(
			{
				squadId,
				availability: getAvailability(status, { isForRound, isTeamAnnounced, playedLastMatch: true, leftEarly: false }),
			},
			{
				round,
				rules: { instructions: { isAllowed, limit: 10, minutesBefore: 10 } },
				now: start - minutes * 60_000,
				isTeamAnnounced,
			},
		);

	test("for an earlier round's status only after club and time", () => {
		for (const status of ["not-playing", "emergency"] as const) {
			expect(findTrigger(status, 5, { isForRound: false, isTeamAnnounced: false })).toBeNull();
			expect(findTrigger(status, 600, { isForRound: false })).toBeNull();
			expect(findTrigger(status, 5, { isForRound: false })).toBe("before-match");
		}
	});

	test("once her club has named its team without her", () => {
		expect(findTrigger("injured", 600)).toBe("team-announced");
		expect(findTrigger("not-playing", 600)).toBe("team-announced");
		expect(findTrigger("emergency", 600)).toBe("team-announced");
		expect(findTrigger("injured", 600, { isTeamAnnounced: false })).toBeNull();
		expect(findTrigger("playing", 600)).toBeNull();
		expect(findTrigger("uncertain", 600)).toBeNull();
	});

	test("ten minutes before her match, if her club left her out", () => {
		expect(findTrigger("injured", 11, { isTeamAnnounced: false })).toBeNull();
		expect(findTrigger("injured", 10, { isTeamAnnounced: false })).toBe("before-match");
		expect(findTrigger("uncertain", 10)).toBe("before-match");
		expect(findTrigger("uncertain", 10, { isTeamAnnounced: false })).toBeNull();
		expect(findTrigger("playing", 0)).toBeNull();
	});

	test("neither on a bye, nor where the season forbids it", () => {
		expect(findTrigger("injured", 5, { squadId: 6 })).toBeNull();
		expect(findTrigger("injured", 5, { isAllowed: false })).toBeNull();
	});
});
