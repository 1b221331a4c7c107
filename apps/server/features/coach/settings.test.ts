import {
	orderWaitList,
	setCoachPlayer,
	showCoachSettings,
	updateCoachPreferences,
} from "@first-bounce/contract/team/coach";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const DEFAULTS = { isHidden: false, aim: "season", keepIds: [], banIds: [], waitIds: [] };

test("aim and hidden panel are stored per account, field by field", async () => {
	const [{ client }, other] = [await createManager(app), await createManager(app)];
	expect(await client(showCoachSettings, {})).toEqual(DEFAULTS);
	await client(updateCoachPreferences, { body: { aim: "money" } });
	expect(await client(updateCoachPreferences, { body: { isHidden: true } })).toEqual({
		...DEFAULTS,
		aim: "money",
		isHidden: true,
	});
	expect(await client(updateCoachPreferences, { body: {} })).toMatchObject({ aim: "money", isHidden: true });
	expect(await other.client(showCoachSettings, {})).toEqual(DEFAULTS);
});

test("a player is on one list at most, however often added", async () => {
	const { client } = await createManager(app);
	const put = (playerId: number, list: "keep" | "ban" | "wait" | null) =>
		client(setCoachPlayer, { body: { playerId, list } });
	await put(1001, "keep");
	await put(1002, "ban");
	await put(1003, "wait");
	await put(1004, "wait");
	expect(await put(1003, "wait")).toEqual({ ...DEFAULTS, keepIds: [1001], banIds: [1002], waitIds: [1003, 1004] });
	expect(await put(1001, "wait")).toEqual({ ...DEFAULTS, banIds: [1002], waitIds: [1003, 1004, 1001] });
	expect(await put(1003, null)).toEqual({ ...DEFAULTS, banIds: [1002], waitIds: [1004, 1001] });
	expect(await put(1003, null)).toMatchObject({ waitIds: [1004, 1001] });
});

test("the wait list keeps its order and players missing from requests", async () => {
	const { client } = await createManager(app);
	const saveOrder = (...playerIds: number[]) => client(orderWaitList, { body: { playerIds } });
	await client(setCoachPlayer, { body: { playerId: 1005, list: "ban" } });
	expect(await saveOrder(1009, 1005, 1007)).toEqual({ ...DEFAULTS, waitIds: [1009, 1005, 1007] });
	expect(await saveOrder(1007, 1009)).toMatchObject({ waitIds: [1007, 1009, 1005] });
	expect(await saveOrder()).toMatchObject({ waitIds: [1007, 1009, 1005] });
});

test("unknown players and full lists are refused in the user's language", async () => {
	const { client, sessionId } = await createManager(app);
	const refused = await getApiFailure(client(setCoachPlayer, { body: { playerId: 4_711, list: "wait" } }));
	expect([refused.status, refused.message]).toEqual([422, "Player 4711 is not in this season"]);
	const french = await app.app.inject({
		method: "POST",
		url: "/api/fr/fantasy/coach/player",
		headers: { host: "localhost:3000", "x-sid": sessionId },
		payload: { playerId: 4_711, list: "wait" },
	});
	expect(french.json().errors[0].message).toBe("La joueuse 4711 ne fait pas partie de cette saison");
	const ids = app.season.players.slice(0, 51).map(({ id }) => id);
	const [last = 0] = ids.slice(50);
	await client(orderWaitList, { body: { playerIds: ids.slice(0, 50) } });
	expect((await getApiFailure(client(orderWaitList, { body: { playerIds: [last] } }))).code).toBe("coach-list-full");
	const full = await getApiFailure(client(setCoachPlayer, { body: { playerId: last, list: "wait" } }));
	expect([full.status, full.message]).toEqual([422, "This list holds 50 players. Remove one first"]);
	expect((await client(showCoachSettings, {})).waitIds).toHaveLength(50);
});

test("players added concurrently are all listed with their own priority", async () => {
	const { client, user } = await createManager(app);
	const ids = app.season.players.slice(0, 12).map(({ id }) => id);
	await Promise.all(ids.map((playerId) => client(setCoachPlayer, { body: { playerId, list: "wait" } })));
	expect((await client(showCoachSettings, {})).waitIds.toSorted((a, b) => a - b)).toEqual(ids);
	const rows = await app.database.db
		.selectFrom("coach_players")
		.where("user_id", "=", user.id)
		.select("priority")
		.orderBy("priority")
		.execute();
	expect(rows.map(({ priority }) => priority)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test("a new season starts without lists, and the panel stays hidden", async () => {
	const { client } = await createManager(app);
	await client(setCoachPlayer, { body: { playerId: 1001, list: "wait" } });
	await client(updateCoachPreferences, { body: { isHidden: true } });
	await app.database.db.updateTable("seasons").set({ is_current: false }).execute();
	await seedSeason(app.database.db, { id: 2 });
	await app.seasons.refresh();
	expect(await client(showCoachSettings, {})).toEqual({ ...DEFAULTS, isHidden: true });
});
