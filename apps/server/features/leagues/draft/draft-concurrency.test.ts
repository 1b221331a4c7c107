import { saveDraftPreferences, showDraftBoard } from "@first-bounce/contract/draft/draft";
import {
	makePick,
	pauseDraft as pauseDraftCall,
	setAutopick,
	skipPick,
} from "@first-bounce/contract/draft/draft-process";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	createDraftRoom,
	type DraftRoom,
	getFourManagers,
	getOutcome,
	tickDraftsOf,
} from "../../../../../testing/server/draft-leagues.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { deleteMember } from "../members/queries.ts";
import { pickForTeam, pickPlayer } from "./picks.ts";
import { listOwners } from "./queries.ts";
import { exchangePicks, pauseDraft, resumeDraft, skipPick as skip, undoLastAction } from "./run-draft.ts";
import { tickDrafts } from "./tick.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const createKey = () => crypto.randomUUID();

test("one of two managers gets a player whom both take at once", async () => {
	const second = await app.startSecondServer();
	const room = await createDraftRoom(app);
	const [ada, bea] = getFourManagers(room);
	const params = { id: room.id };
	const beaOnSecond = second.as(await app.getToken(bea.userId));
	await ada.client(skipPick, { params, body: { overallPick: 1 } });
	const [playerId = 0] = await room.listFree(ada);
	const outcomes = await Promise.all([
		getOutcome(ada.client(makePick, { params, body: { overallPick: 1, playerId, key: createKey() } })),
		getOutcome(beaOnSecond(makePick, { params, body: { overallPick: 2, playerId, key: createKey() } })),
	]);
	expect(outcomes.toSorted()).toEqual(["done", "draft-player-taken"]);
	expect((await room.getBoard()).completedPicks).toHaveLength(1);
	await second.close();
});

test("a pick sent to two processes with one key is made once", async () => {
	const second = await app.startSecondServer();
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const onSecond = second.as(await app.getToken(ada.userId));
	const [playerId = 0, other = 0] = await room.listFree(ada);
	const args = { params: { id: room.id }, body: { overallPick: 1, playerId, key: createKey() } };
	const answers = await Promise.all([ada.client(makePick, args), onSecond(makePick, args), onSecond(makePick, args)]);
	expect(new Set(answers.map(({ pick }) => JSON.stringify(pick))).size).toBe(1);
	expect(await getOutcome(onSecond(makePick, { ...args, body: { ...args.body, playerId: other } }))).toBe(
		"draft-key-used",
	);
	const { completedPicks, log } = await room.getBoard();
	expect([completedPicks.length, log.filter(({ action }) => action === "pick").length]).toEqual([1, 1]);
	await second.close();
});

test("a board is never older than the version that its reader knows", async () => {
	const announcements: ((payload: string) => unknown)[] = [];
	const second = await app.startSecondServer({
		pgListener: {
			on: (channel, listener) => {
				if (channel === "draft_changed") announcements.push(listener);
				return () => undefined;
			},
		},
	});
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const onSecond = second.as(await app.getToken(ada.userId));
	const params = { id: room.id };
	const before = await onSecond(showDraftBoard, { params, query: {} });
	for (const announce of announcements) await announce(`${room.id}:${before.version}:`);
	expect((await onSecond(showDraftBoard, { params, query: {} })).version).toBe(before.version);
	const [playerId = 0] = await room.listFree(ada);
	const { version } = await ada.client(makePick, { params, body: { overallPick: 1, playerId, key: createKey() } });
	// The second process has not heard of it yet.
	const after = await onSecond(showDraftBoard, { params, query: { since: version } });
	expect([after.version, after.isWhole, after.activePick?.overallPick]).toEqual([version, false, 2]);
	const paused = await onSecond(pauseDraftCall, { params });
	expect(await onSecond(showDraftBoard, { params, query: {} })).toMatchObject({ ...paused, draftStatus: "paused" });
	await second.close();
});

test("a pick that races its deadline and two leaders is made once", async () => {
	const room = await createDraftRoom(app);
	await room.tickAfter(62_200);
	for (let overall = 1; overall <= 6; overall++) {
		const { activePick } = await room.getBoard();
		const manager = room.findManager(activePick?.teamId);
		const [playerId = 0] = await room.listFree(manager);
		app.clocks.setWall(app.clocks.wallNow() + 60);
		const overallPick = activePick?.overallPick ?? 0;
		const [outcome] = await Promise.all([
			getOutcome(
				manager.client(makePick, { params: { id: room.id }, body: { overallPick, playerId, key: createKey() } }),
			),
			tickDraftsOf(app),
			tickDraftsOf(app),
		]);
		const { completedPicks, activePick: next } = await room.getBoard();
		const pick = completedPicks.find((made) => made.overallPick === overallPick);
		expect([outcome, pick?.madeBy]).toEqual(outcome === "done" ? ["done", "manager"] : ["draft-pick-made", "autopick"]);
		expect(next?.overallPick).toBe(overallPick + 1);
		await room.tickAfter(62_200);
	}
});

test("two leaders who find the same clock expired pick once", async () => {
	const room = await createDraftRoom(app);
	await room.tickAfter(62_000);
	app.clocks.setWall(app.clocks.wallNow() + 500);
	await Promise.all(Array.from({ length: 4 }, () => tickDraftsOf(app)));
	const { completedPicks, log } = await room.getBoard();
	expect(completedPicks.map(({ overallPick }) => overallPick)).toEqual([1]);
	expect(log.filter(({ action }) => action === "pick")).toHaveLength(1);
});

test.each([30_000, 14_000])("a leader asleep for %i ms while it looks autopicks nobody", async (sleep) => {
	const room = await createDraftRoom(app, { settings: { pickTurnTime: 30 } });
	await room.tickAfter(20_000);
	const { database, seasons, clocks } = app;
	let reads = 0;
	const wallNow = () => {
		const now = clocks.wallNow();
		// After the list of what is due.
		if (++reads === 1) clocks.setWall(now + sleep);
		return now;
	};
	await tickDrafts({ db: database.db, seasons, clocks: { ...clocks, wallNow } }, (error) => {
		throw error;
	});
	// Another process takes over.
	await room.tickAfterOutage(20_000);
	const { completedPicks, log } = await room.getBoard();
	expect([completedPicks, log.at(-1)?.action]).toEqual([[], "restarted"]);
});

/** The picks that the room's log leads to, from its start on. */
function replayLog({ log }: Awaited<ReturnType<DraftRoom["getBoard"]>>): Map<number, number> {
	const made = new Map<number, number>();
	for (const { action, overallPick, playerId, undone } of log) {
		if (action === "pick") made.set(overallPick ?? 0, playerId ?? 0);
		if (action === "undone" && undone === "pick") made.delete(overallPick ?? 0);
	}
	return made;
}

const command = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("pick" as const), choice: fc.nat(20) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("pick-for" as const), choice: fc.nat(20) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("late" as const), choice: fc.nat(20) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("skip" as const), choice: fc.constant(0) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("exchange" as const), choice: fc.nat(255) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("undo" as const), choice: fc.nat(2) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("tick" as const), choice: fc.nat(70) }) },
);

async function runCommand(room: DraftRoom, { kind, choice }: { readonly kind: string; readonly choice: number }) {
	const services = { db: app.database.db, seasons: app.seasons, clocks: app.clocks };
	const [ada] = getFourManagers(room);
	const board = await room.getBoard();
	const overallPick = board.activePick?.overallPick ?? 0;
	const free = await room.listFree(board.activePick ? room.findManager(board.activePick.teamId) : ada);
	const playerId = free[choice % Math.max(1, free.length)] ?? 0;
	const body = { overallPick, playerId, key: createKey() };
	const id = room.id;
	if (kind === "pick" && board.activePick)
		return pickPlayer(services, room.findManager(board.activePick.teamId).userId, id, body);
	if (kind === "pick-for") return pickForTeam(services, ada.userId, id, body);
	const open = board.futurePicks.find(({ isSkipped }) => isSkipped);
	if (kind === "late" && open)
		return pickPlayer(services, room.findManager(open.teamId).userId, id, { ...body, overallPick: open.overallPick });
	if (kind === "skip") return skip(services, ada.userId, id, { overallPick });
	if (kind === "exchange")
		return exchangePicks(services, ada.userId, id, {
			overallPick: (choice % 16) + 1,
			otherOverallPick: (Math.floor(choice / 16) % 16) + 1,
		});
	if (kind === "tick") return room.tickAfter(choice * 1_000);
	if (kind !== "undo") return undefined;
	await pauseDraft(services, ada.userId, id);
	for (let left = choice + 1; left > 0; left--)
		await undoLastAction(services, ada.userId, id, { version: (await room.getBoard()).version }).catch(() => undefined);
	return resumeDraft(services, ada.userId, id);
}

test("after any actions players have one owner, and the log agrees", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 20 }), async (commands) => {
			const room = await createDraftRoom(app);
			for (const given of commands) await runCommand(room, given).catch(expectRefusal);
			const board = await room.getBoard();
			const made = new Map(board.completedPicks.map(({ overallPick, playerId }) => [overallPick, playerId]));
			expect(new Set(made.values()).size).toBe(made.size);
			expect(replayLog(board)).toEqual(made);
			expect(board.completedPicks.length + board.futurePicks.length).toBe(16);
			for (const { client } of room.managers)
				await client(setAutopick, { params: { id: room.id }, body: { mode: "on" } });
			for (let step = 0; step < 20; step++) await room.tickAfter(6_000);
			const end = await room.getBoard();
			expect(end.draftStatus).toBe("complete");
			const owners = await listOwners(app.database.db, room.id);
			const drafted = end.completedPicks.map(({ playerId, teamId }) => ({ playerId, teamId }));
			expect(owners.toSorted((a, b) => a.playerId - b.playerId)).toEqual(
				drafted.toSorted((a, b) => a.playerId - b.playerId),
			);
			expect([...Map.groupBy(drafted, ({ teamId }) => teamId).values()].map((squad) => squad.length)).toEqual([
				4, 4, 4, 4,
			]);
		}),
		{ numRuns: 5, seed: 2023 },
	);
}, 60_000);

function expectRefusal(error: unknown): void {
	expect(error).toMatchObject({ name: "Refusal" });
}

// The last test, because sessions end when the clock is set this far.
test("a slow clock stands still at night when daylight saving begins", async () => {
	// Saturday, 8 pm in Melbourne; at two in the morning clocks go forward.
	app.clocks.setWall(Date.parse("2026-10-03T10:00:00Z"));
	const room = await createDraftRoom(app, {
		settings: { clock: "slow", pickTurnTime: 4 * 3_600, nightPause: { from: "22:00", to: "08:00" } },
	});
	expect((await room.getBoard()).deadline).toBe("2026-10-03T23:00:00.000Z");
	const [playerId = 0] = await room.listFree();
	app.clocks.setWall(Date.parse("2026-10-03T23:00:01Z"));
	await tickDraftsOf(app);
	expect((await room.getBoard()).completedPicks).toEqual([]);
	const [ada] = getFourManagers(room);
	await ada.client(makePick, { params: { id: room.id }, body: { overallPick: 1, playerId, key: createKey() } });
	expect((await room.getBoard()).completedPicks).toHaveLength(1);
});

test("lists that are saved while their manager leaves go with her", async () => {
	const room = await createDraftRoom(app);
	const [, bea] = getFourManagers(room);
	const params = { id: room.id };
	const { db, pool } = app.database;
	let saved: Promise<string> | undefined;
	await db.transaction().execute(async (trx) => {
		await deleteMember(trx, room.id, bea.userId);
		saved = getOutcome(bea.client(saveDraftPreferences, { params, body: { queue: [1001] } }));
		await waitFor(async () => {
			const { rows } = await pool.query(
				"SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
			);
			expect(rows).toHaveLength(1);
		});
	});
	expect(await saved).toBe("league-members-only");
	const { rows } = await pool.query("SELECT queue FROM draft_seats WHERE team_id = $1", [room.teamIds[1]]);
	expect(rows).toEqual([{ queue: [] }]);
});
