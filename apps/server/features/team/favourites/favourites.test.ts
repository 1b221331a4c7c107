import { addFavourite, removeFavourite, showFavourites } from "@first-bounce/contract/team/favourites";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

test("favourites are added and removed by id, for their user only (D1.1.14, D1.3.60, D1.7.45, D1.7.46, D1.7.47)", async () => {
	const [{ client }, other] = [await createManager(app), await createManager(app)];
	const add = async (playerId: number) => (await client(addFavourite, { body: { playerId } })).favouritePlayers;
	const remove = async (playerId: number) => (await client(removeFavourite, { body: { playerId } })).favouritePlayers;
	expect((await client(showFavourites, {})).favouritePlayers).toEqual([]);
	expect(await add(1_010)).toEqual([1_010]);
	expect(await add(1_002)).toEqual([1_002, 1_010]);
	expect(await add(1_010)).toEqual([1_002, 1_010]);
	expect(await remove(1_010)).toEqual([1_002]);
	expect(await remove(1_010)).toEqual([1_002]);
	expect((await client(showFavourites, {})).favouritePlayers).toEqual([1_002]);
	expect((await other.client(showFavourites, {})).favouritePlayers).toEqual([]);
});

test("a player outside the season cannot be added (D2.7.36)", async () => {
	const { client } = await createManager(app);
	expect((await client(addFavourite, { body: { playerId: 1_010 } })).favouritePlayers).toEqual([1_010]);
	expect((await client(removeFavourite, { body: { playerId: 1_010 } })).favouritePlayers).toEqual([]);
	const { status, message } = await getApiFailure(client(addFavourite, { body: { playerId: 4_711 } }));
	expect([status, message]).toEqual([422, "Player 4711 is not in this season"]);
	expect((await client(removeFavourite, { body: { playerId: 4_711 } })).favouritePlayers).toEqual([]);
});

test("favourites that are added concurrently are all saved", async () => {
	const { client } = await createManager(app);
	const ids = app.season.players.slice(0, 15).map(({ id }) => id);
	await Promise.all([...ids, ...ids].map((playerId) => client(addFavourite, { body: { playerId } })));
	expect((await client(showFavourites, {})).favouritePlayers).toEqual(ids);
});

test("a new season starts without favourites", async () => {
	const { client } = await createManager(app);
	await client(addFavourite, { body: { playerId: 1_001 } });
	await app.database.db.updateTable("seasons").set({ is_current: false }).execute();
	await seedSeason(app.database.db, { id: 2 });
	await app.seasons.refresh();
	expect((await client(showFavourites, {})).favouritePlayers).toEqual([]);
	expect((await client(addFavourite, { body: { playerId: 1_003 } })).favouritePlayers).toEqual([1_003]);
});
