import { showLeague, showLeagueByCode, showMyLeagues } from "@first-bounce/contract/leagues/league";
import {
	deleteLeague,
	deleteLeagueByBody,
	joinLeague,
	leaveLeague,
	removeLeagueUser,
	updateLeague,
} from "@first-bounce/contract/leagues/league-actions";
import { inviteToLeague, showLeagueInvites } from "@first-bounce/contract/leagues/league-invites";
import { showEliminationLadder } from "@first-bounce/contract/leagues/league-ladder";
import { setUserActive } from "@first-bounce/contract/operator/people";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
	verifyAddress,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../testing/server/test-app.ts";
import { findAccounts, setActive } from "../../accounts/users/administer-users.ts";
import { liftSuspension } from "../../accounts/users/lift-suspensions.ts";
import { suspendAccount } from "../../accounts/users/suspend-account.ts";
import { createMailedToken } from "../../notifications/mail/mailed-token-queries.ts";
import { advanceLeagues } from "../head-to-head/round-activity.ts";
import { endLeagueRoles } from "./leadership.ts";
import { removeByOperator } from "./membership.ts";

let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
let cleo: LeagueManager;
let dora: LeagueManager;

beforeAll(async () => {
	app = await createTestApp();
	[ada, bea, cleo, dora] = (await createLeagueManagers(app, 4)) as [
		LeagueManager,
		LeagueManager,
		LeagueManager,
		LeagueManager,
	];
});
afterEach(() => app.clocks.setSeason(FIRST_BOUNCE - DAY));
afterAll(() => app.close());

const join = (manager: LeagueManager, code: string) => manager.client(joinLeague, { params: { code } });
const leave = (manager: LeagueManager, id: number) => manager.client(leaveLeague, { params: { id } });
const getLeague = async (manager: LeagueManager, id: number) =>
	(await manager.client(showLeague, { params: { id } })).league;
const startRound = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
const getRefusal = async (attempt: Promise<unknown>) => (await getApiFailure(attempt)).code;

describe("joining", () => {
	test("by code, in upper or lower case, adds the league (D1.1.18, D2.1.05, D2.7.13, D2.6.08)", async () => {
		const league = await createTestLeague(ada);
		const { league: joined } = await join(bea, league.code.toLowerCase());
		expect(joined).toMatchObject({ id: league.id, numTeams: 2, isMember: true, isCommissioner: false });
		const { leagues } = await bea.client(showMyLeagues, {});
		expect(leagues[0]).toMatchObject({ id: league.id, isCommissioner: false });
	});

	test("is refused with a specific reason in each case", async () => {
		const ownLeague = await createTestLeague(ada);
		expect(await getRefusal(join(ada, ownLeague.code))).toBe("league-own");
		await join(bea, ownLeague.code);
		expect(await getRefusal(join(bea, ownLeague.code))).toBe("league-joined-already");
		const full = await createLeagueWith([ada, bea], { type: "h2h", size: 2 });
		expect(await getRefusal(join(cleo, full.code))).toBe("league-full");
		const deleted = await createTestLeague(ada);
		await ada.client(deleteLeague, { params: { id: deleted.id } });
		expect(await getRefusal(join(cleo, deleted.code))).toBe("league-deleted");
		expect(await getRefusal(join(cleo, "ZZZZZZ"))).toBe("league-unknown");
		const late = await createTestLeague(ada, { type: "h2h", size: 4 });
		app.clocks.setSeason(FIRST_BOUNCE);
		expect(await getRefusal(join(cleo, late.code))).toBe("league-started");
	});

	test("works for an open league after it has started", async () => {
		const league = await createTestLeague(ada);
		app.clocks.setSeason(FIRST_BOUNCE);
		expect((await join(bea, league.code)).league.numTeams).toBe(2);
	});
});

describe("leaving", () => {
	test("removes the league from the user's list and frees the place (D2.1.15, D2.4.21, D2.6.09, D2.7.11)", async () => {
		const league = await createLeagueWith([ada, bea]);
		expect(await leave(bea, league.id)).toEqual({ leagueId: league.id });
		const { leagues } = await bea.client(showMyLeagues, { query: { limit: 100 } });
		expect(leagues.map(({ id }) => id)).not.toContain(league.id);
		expect((await getLeague(ada, league.id)).numTeams).toBe(1);
		expect(await getRefusal(leave(bea, league.id))).toBe("league-members-only");
		expect((await join(bea, league.code)).league.numTeams).toBe(2);
	});

	test("is refused for the commissioner (D2.6.21)", async () => {
		const league = await createLeagueWith([ada, bea]);
		expect(await getRefusal(leave(ada, league.id))).toBe("league-commissioner-stays");
	});
});

describe("removing", () => {
	const remove = (manager: LeagueManager, id: number, { userId }: LeagueManager) =>
		manager.client(removeLeagueUser, { params: { id, userId } });

	test("a member before the start is allowed only for the commissioner (D2.1.17, D2.5.20, D2.6.14, D2.7.17)", async () => {
		const league = await createLeagueWith([ada, bea, cleo]);
		expect(await getRefusal(remove(bea, league.id, cleo))).toBe("not-commissioner");
		expect(await getRefusal(remove(ada, league.id, ada))).toBe("league-commissioner-stays");
		expect(await getRefusal(remove(ada, league.id, dora))).toBe("league-user-unknown");
		expect((await remove(ada, league.id, bea)).league.numTeams).toBe(2);
	});

	test("a member from a private league invalidates code and invitations (D2.1.17)", async () => {
		const league = await createTestLeague(ada);
		const [{ email } = { email: "" }] = await app.database.db
			.selectFrom("users")
			.where("id", "=", bea.userId)
			.select("email")
			.execute();
		const invite = (...emails: string[]) =>
			ada.client(inviteToLeague, {
				params: { id: league.id },
				body: { leagueId: league.id, invites: emails.map((email) => ({ email: email })) },
			});
		const getToken = async (address: string) => {
			const rows = await app.database.db
				.selectFrom("league_invites")
				.where("email", "=", address)
				.selectAll()
				.execute();
			return rows.find(({ league_id }) => league_id === league.id)?.token ?? "";
		};
		await invite(email, "later@example.test");
		await verifyAddress(app, bea);
		const old = await getToken(email);
		await join(bea, league.code);
		const { league: left } = await remove(ada, league.id, bea);
		expect(left.code).not.toBe(league.code);
		expect(await getRefusal(join(bea, league.code))).toBe("league-unknown");
		const withToken = { params: { code: league.code }, body: { invite: old } };
		expect(await getRefusal(bea.client(joinLeague, withToken))).toBe("league-unknown");
		expect(await getRefusal(bea.client(showLeague, { params: { id: league.id } }))).toBe("league-private");
		expect((await bea.client(showLeagueInvites, {})).invites.map(({ leagueId }) => leagueId)).not.toContain(league.id);
		const showByCode = (code: string, token: string) =>
			app.visitor(showLeagueByCode, { params: { code }, query: { invite: token } });
		expect(await getRefusal(showByCode(league.code, old))).toBe("league-unknown");
		expect((await showByCode(league.code, await getToken("later@example.test"))).league.code).toBe(left.code);

		await invite(email);
		expect((await bea.client(showLeagueInvites, {})).invites.map(({ leagueId }) => leagueId)).toContain(league.id);
		expect((await join(bea, left.code)).league.numTeams).toBe(2);
	});

	test("a member from a public league keeps its code", async () => {
		const league = await createLeagueWith([ada, bea], { privacy: "public" });
		expect((await remove(ada, league.id, bea)).league.code).toBe(league.code);
		expect((await join(bea, league.code)).league.numTeams).toBe(2);
	});

	test("is refused once the league has started (D2.5.19)", async () => {
		const league = await createLeagueWith([ada, bea]);
		app.clocks.setSeason(FIRST_BOUNCE);
		expect(await getRefusal(remove(ada, league.id, bea))).toBe("league-started");
	});
});

describe("an elimination league after its start", () => {
	const getLadder = ({ client }: LeagueManager, leagueId: number) =>
		client(showEliminationLadder, { query: { leagueId } });

	test("keeps the place of a member whom an operator removes [D2.1.73]", async () => {
		const { id } = await createLeagueWith([ada, bea, cleo], { type: "elimination", size: 4 });
		app.clocks.setSeason(FIRST_BOUNCE + 1);
		const audit = { actor: "command line", reason: "Abuse" };
		await removeByOperator({ ...app, db: app.database.db }, id, bea.userId, audit);
		const { rankings } = await getLadder(ada, id);
		expect(rankings.map(({ teamId, out }) => [teamId, out])).toEqual([
			[ada.teamId, null],
			[cleo.teamId, null],
			[bea.teamId, { roundId: 1, reason: "left" }],
		]);
	});

	test("is won, not started again, once the others have left [D2.1.73]", async () => {
		const { id, code } = await createLeagueWith([ada, bea, cleo], { type: "elimination", size: 4 });
		app.clocks.setSeason(FIRST_BOUNCE + 1);
		await startRound();
		await leave(bea, id);
		await leave(cleo, id);
		await startRound();
		expect(await getLeague(ada, id)).toMatchObject({ startId: 1, may: { changeStart: false } });
		expect((await getLadder(ada, id)).winnerTeamId).toBe(ada.teamId);
		expect(await getRefusal(join(dora, code))).toBe("league-started");
	});
});

describe("deleting", () => {
	test("works through either path, for the commissioner (D2.1.18, D2.4.20, D2.5.21, D2.7.06, D2.7.20)", async () => {
		const [one, other] = [await createLeagueWith([ada, bea]), await createLeagueWith([ada, bea])];
		expect(await getRefusal(bea.client(deleteLeague, { params: { id: one.id } }))).toBe("not-commissioner");
		await ada.client(deleteLeague, { params: { id: one.id }, body: { leagueId: one.id } });
		await ada.client(deleteLeagueByBody, { body: { leagueId: other.id } });
		const { leagues } = await bea.client(showMyLeagues, { query: { limit: 100 } });
		expect(leagues.filter(({ id }) => id === one.id || id === other.id)).toEqual([]);
		expect(await getRefusal(getLeague(ada, one.id))).toBe("league-deleted");
	});

	test("is allowed until the league starts (D2.5.22, D2.6.15)", async () => {
		const [scheduled, started] = [await createTestLeague(ada), await createTestLeague(ada)];
		const deleteById = (id: number) => ada.client(deleteLeague, { params: { id } });
		expect(await deleteById(scheduled.id)).toEqual({ leagueId: scheduled.id });
		app.clocks.setSeason(FIRST_BOUNCE);
		expect(await getRefusal(deleteById(started.id))).toBe("league-started");
	});
});

describe("a head-to-head fixture", () => {
	const listPairs = async (id: number) =>
		Object.values((await getLeague(ada, id)).fixture ?? {}).map((round) => round.length);

	test("is drawn when the league fills, and again after a change (D2.2.38, D2.3.09)", async () => {
		const league = await createLeagueWith([ada, bea, cleo], { type: "h2h", size: 4, finals: false });
		expect(await getLeague(ada, league.id)).toMatchObject({ fixture: null, hasFixture: false, landing: "about" });
		await join(dora, league.code);
		expect(await listPairs(league.id)).toEqual([2, 2, 2]);
		expect((await getLeague(ada, league.id)).landing).toBe("fixtures");
		await leave(dora, league.id);
		expect((await getLeague(ada, league.id)).fixture).toBeNull();
		await join(dora, league.code);
		expect(await listPairs(league.id)).toEqual([2, 2, 2]);
	});

	test("begins with the start round, its last round without match-up", async () => {
		const league = await createLeagueWith([ada, bea], { type: "h2h", size: 2 });
		expect((await getLeague(ada, league.id)).fixture).toMatchObject({
			1: [[expect.anything(), expect.anything()]],
			3: [],
		});
		await ada.client(updateLeague, { params: { id: league.id }, body: { startId: 2 } });
		const moved = await getLeague(ada, league.id);
		expect(Object.keys(moved.fixture ?? {})).toEqual(["2", "3"]);
		expect(moved.grandFinalId).toBe(3);
	});

	test("is drawn for present members when the start round begins (D2.3.09)", async () => {
		const three = await createLeagueWith([ada, bea, cleo], { type: "h2h", size: 8, finals: false });
		const one = await createTestLeague(ada, { type: "h2h", size: 8 });
		await startRound();
		expect((await getLeague(ada, three.id)).fixture).toBeNull();
		app.clocks.setSeason(FIRST_BOUNCE);
		await startRound();
		await startRound();
		expect(await listPairs(three.id)).toEqual([1, 1, 1]);
		expect(await getLeague(ada, one.id)).toMatchObject({ fixture: null, startId: 2 });
	});
});

test("deactivating an account transfers its leagues and invalidates emailed links", async () => {
	const { db } = app.database;
	for (const deactivate of [
		async (userId: number) => {
			const { client } = await createTestOperator(app);
			await client(setUserActive, { params: { id: userId }, body: { reason: "asked to", active: false } });
		},
		async (userId: number) => {
			const [account] = await findAccounts(db, String(userId));
			if (account) await setActive(db, account, false);
		},
	]) {
		const [user] = await createLeagueManagers(app, 1);
		if (!user) throw new Error("no manager");
		const link = { email: "gone@example.test", kind: "reset-password", now: app.clocks.wallNow() } as const;
		await db.transaction().execute((transaction) => createMailedToken(transaction, { ...link, userId: user.userId }));
		const league = await createLeagueWith([user, bea]);
		await deactivate(user.userId);
		expect((await getLeague(bea, league.id)).isCommissioner).toBe(true);
		const links = await db.selectFrom("mailed_tokens").where("user_id", "=", user.userId).select("kind").execute();
		expect(links).toEqual([]);
	}
});

test("the longest-standing active member succeeds a commissioner whose account is closed (D2.6.21)", async () => {
	const league = await createLeagueWith([bea, cleo, dora]);
	const { db } = app.database;
	const endRolesOfUser = (userId: number) =>
		db.transaction().execute((transaction) => endLeagueRoles(transaction, userId));
	const setActive = (userId: number, is_active: boolean) =>
		db.updateTable("users").set({ is_active }).where("id", "=", userId).execute();
	await setActive(cleo.userId, false);
	await setActive(bea.userId, false);
	await endRolesOfUser(bea.userId);
	await endRolesOfUser(bea.userId);
	expect((await getLeague(dora, league.id)).leagueCommissioner.userId).toBe(dora.userId);
	await setActive(bea.userId, true);
	await setActive(cleo.userId, true);
	expect((await getLeague(bea, league.id)).isCommissioner).toBe(false);
});

describe("the first member who comes back to a league without commissioner", () => {
	const setAccount = async ({ userId }: LeagueManager, isActive: boolean) => {
		const [account] = await findAccounts(app.database.db, String(userId));
		if (account) await setActive(app.database.db, account, isActive);
	};
	const setSuspended = ({ userId }: LeagueManager, isSuspended: boolean) => {
		const audit = { actor: "command line", reason: "a warning" };
		const terms = { endsAt: null, by: null, now: app.clocks.wallNow() };
		return isSuspended
			? suspendAccount(app.database.db, userId, terms, audit)
			: liftSuspension(app.database.db, userId, terms.now, audit);
	};

	test.each([
		{
			by: "her own wish",
			close: (manager: LeagueManager) => setAccount(manager, false),
			open: (manager: LeagueManager) => setAccount(manager, true),
		},
		{
			by: "a suspension",
			close: (manager: LeagueManager) => setSuspended(manager, true),
			open: (manager: LeagueManager) => setSuspended(manager, false),
		},
	])("becomes it after $by", async ({ close, open }) => {
		const [rose, sue] = (await createLeagueManagers(app, 2)) as [LeagueManager, LeagueManager];
		const { id } = await createLeagueWith([rose, sue]);
		await close(sue);
		await close(rose);
		const comeBack = async (manager: LeagueManager) => {
			await open(manager);
			const client = app.as(await app.getToken(manager.userId));
			return (await client(showLeague, { params: { id } })).league.role;
		};
		expect(await comeBack(sue)).toBe("commissioner");
		expect(await comeBack(rose)).toBe("member");
	});
});

test("the next user who joins a league without commissioner becomes it", async () => {
	const league = await createTestLeague(bea);
	const { db } = app.database;
	const setActive = (is_active: boolean) =>
		db.updateTable("users").set({ is_active }).where("id", "=", bea.userId).execute();
	await setActive(false);
	await db.transaction().execute((transaction) => endLeagueRoles(transaction, bea.userId));
	await join(cleo, league.code);
	await join(dora, league.code);
	expect((await getLeague(dora, league.id)).leagueCommissioner.userId).toBe(cleo.userId);
	await cleo.client(updateLeague, { params: { id: league.id }, body: { name: "Cleo's now" } });
	await setActive(true);
	expect((await getLeague(bea, league.id)).isCommissioner).toBe(false);
	await leave(bea, league.id);
});
