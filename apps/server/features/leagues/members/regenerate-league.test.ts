import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { showLeague } from "@first-bounce/contract/leagues/league";
import {
	createLeague,
	joinLeague,
	leaveLeague,
	recoverLeague,
	removeLeagueUser,
	setDeputy,
} from "@first-bounce/contract/leagues/league-actions";
import { showLeagueInvites } from "@first-bounce/contract/leagues/league-invites";
import { showRecoverableLeagues, skipLeagueRecovery } from "@first-bounce/contract/leagues/league-recover";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
let cleo: LeagueManager;
/** Leagues of last season. Ada is the commissioner of all except the last, which is Bea's. */
const previous: Record<"h2h" | "open" | "unwanted" | "ofBea" | "closed", number> = {
	h2h: 0,
	open: 0,
	unwanted: 0,
	ofBea: 0,
	/** A league whose commissioner has closed her account since, with Cleo as her deputy. */
	closed: 0,
};

beforeAll(async () => {
	app = await createTestApp();
	const { db } = app.database;
	[ada, bea, cleo] = (await createLeagueManagers(app, 3)) as [LeagueManager, LeagueManager, LeagueManager];
	previous.h2h = (await createLeagueWith([ada, bea, cleo], { name: "Rivals", type: "h2h", size: 8, finals: false })).id;
	previous.open = (await createLeagueWith([ada, bea], { name: "Everyone", privacy: "public" })).id;
	previous.unwanted = (await createLeagueWith([ada], { name: "Never again" })).id;
	previous.ofBea = (await createLeagueWith([bea, ada], { name: "Hers" })).id;
	const [dora] = (await createLeagueManagers(app, 1)) as [LeagueManager];
	previous.closed = (await createLeagueWith([dora, bea, cleo], { name: "Orphans" })).id;
	const nameDeputy = ({ client }: LeagueManager, id: number, { userId }: LeagueManager) =>
		client(setDeputy, { params: { id }, body: { userId, isDeputy: true } });
	await nameDeputy(ada, previous.h2h, bea);
	await nameDeputy(ada, previous.h2h, cleo);
	await nameDeputy(dora, previous.closed, cleo);
	await db.updateTable("users").set({ is_active: false }).where("id", "=", dora.userId).execute();
	await db.updateTable("seasons").set({ is_current: false, status: "closed" }).where("id", "=", 1).execute();
	await seedSeason(db, { id: 2 });
	await app.seasons.refresh();
	await app.standings.refresh();
});
afterAll(() => app.close());

const listNames = async ({ client }: LeagueManager) =>
	(await client(showRecoverableLeagues, {})).leagues.map(({ name }) => name);
const listInvites = async ({ client }: LeagueManager) =>
	(await client(showLeagueInvites, {})).invites.map(({ league }) => league.name);

test("last season's leagues that the user ran fill the form (D2.7.31)", async () => {
	const { leagues } = await ada.client(showRecoverableLeagues, {});
	expect(leagues.map(({ name }) => name)).toEqual(["Everyone", "Never again", "Rivals"]);
	expect(leagues.at(-1)).toMatchObject({
		id: previous.h2h,
		type: "h2h",
		size: 8,
		finals: false,
		privacy: "private",
		numTeams: 3,
		h2hTiebreaker: "percentage",
		seasonName: "Small season",
	});
	expect(await listNames(bea)).toEqual(["Hers"]);
});

test("the first deputy renews the league of a closed account [D2.9.264]", async () => {
	expect(await listNames(cleo)).toEqual(["Orphans"]);
	const body = { name: "Foundlings", startId: 1, leagueId: previous.closed };
	expect((await getApiFailure(bea.client(createLeague, { body }))).code).toBe("league-not-recoverable");
	expect((await cleo.client(createLeague, { body })).league).toMatchObject({ isCommissioner: true, deputies: [] });
	expect(await listNames(cleo)).toEqual([]);
});

test("skipping a league removes it from the list for good (D2.7.32)", async () => {
	const left = await ada.client(skipLeagueRecovery, { params: { leagueId: previous.unwanted } });
	expect(left.leagues.map(({ name }) => name)).toEqual(["Everyone", "Rivals"]);
	const again = await getApiFailure(ada.client(skipLeagueRecovery, { params: { leagueId: previous.unwanted } }));
	expect(again.code).toBe("league-not-recoverable");
});

test("regenerating creates the league again and invites its former members (D2.3.23, D2.7.04)", async () => {
	const body = { name: "Rivals II", startId: 1, type: "h2h" as const, size: 8, leagueId: previous.h2h };
	const { league, invited } = await ada.client(createLeague, { body });
	expect([league.numTeams, invited]).toEqual([1, 2]);
	expect(await listInvites(bea)).toEqual(["Rivals II", "Foundlings"]);
	expect(await listInvites(cleo)).toEqual(["Rivals II"]);
	await bea.client(joinLeague, { params: { code: league.code } });
	expect(await listInvites(bea)).toEqual(["Foundlings"]);
	expect(await listNames(ada)).toEqual(["Everyone"]);
	const mails = await app.database.db
		.selectFrom("outbox_mails")
		.where("subject", "like", "%Rivals II%")
		.select("to_address")
		.execute();
	expect(mails).toHaveLength(2);
});

test("a deputy who comes along is one again, unless dismissed [D2.9.264]", async () => {
	const renewed = await app.database.db
		.selectFrom("leagues")
		.where("name", "=", "Rivals II")
		.select(["id", "code"])
		.executeTakeFirstOrThrow();
	const params = { id: renewed.id };
	const listDeputies = async () =>
		(await ada.client(showLeague, { params })).league.deputies.map(({ userId }) => userId);
	expect(await listDeputies()).toEqual([bea.userId]);
	await bea.client(leaveLeague, { params });
	await bea.client(joinLeague, { params: { code: renewed.code } });
	expect(await listDeputies()).toEqual([bea.userId]);
	await ada.client(setDeputy, { params, body: { userId: bea.userId, isDeputy: false } });
	await bea.client(leaveLeague, { params });
	await bea.client(joinLeague, { params: { code: renewed.code } });
	expect(await listDeputies()).toEqual([]);
});

test("a deputy who was removed is none when she comes back [D2.9.264]", async () => {
	const renewed = await app.database.db
		.selectFrom("leagues")
		.where("name", "=", "Rivals II")
		.select(["id", "code"])
		.executeTakeFirstOrThrow();
	const { league } = await cleo.client(joinLeague, { params: { code: renewed.code } });
	expect(league.role).toBe("deputy");
	const params = { id: renewed.id, userId: cleo.userId };
	const { code } = (await ada.client(removeLeagueUser, { params })).league;
	expect((await cleo.client(joinLeague, { params: { code } })).league.role).toBe("member");
});

test("the call to recover a league does what creating does (D2.7.34)", async () => {
	const body = { name: "Everyone again", startId: 2, leagueId: previous.open };
	const { league, invited } = await ada.client(recoverLeague, { body });
	expect([league.name, league.startId, invited]).toEqual(["Everyone again", 2, 1]);
	expect((await getApiFailure(ada.client(recoverLeague, { body }))).code).toBe("league-not-recoverable");
});

test("concurrent requests regenerate a league once, and only its commissioner can", async () => {
	const body = { name: "Hers again", startId: 1, leagueId: previous.ofBea };
	expect((await getApiFailure(ada.client(createLeague, { body }))).code).toBe("league-not-recoverable");
	const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => bea.client(createLeague, { body })));
	expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
	expect((await listInvites(ada)).filter((name) => name === "Hers again")).toHaveLength(1);
});

test("former members are invited by account, verified or not", async () => {
	const { db } = app.database;
	const [namesake] = (await createLeagueManagers(app, 1)) as [LeagueManager];
	const { email } = await db.selectFrom("users").where("id", "=", ada.userId).select("email").executeTakeFirstOrThrow();
	await db
		.updateTable("users")
		.set({ email, email_verified_at: new Date() })
		.where("id", "=", namesake.userId)
		.execute();
	expect(await listInvites(ada)).toEqual(["Hers again"]);
	expect(await listInvites(namesake)).toEqual([]);
	expect(JSON.stringify((await bea.client(exportOwnData, {})).leagues)).not.toContain(email);
});

test("a former member without an address is invited without an email", async () => {
	const { db } = app.database;
	const [friend] = (await createLeagueManagers(app, 1)) as [LeagueManager];
	await db.updateTable("users").set({ email: "" }).where("id", "=", friend.userId).execute();
	await db.deleteFrom("league_recover_skips").execute();
	const joined_at = new Date();
	for (const { userId: user_id, teamId: team_id } of [friend, cleo])
		await db
			.insertInto("league_members")
			.values({ league_id: previous.unwanted, user_id, team_id, joined_at })
			.execute();
	const body = { name: "Without mail", startId: 1, leagueId: previous.unwanted };
	const { league, invited } = await ada.client(createLeague, { body });
	expect(invited).toBe(2);
	expect(await listInvites(friend)).toEqual(["Without mail"]);
	await db.deleteFrom("leagues").where("id", "=", league.id).execute();
	await db
		.deleteFrom("league_members")
		.where("league_id", "=", previous.unwanted)
		.where("user_id", "<>", ada.userId)
		.execute();
	await db.insertInto("league_recover_skips").values({ user_id: ada.userId, league_id: previous.unwanted }).execute();
});

test("a user at the daily limit can still regenerate a league", async () => {
	const { db } = app.database;
	const skips = await db.deleteFrom("league_recover_skips").executeTakeFirst();
	expect(skips.numDeletedRows).toBe(1n);
	await db
		.insertInto("league_members")
		.values({ league_id: previous.unwanted, user_id: cleo.userId, team_id: cleo.teamId, joined_at: new Date() })
		.execute();
	const person = db.updateTable("mail_counts").set({ mails: 150 }).where("subject", "=", `person:${ada.userId}`);
	expect((await person.executeTakeFirst()).numUpdatedRows).toBe(1n);
	const before = (await db.selectFrom("outbox_mails").select("id").execute()).length;
	const body = { name: "After all", startId: 1, leagueId: previous.unwanted };
	const { id, invited } = await ada.client(createLeague, { body });
	expect(invited).toBe(1);
	expect(await listInvites(cleo)).toContain("After all");
	// What was not mailed does not count for the league either.
	expect(await db.selectFrom("mail_counts").where("subject", "=", `league:${id}`).select("mails").execute()).toEqual(
		[],
	);
	expect(await db.selectFrom("outbox_mails").select("id").execute()).toHaveLength(before);
});
