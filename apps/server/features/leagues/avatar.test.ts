import { showLeague, showLeagueByCode, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { createLeague, updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import { moderateName } from "@first-bounce/contract/operator/people";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, seedSeason } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
} from "../../../../testing/server/league-managers.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../seasons/current/season-version-queries.ts";

let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
let picture: Blob;

beforeAll(async () => {
	app = await createTestApp();
	[ada, bea] = (await createLeagueManagers(app, 2)) as [LeagueManager, LeagueManager];
	const image = sharp({ create: { width: 60, height: 40, channels: 3, background: "#c63" } });
	picture = new Blob([new Uint8Array(await image.png().toBuffer())], { type: "image/png" });
});
afterAll(() => app.close());

const getStatus = async (address: string | null) => (await app.app.inject(address ?? "/none")).statusCode;
const getLeague = async (id: number) => (await ada.client(showLeague, { params: { id } })).league;
/** Creates a league of Ada's with a picture, which Bea has joined. */
async function createLeagueWithPicture(name: string) {
	const { id } = await createLeagueWith([ada, bea], { name, privacy: "public" });
	const { league } = await ada.client(updateLeague, { params: { id }, body: {}, avatar: picture });
	expect([league.avatarVersion, await getStatus(league.avatar)]).toEqual([1, 200]);
	return league;
}
const removePicture = async ({ client }: LeagueManager, id: number) =>
	(await client(updateLeague, { params: { id }, body: { leagueId: id, avatar: null } })).league;

describe("a league's picture", () => {
	test("is removed everywhere, and the next one has a new address (D1.3.71, D1.3.72)", async () => {
		const before = await createLeagueWithPicture("Bare Walls");
		const after = await removePicture(ada, before.id);
		expect(after).toEqual({ ...before, avatar: null, avatarVersion: 0 });
		expect(await getStatus(before.avatar)).toBe(404);
		const noPicture = { avatar: null, avatarVersion: 0 };
		expect((await app.visitor(showLeagueByCode, { params: { code: before.code } })).league).toMatchObject(noPicture);
		expect((await bea.client(showMyLeagues, {})).leagues.find(({ id }) => id === before.id)).toMatchObject(noPicture);
		const again = await ada.client(updateLeague, { params: { id: before.id }, body: {}, avatar: picture });
		expect([again.league.avatarVersion, await getStatus(again.league.avatar)]).toEqual([2, 200]);
		expect(again.league.avatar).toBe(`/media/leagues/${before.id}/2.webp`);
	});

	test("is replaced by the next one, and the previous file is deleted", async () => {
		const before = await createLeagueWithPicture("Fresh Paint");
		const { league } = await ada.client(updateLeague, { params: { id: before.id }, body: {}, avatar: picture });
		expect([await getStatus(before.avatar), await getStatus(league.avatar)]).toEqual([404, 200]);
	});

	test("cannot be removed by a member or a visitor", async () => {
		const league = await createLeagueWithPicture("Look Only");
		expect(await getApiFailure(removePicture(bea, league.id))).toMatchObject({ status: 403, code: "not-commissioner" });
		const asVisitor = app.visitor(updateLeague, { params: { id: league.id }, body: { avatar: null } });
		expect((await getApiFailure(asVisitor)).status).toBe(401);
		expect(await getLeague(league.id)).toEqual(league);
		expect(await getStatus(league.avatar)).toBe(200);
	});

	test("can be removed repeatedly, concurrently, and even if there is none", async () => {
		const plain = await createTestLeague(ada);
		expect(await removePicture(ada, plain.id)).toEqual(plain);
		const league = await createLeagueWithPicture("Twice Over");
		const both = await Promise.all([removePicture(ada, league.id), removePicture(ada, league.id)]);
		expect([...both, await removePicture(ada, league.id)].map(({ avatar }) => avatar)).toEqual([null, null, null]);
	});

	test("stays if something else in the same request is refused", async () => {
		const league = await createLeagueWithPicture("All Or Nothing");
		const body = { avatar: null, name: "visit www.example.org" };
		const refused = await getApiFailure(ada.client(updateLeague, { params: { id: league.id }, body }));
		expect(refused.code).toBe("league-name-not-allowed");
		expect([(await getLeague(league.id)).avatar, await getStatus(league.avatar)]).toEqual([league.avatar, 200]);
	});

	test("can be removed after the league has started", async () => {
		const league = await createLeagueWithPicture("Under Way");
		app.clocks.setSeason(FIRST_BOUNCE);
		expect((await removePicture(ada, league.id)).avatar).toBeNull();
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
	});

	test("that an operator removed is deleted, and the commissioner can choose another", async () => {
		const league = await createLeagueWithPicture("Moderated");
		const { client } = await createTestOperator(app);
		const body = { reason: "not hers", kind: "league" as const, rename: false, removePicture: true };
		await client(moderateName, { params: { id: league.id }, body });
		expect(await getLeague(league.id)).toMatchObject({ avatar: null, avatarVersion: 0 });
		expect(await getStatus(league.avatar)).toBe(404);
		expect((await removePicture(ada, league.id)).avatarVersion).toBe(0);
		const updated = await ada.client(updateLeague, { params: { id: league.id }, body: {}, avatar: picture });
		expect([updated.league.avatarVersion, await getStatus(updated.league.avatar)]).toEqual([2, 200]);
	});

	test("of a closed season's league cannot be changed", async () => {
		const { league } = await ada.client(createLeague, { body: { name: "Last Year", startId: 1 }, avatar: picture });
		await app.database.db.updateTable("seasons").set({ is_current: false, status: "closed" }).execute();
		await incrementDataVersion(app.database.db, 1);
		await app.seasons.refresh();
		expect(await getApiFailure(removePicture(ada, league.id))).toMatchObject({ status: 409, code: "season-is-closed" });
		await seedSeason(app.database.db, { id: 2 });
		await app.seasons.refresh();
		await app.standings.refresh();
		expect(await getApiFailure(removePicture(ada, league.id))).toMatchObject({ status: 404, code: "league-unknown" });
		expect(await getStatus(league.avatar)).toBe(200);
		const { leagues } = await ada.client(showRecoverableLeagues, {});
		expect(leagues.find(({ id }) => id === league.id)).toMatchObject({ avatar: league.avatar, avatarVersion: 1 });
	});

	test("is kept when the league is renewed, unless another is chosen [D2.7.04]", async () => {
		const { leagues } = await ada.client(showRecoverableLeagues, {});
		const findId = (name: string) => leagues.find((league) => league.name === name)?.id ?? 0;
		const renew = async (name: string, file: { avatar?: Blob } = {}) =>
			(await ada.client(createLeague, { body: { name, startId: 1, leagueId: findId(name) }, ...file })).league;
		const kept = await renew("Last Year");
		expect([kept.avatar, await getStatus(kept.avatar)]).toEqual([`/media/leagues/${kept.id}/1.webp`, 200]);
		expect((await renew("Bare Walls", { avatar: picture })).avatarVersion).toBe(1);
		expect((await renew("Under Way")).avatar).toBeNull();
	});
});
