import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import {
	changeDraftSettings,
	fillWithRobots,
	resetDraft,
	scheduleDraft,
} from "@first-bounce/contract/draft/draft-process";
import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { showLeague, showLeagueByCode, showLeaguesToJoin } from "@first-bounce/contract/leagues/league";
import {
	createLeague,
	deleteLeague,
	joinLeague,
	leaveLeague,
	removeLeagueUser,
	setDeputy,
	updateLeague,
} from "@first-bounce/contract/leagues/league-actions";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	getFourManagers,
	getOutcome,
	SMALL_SQUAD,
} from "../../../../../testing/server/draft-leagues.ts";
import {
	createLeagueManagers,
	createTestLeague,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const PICKS = 16;

test("the chat has cards about the draft's date, start and end [D2.9.391]", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const [commissioner] = room.managers;
	if (!commissioner) throw new Error("A league needs a commissioner");
	const { client } = commissioner;
	const params = { id: room.id };
	const listCards = async () => {
		const { messages } = await client(showConversation, { params, query: {} });
		return messages.flatMap((message) => (message.kind === "card" ? [message.card] : []));
	};
	const at = (days: number) => new Date(app.clocks.wallNow() + days * DAY).toISOString();
	expect(await listCards()).toEqual([]);
	const [first, second] = [at(1), at(2)];
	await client(scheduleDraft, { params, body: { draftStart: first } });
	// The league starts in another round than it was to.
	await app.database.db.updateTable("leagues").set({ start_id: 2 }).where("id", "=", room.id).execute();
	await client(scheduleDraft, { params, body: { draftStart: second } });
	expect(await listCards()).toEqual([{ type: "draft-scheduled", startsAt: second }]);
	await room.start();
	const picked: number[] = [];
	for (let pick = 1; pick <= PICKS; pick++) picked.push(await room.pickNext());
	const cards = await listCards();
	expect(cards.map(({ type }) => type)).toEqual(["draft-scheduled", "draft-started", "draft-complete"]);
	const [teamId] = room.teamIds;
	expect(cards[2]).toMatchObject({ firstPick: { team: { teamId }, playerId: picked[0], overallPick: 1 } });
	await client(resetDraft, { params, body: { name: "The Draft Club" } });
	expect(await listCards()).toEqual([]);
	await room.start();
	expect(await listCards()).toEqual([{ type: "draft-started" }]);
});

test("leaving after a reset keeps the log of moves", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea] = room.managers;
	if (!ada || !bea) throw new Error("Two managers");
	const params = { id: room.id };
	for (let pick = 1; pick <= PICKS; pick++) await room.pickNext();
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	await bea.client(leaveLeague, { params });
	const { rows } = await app.database.pool.query(
		"SELECT kind, count(*)::int AS moves FROM player_moves WHERE league_id = $1 GROUP BY kind ORDER BY kind",
		[room.id],
	);
	expect(rows).toEqual([
		{ kind: "drafted", moves: 16 },
		{ kind: "reset", moves: 16 },
	]);
});

test("a league cannot be deleted while its draft is under way", async () => {
	const room = await createDraftRoom(app);
	const [ada] = room.managers;
	if (!ada) throw new Error("One manager");
	const params = { id: room.id };
	const mayDelete = async () => (await ada.client(showLeague, { params })).league.may.delete;
	const remove = () => getOutcome(ada.client(deleteLeague, { params, body: { leagueId: room.id } }));
	expect([await mayDelete(), await remove()]).toEqual([false, "league-drafting"]);
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	expect([await mayDelete(), await remove()]).toEqual([true, "done"]);
});

test("nobody who runs a league removes managers after the draft begins [D2.9.625]", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const [ada, bea, cat] = getFourManagers(room);
	const params = { id: room.id };
	const remove = (by: LeagueManager, { userId }: LeagueManager) =>
		getOutcome(by.client(removeLeagueUser, { params: { ...params, userId } }));
	const mayRemove = async () => (await ada.client(showLeague, { params })).league.may.removeUsers;
	expect(await mayRemove()).toBe(true);
	await room.start();
	await ada.client(setDeputy, { params, body: { userId: bea.userId, isDeputy: true } });
	const { events } = await ada.client(listLeagueActivity, { params, query: { limit: 1 } });
	expect(events).toMatchObject([{ kind: "deputy", userId: bea.userId, by: { userId: ada.userId } }]);
	expect([await mayRemove(), await remove(ada, cat), await remove(bea, cat)]).toEqual([
		false,
		"league-managers-stay",
		"league-managers-stay",
	]);
	for (let pick = 1; pick <= PICKS; pick++) await room.pickNext();
	expect([await mayRemove(), await remove(ada, cat)]).toEqual([false, "league-managers-stay"]);
	await cat.client(leaveLeague, { params });
	expect((await room.getBoard()).seats.map(({ manager }) => manager === null)).toContain(true);
});

test("a league whose draft is complete is not deleted, but reset [D2.9.628]", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const params = { id: room.id };
	for (let pick = 1; pick <= PICKS; pick++) await room.pickNext();
	const mayDelete = async () => (await ada.client(showLeague, { params })).league.may.delete;
	const remove = () => getOutcome(ada.client(deleteLeague, { params, body: { leagueId: room.id } }));
	expect([await mayDelete(), await remove()]).toEqual([false, "league-drafted"]);
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	expect([await mayDelete(), await remove()]).toEqual([true, "done"]);
});

test("a draft can be reset until the league starts", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const params = { id: room.id };
	for (let pick = 1; pick <= PICKS; pick++) await room.pickNext();
	const mayReset = async () => (await ada.client(showDraftLeague, { params })).league.may.reset;
	expect(await mayReset()).toBe(true);
	app.clocks.setSeason(FIRST_BOUNCE);
	const reset = ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	const after = [await mayReset(), await getOutcome(reset)];
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	expect(after).toEqual([false, "league-started"]);
});

test("a full league with robots can be joined by its code [D2.9.355]", async () => {
	const [ann, bea, cat] = await createLeagueManagers(app, 3);
	if (!ann || !bea || !cat) throw new Error("Three managers");
	const { id, code } = await createTestLeague(ann, { class: "draft", size: 4, draft: { squad: SMALL_SQUAD } });
	await ann.client(fillWithRobots, { params: { id } });
	const full = (await bea.client(showLeagueByCode, { params: { code }, query: {} })).league;
	expect(full).toMatchObject({ numTeams: 4, size: 4, unmanagedTeams: 3 });
	expect((await ann.client(showLeague, { params: { id } })).league.may).toMatchObject({
		invite: true,
		changeStart: false,
	});
	const { league } = await bea.client(joinLeague, { params: { code } });
	expect(league).toMatchObject({ numTeams: 4, unmanagedTeams: 2, isMember: true });
});

test("a league that waits for its draft has not started [D2.9.392]", async () => {
	const [ann, bea] = await createLeagueManagers(app, 2);
	if (!ann || !bea) throw new Error("Two managers");
	const name = "Still Waiting";
	const { id } = await createTestLeague(ann, { name, class: "draft", size: 4, privacy: "public" });
	app.clocks.setSeason(FIRST_BOUNCE + DAY / 24);
	const { leagues } = await bea.client(showLeaguesToJoin, { query: { search: name } });
	expect(leagues.map((league) => [league.id, league.status])).toEqual([[id, "scheduled"]]);
	const listClass = async (leagueClass: "regular" | "draft") =>
		(await bea.client(showLeaguesToJoin, { query: { search: name, class: leagueClass } })).leagues.length;
	expect([await listClass("draft"), await listClass("regular")]).toEqual([1, 0]);
	const { league } = await ann.client(showLeague, { params: { id } });
	expect(league.may).toMatchObject({ invite: true, delete: true, removeUsers: true });
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
});

test("an account creates five draft leagues a day, refused forms aside [D2.9.390]", async () => {
	const [ann] = await createLeagueManagers(app, 1);
	if (!ann) throw new Error("One manager");
	const create = (form: object) =>
		getOutcome(ann.client(createLeague, { body: { name: "Day Club", startId: 1, class: "draft", size: 8, ...form } }));
	const draftStart = new Date(app.clocks.wallNow() - 1_000).toISOString();
	expect(await create({ size: 15 })).toBe("draft-league-size");
	expect(await create({ draft: { draftStart } })).toBe("draft-schedule-past");
	const avatar = new Blob(["GIF89a"], { type: "image/png" });
	const form = { name: "Day Club", startId: 1, class: "draft", size: 8 } as const;
	for (let count = 1; count <= 5; count++)
		expect(await getOutcome(ann.client(createLeague, { body: form, avatar }))).toBe("picture-type");
	for (let count = 1; count <= 5; count++) expect(await create({})).toBe("done");
	expect(await create({})).toBe("too-many-requests");
	expect(await create({ class: "regular" })).toBe("done");
});

test("a league that continues none offers no last ladder [D2.9.361]", async () => {
	const [ann] = await createLeagueManagers(app, 1);
	if (!ann) throw new Error("One manager");
	const { id } = await createTestLeague(ann, { class: "draft", size: 8 });
	const { league } = await ann.client(showDraftLeague, { params: { id } });
	expect(league.may).toMatchObject({ drawOrder: true, reverseLastLadder: false });
});

test("settings of the season are copied, logged, and lock with the start [D2.9.469]", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const { id, managers } = room;
	const [commissioner] = getFourManagers({ managers });
	const params = { id };
	const before = (await commissioner.client(showDraftLeague, { params })).league;
	expect(before).toMatchObject({
		waiverPriority: "rolling",
		tradeReview: "commissioner",
		tradeReviewHours: 24,
		tradeDeadline: 3,
		protectsBest: false,
		hasInjuredPlace: true,
	});
	const body = { waiverPriority: "budget", tradeReviewHours: 48, tradeDeadline: null, hasInjuredPlace: false } as const;
	const { league } = await commissioner.client(changeDraftSettings, { params, body });
	expect(league).toMatchObject({ ...body, tradeReview: "commissioner", protectsBest: false });
	await commissioner.client(changeDraftSettings, { params, body });
	await commissioner.client(updateLeague, { params, body: { leagueId: id, name: league.name, averageGame: true } });
	await room.start();
	const { log } = await room.getBoard();
	expect(log.filter(({ action }) => action === "settings").map(({ settings }) => settings)).toEqual([
		["waiverPriority", "tradeReviewHours", "tradeDeadline", "hasInjuredPlace"],
	]);
	const late = commissioner.client(changeDraftSettings, { params, body: { hasInjuredPlace: true } });
	expect(await getOutcome(late)).toBe("draft-started");
	const lateGame = commissioner.client(updateLeague, {
		params,
		body: { leagueId: id, name: league.name, averageGame: false },
	});
	expect(await getOutcome(lateGame)).toBe("draft-started");
});
