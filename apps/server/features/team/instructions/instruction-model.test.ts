import {
	addInstruction,
	deleteInstruction,
	type InstructionFields,
	listInstructions,
} from "@first-bounce/contract/team/instructions";
import { listActions, swapInTeam } from "@first-bounce/contract/team/team-actions";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { applyInstruction } from "@first-bounce/rules/instructions/apply-instruction";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import { createLockCheck } from "@first-bounce/rules/lockout/locked-players";
import type { TeamState } from "@first-bounce/rules/team/team-state";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKnownManager, type KnownTeamManager } from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { setStatus } from "../../../../../testing/server/notifications.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createSolver } from "../autofill/solver.ts";
import { createTeamServices } from "../create-team-services.ts";
import { findUserTeam } from "../load-team.ts";
import { buildInstructionSeason, buildTeamState } from "../team-state.ts";
import { runDueInstructions } from "./run-instructions.ts";

const EARLY_MATCH = FIRST_BOUNCE + 7 * DAY;
const LATE_MATCH = EARLY_MATCH + DAY;
/** Moments around the locks of round 2. */
const MOMENTS = [
	...[EARLY_MATCH - 2 * HOUR, EARLY_MATCH - 10 * MINUTE_MS, EARLY_MATCH + MINUTE_MS],
	...[LATE_MATCH - 11 * MINUTE_MS, LATE_MATCH - 10 * MINUTE_MS, LATE_MATCH + MINUTE_MS],
];
/** Defenders on field, the last of whom plays in the early match, and players of the bench and the pool. */
const PLAYERS = [1049, 1050, 1025];
const BENCHED = [1051, 1061];
const POOL = [1062, 1052, 1026];

let app: TestApp;
const solver = createSolver();
beforeAll(async () => {
	app = await createTestApp({}, { rules: { instructions: { isAllowed: true, limit: 10, minutesBefore: 10 } } });
	await createKnownManager(app);
	await finishRound(app, 1);
});
afterAll(async () => {
	await app.close();
	await solver.close();
});

const createProcess = () => {
	const { db, pool } = app.database;
	const { seasons, clocks, standings } = app;
	return createTeamServices({ db, pool, seasons, clocks, solver, standings });
};

type Command =
	| { readonly kind: "write"; readonly fields: Omit<InstructionFields, "minimumScore"> }
	| { readonly kind: "delete"; readonly pick: number }
	| { readonly kind: "status"; readonly id: number; readonly status: "injured" | "playing" }
	| { readonly kind: "swap"; readonly pair: readonly [number, number] }
	| { readonly kind: "wait" }
	| { readonly kind: "run"; readonly processes: number };

const player = fc.constantFrom(...PLAYERS);
const replacement = fc.oneof(
	fc.record({ kind: fc.constant("trade" as const), playerId: fc.constantFrom(...POOL, 1051) }),
	fc.record({ kind: fc.constantFrom("swap" as const, "emergency" as const), playerId: fc.constantFrom(...BENCHED) }),
);
const command: fc.Arbitrary<Command> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant("write" as const),
			fields: fc.record({
				playerId: player,
				replacement,
				captainId: fc.option(fc.constantFrom(1054, 1056), { nil: null }),
			}),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), pick: fc.nat(20) }) },
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant("status" as const),
			id: player,
			status: fc.constantFrom("injured" as const, "injured" as const, "playing" as const),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant("swap" as const),
			pair: fc.tuple(player, fc.constantFrom(...BENCHED)),
		}),
	},
	{ weight: 2, arbitrary: fc.constant({ kind: "wait" as const }) },
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant("run" as const), processes: fc.integer({ min: 1, max: 3 }) }) },
);

async function loadTeam(manager: KnownTeamManager) {
	const loaded = await findUserTeam(createProcess(), manager.userId);
	const team = loaded && buildTeamState(loaded.row, loaded.season);
	if (!team) throw new Error("no team");
	return { team, context: buildInstructionSeason(loaded.season, app.clocks.seasonNow(), loaded.row) };
}

const listSaved = async ({ client }: KnownTeamManager) => (await client(listInstructions, {})).instructions;
const ignoreRefusal = () => undefined;

/** Predicts by the rules alone what the due instructions must do, in their order. */
async function predictRun(manager: KnownTeamManager) {
	const { team, context } = await loadTeam(manager);
	const instructions = await listSaved(manager);
	const states = new Map<number, string>(instructions.map(({ id, state }) => [id, state]));
	const done = new Set(instructions.filter(({ state }) => state === "done").map(({ playerId }) => playerId));
	let after: TeamState = team;
	// An instruction whose player has locked is also shown as not needed, but still fails if she is named out.
	const open = instructions.filter(({ state }) => state === "waiting" || state === "not-needed");
	for (const instruction of open) {
		const { id, playerId } = instruction;
		const isOut = app.seasons.current().players.get(playerId)?.status === "injured";
		if (!isOut || done.has(playerId)) continue;
		const applied = applyInstruction(after, instruction, context);
		states.set(id, applied.ok ? "done" : "failed");
		if (!applied.ok) continue;
		done.add(playerId);
		const trades = applied.value.newTrades.map((trade, index) => ({ ...trade, id: 1_000_000 + index }));
		after = { ...applied.value.team, trades: [...after.trades, ...trades] };
	}
	const isLocked = createLockCheck(team, context);
	expect(findChangedPlayers(team.lineup, after.lineup, context.rules).filter(isLocked)).toEqual([]);
	return { states, after };
}

/**
 * Treats "not needed" as "waiting": an instruction for a player who has locked or was replaced is shown as not needed,
 * although it still waits.
 */
const normalizeState = (state: string) => (state === "not-needed" ? "waiting" : state);

async function runCommand(command: Command, manager: KnownTeamManager, moment: { index: number }): Promise<void> {
	const { client } = manager;
	switch (command.kind) {
		case "write":
			await client(addInstruction, { body: command.fields }).catch(ignoreRefusal);
			return;
		case "delete": {
			const all = await listSaved(manager);
			const id = all[command.pick % Math.max(1, all.length)]?.id;
			if (id !== undefined) await client(deleteInstruction, { body: { id } }).catch(ignoreRefusal);
			return;
		}
		case "status":
			return setStatus(app, command.status, [command.id]);
		case "swap":
			await client(swapInTeam, { body: { swapsPairs: [[...command.pair]] } }).catch(ignoreRefusal);
			return;
		case "wait":
			moment.index = Math.min(moment.index + 1, MOMENTS.length - 1);
			app.clocks.setSeason(MOMENTS[moment.index] ?? 0);
			return;
		case "run": {
			const { states, after } = await predictRun(manager);
			await Promise.all(Array.from({ length: command.processes }, () => runDueInstructions(createProcess())));
			// A process that found another one at work leaves the rest to its next step.
			await runDueInstructions(createProcess());
			const listed = await listSaved(manager);
			expect(listed.map(({ id, state }) => [id, normalizeState(state)])).toEqual(
				listed.map(({ id }) => [id, normalizeState(states.get(id) ?? "")]),
			);
			const { team } = await loadTeam(manager);
			expect([team.lineup, team.bank, team.trades.length]).toEqual([after.lineup, after.bank, after.trades.length]);
			const { actions } = await client(listActions, { query: {} });
			const receipts = actions.filter(({ action }) => action === "instruction").map(({ id }) => id);
			const carriedOut = listed.flatMap(({ ran: last }) => last?.receiptId ?? []);
			expect(carriedOut.toSorted()).toEqual(receipts.toSorted());
		}
	}
}

test("whatever happens, each instruction runs once, in order, by the rules", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 24 }), async (commands) => {
			const moment = { index: 0 };
			app.clocks.setSeason(MOMENTS[0] ?? 0);
			await setStatus(app, "playing");
			const manager = await createKnownManager(app);
			for (const command of commands) await runCommand(command, manager, moment);
			await runCommand({ kind: "run", processes: 2 }, manager, moment);
			// The next run has a manager of its own, and must not run the instructions of this one.
			await app.database.pool.query("DELETE FROM team_instructions");
		}),
		{ numRuns: 15, endOnFailure: true },
	);
}, 120_000);
