import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import {
	addInstruction,
	deleteInstruction,
	type InstructionFields,
	type InstructionView,
	listInstructions,
	orderInstructions,
	replaceInstruction,
} from "@first-bounce/contract/team/instructions";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { changeTeamCaptain, listActions } from "@first-bounce/contract/team/team-actions";
import { submitTrades } from "@first-bounce/contract/team/trade";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { ReplacementKind } from "@first-bounce/rules/instructions/instruction";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	BENCHED,
	CAPTAIN,
	createKnownManager,
	EARLY_FREE,
	getCost,
	type KnownTeamManager,
	LATE_DEFENDERS,
	LATE_FREE,
} from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	setStatus,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { startPushService } from "../../../../../testing/services/push-service.ts";
import { createSolver } from "../autofill/solver.ts";
import { createTeamServices } from "../create-team-services.ts";
import type { TeamServices } from "../load-team.ts";
import { runDueInstructions } from "./run-instructions.ts";

const SECOND_ROUND = FIRST_BOUNCE + 7 * DAY;
/** The second match of round 2, in which the late players play. */
const LATE_MATCH = SECOND_ROUND + DAY;
const [OUT, ALSO_OUT] = LATE_DEFENDERS;
const ALLOWED = { instructions: { isAllowed: true, limit: 3, minutesBefore: 10 } };

let app: TestApp;
const push = createLoopbackPush();
const solver = createSolver();

const createProcess = (changes: Partial<TeamServices> = {}): TeamServices => {
	const { db, pool } = app.database;
	const { seasons, clocks, standings } = app;
	return { ...createTeamServices({ db, pool, seasons, clocks, solver, standings }), ...changes };
};
const runDue = () => runDueInstructions(createProcess());

beforeEach(async () => {
	app = await createTestApp({ push }, { rules: ALLOWED });
	await setStatus(app, "playing");
});
afterEach(() => app.close());
afterAll(() => solver.close());

/** A manager of the known team two hours before the first match of round 2. */
async function setUpRoundTwo(team: Parameters<typeof createKnownManager>[1] = {}): Promise<KnownTeamManager> {
	const manager = await createKnownManager(app, team);
	await finishRound(app, 1);
	app.clocks.setSeason(SECOND_ROUND - 2 * HOUR);
	await setStatus(app, "playing");
	return manager;
}

const replace = (
	playerId: number,
	kind: ReplacementKind,
	id: number,
	captainId: number | null = null,
): InstructionFields => ({ playerId, replacement: { kind, playerId: id }, captainId, minimumScore: null });

async function add({ client }: KnownTeamManager, fields: InstructionFields): Promise<InstructionView> {
	const { instructions } = await client(addInstruction, { body: fields });
	const added = instructions.at(-1);
	if (!added) throw new Error("nothing was added");
	return added;
}
const listSaved = async ({ client }: KnownTeamManager) => (await client(listInstructions, {})).instructions;
const listStates = async (manager: KnownTeamManager) =>
	(await listSaved(manager)).map(({ state, reasons }) => [state, ...reasons]);
const getTeam = async ({ client }: KnownTeamManager) => (await client(showMyTeam, {})).team;

describe("a player is named out before her lock", () => {
	test("and her instruction runs once, with a receipt that says why (D1.4.123, D1.4.124)", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		expect(await runDue()).toBe(0);
		await setStatus(app, "injured", [OUT]);
		expect(await runDue()).toBe(1);
		expect((await getTeam(manager)).lineup.DEF).toEqual([1001, 1002, 1025, LATE_FREE.DEF, ALSO_OUT]);
		const { actions } = await manager.client(listActions, { query: {} });
		expect(actions).toMatchObject([
			{
				action: "instruction",
				trades: [{ playerInId: LATE_FREE.DEF, playerOutId: OUT }],
				cause: { playerId: OUT, trigger: "team-announced" },
			},
		]);
		expect(await listSaved(manager)).toMatchObject([
			{
				state: "done",
				ran: {
					cause: "team-announced",
					at: new Date(SECOND_ROUND - 2 * HOUR).toISOString(),
					receiptId: actions[0]?.id,
				},
			},
		]);
		const { version } = await getTeam(manager);
		await setStatus(app, "playing", [OUT]);
		await setStatus(app, "injured", [OUT]);
		expect(await runDue()).toBe(0);
		expect((await getTeam(manager)).version).toBe(version);
	});

	test("and the captaincy goes to the player that the manager chose", async () => {
		const manager = await setUpRoundTwo();
		await manager.client(changeTeamCaptain, { body: { type: "captain", newId: OUT } });
		await add(manager, replace(OUT, "swap", BENCHED.DEF, 1053));
		await setStatus(app, "not-playing", [OUT]);
		await runDue();
		expect(await getTeam(manager)).toMatchObject({ captainId: 1053, bench: { DEF: [OUT] } });
	});

	test("and in a team that has not started, the same rules apply", async () => {
		app.clocks.setSeason(FIRST_BOUNCE - 3 * HOUR);
		const manager = await createKnownManager(app);
		await add(manager, replace(1001, "trade", 1003, 1026));
		await add(manager, replace(1025, "swap", BENCHED.DEF));
		await setStatus(app, "injured", [1001, 1025]);
		await runDue();
		expect(await listStates(manager)).toEqual([["failed", "The captain must be on field"], ["done"]]);
		const team = await getTeam(manager);
		expect([team.captainId, team.lineup.DEF]).toEqual([1001, [1001, 1002, BENCHED.DEF, 1049, 1050]]);
	});
});

describe("ten minutes before a match", () => {
	test("instructions run for a player not named, and not earlier (D1.4.123)", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await setStatus(app, "uncertain", [OUT]);
		app.clocks.setSeason(LATE_MATCH - 11 * MINUTE_MS);
		expect(await runDue()).toBe(0);
		app.clocks.setSeason(LATE_MATCH - 10 * MINUTE_MS);
		expect(await runDue()).toBe(1);
		expect(await listSaved(manager)).toMatchObject([{ state: "done", ran: { cause: "before-match" } }]);
	});

	test("instructions run for an injured player whose club is silent", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await setStatus(app, "uncertain");
		await setStatus(app, "injured", [OUT]);
		app.clocks.setSeason(LATE_MATCH - 11 * MINUTE_MS);
		expect(await runDue()).toBe(0);
		app.clocks.setSeason(LATE_MATCH - 9 * MINUTE_MS);
		expect(await runDue()).toBe(1);
	});
});

describe("a loop written beforehand", () => {
	/** She plays in the first match of round 2; captain and new captain play a day later. */
	const VICE = 1025;
	async function setUpLoop(out: readonly number[] = [OUT]) {
		const manager = await setUpRoundTwo();
		await manager.client(changeTeamCaptain, { body: { type: "captain", newId: ALSO_OUT } });
		await manager.client(changeTeamCaptain, { body: { type: "viceCaptain", newId: VICE } });
		await setStatus(app, "not-playing", out);
		return manager;
	}
	const playFirstMatch = async (kicks: number) => {
		const match = app.season.matches.find(({ roundId, startsAt }) => roundId === 2 && startsAt === SECOND_ROUND);
		if (!match) throw new Error("no first match in round 2");
		app.clocks.setSeason(SECOND_ROUND + HOUR);
		await setMatchStatus(app, [match], "playing");
		await saveKicks(app, match, { [VICE]: kicks });
		await setMatchStatus(app, [match], "playing");
		expect(await runDue()).toBe(0);
		app.clocks.setSeason(SECOND_ROUND + 3 * HOUR);
		await setMatchStatus(app, [match], "complete");
		return match;
	};
	const loop = (minimumScore: number, captainId: number = OUT) =>
		({ playerId: VICE, replacement: null, captainId, minimumScore }) satisfies InstructionFields;

	test("makes captain who does not play, once the match is over [D2.9.832]", async () => {
		const manager = await setUpLoop();
		expect(await add(manager, loop(99))).toMatchObject({ minimumScore: 99, state: "waiting", conflict: null });
		await playFirstMatch(33);
		expect(await runDue()).toBe(1);
		expect(await getTeam(manager)).toMatchObject({ captainId: OUT, viceCaptainId: VICE });
		const { actions } = await manager.client(listActions, { query: { page: 1 } });
		expect(actions[0]).toMatchObject({
			action: "instruction",
			cause: { playerId: VICE, trigger: "match-complete" },
			changes: [{ what: "captain", from: ALSO_OUT, to: OUT }],
		});
		expect(await runDue()).toBe(0);
	});

	test("does not wait for a second match that is called off", async () => {
		const manager = await setUpLoop();
		await add(manager, loop(99));
		await app.database.pool.query(
			`INSERT INTO matches (season_id, id, round_id, home_squad_id, away_squad_id, starts_at, is_abandoned)
			SELECT season_id, 299, round_id, home_squad_id, away_squad_id, starts_at + interval '3 days', true
			FROM matches WHERE round_id = 2 AND starts_at = $1`,
			[new Date(SECOND_ROUND)],
		);
		await playFirstMatch(33);
		expect(await runDue()).toBe(1);
		expect((await getTeam(manager)).captainId).toBe(OUT);
	});

	test("is not needed after a lower score, even once that is corrected [D2.9.833]", async () => {
		const manager = await setUpLoop();
		await add(manager, loop(100));
		const match = await playFirstMatch(33);
		expect(await runDue()).toBe(1);
		expect(await listStates(manager)).toEqual([["not-needed", `P ${VICE} scored 99, and your loop needs 100`]]);
		await app.database.pool.query("DELETE FROM stat_lines WHERE match_id = $1", [match.id]);
		await saveKicks(app, match, { [VICE]: 40 });
		await setMatchStatus(app, [match], "complete");
		expect(await runDue()).toBe(0);
		expect((await getTeam(manager)).captainId).toBe(ALSO_OUT);
	});

	test("says that the new captain was named after all [D2.9.833]", async () => {
		const manager = await setUpLoop();
		await add(manager, loop(90));
		await setStatus(app, "playing", [OUT]);
		expect(await listSaved(manager)).toMatchObject([{ conflict: { reasons: [`P ${OUT} may still play`] } }]);
		await playFirstMatch(33);
		expect(await runDue()).toBe(1);
		expect(await listStates(manager)).toEqual([["failed", `P ${OUT} may still play`]]);
		expect((await getTeam(manager)).captainId).toBe(ALSO_OUT);
	});

	test("does nothing once captain and new captain are locked [D2.9.833]", async () => {
		const manager = await setUpLoop();
		await add(manager, loop(90));
		await playFirstMatch(33);
		app.clocks.setSeason(LATE_MATCH);
		await runDue();
		expect(await listStates(manager)).toEqual([["failed", `P ${ALSO_OUT} is locked`, `P ${OUT} is locked`]]);
	});

	test("cannot have a captain on a bye, who locks too early [D2.9.833]", async () => {
		const manager = await setUpLoop([CAPTAIN]);
		await expect(add(manager, loop(90, CAPTAIN))).rejects.toThrow(
			`P ${CAPTAIN} has a bye and locks with the round's first match`,
		);
	});

	test("needs a captain and brings in nobody [D2.9.830]", async () => {
		const manager = await setUpLoop();
		const replacement = { kind: "swap", playerId: BENCHED.DEF } as const;
		await expect(add(manager, { ...loop(90), replacement })).rejects.toThrow("needs a captain, and no replacement");
		await expect(add(manager, { ...loop(90), captainId: null })).rejects.toThrow(
			"give a replacement, a captain, or both",
		);
	});

	test("runs beside an instruction for the vice captain if she is out", async () => {
		const manager = await setUpLoop();
		await add(manager, loop(90));
		await add(manager, replace(VICE, "swap", BENCHED.DEF));
		await playFirstMatch(33);
		expect(await runDue()).toBe(1);
		expect((await listStates(manager)).map(([state]) => state)).toEqual(["done", "not-needed"]);
	});
});

test("an instruction waits for this round's team, not last round's", async () => {
	await setStatus(app, "not-playing", [OUT]);
	const manager = await createKnownManager(app);
	await finishRound(app, 1);
	app.clocks.setSeason(SECOND_ROUND - 2 * HOUR);
	await add(manager, replace(OUT, "swap", BENCHED.DEF));
	expect(await runDue()).toBe(0);
	app.clocks.setSeason(LATE_MATCH - 5 * MINUTE_MS);
	expect(await runDue()).toBe(0);
	await setStatus(app, "playing", LATE_DEFENDERS.slice(1));
	await setStatus(app, "not-playing", [OUT]);
	expect(await runDue()).toBe(1);
	expect((await getTeam(manager)).lineup.DEF).toContain(BENCHED.DEF);
});

describe("an instruction that cannot be carried out changes nothing, with reason", () => {
	/** Adds an instruction, marks player OUT as injured and runs what is due. */
	async function tryInstruction(manager: KnownTeamManager, fields: InstructionFields) {
		await add(manager, fields);
		const { version } = await getTeam(manager);
		await setStatus(app, "injured", [OUT]);
		await runDue();
		expect((await getTeam(manager)).version).toBe(version);
		return listStates(manager);
	}

	test("when the team cannot afford the trade (D1.4.123)", async () => {
		const manager = await setUpRoundTwo({ bank: 0 });
		const priceDifference = getCost(app.season, LATE_FREE.DEF) - getCost(app.season, OUT);
		const reason = `The team is $${priceDifference.toLocaleString("en")} over the salary cap`;
		expect(await tryInstruction(manager, replace(OUT, "trade", LATE_FREE.DEF))).toEqual([["failed", reason]]);
	});

	test("when the captaincy cannot change: then the trade is not made either (D1.4.123)", async () => {
		const manager = await setUpRoundTwo();
		await manager.client(changeTeamCaptain, { body: { type: "captain", newId: OUT } });
		expect(await tryInstruction(manager, replace(OUT, "trade", LATE_FREE.DEF, BENCHED.FWD))).toEqual([
			["failed", "The captain must be on field"],
		]);
	});

	test("once the lock has passed (D1.4.123)", async () => {
		const manager = await setUpRoundTwo();
		const { version } = await getTeam(manager);
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await setStatus(app, "injured", [OUT]);
		app.clocks.setSeason(LATE_MATCH);
		await runDue();
		expect(await listStates(manager)).toEqual([["failed", `P ${OUT} is locked`]]);
		expect((await getTeam(manager)).version).toBe(version);
	});

	test("after the manager has traded the player away (D1.4.123)", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await manager.client(submitTrades, {
			body: { tradePairs: [{ playerInId: LATE_FREE.DEF, playerOutId: OUT }] },
		});
		await setStatus(app, "injured", [OUT]);
		await runDue();
		expect(await listStates(manager)).toEqual([["failed", `P ${OUT} is not in the team`]]);
	});

	test("when an earlier instruction took the replacement, as shown before", async () => {
		const manager = await setUpRoundTwo();
		const first = await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		expect(first.conflict).toBeNull();
		const second = await add(manager, replace(ALSO_OUT, "trade", LATE_FREE.DEF));
		const reason = `P ${LATE_FREE.DEF} is already in the team`;
		expect(second.conflict).toEqual({ withId: first.id, reasons: [reason] });
		await setStatus(app, "injured", [OUT, ALSO_OUT]);
		await runDue();
		expect(await listStates(manager)).toEqual([["done"], ["failed", reason]]);
		expect((await getTeam(manager)).lineup.DEF).toEqual([1001, 1002, 1025, LATE_FREE.DEF, ALSO_OUT]);
	});
});

describe("several instructions", () => {
	test("for one player are alternatives: the first that works is carried out", async () => {
		const manager = await setUpRoundTwo({ bank: 0 });
		await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await add(manager, replace(OUT, "swap", 1061));
		await setStatus(app, "injured", [OUT]);
		expect(await runDue()).toBe(2);
		expect((await listStates(manager)).map(([state]) => state)).toEqual(["failed", "done", "not-needed"]);
		expect(await runDue()).toBe(0);
		expect((await getTeam(manager)).lineup.DEF).toContain(BENCHED.DEF);
	});

	test("run in the order that the manager gave them", async () => {
		const manager = await setUpRoundTwo();
		const first = await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		const second = await add(manager, replace(ALSO_OUT, "trade", LATE_FREE.DEF));
		const { instructions } = await manager.client(orderInstructions, { body: { ids: [second.id, first.id] } });
		expect(instructions.map(({ id, conflict }) => [id, conflict?.withId])).toEqual([
			[second.id, undefined],
			[first.id, second.id],
		]);
		await setStatus(app, "injured", [OUT, ALSO_OUT]);
		await runDue();
		expect((await getTeam(manager)).lineup.DEF).toEqual([1001, 1002, 1025, OUT, LATE_FREE.DEF]);
		await expect(manager.client(orderInstructions, { body: { ids: [first.id, first.id] } })).rejects.toThrow(
			"Your instructions have changed since",
		);
	});
});

describe("an instruction", () => {
	test("can be replaced and deleted only while it waits", async () => {
		const manager = await setUpRoundTwo();
		const { id } = await add(manager, replace(OUT, "trade", EARLY_FREE.DEF));
		const body = { id, ...replace(OUT, "swap", BENCHED.DEF) };
		const { instructions } = await manager.client(replaceInstruction, { body });
		expect(instructions).toMatchObject([body]);
		const other = await add(manager, replace(ALSO_OUT, "swap", BENCHED.DEF));
		expect((await manager.client(deleteInstruction, { body: { id: other.id } })).instructions).toHaveLength(1);
		await setStatus(app, "injured", [OUT]);
		await runDue();
		await expect(manager.client(replaceInstruction, { body })).rejects.toThrow("That instruction has already run");
		await expect(manager.client(deleteInstruction, { body: { id } })).rejects.toThrow("has already run");
	});

	test("is saved with its conflicts, unless nothing could resolve them", async () => {
		const manager = await setUpRoundTwo({ bank: 0 });
		const { conflict } = await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		expect(conflict).toMatchObject({ withId: null, reasons: [expect.stringContaining("over the salary cap")] });
		await expect(add(manager, replace(LATE_FREE.DEF, "swap", OUT))).rejects.toThrow("is not in the team");
		await expect(add(manager, replace(OUT, "trade", 4711))).rejects.toThrow("Player 4711 is not in this season");
		await expect(add(manager, replace(OUT, "swap", OUT))).rejects.toThrow("picked more than once");
		app.clocks.setSeason(LATE_MATCH);
		await expect(add(manager, replace(OUT, "swap", BENCHED.DEF))).rejects.toThrow(`P ${OUT} is locked`);
	});

	test("is refused beyond the season's limit", async () => {
		const manager = await setUpRoundTwo();
		for (const id of [1051, 1061, 1062]) await add(manager, replace(OUT, "swap", id));
		await expect(add(manager, replace(ALSO_OUT, "swap", 1051))).rejects.toThrow("up to 3 instructions a round");
	});

	test("belongs to its manager alone", async () => {
		const manager = await setUpRoundTwo();
		const other = await createKnownManager(app);
		const { id } = await add(manager, replace(OUT, "swap", BENCHED.DEF));
		const body = { id, ...replace(OUT, "swap", 1061) };
		await expect(other.client(replaceInstruction, { body })).rejects.toThrow("no such instruction");
		await expect(other.client(deleteInstruction, { body: { id } })).rejects.toThrow("no such instruction");
		expect(await listSaved(other)).toEqual([]);
		expect(await listSaved(manager)).toMatchObject([{ replacement: { playerId: BENCHED.DEF } }]);
	});

	test("is not carried out once its manager has closed the account", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await manager.client(deactivateAccount, { body: {} });
		await setStatus(app, "injured", [OUT]);
		expect(await runDue()).toBe(0);
		const { rows } = await app.database.pool.query("SELECT FROM team_instructions");
		expect(rows).toHaveLength(0);
	});

	test("is neither accepted nor run where the season forbids it", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await app.database.pool.query(`UPDATE seasons SET rules = jsonb_set(rules, '{instructions,isAllowed}', 'false')`);
		await setStatus(app, "injured", [OUT]);
		expect(await runDue()).toBe(0);
		expect(await manager.client(listInstructions, {})).toMatchObject({ isAllowed: false });
		await expect(add(manager, replace(OUT, "swap", 1061))).rejects.toThrow("This season does not allow instructions");
	});
});

describe("concurrent runs", () => {
	test("carry out each instruction once", async () => {
		const managers = [];
		for (let count = 0; count < 3; count++) managers.push(await createKnownManager(app));
		await finishRound(app, 1);
		app.clocks.setSeason(SECOND_ROUND - 2 * HOUR);
		await setStatus(app, "playing");
		for (const manager of managers) {
			await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
			await add(manager, replace(ALSO_OUT, "swap", BENCHED.DEF));
		}
		await setStatus(app, "injured", [OUT, ALSO_OUT]);
		await Promise.all([createProcess(), createProcess(), createProcess()].map(runDueInstructions));
		await runDue();
		for (const manager of managers) {
			expect(await listStates(manager)).toEqual([["done"], ["done"]]);
			const { actions } = await manager.client(listActions, { query: {} });
			expect(actions.map(({ action }) => action)).toEqual(["instruction", "instruction"]);
		}
	});

	test("report one team's error once the other teams' have ended", async () => {
		const managers = [await createKnownManager(app), await createKnownManager(app)];
		await finishRound(app, 1);
		app.clocks.setSeason(SECOND_ROUND - 2 * HOUR);
		await setStatus(app, "playing");
		for (const manager of managers) await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		await setStatus(app, "injured", [OUT]);
		const { findTeam } = createProcess();
		const calls: string[] = [];
		const failingProcess = createProcess({
			findTeam: async (key) => {
				calls.push("begun");
				if (calls.length === 1) throw new Error("connection lost");
				const team = await findTeam(key);
				calls.push("ended");
				return team;
			},
		});
		await expect(runDueInstructions(failingProcess)).rejects.toThrow("connection lost");
		expect(calls).toEqual(["begun", "begun", "ended"]);
	});

	test("do not run an alternative to what another process did", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await setStatus(app, "injured", [OUT]);
		const { findTeam } = createProcess();
		let isFirst = true;
		const overtakenProcess = createProcess({
			findTeam: async (key) => {
				if (isFirst) {
					isFirst = false;
					await runDue();
				}
				return findTeam(key);
			},
		});
		expect(await runDueInstructions(overtakenProcess)).toBe(0);
		expect(await listStates(manager)).toEqual([["done"], ["not-needed"]]);
	});

	test("do not carry out what an instruction said before it was changed", async () => {
		const manager = await setUpRoundTwo();
		const { id } = await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		await setStatus(app, "injured", [OUT]);
		const { store } = createProcess();
		const overtakenProcess = createProcess({
			store: async (allowed) => {
				await manager.client(replaceInstruction, { body: { id, ...replace(OUT, "swap", BENCHED.DEF) } });
				return store(allowed);
			},
		});
		expect(await runDueInstructions(overtakenProcess)).toBe(0);
		expect((await getTeam(manager)).lineup.DEF).toContain(OUT);
		expect(await listStates(manager)).toEqual([["waiting"]]);
		expect(await runDue()).toBe(1);
		expect((await getTeam(manager)).lineup.DEF).toContain(BENCHED.DEF);
	});

	test("do not mark an instruction as failed that was changed meanwhile", async () => {
		const manager = await setUpRoundTwo({ bank: 0 });
		const { id } = await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		await setStatus(app, "injured", [OUT]);
		const { findTeam } = createProcess();
		const overtakenProcess = createProcess({
			findTeam: async (key) => {
				await manager.client(replaceInstruction, { body: { id, ...replace(OUT, "swap", BENCHED.DEF) } });
				return findTeam(key);
			},
		});
		expect(await runDueInstructions(overtakenProcess)).toBe(0);
		expect(await listStates(manager)).toEqual([["waiting"]]);
		expect(await runDue()).toBe(1);
	});

	test("do not carry out an alternative that was moved behind another", async () => {
		const manager = await setUpRoundTwo();
		const trade = await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		const swap = await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await setStatus(app, "injured", [OUT]);
		const { store } = createProcess();
		const overtakenProcess = createProcess({
			store: async (allowed) => {
				await manager.client(orderInstructions, { body: { ids: [swap.id, trade.id] } });
				return store(allowed);
			},
		});
		expect(await runDueInstructions(overtakenProcess)).toBe(0);
		await runDue();
		expect(await listStates(manager)).toEqual([["done"], ["not-needed"]]);
		expect((await getTeam(manager)).lineup.DEF).toContain(BENCHED.DEF);
	});

	test("do not carry out an instruction once its round has been published", async () => {
		const manager = await setUpRoundTwo();
		await add(manager, replace(OUT, "trade", LATE_FREE.DEF));
		await setStatus(app, "injured", [OUT]);
		const { findTeam } = createProcess();
		const overtakenProcess = createProcess({
			findTeam: async (key) => {
				if (app.seasons.current().rounds[1]?.status !== "complete") {
					await finishRound(app, 2);
					await setStatus(app, "playing");
					await setStatus(app, "injured", [OUT]);
				}
				return findTeam(key);
			},
		});
		expect(await runDueInstructions(overtakenProcess)).toBe(0);
		expect((await getTeam(manager)).lineup.DEF).toContain(OUT);
	});

	test("do not carry out an instruction that is deleted while it runs", async () => {
		const manager = await setUpRoundTwo();
		const { id } = await add(manager, replace(OUT, "swap", BENCHED.DEF));
		await setStatus(app, "injured", [OUT]);
		const { store } = createProcess();
		const deletingProcess = createProcess({
			store: async (allowed) => {
				await manager.client(deleteInstruction, { body: { id } });
				return store(allowed);
			},
		});
		expect(await runDueInstructions(deletingProcess)).toBe(0);
		expect((await getTeam(manager)).lineup.DEF).toContain(OUT);
		expect((await manager.client(listActions, { query: {} })).actions).toEqual([]);
	});
});

describe("a notification", () => {
	test("about a late out says what the instruction did (D1.4.124)", async () => {
		const service = await startPushService();
		const manager = await setUpRoundTwo();
		await manager.client(changeTeamCaptain, { body: { type: "captain", newId: OUT } });
		const browser = await subscribeBrowser(manager.client, service, { lateOuts: true });
		await add(manager, replace(OUT, "trade", LATE_FREE.DEF, 1053));
		await add(manager, replace(ALSO_OUT, "trade", LATE_FREE.DEF));
		await setStatus(app, "injured", [OUT, ALSO_OUT]);
		await runDue();
		const tasks = createNoticeTasks(app, push);
		await Promise.all([tasks.create(), createNoticeTasks(app, push).create()]);
		await tasks.step();
		expect(browser.messages().toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
			{
				title: `P ${OUT} is out: your instruction ran`,
				body: `P ${LATE_FREE.DEF} came in for P ${OUT} by a trade. Captain: P 1053.`,
				tag: expect.stringMatching(/^instruction-/),
				url: "/team?check",
			},
			{
				title: `P ${ALSO_OUT} is out: your instruction could not run`,
				body: `P ${LATE_FREE.DEF} is already in the team. Nothing has changed: fix your team now.`,
				tag: expect.stringMatching(/^instruction-/),
				url: "/team?check",
			},
		]);
		await service.close();
	});
});
