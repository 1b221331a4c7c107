import { type DraftLineupBody, saveDraftLineup, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import {
	exchangePicks,
	pauseDraft,
	resetDraft,
	resumeDraft,
	scheduleDraft,
	setAutopick,
	skipPick,
	undoDraftAction,
} from "@first-bounce/contract/draft/draft-process";
import { voteOnTrade } from "@first-bounce/contract/draft/trades";
import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { createDraftRoom, getFourManagers, tickDraftsOf } from "../../../../../testing/server/draft-leagues.ts";
import { finishRoom } from "../../../../../testing/server/draft-waivers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	setStatus,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import { createTradeRoom } from "../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";
import { countParticipation } from "../../operator/closing-letter/queries.ts";
import { loadCounts } from "../../operator/overview/queries.ts";
import { countManagersWithoutTeam } from "../../seasons/current/season-queries.ts";
import { buildTeamsQuery } from "../../standings/standings-queries.ts";
import { countSelections } from "../../static-files/queries.ts";
import { listStoredTeams } from "../../team/receipts/queries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let app: TestApp;
let service: PushService;
const push = createLoopbackPush();

beforeAll(async () => {
	service = await startPushService();
	app = await createTestApp({ push });
});
afterAll(async () => {
	await app.close();
	await service.close();
	await push.close();
});

test("members are reminded three times before a draft", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const [ada, bea] = getFourManagers(room);
	const { messages } = await subscribeBrowser(bea.client, service, { quietHours: { from: "00:00", to: "23:59" } });
	const tasks = createNoticeTasks(app, push);
	const start = app.clocks.wallNow() + 30 * HOUR;
	const params = { id: room.id };
	await ada.client(scheduleDraft, { params, body: { draftStart: new Date(start).toISOString() } });
	const counts: number[] = [];
	for (const before of [25 * HOUR, 24 * HOUR, 2 * HOUR, HOUR, 11 * MINUTE, 10 * MINUTE, MINUTE]) {
		app.clocks.setWall(start - before);
		await tasks.step();
		await tasks.step();
		counts.push(messages().length);
	}
	expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3]);
	expect(messages()[0]).toMatchObject({ url: `/leagues/${room.id}/draft` });
	expect(messages()[0]?.title).toContain("The Draft Club drafts");
	// Without an order the draft does not start.
	app.clocks.setWall(start);
	await tickDraftsOf(app);
	expect((await room.getBoard()).draftStatus).toBe("setup");
	await tasks.step();
	await tasks.step();
	expect(messages().slice(3)).toMatchObject([
		{ title: "The Draft Club didn't start its draft", url: `/leagues/${room.id}/draft` },
	]);
	const { messages: chat } = await ada.client(showConversation, { params, query: {} });
	expect(chat.map((message) => message.kind === "card" && message.card)).toEqual([
		{ type: "draft-scheduled", startsAt: null },
	]);
});

test("managers are told that they are up, and two picks before", async () => {
	const room = await createDraftRoom(app, { isStarted: false });
	const [ada, bea, cat, dot] = getFourManagers(room);
	const browsers = await Promise.all([ada, bea, cat, dot].map(({ client }) => subscribeBrowser(client, service, {})));
	const tasks = createNoticeTasks(app, push);
	await dot.client(setAutopick, { params: { id: room.id }, body: { mode: "on" } });
	await room.start();
	await tasks.step();
	const listTitles = () => browsers.map(({ messages }) => messages().map(({ title, body }) => `${title}: ${body}`));
	expect(listTitles()).toEqual([
		["You're on the clock: The Draft Club: pick 1 is yours."],
		[],
		["Two picks away: The Draft Club: pick 3 will be yours."],
		[],
	]);
	await room.pickNext();
	// What is sent after the pick was made says nothing.
	await room.pickNext();
	await tasks.step();
	expect(listTitles()).toEqual([
		["You're on the clock: The Draft Club: pick 1 is yours."],
		[],
		["Two picks away: The Draft Club: pick 3 will be yours.", "You're on the clock: The Draft Club: pick 3 is yours."],
		[],
	]);
});

test("once only skipped picks are left, their managers are told", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const { messages } = await subscribeBrowser(ada.client, service, {});
	const tasks = createNoticeTasks(app, push);
	await room.pickNext();
	for (let overallPick = 2; overallPick <= 16; overallPick++) {
		await ada.client(skipPick, { params: { id: room.id }, body: { overallPick } });
		await tasks.step();
	}
	const before = messages().length;
	for (let overallPick = 2; overallPick <= 7; overallPick++) {
		await room.pickNext();
		await tasks.step();
	}
	const bodies = messages().map(({ body }) => body);
	expect(bodies.slice(before).at(-1)).toBe("The Draft Club: pick 8 is yours.");
});

test("a pick that comes again or changes hands is told again", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea] = getFourManagers(room);
	const params = { id: room.id };
	const [adas, beas] = await Promise.all([ada, bea].map(({ client }) => subscribeBrowser(client, service, {})));
	const tasks = createNoticeTasks(app, push);
	const countTold = async () => {
		await tasks.step();
		return [adas, beas].map((browser) => browser?.messages().length);
	};
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	await room.start();
	expect(await countTold()).toEqual([1, 0]);
	await room.pickNext();
	expect(await countTold()).toEqual([1, 1]);
	await ada.client(pauseDraft, { params });
	await ada.client(undoDraftAction, { params, body: { version: (await room.getBoard()).version } });
	await ada.client(resumeDraft, { params });
	expect(await countTold()).toEqual([2, 1]);
	await room.pickNext();
	expect(await countTold()).toEqual([2, 2]);
	await ada.client(exchangePicks, { params, body: { overallPick: 2, otherOverallPick: 8 } });
	expect(await countTold()).toEqual([3, 2]);
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	await room.start();
	expect(await countTold()).toEqual([4, 2]);
});

test("a late out offers a swap that one press makes (D2.9.322)", async () => {
	const squad = {
		field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
		bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
		utilityScores: true,
		limits: { DEF: 2, MID: 3, RUC: 1, FWD: 2 },
	};
	// Without byes, everybody on the bench can come in.
	const starts_at = new Date(FIRST_BOUNCE + 48 * HOUR);
	const match = { season_id: 1, id: 103, round_id: 1, home_squad_id: 15, away_squad_id: 16, starts_at };
	await app.database.db.insertInto("matches").values(match).execute();
	await setStatus(app, "playing");
	const room = await createDraftRoom(app, { settings: { squad } });
	for (let pick = 0; pick < 20; pick++) await room.pickNext();
	const params = { id: room.id };
	const [{ client }] = getFourManagers(room);
	const { team } = await client(showMyDraftTeam, { params });
	const { messages } = await subscribeBrowser(client, service, { lateOuts: true });
	const [out = 0] = team.lineup?.MID ?? [];
	const [reserve = 0] = team.bench?.MID ?? [];
	const tasks = createNoticeTasks(app, push);
	await setStatus(app, "injured", [out]);
	await tasks.step();
	await tasks.step();
	// The classic team of every manager here may have her too.
	const [message, ...others] = messages().filter(({ url }) => url.startsWith("/team/draft"));
	expect(others).toEqual([]);
	expect(message).toMatchObject({
		title: `P ${out} is out`,
		body: `The Draft Club: Not playing in round 1: P ${out}. P ${reserve} could come in from your bench.`,
		url: `/team/draft/${room.id}?swap=${out}-${reserve}`,
		swap: { label: `Swap in P ${reserve}`, call: { address: `/api/en/draft/league/${room.id}/lineup` } },
	});
	const body = message?.swap?.call?.body as DraftLineupBody;
	const saved = await client(saveDraftLineup, { params, body });
	expect([saved.team.lineup?.MID, saved.team.bench?.MID]).toEqual([[reserve], [out]]);
	// The reminder before the lock names the league too, and fixes its team.
	await setStatus(app, "injured", [saved.team.captainId ?? 0]);
	const reminded = await subscribeBrowser(client, service, { lockReminders: "problems", minutesBefore: 60 });
	// Her first players lock with the second match.
	app.clocks.setSeason(FIRST_BOUNCE + 24 * HOUR - 30 * MINUTE);
	await tasks.step();
	await tasks.step();
	const [reminder, ...later] = reminded.messages().filter(({ tag }) => tag?.startsWith("lock-1-"));
	expect(later).toEqual([]);
	expect(reminder).toMatchObject({ url: `/team/draft/${room.id}?check` });
	expect(reminder?.body).toMatch(/^The Draft Club: /);
	// It may be shown until the lock, in half an hour.
	const sent = service.received.findLast(({ path }) => path === reminded.path);
	expect(sent?.headers.ttl).toBe("1800");
	const fixed = await client(saveDraftLineup, { params, body: reminder?.swap?.call?.body as DraftLineupBody });
	expect(fixed.team.version).toBe(2);
	app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
});

test("a late out of the suggested utility is notified too (D2.9.322)", async () => {
	const squad = {
		field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
		bench: { DEF: 0, MID: 0, RUC: 0, FWD: 0 },
		utilityScores: false,
		limits: { DEF: 2, MID: 2, RUC: 1, FWD: 2 },
	};
	app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
	await setStatus(app, "playing");
	const room = await createDraftRoom(app, { settings: { squad } });
	await finishRoom(room);
	const params = { id: room.id };
	const [{ client }] = getFourManagers(room);
	const { team } = await client(showMyDraftTeam, { params });
	const { utilityId } = team;
	const [line] = app.season.players.find(({ id }) => id === utilityId)?.position ?? [];
	const [out = 0] = team.lineup?.[line ?? "MID"] ?? [];
	const { messages } = await subscribeBrowser(client, service, { lateOuts: true });
	const listBodies = () => messages().flatMap(({ body, url }) => (url.startsWith("/team/draft") ? [body] : []));
	const tasks = createNoticeTasks(app, push);
	await setStatus(app, "injured", [out]);
	await tasks.step();
	const isOut = `The Draft Club: Not playing in round 1: P ${out}. P ${utilityId} could come in from your bench.`;
	expect(listBodies()).toEqual([isOut]);
	await setStatus(app, "injured", [utilityId ?? 0]);
	await tasks.step();
	const areOut = `The Draft Club: Not playing in round 1: P ${utilityId} and P ${out}. No bench player can come in.`;
	expect(listBodies()).toEqual([isOut, areOut]);
});

test("managers are told of an offer, its answer and its end [D2.9.445]", async () => {
	const { managers, squads, offer, accept, params } = await createTradeRoom(app, { review: "vote", hours: 24 });
	const [ada, bea, cat] = managers;
	const preferences = { quietHours: null };
	const received = [];
	for (const { client } of [ada, bea, cat]) received.push(await subscribeBrowser(client, service, preferences));
	const off = await subscribeBrowser(managers[3].client, service, { ...preferences, draftMoves: false });
	const tasks = createNoticeTasks(app, push);
	const trade = await offer(ada, bea, [squads[0]?.[0], squads[1]?.[0]]);
	await tasks.deliver();
	await accept(bea, trade);
	await tasks.deliver();
	await cat.client(voteOnTrade, { params, body: { tradeId: trade.id, isAgainst: true } });
	await tasks.deliver();
	const titles = received.map(({ messages }) =>
		messages().map(({ title }) => title.replace(/^.*(?= (offers|accepted))/, "…")),
	);
	expect(titles[0]).toEqual(["… accepted your trade", expect.stringContaining("was stopped")]);
	expect(titles[1]).toEqual(["… offers you a trade", expect.stringContaining("was stopped")]);
	expect(titles[2]).toEqual(["A trade is up for a vote"]);
	expect(received[1]?.messages()[0]).toMatchObject({ url: `/leagues/${params.id}/trades` });
	expect(off.messages()).toEqual([]);
});

test("teams of draft leagues are in no figure of the classic game", async () => {
	const room = await createDraftRoom(app);
	for (let overall = 1; overall <= 16; overall++) await room.pickNext();
	const { db, pool } = app.database;
	const { rows } = await pool.query(
		"SELECT count(*)::int AS lineups FROM lineups l JOIN teams t ON t.id = l.team_id AND t.league_id = $1",
		[room.id],
	);
	expect(rows).toEqual([{ lineups: 4 }]);
	await pool.query("DELETE FROM teams WHERE league_id IS NULL");
	const counts = await loadCounts(db, 1, new Date(app.clocks.wallNow()));
	expect(counts).toMatchObject({ teams: 0, completeTeams: 0 });
	expect(await countParticipation(db, { seasonId: 1, roundId: 1 })).toEqual({ teams: 0, changed: 0, trades: 0 });
	const selections = await countSelections(db, { seasonId: 1, roundId: 1, minTeams: 0, minChanges: 0 });
	expect(selections.teams).toBe(0);
	expect((await pool.query(buildTeamsQuery(1, 1))).rows).toEqual([]);
	expect(await listStoredTeams(db, 1, { afterId: 0, limit: 10 })).toEqual([]);
	// Everybody here plays draft only, and would get a classic team if a season began.
	expect(await countManagersWithoutTeam(db, 1)).toBeGreaterThan(3);
});

test("who only plays draft leagues is not reminded of a classic team", async () => {
	const room = await createDraftRoom(app);
	const [ada] = getFourManagers(room);
	const { messages } = await subscribeBrowser(ada.client, service, { lockReminders: "always" });
	await app.database.pool.query("DELETE FROM teams WHERE user_id = $1", [ada.userId]);
	app.clocks.setSeason(FIRST_BOUNCE - 30 * MINUTE);
	await createNoticeTasks(app, push).step();
	expect(messages().filter(({ url }) => url.startsWith("/team"))).toEqual([]);
});
