import { showLeague } from "@first-bounce/contract/leagues/league";
import { joinLeague, leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import {
	declineInvite,
	inviteToLeague,
	MAX_INVITES,
	showLeagueInvites,
	unsubscribeFromInvites,
} from "@first-bounce/contract/leagues/league-invites";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
	verifyAddress,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
let cleo: LeagueManager;

beforeAll(async () => {
	app = await createTestApp();
	[ada, bea, cleo] = (await createLeagueManagers(app, 3)) as [LeagueManager, LeagueManager, LeagueManager];
	for (const manager of [ada, bea, cleo]) await verifyAddress(app, manager);
});
afterAll(() => app.close());

const getEmail = async ({ userId }: LeagueManager) =>
	(await app.database.db.selectFrom("users").where("id", "=", userId).select("email").executeTakeFirstOrThrow()).email;
const invite = (manager: LeagueManager, id: number, ...emails: string[]) =>
	manager.client(inviteToLeague, {
		params: { id },
		body: { leagueId: id, invites: emails.map((email) => ({ email })) },
	});
const listMails = () => app.database.db.selectFrom("outbox_mails").orderBy("id").selectAll().execute();
const listMailsTo = async (address: string) => (await listMails()).filter(({ to_address }) => to_address === address);
const listInvites = async ({ client }: LeagueManager) => (await client(showLeagueInvites, {})).invites;
const advanceOneDay = () => app.clocks.setWall(app.clocks.wallNow() + DAY + 1);

describe("an invitation", () => {
	test("is shown to the owner of the address, and joining accepts it (D2.1.07, D2.1.09, D2.3.14, D2.7.15, D2.7.23)", async () => {
		const league = await createTestLeague(ada, { name: "Mates" });
		expect(await invite(ada, league.id, (await getEmail(bea)).toUpperCase())).toEqual({ invited: 1 });
		const [first] = await listInvites(bea);
		expect(first).toMatchObject({ leagueId: league.id, league: { name: "Mates", code: league.code } });
		expect(await listInvites(cleo)).toEqual([]);
		expect((await bea.client(showLeague, { params: { id: league.id } })).league.name).toBe("Mates");
		const { league: joined } = await bea.client(joinLeague, { params: { code: league.code } });
		expect(joined).toMatchObject({ id: league.id, isMember: true, numTeams: 2 });
		expect(await listInvites(bea)).toEqual([]);
	});

	test("is mailed with a link, the code, and an unsubscribe link", async () => {
		const league = await createTestLeague(ada);
		await invite(ada, league.id, "new@example.test");
		const [mail] = await listMailsTo("new@example.test");
		const [, token] = /\/leagues\/join\/[A-Z2-9]{6}\?invite=([\w-]+)/.exec(mail?.body_text ?? "") ?? [];
		expect(mail?.body_text).toContain(`/leagues/join/${league.code}?invite=`);
		expect(mail?.body_text).toContain(`http://localhost:3000/unsubscribe/${token}`);
		expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
		// The recipient may have signed up with another address.
		await cleo.client(joinLeague, { params: { code: league.code }, body: { code: league.code, invite: token ?? "" } });
		const answered = await app.database.db
			.selectFrom("league_invites")
			.where("email", "=", "new@example.test")
			.select("status")
			.execute();
		expect(answered).toEqual([{ status: "accepted" }]);
	});

	test("disappears once declined, and is pending when invited again (D2.1.08, D2.6.10, D2.7.19)", async () => {
		const league = await createTestLeague(ada);
		const email = await getEmail(cleo);
		await invite(ada, league.id, email);
		const before = (await listMailsTo(email)).length;
		expect((await cleo.client(declineInvite, { params: { id: league.id } })).invites).toEqual([]);
		const again = await getApiFailure(cleo.client(declineInvite, { params: { id: league.id } }));
		expect(again.code).toBe("league-invite-unknown");
		expect((await getApiFailure(cleo.client(showLeague, { params: { id: league.id } }))).code).toBe("league-private");
		advanceOneDay();
		await invite(ada, league.id, email);
		expect((await listInvites(cleo)).map(({ leagueId }) => leagueId)).toEqual([league.id]);
		expect(await listMailsTo(email)).toHaveLength(before + 1);
		expect((await cleo.client(declineInvite, { params: { id: league.id } })).invites).toEqual([]);
	});

	test("to a member who has left is pending when invited again", async () => {
		const league = await createTestLeague(ada);
		await invite(ada, league.id, await getEmail(cleo));
		await cleo.client(joinLeague, { params: { code: league.code } });
		await invite(ada, league.id, await getEmail(cleo));
		await cleo.client(leaveLeague, { params: { id: league.id } });
		expect(await listInvites(cleo)).toEqual([]);
		await invite(ada, league.id, await getEmail(cleo));
		expect((await listInvites(cleo)).map(({ leagueId }) => leagueId)).toEqual([league.id]);
		await cleo.client(declineInvite, { params: { id: league.id } });
	});

	test("is shown and accepted only once the address is verified", async () => {
		const { db } = app.database;
		const [squatter] = (await createLeagueManagers(app, 1)) as [LeagueManager];
		await db.updateTable("users").set({ email: "newcomer@example.test" }).where("id", "=", squatter.userId).execute();
		const league = await createTestLeague(ada);
		await invite(ada, league.id, "newcomer@example.test");
		expect(await listInvites(squatter)).toEqual([]);
		const params = { id: league.id };
		expect((await getApiFailure(squatter.client(showLeague, { params }))).code).toBe("league-private");
		expect((await getApiFailure(squatter.client(declineInvite, { params }))).code).toBe("league-invite-unknown");
		await squatter.client(joinLeague, { params: { code: league.code } });
		const getStatus = async () =>
			(await db.selectFrom("league_invites").where("league_id", "=", league.id).select("status").execute())[0]?.status;
		expect(await getStatus()).toBe("pending");
		advanceOneDay();
		await invite(ada, league.id, "newcomer@example.test");
		expect(await listMailsTo("newcomer@example.test")).toHaveLength(2);
		await squatter.client(leaveLeague, { params });
		await verifyAddress(app, squatter);
		expect((await listInvites(squatter)).map(({ leagueId }) => leagueId)).toEqual([league.id]);
		await squatter.client(joinLeague, { params: { code: league.code } });
		expect(await getStatus()).toBe("accepted");
	});

	test("is not mailed again after unsubscribing by page or click", async () => {
		const league = await createTestLeague(ada);
		await invite(ada, league.id, "one@example.test", "two@example.test");
		const [one, two] = await Promise.all(["one@example.test", "two@example.test"].map(listMailsTo));
		const parseToken = (text?: string) => /unsubscribe\/([\w-]+)/.exec(text ?? "")?.[1] ?? "";
		const token = parseToken(one?.[0]?.body_text);
		await app.visitor(unsubscribeFromInvites, { params: { token } });
		const clicked = await app.app.inject({
			method: "POST",
			url: `/api/en/public/fantasy/league/unsubscribe/${parseToken(two?.[0]?.body_text)}`,
			headers: { "content-type": "application/x-www-form-urlencoded" },
			payload: "List-Unsubscribe=One-Click",
		});
		expect(clicked.statusCode).toBe(200);
		advanceOneDay();
		const other = await createTestLeague(bea);
		await invite(bea, other.id, "one@example.test", "two@example.test");
		expect((await listMails()).filter(({ to_address }) => /^(one|two)@/.test(to_address))).toHaveLength(2);
		const unknown = await app.visitor(unsubscribeFromInvites, { params: { token: "made-up" } });
		expect(unknown).toEqual({ unsubscribed: true });
	});

	test("does not go to an account whose address another account has verified", async () => {
		const { db } = app.database;
		const [impostor, owner] = (await createLeagueManagers(app, 2)) as [LeagueManager, LeagueManager];
		for (const { userId } of [impostor, owner])
			await db.updateTable("users").set({ email: "Shared@example.test" }).where("id", "=", userId).execute();
		await db.updateTable("users").set({ email_verified_at: new Date() }).where("id", "=", owner.userId).execute();
		const league = await createTestLeague(ada);
		await invite(ada, league.id, "shared@example.test");
		expect(await listInvites(impostor)).toEqual([]);
		expect(await listInvites(owner)).toHaveLength(1);
	});
});

describe("invitations are limited", () => {
	test("to one email a day and three in all per invitation", async () => {
		const league = await createTestLeague(ada);
		for (let day = 0; day < 5; day++) {
			advanceOneDay();
			await invite(ada, league.id, "slow@example.test");
			await invite(ada, league.id, "slow@example.test");
		}
		expect(await listMailsTo("slow@example.test")).toHaveLength(3);
	});

	test("to five emails a day per address, whoever sends them", async () => {
		advanceOneDay();
		for (let sender = 0; sender < 7; sender++) {
			const league = await createTestLeague(sender % 2 === 0 ? ada : bea);
			expect(await invite(sender % 2 === 0 ? ada : bea, league.id, "popular@example.test")).toEqual({ invited: 1 });
		}
		expect(await listMailsTo("popular@example.test")).toHaveLength(5);
	});

	test("to a hundred emails a day per league", async () => {
		advanceOneDay();
		const league = await createTestLeague(ada);
		const buildAddresses = (wave: number) =>
			Array.from({ length: MAX_INVITES }, (_, n) => `w${wave}n${n}@example.test`);
		await invite(ada, league.id, ...buildAddresses(1));
		await invite(ada, league.id, ...buildAddresses(2));
		const refused = await getApiFailure(invite(ada, league.id, "last@example.test"));
		expect([refused.status, refused.code]).toEqual([429, "league-invites-throttled"]);
		expect(await listMailsTo("last@example.test")).toEqual([]);
		advanceOneDay();
		await invite(ada, league.id, "last@example.test");
		expect(await listMailsTo("last@example.test")).toHaveLength(1);
	});

	test("to fifty valid addresses per request, duplicates counting once (D2.3.27, D2.5.13, D2.5.14)", async () => {
		advanceOneDay();
		const league = await createTestLeague(ada);
		expect(await invite(ada, league.id, "same@example.test", "SAME@example.test")).toEqual({ invited: 1 });
		expect((await getApiFailure(invite(ada, league.id, "nobody"))).code).toBe("invalid-field");
		expect((await getApiFailure(invite(ada, league.id))).code).toBe("invalid-field");
		const emails = Array.from({ length: 51 }, (_, index) => `many${index}@example.test`);
		expect((await getApiFailure(invite(ada, league.id, ...emails))).code).toBe("invalid-field");
		expect(await listMailsTo("many0@example.test")).toEqual([]);
	});
});

describe("who may invite", () => {
	const getRefusal = async (manager: LeagueManager, id: number) =>
		(await getApiFailure(invite(manager, id, "x@example.test"))).code;

	test("the commissioner of a private league, but not its members (D2.6.16, D2.6.17)", async () => {
		const open = await createLeagueWith([ada, bea]);
		const h2h = await createLeagueWith([ada, bea], { type: "h2h", size: 4 });
		for (const { id } of [open, h2h]) {
			await invite(ada, id, "x@example.test");
			expect(await getRefusal(bea, id)).toBe("league-invite-refused");
			expect(await getRefusal(cleo, id)).toBe("league-members-only");
		}
	});

	test("any member of a public league with free places (D2.6.18, D2.6.19, D2.2.45)", async () => {
		const open = await createLeagueWith([ada, bea], { privacy: "public" });
		await invite(bea, open.id, "y@example.test");
		const full = await createLeagueWith([ada, bea], { privacy: "public", type: "h2h", size: 2 });
		expect(await getRefusal(ada, full.id)).toBe("league-invite-refused");
		expect((await ada.client(showLeague, { params: { id: full.id } })).league.may.invite).toBe(false);
		expect((await bea.client(showLeague, { params: { id: open.id } })).league.may.invite).toBe(true);
	});
});
