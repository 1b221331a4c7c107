import { scheduleDraft, setDraftOrder } from "@first-bounce/contract/draft/draft-process";
import { showStatus } from "@first-bounce/contract/site/status";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDraftRoom, getFourManagers } from "../../../../../testing/server/draft-leagues.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { holdUpgradeLock } from "../../../db/lock-tables.ts";
import { readBacklog } from "../../operator/alerts/queries.ts";
import { beginMaintenance, endMaintenance } from "../../operator/installation/maintenance.ts";
import { changeDraftsByOperator, countDrafts, listOpenDrafts, pauseDrafts, warnOfLiveDrafts } from "./maintenance.ts";
import { startDraftTicks } from "./tick.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

/** Runs the ticks of a process until it has looked once, and returns whether that look did what was due. */
async function tickOnce(isLeader = true): Promise<boolean> {
	const { database, seasons, clocks } = app;
	let looks = 0;
	const runner = startDraftTicks(
		{ db: database.db, seasons, clocks, isLeader: () => isLeader, measure: () => void looks++ },
		(error) => {
			throw error;
		},
	);
	await runner.step();
	await runner.stop();
	return looks > 0;
}

test("an operator pauses all drafts, which keep their clocks and say why [D2.9.370]", async () => {
	const room = await createDraftRoom(app);
	const { db } = app.database;
	await room.tickAfter(20_000);
	expect(await warnOfLiveDrafts(db, "wait")).toEqual(["1 draft is live: wait"]);
	const audit = { actor: "command line", reason: "New disk" };
	expect(await changeDraftsByOperator({ db, clocks: app.clocks }, "pause", audit)).toBe(1);
	const paused = await room.getBoard();
	expect(paused).toMatchObject({
		draftStatus: "paused",
		pauseReason: "operator",
		timeLeft: 40_000,
		deadline: null,
	});
	expect(paused.log.at(-1)).toMatchObject({ action: "paused", pauseReason: "operator", by: null });
	await room.tickAfter(120_000);
	expect((await room.getBoard()).completedPicks).toEqual([]);
	expect(await changeDraftsByOperator({ db, clocks: app.clocks }, "resume", audit)).toBe(1);
	const resumed = await room.getBoard();
	expect([resumed.draftStatus, Date.parse(resumed.deadline ?? "") - app.clocks.wallNow()]).toEqual(["live", 40_000]);
	const { rows } = await app.database.pool.query(
		"SELECT action, reason, after FROM audit WHERE action LIKE 'drafts-%' ORDER BY id",
	);
	expect(rows).toEqual([
		{ action: "drafts-paused", reason: "New disk", after: { drafts: 1 } },
		{ action: "drafts-resumed", reason: "New disk", after: { drafts: 1 } },
	]);
	await room.pickNext();
	// Five seconds are left; a pause gives at least thirty.
	await room.tickAfter(55_000);
	await pauseDrafts(db, app.clocks.wallNow, "restore");
	expect((await room.getBoard()).timeLeft).toBe(5_000);
	await changeDraftsByOperator({ db, clocks: app.clocks }, "resume", audit);
	expect(Date.parse((await room.getBoard()).deadline ?? "") - app.clocks.wallNow()).toBe(30_000);
	await pauseDrafts(db, app.clocks.wallNow, "operator");
});

test("a draft that cannot be changed lets others be paused", async () => {
	const { db, pool } = app.database;
	await createDraftRoom(app);
	await createDraftRoom(app);
	const listLive = async () =>
		(await listOpenDrafts(db)).filter(({ state }) => state === "live").map(({ league_id }) => league_id);
	const live = await listLive();
	const [first] = live;
	await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no luck''; END';
		CREATE TRIGGER fail BEFORE UPDATE ON drafts FOR EACH ROW WHEN (old.league_id = ${first}) EXECUTE FUNCTION fail()`);
	const audit = { actor: "command line", reason: "Full disk" };
	await expect(changeDraftsByOperator({ db, clocks: app.clocks }, "pause", audit)).rejects.toThrow("no luck");
	expect([live.length, await listLive()]).toEqual([2, [first]]);
	const { rows } = await pool.query("SELECT action, after FROM audit WHERE reason = 'Full disk'");
	expect(rows).toEqual([{ action: "drafts-paused", after: { drafts: 2 } }]);
	await pool.query("DROP TRIGGER fail ON drafts; DROP FUNCTION fail");
	await pool.query("DELETE FROM leagues WHERE id = ANY ($1)", [live]);
});

test("drafts that an upgrade paused are resumed by the first new process [D2.9.371]", async () => {
	const room = await createDraftRoom(app);
	const { db } = app.database;
	expect(await pauseDrafts(db, app.clocks.wallNow, "upgrade")).toBe(1);
	expect((await room.getBoard()).pauseReason).toBe("upgrade");
	await tickOnce(false);
	expect((await room.getBoard()).draftStatus).toBe("live");
	// The draft of the operator's pause before stays paused.
	expect((await listOpenDrafts(db)).map(({ state }) => state).toSorted()).toEqual(["live", "paused"]);
	await pauseDrafts(db, app.clocks.wallNow, "operator");
});

test("an older release that leads runs no drafts and autopicks nobody [D2.9.372]", async () => {
	const room = await createDraftRoom(app);
	const { pool, db } = app.database;
	expect(await tickOnce()).toBe(true);
	await pool.query("INSERT INTO applied_migrations (name, sha256) VALUES ('9999-later.sql', 'later')");
	app.clocks.setWall(app.clocks.wallNow() + 70_000);
	expect(await tickOnce()).toBe(false);
	expect((await room.getBoard()).completedPicks).toEqual([]);
	const { drafts } = await readBacklog(db, app.clocks.wallNow());
	expect(drafts).toEqual({
		states: { live: 1, paused: 2, scheduled: 0, overdue: 1 },
		tickLag: 70,
		picks: [{ madeBy: "manager", count: 1 }],
	});
	expect((await app.visitor(showStatus, {})).parts).toContainEqual({ part: "drafts", state: "up" });
	app.clocks.setWall(app.clocks.wallNow() + 20_000);
	expect((await app.visitor(showStatus, {})).parts).toContainEqual({ part: "drafts", state: "slow" });
	expect(await countDrafts(db, app.clocks.wallNow(), 60_000)).toMatchObject({ overdue: 0 });
	expect(await countDrafts(db, app.clocks.wallNow() + 60_000, 60_000)).toMatchObject({ overdue: 1 });
	// As if the new release took over.
	await pool.query("DELETE FROM applied_migrations WHERE name = '9999-later.sql'");
	expect(await tickOnce()).toBe(true);
	const board = await room.getBoard();
	expect([board.completedPicks, board.log.at(-1)?.action]).toEqual([[], "restarted"]);
	expect(Date.parse(board.deadline ?? "") - app.clocks.wallNow()).toBe(60_000);
});

test("drafts resume once an upgrade that paused them has failed [D2.9.489]", async () => {
	const room = await createDraftRoom(app);
	const { db } = app.database;
	await holdUpgradeLock(app.database, async () => {
		await pauseDrafts(db, app.clocks.wallNow, "upgrade");
		await room.tickAfter(20_000);
		// A process of the old release that is started meanwhile.
		await tickOnce(false);
		expect((await room.getBoard()).draftStatus).toBe("paused");
	});
	await room.tickAfter(10_000);
	const board = await room.getBoard();
	expect(board.draftStatus).toBe("live");
	expect(board.log.at(-1)).toMatchObject({ action: "resumed", pauseReason: "upgrade", by: null });
	await pauseDrafts(db, app.clocks.wallNow, "operator");
});

test("drafts wait for the end of maintenance, and start or resume then [D2.9.489, D2.9.490]", async () => {
	const { db } = app.database;
	const MINUTE = 60_000;
	const upgraded = await createDraftRoom(app);
	const scheduled = await createDraftRoom(app, { isStarted: false });
	const [ada] = getFourManagers(scheduled);
	const params = { id: scheduled.id };
	await ada.client(setDraftOrder, { params, body: { method: "manual", teamIds: [...scheduled.teamIds] } });
	const draftStart = new Date(app.clocks.wallNow() + 20 * MINUTE).toISOString();
	await ada.client(scheduleDraft, { params, body: { draftStart } });
	await pauseDrafts(db, app.clocks.wallNow, "upgrade");
	// Processes know for a second that the site is closed, so that its calls may not be asked.
	const getState = async ({ id }: { readonly id: number }) =>
		(await db.selectFrom("drafts").where("league_id", "=", id).select("state").executeTakeFirstOrThrow()).state;

	const services = { db, wallNow: app.clocks.wallNow, forget: () => undefined };
	const audit = { actor: "command line", reason: "New disk" };
	await beginMaintenance(services, { text: "Back soon", until: null }, audit);
	app.clocks.setWall(app.clocks.wallNow() + 90 * MINUTE);
	expect(await tickOnce()).toBe(false);
	expect([await getState(upgraded), await getState(scheduled)]).toEqual(["paused", "scheduled"]);

	await endMaintenance(services, audit);
	expect(await tickOnce()).toBe(true);
	expect([await getState(upgraded), await getState(scheduled)]).toEqual(["live", "scheduled"]);
	const startsAt = app.clocks.wallNow() + 10 * MINUTE;
	const log = db.selectFrom("draft_log").where("league_id", "=", scheduled.id).orderBy("id", "desc");
	expect(await log.select(["action", "user_id", "data"]).executeTakeFirst()).toEqual({
		action: "scheduled",
		user_id: null,
		data: { pauseReason: "operator" },
	});
	const { rows: cards } = await app.database.pool.query(
		"SELECT data FROM league_messages WHERE league_id = $1 AND kind = 'draft-scheduled'",
		[scheduled.id],
	);
	expect(cards.map(({ data }) => Date.parse(data.card.startsAt))).toEqual([startsAt]);
	app.clocks.setWall(startsAt);
	expect(await tickOnce()).toBe(true);
	expect(await getState(scheduled)).toBe("live");
});
