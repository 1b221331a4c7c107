import { changeDraftTeam, showDraftLeague, showDraftTeams } from "@first-bounce/contract/draft/draft";
import {
	comeBack,
	enterDraft,
	exchangePicks,
	makePick,
	pauseDraft,
	pickForTeam,
	resumeDraft,
	scheduleDraft,
	setAutopick,
	setDraftOrder,
	skipPick,
	undoDraftAction,
} from "@first-bounce/contract/draft/draft-process";
import { newDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { showLeague } from "@first-bounce/contract/leagues/league";
import { joinLeague, leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	getFourManagers,
	getOutcome,
	handTeamOver,
	tickDraftsOf,
} from "../../../../../testing/server/draft-leagues.ts";
import { createLeagueManagers } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { changeDraftsByOperator, countDrafts, listOpenDrafts, pauseDrafts } from "./maintenance.ts";
import { findLastTick } from "./queries.ts";
import { tickDrafts } from "./tick.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const audit = { actor: "command line", reason: "New disk" };
const MINUTE = 60_000;

test("the last pick made while the site is paused completes the draft", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const params = { id: room.id };
	const services = { db: app.database.db, clocks: app.clocks };
	for (let overall = 1; overall <= 15; overall++) await room.pickNext();
	await changeDraftsByOperator(services, "pause", audit);
	expect(await getOutcome(ada.client(resumeDraft, { params }))).toBe("draft-paused-for-site");
	const { activePick } = await room.getBoard();
	const [playerId = 0] = await room.listFree(room.findManager(activePick?.teamId));
	await ada.client(pickForTeam, { params, body: { overallPick: 16, playerId, key: crypto.randomUUID() } });
	await changeDraftsByOperator(services, "resume", audit);
	await tickDraftsOf(app);
	expect((await room.getBoard()).draftStatus).toBe("complete");
});

test("a pause counts from when each draft is locked", async () => {
	const first = await createDraftRoom(app);
	const second = await createDraftRoom(app);
	const getWallNow = () => {
		app.clocks.setWall(app.clocks.wallNow() + 10_000);
		return app.clocks.wallNow();
	};
	expect(await pauseDrafts(app.database.db, getWallNow, "restore")).toBe(2);
	const left = [(await first.getBoard()).timeLeft, (await second.getBoard()).timeLeft];
	expect(left.map((ms) => Math.round((ms ?? 0) / 10_000))).toEqual([5, 4]);
});

test("an undone miss no longer makes its team away", async () => {
	const room = await createDraftRoom(app);
	const [ada, ...others] = getFourManagers(room);
	const params = { id: room.id };
	await tickDraftsOf(app);
	for (const { client } of others) await client(setAutopick, { params, body: { mode: "on" } });
	await room.tickAfter(63_000);
	while ((await room.getBoard()).activePick?.overallPick !== 8) await room.tickAfter(5_000);
	await room.tickAfter(63_000);
	expect((await room.getBoard()).seats[0]?.isAway).toBe(true);
	const undo = async () => {
		const { version } = await room.getBoard();
		return ada.client(undoDraftAction, { params, body: { version } });
	};
	await ada.client(pauseDraft, { params });
	await undo();
	const board = await room.getBoard();
	expect([board.activePick?.overallPick, board.seats[0]?.isAway]).toEqual([8, false]);
	// Her next miss is the second one again.
	await ada.client(resumeDraft, { params });
	await room.tickAfter(63_000);
	expect((await room.getBoard()).seats[0]?.isAway).toBe(true);
});

test("a request whose pick was undone does not pick again", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const params = { id: room.id };
	const [playerId = 0] = await room.listFree();
	const body = { overallPick: 1, playerId, key: crypto.randomUUID() };
	const { version } = await ada.client(makePick, { params, body });
	await ada.client(pauseDraft, { params });
	await ada.client(undoDraftAction, { params, body: { version: version + 1 } });
	await ada.client(resumeDraft, { params });
	expect(await getOutcome(ada.client(makePick, { params, body }))).toBe("draft-key-used");
	expect((await room.getBoard()).completedPicks).toEqual([]);
	await ada.client(makePick, { params, body: { ...body, key: crypto.randomUUID() } });
});

test("who takes over the team on the clock gets a whole clock", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea] = getFourManagers(room);
	const params = { id: room.id };
	await room.pickNext();
	await bea.client(leaveLeague, { params });
	const [newcomer] = await createLeagueManagers(app, 1);
	app.clocks.setWall(app.clocks.wallNow() + 20_000);
	if (newcomer) await handTeamOver({ id: room.id, teamId: room.teamIds[1] }, ada, newcomer);
	const { activePick, deadline } = await room.getBoard();
	expect(activePick?.teamId).toBe(room.teamIds[1]);
	expect(Date.parse(deadline ?? "") - app.clocks.wallNow()).toBe(60_000);
});

test("who comes back during a pause gets a whole clock after it", async () => {
	const room = await createDraftRoom(app);
	const [ada, ...others] = getFourManagers(room);
	const params = { id: room.id };
	await tickDraftsOf(app);
	for (const { client } of others) await client(setAutopick, { params, body: { mode: "on" } });
	await room.tickAfter(63_000);
	while ((await room.getBoard()).activePick?.overallPick !== 8) await room.tickAfter(5_000);
	// Her second miss; the short clock of the next pick runs.
	await room.tickAfter(63_000);
	await ada.client(pauseDraft, { params });
	expect(await room.getBoard()).toMatchObject({ activePick: { overallPick: 9 }, timeLeft: 10_000 });
	await ada.client(comeBack, { params });
	expect((await room.getBoard()).timeLeft).toBe(60_000);
});

test("an exchange during a pause gives the new team a whole clock", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const params = { id: room.id };
	await room.tickAfter(50_000);
	await ada.client(pauseDraft, { params });
	const exchange = (overallPick: number, otherOverallPick: number) =>
		ada.client(exchangePicks, { params, body: { overallPick, otherOverallPick } });
	await exchange(2, 3);
	expect((await room.getBoard()).timeLeft).toBe(10_000);
	await exchange(4, 1);
	expect(await room.getBoard()).toMatchObject({ activePick: { teamId: room.teamIds[3] }, timeLeft: 60_000 });
});

test("a skipped pick made in a pause leaves the clock alone", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const params = { id: room.id };
	await ada.client(skipPick, { params, body: { overallPick: 1 } });
	await room.tickAfter(50_000);
	await ada.client(pauseDraft, { params });
	const pick = async (overallPick: number) => {
		const [playerId = 0] = await room.listFree(ada);
		await ada.client(pickForTeam, { params, body: { overallPick, playerId, key: crypto.randomUUID() } });
		return (await room.getBoard()).timeLeft;
	};
	expect([await pick(1), await pick(2)]).toEqual([10_000, 60_000]);
});

test("an exchange that is sent twice is made once", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const { version } = await room.getBoard();
	const exchange = (overallPick: number, otherOverallPick: number) => {
		const body = { overallPick, otherOverallPick, version };
		return getOutcome(ada.client(exchangePicks, { params: { id: room.id }, body }));
	};
	expect([await exchange(2, 3), await exchange(2, 3), await exchange(5, 6)]).toEqual(["done", "draft-changed", "done"]);
	const owners = (await room.getBoard()).futurePicks.map(({ teamId }) => room.teamIds.indexOf(teamId));
	expect(owners.slice(0, 6)).toEqual([0, 2, 1, 3, 2, 3]);
});

test("a skipped pick of an absent manager restarts her clock", async () => {
	const room = await createDraftRoom(app);
	const [ada, ...others] = getFourManagers(room);
	const params = { id: room.id };
	await tickDraftsOf(app);
	await ada.client(setAutopick, { params, body: { mode: "off" } });
	for (const { client } of others) await client(setAutopick, { params, body: { mode: "on" } });
	await room.tickAfter(63_000);
	while ((await room.getBoard()).activePick?.overallPick !== 8) await room.tickAfter(5_000);
	await room.tickAfter(63_000);
	const [playerId = 0] = await room.listFree(ada);
	await ada.client(makePick, { params, body: { overallPick: 1, playerId, key: crypto.randomUUID() } });
	const { activePick, seats, deadline } = await room.getBoard();
	expect([activePick?.overallPick, seats[0]?.isAway]).toEqual([9, false]);
	expect(Date.parse(deadline ?? "") - app.clocks.wallNow()).toBe(60_000);
});

test("renaming a team again and again keeps no robot waiting", async () => {
	const room = await createDraftRoom(app);
	const [, bea, cat] = getFourManagers(room);
	const params = { id: room.id };
	await tickDraftsOf(app);
	await bea.client(setAutopick, { params, body: { mode: "on" } });
	await room.pickNext();
	for (let second = 1; second <= 6; second++) {
		await cat.client(changeDraftTeam, { params, body: { name: `Cat ${second}` } });
		await room.tickAfter(1_000);
	}
	expect((await room.getBoard()).completedPicks).toHaveLength(2);
});

test("an outdated order is drawn even in the last hour", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const [ada, bea] = getFourManagers(room);
	const params = { id: room.id };
	const draw = () => getOutcome(ada.client(setDraftOrder, { params, body: { method: "draw" } }));
	await draw();
	const draftStart = new Date(app.clocks.wallNow() + 40 * MINUTE).toISOString();
	await ada.client(scheduleDraft, { params, body: { draftStart } });
	expect(await draw()).toBe("draft-order-last-hour");
	await bea.client(leaveLeague, { params });
	const [newcomer] = await createLeagueManagers(app, 1);
	const { code } = (await ada.client(showLeague, { params })).league;
	await newcomer?.client(joinLeague, { params: { code } });
	expect(await draw()).toBe("done");
	expect((await ada.client(showDraftLeague, { params })).league.problems).toEqual([]);
	// Taking the date back does not allow another draw at once.
	await ada.client(scheduleDraft, { params, body: { draftStart: null } });
	expect(await draw()).toBe("draft-order-last-hour");
	app.clocks.setWall(app.clocks.wallNow() + 61 * MINUTE);
	expect(await draw()).toBe("done");
});

test("ticks are saved even if mock drafts cannot be deleted", async () => {
	const { db, pool } = app.database;
	await pool.query(`
		CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'Not now'; END $$;
		CREATE TRIGGER refuse_delete BEFORE DELETE ON leagues FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete()`);
	app.clocks.setWall(app.clocks.wallNow() + MINUTE);
	const errors: unknown[] = [];
	await tickDrafts({ db, seasons: app.seasons, clocks: app.clocks }, (error) => errors.push(error));
	await pool.query("DROP TRIGGER refuse_delete ON leagues");
	expect([errors.length, await findLastTick(db)]).toEqual([1, app.clocks.wallNow()]);
});

test("entering refuses too many lines and names a pick without a place", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const [ada] = getFourManagers(room);
	const enter = (csv: string) => ada.client(enterDraft, { params: { id: room.id }, body: { csv } });
	expect((await enter("1,x\n".repeat(10_000))).errors).toEqual([
		expect.objectContaining({ line: 0, code: "draft-entry-count" }),
	]);
	// Each club has defenders at the first four places of its list.
	const squads = [0, 1, 2, 3].map((team) => [1001, 1002, 1003, 1010].map((id) => id + team * 12));
	const lines = [0, 1, 2, 3].flatMap((round) => squads.map((squad, team) => `${room.teamIds[team]},${squad[round]}`));
	expect((await enter(lines.join("\n"))).errors.map(({ line, code }) => [line, code])).toEqual([
		[9, "draft-position-full"],
		[10, "draft-position-full"],
		[11, "draft-position-full"],
		[12, "draft-position-full"],
	]);
});

test("an entry takes headings, quoted commas and a team called Team", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const [ada, bea] = getFourManagers(room);
	const params = { id: room.id };
	await ada.client(changeDraftTeam, { params, body: { name: "Team Ada" } });
	await bea.client(changeDraftTeam, { params, body: { name: "Kick, Mark" } });
	const squads = [0, 1, 2, 3].map((team) => [1001, 1005, 1010, 1002].map((id) => id + team * 12));
	const names = ["Team Ada", '"Kick, Mark"', ...room.teamIds.slice(2)];
	const lines = [0, 1, 2, 3].flatMap((round) => squads.map((squad, team) => `${names[team]},${squad[round]}`));
	const check = async (csv: string) => {
		const { picks, errors } = await ada.client(enterDraft, { params, body: { csv, isPreview: true } });
		return [picks.length, errors.map(({ line, code }) => [line, code])];
	};
	expect(await check(lines.join("\n"))).toEqual([16, []]);
	expect(await check(["team,player", ...lines].join("\r\n"))).toEqual([16, []]);
	expect(await check(["Équipe,Joueuse", ...lines].join("\n"))).toEqual([16, []]);
	expect(await check(["Team Ada,Nobody", ...lines.slice(1)].join("\n"))).toEqual([15, [[1, "draft-entry-player"]]]);
});

test("a night pause has at most twelve hours", () => {
	const isAllowed = (from: string, to: string) =>
		newDraftSettings.safeParse({ clock: "slow", pickTurnTime: 3_600, nightPause: { from, to } }).success;
	expect([isAllowed("00:00", "23:59"), isAllowed("20:00", "08:01")]).toEqual([false, false]);
	expect([isAllowed("20:00", "08:00"), isAllowed("00:00", "07:00")]).toEqual([true, true]);
});

test("a draft that ends after the last bounce has squads, no matches", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const params = { id: room.id };
	const another = await createDraftRoom(app, { isStarted: false });
	app.clocks.setSeason(FIRST_BOUNCE + 60 * DAY);
	for (let overall = 1; overall <= 16; overall++) await room.pickNext();
	expect((await ada.client(showLeague, { params })).league).toMatchObject({
		draftStatus: "complete",
		hasFixture: false,
	});
	const { teams } = await ada.client(showDraftTeams, { params });
	expect(teams.map(({ playerIds }) => playerIds.length)).toEqual([4, 4, 4, 4]);
	const entry = another.managers[0]?.client(enterDraft, { params: { id: another.id }, body: { csv: "1,x" } });
	expect(await getOutcome(entry ?? Promise.resolve())).toBe("draft-no-round-left");
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
});

test("drafts of a season that is over do not count", async () => {
	const { db, pool } = app.database;
	await createDraftRoom(app);
	expect((await countDrafts(db, app.clocks.wallNow())).live).toBeGreaterThan(0);
	await pool.query("UPDATE seasons SET is_current = false");
	const counts = await countDrafts(db, app.clocks.wallNow() + DAY);
	expect([counts.live, counts.paused, counts.overdue]).toEqual([0, 0, 0]);
	expect(await listOpenDrafts(db)).toEqual([]);
	await pool.query("UPDATE seasons SET is_current = true WHERE id = $1", [app.seasons.current().seasonId]);
});
