import { createHash } from "node:crypto";
import {
	changeDraftTeam,
	listFreeAgents,
	listMockDrafts,
	saveDraftPreferences,
	showDraftBoard,
	showDraftLeague,
	showDraftPreferences,
	showDraftRecap,
	showDraftTeams,
	startMockDraft,
} from "@first-bounce/contract/draft/draft";
import {
	comeBack,
	enterDraft,
	exchangePicks,
	fillWithRobots,
	makePick,
	pauseDraft,
	pickForTeam,
	resetDraft,
	resumeDraft,
	scheduleDraft,
	setAutopick,
	setDraftOrder,
	skipPick,
	startDraft,
	undoDraftAction,
} from "@first-bounce/contract/draft/draft-process";
import { showLeague, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { joinLeague, leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { createDrawKey, orderByDraw } from "@first-bounce/rules/draws/draw";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	type DraftRoom,
	getOutcome,
	handTeamOver,
	tickDraftsOf,
} from "../../../../../testing/server/draft-leagues.ts";
import {
	createLeagueManagers,
	createTestLeague,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { eraseAccount } from "../../accounts/erasure/service.ts";
import { listCalendarMatchUps } from "../../calendar/match-up-queries.ts";
import { advanceLeagues } from "../head-to-head/round-activity.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const getFirst = <Item>([item]: readonly Item[]): Item => {
	if (item === undefined) throw new Error("The list is empty");
	return item;
};
const commissionerOf = ({ managers }: DraftRoom): LeagueManager => getFirst(managers);
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const MINUTE = 60_000;

test("a draft league shows its draft and gives members own teams", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const { client } = commissionerOf(room);
	const { league } = await client(showLeague, { params: { id: room.id } });
	expect(league).toMatchObject({
		class: "draft",
		type: "h2h",
		size: 4,
		numTeams: 4,
		draftStatus: "setup",
		draftStart: null,
		hasFixture: false,
	});
	const classicIds = room.managers.map(({ teamId }) => teamId);
	expect(new Set([...room.teamIds, ...classicIds]).size).toBe(8);
	const { league: draft } = await client(showDraftLeague, { params: { id: room.id } });
	expect(draft).toMatchObject({
		draftType: "snake",
		pickTurnTime: 60,
		numTeams: 4,
		myTeamId: room.teamIds[0],
		problems: [{ code: "order-missing" }],
		may: { run: true, start: false },
	});
	const outsider = getFirst(await createLeagueManagers(app, 1));
	expect(await getOutcome(outsider.client(showDraftBoard, { params: { id: room.id } }))).toBe("league-members-only");
	expect(await getOutcome(outsider.client(joinLeague, { params: { code: room.league.code } }))).toBe("league-full");
	expect(await getOutcome(client(startDraft, { params: { id: room.id } }))).toBe("draft-order-missing");
});

test("every reason against a start is listed, and robots fill the places", async () => {
	const managers = await createLeagueManagers(app, 2);
	const room = await createDraftRoom(app, { managers, isStarted: false });
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	const codes = async () => (await client(showDraftLeague, { params })).league.problems.map(({ code }) => code);
	expect(await codes()).toEqual(["teams-missing", "order-missing"]);
	await client(setDraftOrder, { params, body: { method: "draw" } });
	expect(await codes()).toEqual(["teams-missing"]);
	const { league } = await client(fillWithRobots, { params });
	expect(league).toMatchObject({ numTeams: 4, problems: [{ code: "order-outdated" }] });
	// A friend who comes after all takes over a robot.
	const friend = getFirst(await createLeagueManagers(app, 1));
	await friend.client(joinLeague, { params: { code: room.league.code } });
	const { seats } = await room.getBoard();
	expect(seats.map(({ isRobot }) => isRobot)).toEqual([false, false, false, true]);
	expect(await getOutcome(friend.client(startDraft, { params }))).toBe("not-commissioner");
});

test("robots are in the fixture and on the ladder, with colours [D2.9.932]", async () => {
	const managers = await createLeagueManagers(app, 3);
	const room = await createDraftRoom(app, { managers, isStarted: false });
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	await client(fillWithRobots, { params });
	await client(setDraftOrder, { params, body: { method: "draw" } });
	for (const manager of managers) await manager.client(setAutopick, { params, body: { mode: "on" } });
	await client(startDraft, { params });
	for (let step = 0; step < 20; step++) await room.tickAfter(6_000);
	const { league } = await client(showLeague, { params });
	expect(Object.values(league.fixture ?? {}).map((matches) => matches.length)).toEqual([2, 2, 0]);
	const { rankings } = await client(showLeagueLadder, { query: { leagueId: room.id, roundId: 0 } });
	expect(rankings.map(({ userId, teamName }) => [userId, teamName])).toContainEqual([0, "Robot 4"]);
	expect(rankings).toHaveLength(4);
	// Each has the colour that it has in the draft room.
	const { matchUps } = await client(showMatchUps, { body: { leagueId: room.id, roundId: league.startId } });
	const sides = matchUps.flatMap(({ home, away }) => [home, away]);
	const order = (await room.getBoard()).seats.map(({ teamId }) => teamId);
	const colours = order.map((id) => sides.find(({ teamId }) => teamId === id)?.colour);
	expect(colours).toEqual(["ochre", "navy", "crimson", "emerald"]);
	expect(order.map((id) => rankings.find(({ teamId }) => teamId === id)?.colour)).toEqual(colours);
});

test("anyone can recompute a drawn order from the published hash", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	const before = (await client(showDraftLeague, { params })).league;
	expect(before.lastDraw).toBeNull();
	const { league } = await client(setDraftOrder, { params, body: { method: "draw" } });
	const { seed = "", moment = "", teamIds = [], seedHash } = league.lastDraw ?? {};
	expect([sha256(seed), seedHash]).toEqual([before.seedHash, before.seedHash]);
	expect(teamIds).toEqual(room.teamIds.toSorted((a, b) => a - b));
	const key = createDrawKey({ seed, moment, entrants: teamIds }, sha256);
	expect(league.order).toEqual({ method: "draw", teamIds: orderByDraw(teamIds, key, sha256) });
	expect(league.seedHash).not.toBe(before.seedHash);
	const { log } = await room.getBoard();
	expect(log.map(({ action, by }) => [action, by?.userId])).toEqual([["order-drawn", commissionerOf(room).userId]]);
	await client(scheduleDraft, {
		params,
		body: { draftStart: new Date(app.clocks.wallNow() + 30 * MINUTE).toISOString() },
	});
	expect(await getOutcome(client(setDraftOrder, { params, body: { method: "draw" } }))).toBe("draft-order-last-hour");
	expect(await getOutcome(client(setDraftOrder, { params, body: { method: "last-ladder" } }))).toBe(
		"draft-order-last-hour",
	);
});

test("picks name their number, and refusals say what happened", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea] = room.managers as [LeagueManager, LeagueManager];
	const params = { id: room.id };
	const [first = 0, second = 0] = await room.listFree();
	const key = crypto.randomUUID();
	const pick = (manager: LeagueManager, overallPick: number, playerId: number, requestKey = crypto.randomUUID()) =>
		manager.client(makePick, { params, body: { overallPick, playerId, key: requestKey } });
	expect(await getOutcome(pick(bea, 2, first))).toBe("draft-not-on-the-clock");
	const made = await pick(ada, 1, first, key);
	expect(made.pick).toMatchObject({ overallPick: 1, round: 1, playerId: first, madeBy: "manager" });
	expect(await pick(ada, 1, first, key)).toEqual(made);
	expect(await getOutcome(pick(ada, 1, second, key))).toBe("draft-key-used");
	expect(await getOutcome(pick(ada, 1, second))).toBe("draft-pick-made");
	expect(await getOutcome(pick(bea, 2, first))).toBe("draft-player-taken");
	expect(await getOutcome(pick(bea, 2, 999_999))).toBe("draft-player-unknown");
	expect(await getOutcome(pick(bea, 99, second))).toBe("draft-pick-unknown");
	await ada.client(pauseDraft, { params });
	expect(await getOutcome(pick(bea, 2, second))).toBe("draft-paused");
	await ada.client(resumeDraft, { params });
	await pick(bea, 2, second);
	const board = await room.getBoard(made.version);
	expect(board.isWhole).toBe(false);
	expect(board.completedPicks.map(({ overallPick }) => overallPick)).toEqual([2]);
	expect(board.activePick).toMatchObject({ overallPick: 3, teamId: room.teamIds[2] });
	expect(board.log.map(({ action }) => action)).toEqual(["paused", "resumed", "pick"]);
});

test("a draft ends with owners, line-ups, a fixture and a recap", async () => {
	const room = await createDraftRoom(app);
	const params = { id: room.id };
	for (let overall = 1; overall <= 16; overall++) await room.pickNext();
	const board = await room.getBoard();
	expect([board.draftStatus, board.activePick, board.deadline]).toEqual(["complete", null, null]);
	expect(board.completedPicks.map(({ teamId }) => room.teamIds.indexOf(teamId))).toEqual([
		0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0,
	]);
	const { client, userId } = commissionerOf(room);
	const { teams } = await client(showDraftTeams, { params });
	expect(new Set(teams.flatMap(({ playerIds }) => playerIds)).size).toBe(16);
	const own = teams.find(({ owner }) => owner?.userId === userId);
	const lineup = own?.lineup ?? { DEF: [], MID: [], RUC: [], FWD: [] };
	const placed = [...lineup.DEF, ...lineup.MID, ...lineup.FWD, own?.utilityId];
	expect(placed.toSorted()).toEqual(own?.playerIds.toSorted());
	expect(teams.filter((team) => team.lineup === null)).toHaveLength(3);
	const { league } = await client(showLeague, { params });
	expect(league).toMatchObject({ hasFixture: true, startId: 1, draftStatus: "complete" });
	expect(Object.values(league.fixture ?? {})[0]).toHaveLength(2);
	const recap = await client(showDraftRecap, { params });
	expect(recap.picks).toHaveLength(16);
	expect(recap.teams).toHaveLength(4);
	const { players } = await client(listFreeAgents, { params });
	expect(players).toHaveLength(72 - 16);
	const { rows } = await app.database.pool.query(
		"SELECT count(*)::int AS moves, count(DISTINCT player_id)::int AS players FROM player_moves WHERE league_id = $1",
		[room.id],
	);
	expect(rows).toEqual([{ moves: 16, players: 16 }]);
});

test("the commissioner undoes picks, skips and exchanges one after the other", async () => {
	const room = await createDraftRoom(app);
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	const first = await room.pickNext();
	await client(skipPick, { params, body: { overallPick: 2 } });
	await client(exchangePicks, { params, body: { overallPick: 3, otherOverallPick: 4 } });
	const before = await room.getBoard();
	expect(before.activePick).toMatchObject({ overallPick: 3, teamId: room.teamIds[3], originalTeamId: room.teamIds[2] });
	const undo = async () => {
		const { version } = await room.getBoard();
		return client(undoDraftAction, { params, body: { version } });
	};
	expect(await getOutcome(undo())).toBe("draft-not-paused");
	await client(pauseDraft, { params });
	expect(await getOutcome(client(undoDraftAction, { params, body: { version: before.version } }))).toBe(
		"draft-changed",
	);
	await undo();
	expect((await room.getBoard()).activePick).toMatchObject({ overallPick: 3, teamId: room.teamIds[2] });
	await undo();
	expect((await room.getBoard()).activePick).toMatchObject({ overallPick: 2, isSkipped: false });
	await undo();
	const board = await room.getBoard();
	expect(board.activePick).toMatchObject({ overallPick: 1 });
	expect(board.completedPicks).toEqual([]);
	expect(await room.listFree()).toContain(first);
	expect(await getOutcome(undo())).toBe("draft-nothing-to-undo");
	await client(resumeDraft, { params });
	expect(Date.parse((await room.getBoard()).deadline ?? "") - app.clocks.wallNow()).toBe(60_000);
	const undone = board.log.filter(({ action }) => action === "undone").map((entry) => entry.undone);
	expect(undone).toEqual(["exchanged", "skipped", "pick"]);
});

test("skipped picks can be made later, and commissioners pick for others", async () => {
	const room = await createDraftRoom(app);
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	await client(skipPick, { params, body: { overallPick: 1 } });
	const [best = 0, next = 0] = await room.listFree(room.managers[1]);
	const forBea = { overallPick: 2, playerId: best, key: crypto.randomUUID() };
	expect((await client(pickForTeam, { params, body: forBea })).pick).toMatchObject({
		teamId: room.teamIds[1],
		madeBy: "commissioner",
	});
	await client(makePick, { params, body: { overallPick: 1, playerId: next, key: crypto.randomUUID() } });
	const board = await room.getBoard();
	expect(board.completedPicks.map(({ overallPick, playerId }) => [overallPick, playerId])).toEqual([
		[1, next],
		[2, best],
	]);
	expect(board.activePick?.overallPick).toBe(3);
});

test("a pause keeps the rest of the time, at least 30 seconds", async () => {
	const room = await createDraftRoom(app);
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	await room.tickAfter(20_000);
	await client(pauseDraft, { params });
	expect(await room.getBoard()).toMatchObject({ draftStatus: "paused", deadline: null, timeLeft: 40_000 });
	await room.tickAfterOutage(30 * MINUTE);
	await client(resumeDraft, { params });
	const getTimeLeft = async () => Date.parse((await room.getBoard()).deadline ?? "") - app.clocks.wallNow();
	expect(await getTimeLeft()).toBe(40_000);
	await room.tickAfter(35_000);
	await client(pauseDraft, { params });
	await client(resumeDraft, { params });
	expect(await getTimeLeft()).toBe(30_000);
});

test("a reset needs the league's name, and takes back who owned whom", async () => {
	const room = await createDraftRoom(app);
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	for (let overall = 1; overall <= 16; overall++) await room.pickNext();
	expect(await getOutcome(client(resetDraft, { params, body: { name: "Another" } }))).toBe("draft-reset-name");
	const { league } = await client(resetDraft, { params, body: { name: " the draft club " } });
	expect(league.draftStatus).toBe("setup");
	const board = await room.getBoard(3);
	expect([board.isWhole, board.completedPicks, board.futurePicks]).toEqual([true, [], []]);
	const { teams } = await client(showDraftTeams, { params });
	expect(teams.flatMap(({ playerIds }) => playerIds)).toEqual([]);
	expect((await client(showLeague, { params })).league.hasFixture).toBe(false);
	await client(startDraft, { params });
	await room.pickNext();
});

test("private lists are seen by their manager only, and autopick uses them", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea] = room.managers as [LeagueManager, LeagueManager];
	const params = { id: room.id };
	const free = await room.listFree(bea);
	const wanted = free.at(-1) ?? 0;
	await bea.client(saveDraftPreferences, { params, body: { queue: [wanted] } });
	expect((await bea.client(showDraftPreferences, { params })).queue).toEqual([wanted]);
	expect((await ada.client(showDraftPreferences, { params })).queue).toEqual([]);
	expect(JSON.stringify(await room.getBoard())).not.toContain("queue");
	await bea.client(setAutopick, { params, body: { mode: "on" } });
	await room.pickNext();
	await room.tickAfter(5_000);
	const { completedPicks } = await room.getBoard();
	expect(completedPicks[1]).toMatchObject({ playerId: wanted, teamId: room.teamIds[1], madeBy: "autopick" });
});

test("two misses shorten a team's clock until it comes back", async () => {
	const room = await createDraftRoom(app);
	const [ada] = room.managers as [LeagueManager];
	const params = { id: room.id };
	for (const { client } of room.managers.slice(1)) await client(setAutopick, { params, body: { mode: "on" } });
	await tickDraftsOf(app);
	// Autopick has nothing to do before the deadline and its grace are over.
	await room.tickAfter(60_000 + 1_900);
	expect((await room.getBoard()).completedPicks).toEqual([]);
	const waitFor = async (overall: number) => {
		while ((await room.getBoard()).activePick?.overallPick !== overall) await room.tickAfter(5_000);
	};
	await room.tickAfter(1_000);
	expect((await room.getBoard()).completedPicks[0]).toMatchObject({ teamId: room.teamIds[0], madeBy: "autopick" });
	await waitFor(8);
	await room.tickAfter(63_000);
	const board = await room.getBoard();
	expect(board.seats[0]).toMatchObject({ isAway: true, autopick: "if-missed" });
	// Its next pick follows at once, and takes ten seconds.
	expect(Date.parse(board.deadline ?? "") - app.clocks.wallNow()).toBe(10_000);
	await ada.client(comeBack, { params });
	const after = await room.getBoard();
	expect(after.seats[0]).toMatchObject({ isAway: false });
	expect(Date.parse(after.deadline ?? "") - app.clocks.wallNow()).toBe(60_000);
});

test("with autopick off a missed pick stays open until the end", async () => {
	const room = await createDraftRoom(app);
	const [ada] = room.managers as [LeagueManager];
	const params = { id: room.id };
	await tickDraftsOf(app);
	await ada.client(setAutopick, { params, body: { mode: "off" } });
	for (const { client } of room.managers.slice(1)) await client(setAutopick, { params, body: { mode: "on" } });
	await room.tickAfter(63_000);
	const board = await room.getBoard();
	expect(board.futurePicks[0]).toMatchObject({ overallPick: 1, isSkipped: true });
	expect(board.activePick?.overallPick).toBe(2);
	expect(board.log.at(-1)).toMatchObject({ action: "missed", overallPick: 1 });
	for (let step = 0; step < 60 && (await room.getBoard()).draftStatus === "live"; step++) await room.tickAfter(63_000);
	const end = await room.getBoard();
	expect(end.draftStatus).toBe("complete");
	expect(end.completedPicks).toHaveLength(16);
});

test("a scheduled draft starts at its time, or says why not", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	const at = () => new Date(app.clocks.wallNow() + 10 * MINUTE).toISOString();
	await client(scheduleDraft, { params, body: { draftStart: at() } });
	expect((await room.getBoard()).draftStatus).toBe("scheduled");
	await room.tickAfterOutage(10 * MINUTE);
	const failed = await room.getBoard();
	expect([failed.draftStatus, failed.draftStart, failed.log.at(-1)?.action]).toEqual(["setup", null, "start-failed"]);
	await client(setDraftOrder, { params, body: { method: "manual", teamIds: [...room.teamIds] } });
	await client(scheduleDraft, { params, body: { draftStart: at() } });
	await room.tickAfterOutage(10 * MINUTE - 1);
	expect((await room.getBoard()).draftStatus).toBe("scheduled");
	await room.tickAfter(1);
	expect((await room.getBoard()).draftStatus).toBe("live");
	expect(await getOutcome(client(scheduleDraft, { params, body: { draftStart: null } }))).toBe("draft-started");
});

test("after an outage the clock starts again, and nobody is autopicked", async () => {
	const room = await createDraftRoom(app);
	await tickDraftsOf(app);
	await room.tickAfterOutage(90_000);
	const board = await room.getBoard();
	expect(board.completedPicks).toEqual([]);
	expect(board.log.at(-1)).toMatchObject({ action: "restarted", by: null, overallPick: 1 });
	expect(Date.parse(board.deadline ?? "") - app.clocks.wallNow()).toBe(60_000);
	await room.tickAfter(63_000);
	expect((await room.getBoard()).completedPicks).toHaveLength(1);
});

test("somebody can take over the team of a manager who has left", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea, cat] = room.managers as [LeagueManager, LeagueManager, LeagueManager];
	const params = { id: room.id };
	const formerName = (await room.getBoard()).seats[1]?.manager?.teamName;
	await bea.client(leaveLeague, { params });
	await cat.client(leaveLeague, { params });
	const board = await room.getBoard();
	expect(board.seats.map(({ manager, autopick }) => [manager?.userId ?? null, autopick])).toEqual([
		[ada.userId, "if-missed"],
		[null, "on"],
		[null, "on"],
		[room.managers[3]?.userId, "if-missed"],
	]);
	await room.pickNext();
	await room.tickAfter(5_000);
	await room.tickAfter(5_000);
	expect((await room.getBoard()).completedPicks).toHaveLength(3);
	const newcomer = getFirst(await createLeagueManagers(app, 1));
	await handTeamOver({ id: room.id, teamId: room.teamIds[1] }, ada, newcomer);
	expect((await room.getBoard()).seats[1]).toMatchObject({
		manager: { userId: newcomer.userId },
		autopick: "if-missed",
	});
	const { events } = await ada.client(listLeagueActivity, { params, query: { limit: 1 } });
	expect(events).toMatchObject([{ kind: "joined", userId: newcomer.userId, takenOver: formerName }]);
});

test("a league without a complete draft starts a round later", async () => {
	const room = await createDraftRoom(app);
	app.clocks.setSeason(FIRST_BOUNCE);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	const { client } = commissionerOf(room);
	expect((await client(showLeague, { params: { id: room.id } })).league).toMatchObject({
		startId: 2,
		hasFixture: false,
	});
	for (let overall = 1; overall <= 16; overall++) await room.pickNext();
	expect((await client(showLeague, { params: { id: room.id } })).league).toMatchObject({
		startId: 2,
		hasFixture: true,
	});
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
});

test("a mock draft has robots, counts nowhere and lasts a day", async () => {
	const { managers, ...room } = await createDraftRoom(app);
	const [ada] = managers as [LeagueManager];
	const body = { leagueId: room.id, position: 2 };
	const { league } = await ada.client(startMockDraft, { body });
	expect(league).toMatchObject({ isMock: true, draftStatus: "live", size: 4, numTeams: 4 });
	expect(league.order?.teamIds[1]).toBe(league.myTeamId);
	const { leagues } = await ada.client(showMyLeagues, {});
	expect(leagues.map(({ id }) => id)).toEqual([room.id]);
	await room.tickAfter(10_000);
	const board = await ada.client(showDraftBoard, { params: { id: league.id } });
	expect(board.activePick).toMatchObject({ overallPick: 2, teamId: league.myTeamId });
	await ada.client(setAutopick, { params: { id: league.id }, body: { mode: "on" } });
	await room.tickAfter(200_000);
	expect((await ada.client(showDraftBoard, { params: { id: league.id } })).draftStatus).toBe("complete");
	expect(await listCalendarMatchUps(app.database.pool, app.season.id, ada.userId)).toEqual([]);
	for (let count = 1; count < 5; count++) await ada.client(startMockDraft, { body });
	expect(await getOutcome(ada.client(startMockDraft, { body }))).toBe("too-many-mock-drafts");
	expect((await ada.client(listMockDrafts, {})).left).toBe(0);
	await room.tickAfterOutage(24 * 60 * MINUTE + 1);
	expect((await ada.client(listMockDrafts, {})).drafts).toEqual([]);
	const { rows } = await app.database.pool.query("SELECT count(*)::int AS mocks FROM leagues WHERE is_mock");
	expect(rows).toEqual([{ mocks: 0 }]);
});

test("a draft that was held elsewhere is entered line by line", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const { client } = commissionerOf(room);
	const params = { id: room.id };
	const getName = (index: number) => String(room.teamIds[index]);
	const enter = (csv: string, isPreview = false) => client(enterDraft, { params, body: { csv, isPreview } });
	const faulty = await enter(`Team;Player\n${getName(0)};P 1001\nNobody;P 1002\n${getName(1)};P 1001\n${getName(2)}`);
	expect(faulty.isEntered).toBe(false);
	expect(faulty.errors.map(({ line, code }) => [line, code])).toEqual([
		[3, "draft-entry-team"],
		[4, "draft-entry-twice"],
		[5, "draft-entry-columns"],
	]);
	expect((await enter(`${getName(0)},P 1001`)).errors).toMatchObject([{ line: 0, code: "draft-entry-count" }]);
	// Each club has defenders, midfielders and forwards at the same places of its list.
	const squads = [0, 1, 2, 3].map((team) => [1001, 1005, 1010, 1002].map((id) => id + team * 12));
	const lines = [0, 1, 2, 3].flatMap((round) => squads.map((squad, team) => `${getName(team)},${squad[round]}`));
	expect(await enter(lines.join("\n"), true)).toMatchObject({ isEntered: false, errors: [] });
	expect(await enter(lines.join("\n"))).toMatchObject({ isEntered: true, errors: [] });
	const { teams } = await client(showDraftTeams, { params });
	expect(teams.map(({ playerIds }) => playerIds)).toEqual(squads);
	expect((await client(showLeague, { params })).league).toMatchObject({ draftStatus: "complete", hasFixture: true });
});

test("an erased or deactivated manager's team stays, and is picked for", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea, cat] = room.managers as [LeagueManager, LeagueManager, LeagueManager];
	const params = { id: room.id };
	const { db, pool } = app.database;
	await bea.client(changeDraftTeam, { params, body: { name: "Bea's Best", colour: "teal" } });
	await bea.client(saveDraftPreferences, { params, body: { queue: [1001], doNotDraft: [1002] } });
	const audit = { actor: "test", reason: "Asked by mail" };
	await eraseAccount({ db, media: app.media }, bea.userId, { now: app.clocks.wallNow(), audit });
	await db.updateTable("users").set({ is_active: false }).where("id", "=", cat.userId).execute();
	// A board that was loaded a moment ago may still have their names.
	await room.tickAfter(6_000);
	const { seats, log } = await room.getBoard();
	expect(seats[1]).toMatchObject({ teamName: "Team 2", colour: null, manager: null, isRobot: false, autopick: "on" });
	expect(log.slice(-2)).toMatchObject([{ action: "started" }, { action: "left", teamId: room.teamIds[1] }]);
	expect(seats[2]).toMatchObject({ manager: { userId: cat.userId, teamName: "" }, autopick: "on" });
	const { rows } = await pool.query("SELECT queue, do_not_draft FROM draft_seats WHERE team_id = $1", [
		room.teamIds[1],
	]);
	expect(rows).toEqual([{ queue: [], do_not_draft: [] }]);
	await room.pickNext();
	await room.tickAfter(20_000);
	expect((await room.getBoard()).completedPicks.map(({ madeBy }) => madeBy)).toEqual([
		"manager",
		"autopick",
		"autopick",
	]);
	// Who comes back finds her team again; the erased manager's is handed to somebody else.
	await db.updateTable("users").set({ is_active: true }).where("id", "=", cat.userId).execute();
	const newcomer = getFirst(await createLeagueManagers(app, 1));
	await handTeamOver({ id: room.id, teamId: room.teamIds[1] }, ada, newcomer);
	const after = await room.getBoard();
	expect(after.seats.map(({ autopick, manager }) => [autopick, manager?.userId])).toEqual(
		[ada, newcomer, cat, room.managers[3]].map((manager) => ["if-missed", manager?.userId]),
	);
});

test("an erased commissioner's team is picked for at once and taken over", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea] = room.managers as [LeagueManager, LeagueManager];
	const params = { id: room.id };
	const audit = { actor: "test", reason: "Asked by mail" };
	// Nobody else could run this one, so it keeps her.
	const alone = await createTestLeague(ada, { class: "draft", size: 4 });
	await eraseAccount({ db: app.database.db, media: app.media }, ada.userId, { now: app.clocks.wallNow(), audit });
	await room.tickAfter(6_000);
	const newcomer = getFirst(await createLeagueManagers(app, 1));
	await handTeamOver({ id: room.id, teamId: room.teamIds[0] }, bea, newcomer);
	const { seats, completedPicks } = await bea.client(showDraftBoard, { params });
	expect(completedPicks.map(({ madeBy }) => madeBy)).toEqual(["autopick"]);
	expect(seats[0]).toMatchObject({ teamId: room.teamIds[0], manager: { userId: newcomer.userId } });
	expect((await bea.client(showLeague, { params })).league.isCommissioner).toBe(true);
	const { rows } = await app.database.pool.query("SELECT league_id FROM league_members WHERE user_id = $1", [
		ada.userId,
	]);
	expect(rows).toEqual([{ league_id: alone.id }]);
});
