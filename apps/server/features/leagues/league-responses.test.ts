import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { setMatchStatus } from "../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, seedSeason } from "../../../../testing/season/small-season.ts";
import { createLeagueManagers, type LeagueManager, verifyAddress } from "../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { advanceLeagues } from "./head-to-head/round-activity.ts";

// The responses of the league calls as they are sent, without the contract's client.

let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
const tokens = new Map<LeagueManager, string>();

beforeAll(async () => {
	app = await createTestApp();
	[ada, bea] = (await createLeagueManagers(app, 2)) as [LeagueManager, LeagueManager];
	for (const manager of [ada, bea]) tokens.set(manager, await app.getToken(manager.userId));
});
afterEach(() => app.clocks.setSeason(FIRST_BOUNCE - DAY));
afterAll(() => app.close());

async function send(method: "GET" | "POST", manager: LeagueManager | null, path: string, payload?: object) {
	const token = manager ? tokens.get(manager) : undefined;
	const { statusCode, body } = await app.app.inject({
		method,
		url: `/api/en/fantasy/${path}`,
		headers: { host: "localhost:3000", ...(token ? { "x-sid": token } : {}) },
		...(payload ? { payload } : {}),
	});
	return { status: statusCode, ...JSON.parse(body) };
}
const get = (manager: LeagueManager | null, path: string) => send("GET", manager, path);
const post = (manager: LeagueManager, path: string, body: object = {}) => send("POST", manager, path, body);

async function create(name: string, fields: object = {}) {
	const { success } = await post(ada, "league", { name, startId: 1, privacy: "private", type: "open", ...fields });
	return success.league as { readonly id: number; readonly code: string };
}

describe("a league call", () => {
	test("returns success and errors, and refuses words and contradictory ids (D2.7.01)", async () => {
		expect(await get(ada, "league/user-invites")).toEqual({
			status: 200,
			success: { invites: [], handOvers: [] },
			errors: [],
		});
		expect(await get(null, "leagues")).toEqual({
			status: 401,
			success: null,
			errors: [{ code: "not-signed-in", message: "Please sign in first" }],
		});
		expect(await get(ada, "league/some-word")).toMatchObject({
			status: 422,
			success: null,
			errors: [{ code: "invalid-field", message: expect.stringContaining("id") }],
		});
		const { id } = await create("Ids");
		expect(await post(ada, `league/${id}/delete`, { leagueId: id + 1 })).toMatchObject({
			success: null,
			errors: [{ code: "league-mismatch" }],
		});
	});

	test("creates open and head-to-head leagues, and no others (D2.1.03)", async () => {
		const getType = async (type: string) => {
			const { status, success } = await post(ada, "league", { name: `A ${type} league`, startId: 1, type });
			if (status !== 200) return status;
			return (await get(ada, `league/${success.id}`)).success.league.type;
		};
		expect([await getType("open"), await getType("h2h"), await getType("knockout")]).toEqual(["open", "h2h", 422]);
	});

	test("that changes a league returns the league: update, join and remove (D2.7.10, D2.7.13, D2.7.14, D2.7.18)", async () => {
		const { id, code } = await create("Before");
		const updated = await post(ada, `league/${id}`, { leagueId: id, name: "After" });
		expect([updated.status, Object.keys(updated.success), updated.errors]).toEqual([200, ["league"], []]);
		expect(updated.success.league).toMatchObject({ id, name: "After", type: "open", numTeams: 1, isMember: true });

		const joined = await post(bea, `league/${code}/join`, { code });
		expect([joined.status, Object.keys(joined.success), joined.errors]).toEqual([200, ["league"], []]);
		expect(joined.success.league).toMatchObject({ id, name: "After", numTeams: 2, isMember: true });
		expect((await post(bea, `league/${code}/join`, { code: "ZZZZZZ" })).success).toBeNull();

		const removed = await post(ada, `league/${id}/user/${bea.userId}`);
		expect([removed.status, Object.keys(removed.success), removed.errors]).toEqual([200, ["league"], []]);
		expect(removed.success.league).toMatchObject({ id, name: "After", numTeams: 1, isCommissioner: true });
	});

	test("that leaves or deletes a league returns the league's id (D2.7.07, D2.7.12, D2.7.21)", async () => {
		const { id, code } = await create("Short-lived");
		await post(bea, `league/${code}/join`, { code });
		const answer = { status: 200, success: { leagueId: id }, errors: [] };
		expect(await post(bea, `league/${id}/leave`, { leagueId: id })).toEqual(answer);
		expect(await post(ada, "league/delete", { leagueId: id })).toEqual(answer);
		const other = await create("Gone too");
		expect(await post(ada, `league/${other.id}/delete`)).toEqual({ ...answer, success: { leagueId: other.id } });
		expect((await get(ada, `league/${other.id}`)).success).toBeNull();
	});

	test("that invites returns the number of different addresses (D2.7.16)", async () => {
		await verifyAddress(app, ada);
		const { id } = await create("Inviting");
		const invites = ["kit@example.test", "KIT@example.test", "pat@example.test"].map((email) => ({ email }));
		const answer = await post(ada, `league/${id}/invite`, { leagueId: id, invites });
		expect(answer).toEqual({ status: 200, success: { invited: 2 }, errors: [] });
	});

	test("lists members in pages of 20 (D2.9.01)", async () => {
		const { id } = await create("Full house");
		for (const { userId, teamId } of await createLeagueManagers(app, 20))
			await app.database.db
				.insertInto("league_members")
				.values({ league_id: id, user_id: userId, team_id: teamId, joined_at: new Date() })
				.execute();
		const first = (await get(ada, `league/${id}/league-users`)).success;
		expect([first.users.length, first.nextPage, first.total]).toEqual([20, 2, 21]);
		const second = (await get(ada, `league/${id}/league-users?page=2`)).success;
		expect([second.users.length, second.nextPage, second.total]).toEqual([1, null, 21]);
	});

	test("for a head-to-head ladder returns rows, own row, round, winner (D2.7.29)", async () => {
		const { id, code } = await create("Duel", { type: "h2h", size: 2 });
		await post(bea, `league/${code}/join`, { code });
		app.clocks.setSeason(FIRST_BOUNCE);
		await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
		await setMatchStatus(app, app.season.listMatchesOfRound(1).slice(0, 1), "playing");
		await app.seasons.refresh();
		await app.standings.refresh();
		const { status, success, errors } = await get(ada, `ranks/h2h-league?leagueId=${id}&roundId=0`);
		const { rankings, currentUserRanking, ...rest } = success;
		const drawRecord = { played: 1, premiershipPoints: 2, WDL: { win: 0, draw: 1, lose: 0 }, totalPointsFor: 0 };
		expect([status, errors, rest]).toEqual([200, [], { roundId: 1, isLive: true, winnerTeamId: null }]);
		expect(rankings).toHaveLength(2);
		expect(rankings[0]).toMatchObject({ ...drawRecord, rank: 1, teamId: ada.teamId, isCurrentLeagueUser: true });
		expect(rankings[1]).toMatchObject({ ...drawRecord, rank: 2, teamId: bea.teamId, isCurrentLeagueUser: false });
		expect(currentUserRanking).toEqual(rankings[0]);
	});

	test("that skips or recovers a league responds as list and create (D2.7.33, D2.7.35)", async () => {
		const [kept, skipped] = [await create("Every year", { startId: 2 }), await create("Never again", { startId: 2 })];
		const { db } = app.database;
		await db.deleteFrom("leagues").where("id", "not in", [kept.id, skipped.id]).execute();
		await db.updateTable("seasons").set({ is_current: false, status: "closed" }).where("id", "=", 1).execute();
		await seedSeason(db, { id: 2 });
		await app.seasons.refresh();
		await app.standings.refresh();
		const left = await post(ada, `league/recover/skip/${skipped.id}`);
		expect([left.status, Object.keys(left.success), left.errors]).toEqual([200, ["leagues"], []]);
		expect(left.success.leagues).toMatchObject([{ id: kept.id, name: "Every year", type: "open" }]);
		expect(left.success.leagues).toHaveLength(1);
		const form = { name: "This year", startId: 2, privacy: "public", type: "h2h", size: 4, finals: false };
		const recovered = await post(ada, "league/recover", { ...form, h2hTiebreaker: "points_for", leagueId: kept.id });
		expect(recovered).toMatchObject({ status: 200, success: { invited: 0 }, errors: [] });
		expect(Object.keys(recovered.success)).toEqual(["id", "league", "invited"]);
		expect(recovered.success.league).toMatchObject({
			id: recovered.success.id,
			name: "This year",
			startId: 2,
			privacy: "public",
			type: "h2h",
			size: 4,
			finals: false,
			h2hTiebreaker: "points_for",
			numTeams: 1,
			isCommissioner: true,
		});
	});
});
