import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { ApiFailure } from "@first-bounce/contract/client";
import { muteMember } from "@first-bounce/contract/leagues/conversation";
import { type League, showLeague, showLeagueUsers } from "@first-bounce/contract/leagues/league";
import {
	answerLeagueOffer,
	createLeague,
	joinLeague,
	leaveLeague,
	offerLeague,
	removeLeagueUser,
	setDeputy,
} from "@first-bounce/contract/leagues/league-actions";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { showLeagueInvites } from "@first-bounce/contract/leagues/league-invites";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSeededRandom } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
	verifyAddress,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { findRow, listRows } from "../../../db/rows.ts";
import { eraseAccount } from "../../accounts/erasure/service.ts";
import { deactivateUser } from "../../accounts/my-account/deactivate-account.ts";

const DAY = 86_400_000;
let app: TestApp;
let ada: LeagueManager;
let bea: LeagueManager;
let cleo: LeagueManager;
let dora: LeagueManager;
let id: number;

beforeAll(async () => {
	app = await createTestApp();
});
beforeEach(async () => {
	const managers = await createLeagueManagers(app, 4);
	[ada, bea, cleo, dora] = managers as [LeagueManager, LeagueManager, LeagueManager, LeagueManager];
	await nameTeam(ada, `Army ${ada.userId}`);
	id = (await createLeagueWith([ada, bea, cleo, dora])).id;
});
afterAll(() => app.close());

const nameTeam = ({ userId }: LeagueManager, team_name: string) =>
	app.database.db.updateTable("users").set({ team_name }).where("id", "=", userId).execute();
const name = ({ client }: LeagueManager, { userId }: LeagueManager, isDeputy = true) =>
	client(setDeputy, { params: { id }, body: { userId, isDeputy } });
const offer = ({ client }: LeagueManager, to: LeagueManager | null) =>
	client(offerLeague, { params: { id }, body: { userId: to?.userId ?? null } });
const answer = ({ client }: LeagueManager, isAccepted: boolean) =>
	client(answerLeagueOffer, { params: { id }, body: { isAccepted } });
const leave = ({ client }: LeagueManager) => client(leaveLeague, { params: { id } });
const remove = ({ client }: LeagueManager, { userId }: LeagueManager) =>
	client(removeLeagueUser, { params: { id, userId } });
const show = async ({ client }: LeagueManager): Promise<League> =>
	(await client(showLeague, { params: { id } })).league;
const getCode = async (attempt: Promise<unknown>) => (await getApiFailure(attempt)).code;
const close = ({ userId }: LeagueManager) =>
	app.database.db.transaction().execute((trx) => deactivateUser(trx, userId));
/** Recovers a closed account and signs it in. */
async function reopen(manager: LeagueManager): Promise<LeagueManager> {
	await app.database.db.updateTable("users").set({ is_active: true }).where("id", "=", manager.userId).execute();
	return { ...manager, client: app.as(await app.getToken(manager.userId)) };
}

async function listEvents({ client }: LeagueManager) {
	const { events } = await client(listLeagueActivity, { params: { id } });
	return events
		.filter(({ kind }) => kind !== "joined" && kind !== "created")
		.map((event) => [event.kind, "userId" in event ? event.userId : 0])
		.toReversed();
}

async function getLeaders(manager: LeagueManager) {
	const { leagueCommissioner, deputies } = await show(manager);
	return [leagueCommissioner.userId, ...deputies.map(({ userId }) => userId)];
}

describe("deputies", () => {
	test("are named and dismissed by the commissioner, and step down [D2.9.261]", async () => {
		await name(ada, cleo);
		const { league } = await name(ada, bea);
		expect(league.deputies.map(({ userId }) => userId)).toEqual([cleo.userId, bea.userId]);
		expect(await getCode(name(ada, dora))).toBe("too-many-deputies");
		expect(await getCode(name(ada, ada))).toBe("commissioner-already");
		expect(await getCode(name(bea, dora))).toBe("commissioner-only");
		expect(await getCode(name(bea, cleo, false))).toBe("commissioner-only");
		expect(await getCode(name(dora, bea, false))).toBe("not-commissioner");
		await name(cleo, cleo, false);
		await name(ada, dora);
		await name(ada, bea, false);
		expect(await getLeaders(bea)).toEqual([ada.userId, dora.userId]);
		expect(await listEvents(bea)).toEqual([
			["deputy", cleo.userId],
			["deputy", bea.userId],
			["deputy-ended", cleo.userId],
			["deputy", dora.userId],
			["deputy-ended", bea.userId],
		]);
	});

	test("are shown to members with their role and what they may do [D2.9.265]", async () => {
		await name(ada, bea);
		const { users } = await dora.client(showLeagueUsers, { params: { id } });
		expect(users.map(({ userId, role }) => [userId, role])).toEqual([
			[ada.userId, "commissioner"],
			[bea.userId, "deputy"],
			[cleo.userId, "member"],
			[dora.userId, "member"],
		]);
		const { role, may, isCommissioner } = await show(bea);
		expect({ role, isCommissioner }).toEqual({ role: "deputy", isCommissioner: false });
		expect(may).toEqual({
			edit: true,
			invite: true,
			join: false,
			leave: true,
			removeUsers: true,
			delete: false,
			changePrivacy: true,
			changeStart: true,
			announce: true,
			moderate: true,
			nameDeputies: false,
			handOver: false,
			webhooks: false,
		});
	});

	test("remove and mute members, but neither the commissioner nor another deputy [D2.9.262]", async () => {
		await name(ada, bea);
		await name(ada, cleo);
		const mute = ({ client }: LeagueManager, { userId }: LeagueManager, days = 7) =>
			client(muteMember, { params: { id }, body: { userId, days } });
		expect(await getCode(remove(bea, cleo))).toBe("deputy-protected");
		expect(await getCode(remove(bea, ada))).toBe("league-commissioner-stays");
		expect(await getCode(mute(bea, cleo))).toBe("deputy-protected");
		expect(await getCode(mute(bea, ada))).toBe("commissioner-not-muted");
		await mute(ada, bea);
		expect(await getCode(mute(bea, bea, 0))).toBe("deputy-protected");
		expect((await remove(bea, dora)).league.numTeams).toBe(3);
		expect((await remove(ada, cleo)).league.deputies.map(({ userId }) => userId)).toEqual([bea.userId]);
	});

	test("lose the role when they leave, also if they come back [D2.9.261]", async () => {
		const { code } = (await name(ada, bea)).league;
		await leave(bea);
		expect(await getLeaders(ada)).toEqual([ada.userId]);
		await bea.client(joinLeague, { params: { code } });
		expect(await getLeaders(ada)).toEqual([ada.userId]);
	});
});

describe("a hand-over", () => {
	test("is offered, accepted, and lets the former commissioner leave [D2.9.263]", async () => {
		expect((await offer(ada, bea)).league.handOver).toMatchObject({ userId: bea.userId, state: "open" });
		expect((await show(cleo)).handOver).toBeNull();
		expect((await show(bea)).handOver).toMatchObject({ userId: bea.userId, state: "open" });
		const { handOvers } = await bea.client(showLeagueInvites, {});
		expect(handOvers).toEqual([
			expect.objectContaining({ leagueId: id, leagueName: "The Wednesday Club", offeredBy: `Army ${ada.userId}` }),
		]);
		expect(await getCode(leave(ada))).toBe("league-commissioner-stays");
		const { league } = await answer(bea, true);
		expect(league).toMatchObject({ isCommissioner: true, role: "commissioner", handOver: null });
		expect(await getLeaders(bea)).toEqual([bea.userId, ada.userId]);
		expect(await listEvents(cleo)).toEqual([
			["commissioner", bea.userId],
			["deputy", ada.userId],
		]);
		expect(await leave(ada)).toEqual({ leagueId: id });
		expect(await getLeaders(bea)).toEqual([bea.userId]);
	});

	test("can be declined, withdrawn and repeated, and expires [D2.9.263]", async () => {
		await offer(ada, bea);
		expect(await getCode(answer(cleo, true))).toBe("hand-over-unknown");
		await answer(bea, false);
		expect((await show(ada)).handOver).toMatchObject({ userId: bea.userId, state: "declined" });
		expect((await show(bea)).handOver).toBeNull();
		expect(await getCode(answer(bea, true))).toBe("hand-over-unknown");
		await offer(ada, bea);
		await offer(ada, null);
		expect(await getCode(answer(bea, true))).toBe("hand-over-unknown");
		await offer(ada, cleo);
		app.clocks.setWall(app.clocks.wallNow() + 7 * DAY);
		expect((await show(ada)).handOver).toMatchObject({ userId: cleo.userId, state: "expired" });
		expect((await cleo.client(showLeagueInvites, {})).handOvers).toEqual([]);
		expect(await getCode(answer(cleo, true))).toBe("hand-over-unknown");
		expect(await getCode(offer(bea, cleo))).toBe("not-commissioner");
		const [stranger] = await createLeagueManagers(app, 1);
		expect(await getCode(offer(ada, stranger ?? ada))).toBe("league-user-unknown");
	});

	test("ends when the member leaves or her account is closed [D2.9.263]", async () => {
		await offer(ada, bea);
		await leave(bea);
		expect((await show(ada)).handOver).toBeNull();
		await offer(ada, cleo);
		await close(cleo);
		expect((await show(ada)).handOver).toBeNull();
		expect(await getCode(offer(ada, cleo))).toBe("account-closed");
		expect(await getCode(name(ada, cleo))).toBe("account-closed");
		expect(await getCode(offer(bea, cleo))).toBe("not-commissioner");
	});

	test("is refused to somebody who runs fifty leagues [D2.9.263]", async () => {
		const [busy] = await createLeagueManagers(app, 1);
		if (!busy) throw new Error("no manager");
		const { code } = await show(ada);
		await busy.client(joinLeague, { params: { code } });
		for (let count = 0; count < 50; count++)
			await busy.client(createLeague, { body: { name: `League ${count}`, startId: 1 } });
		await offer(ada, busy);
		expect(await getCode(answer(busy, true))).toBe("too-many-leagues");
		expect(await getLeaders(ada)).toEqual([ada.userId]);
	});

	test("reaches the member by mail, five times a day at most [D2.9.263]", async () => {
		await verifyAddress(app, bea);
		const countMails = async () => {
			const rows = await listRows(app.database.db)<{ subject: string }>`
				SELECT m.subject FROM outbox_mails m JOIN users u ON u.email = m.to_address
				WHERE m.kind = 'league-offered' AND u.id = ${bea.userId}`;
			return rows.map(({ subject }) => subject);
		};
		await offer(ada, bea);
		expect(await countMails()).toEqual(["Will you run The Wednesday Club?"]);
		for (let count = 0; count < 4; count++) await offer(ada, bea);
		expect(await getCode(offer(ada, bea))).toBe("too-many-requests");
		app.clocks.setWall(app.clocks.wallNow() + 60_000);
		await offer(ada, bea);
		expect(await countMails()).toHaveLength(5);
	});
});

test("deputies succeed a closed account before longer-standing members [D2.9.264]", async () => {
	await name(ada, dora);
	await name(ada, cleo);
	await close(ada);
	expect(await getLeaders(bea)).toEqual([dora.userId, cleo.userId]);
	await close(cleo);
	expect(await getLeaders(bea)).toEqual([dora.userId]);
	expect(await listEvents(bea)).toEqual([
		["deputy", dora.userId],
		["deputy", cleo.userId],
		["commissioner", dora.userId],
		["deputy-ended", cleo.userId],
	]);
	expect((await show(await reopen(ada))).role).toBe("member");
});

test("the export has a deputy's role and the offered league [D2.9.265]", async () => {
	await name(ada, bea);
	await offer(ada, bea);
	const exportLeague = async ({ client }: LeagueManager) => (await client(exportOwnData, {})).leagues[0];
	expect(await exportLeague(bea)).toMatchObject({
		name: "The Wednesday Club",
		deputy_since: expect.any(String),
		offered_to_you: { at: expect.any(String), until: expect.any(String), declined_at: null },
	});
	expect(await exportLeague(cleo)).toMatchObject({ deputy_since: null, offered_to_you: null });
	const erasure = { now: app.clocks.wallNow(), audit: { actor: "command line", reason: "Asked by mail" } };
	await eraseAccount({ db: app.database.db, media: app.media }, bea.userId, erasure);
	expect(await getLeaders(ada)).toEqual([ada.userId]);
	expect((await show(ada)).handOver).toBeNull();
});

describe("concurrent actions", () => {
	const settle = (actions: readonly Promise<unknown>[]) =>
		Promise.all(
			actions.map((action) =>
				action.then(
					() => "done",
					(error: unknown) => {
						if (error instanceof ApiFailure) return error.code;
						throw error;
					},
				),
			),
		);
	/** Counts commissioners who are members, and deputies who are not the commissioner. */
	const countLeaders = () => findRow(app.database.db)<{ commissioners: number; deputies: number }>`
			SELECT count(*) FILTER (WHERE m.user_id = l.commissioner_id)::int AS commissioners,
				count(*) FILTER (WHERE m.deputy_place IS NOT NULL AND m.user_id <> l.commissioner_id)::int AS deputies
			FROM leagues l JOIN league_members m ON m.league_id = l.id WHERE l.id = ${id}`;

	test("name two of three deputies [D2.9.261]", async () => {
		const outcomes = await settle([name(ada, bea), name(ada, cleo), name(ada, dora)]);
		expect(outcomes.toSorted()).toEqual(["done", "done", "too-many-deputies"]);
		expect(await countLeaders()).toEqual({ commissioners: 1, deputies: 2 });
	});

	test("hand a league over once, to a member [D2.9.263]", async () => {
		for (let wave = 0; wave < 4; wave++) {
			app.clocks.setWall(app.clocks.wallNow() + 60_000);
			id = (await createLeagueWith([ada, bea, cleo, dora])).id;
			await offer(ada, bea);
			const [again, accepted, twice] = await settle([
				offer(ada, cleo),
				answer(bea, true),
				answer(bea, true),
				remove(ada, bea),
				leave(bea),
			]);
			expect([accepted, twice].filter((outcome) => outcome === "done").length).toBeLessThanOrEqual(1);
			await settle([answer(cleo, true), offer(ada, dora), leave(cleo)]);
			expect(["done", "not-commissioner", "commissioner-only"]).toContain(again);
			expect(await countLeaders()).toMatchObject({ commissioners: 1 });
		}
	});

	test("of a commissioner who has just handed over are refused [D2.9.262]", async () => {
		let isAnswered = false;
		const { db } = app.database;
		const isWaiting = async () => {
			const rows = await listRows(db)`SELECT FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`;
			return isAnswered || rows.length > 0;
		};
		const muted = await db.transaction().execute(async (trx) => {
			await sql`UPDATE leagues SET commissioner_id = ${bea.userId} WHERE id = ${id}`.execute(trx);
			const muting = settle([ada.client(muteMember, { params: { id }, body: { userId: dora.userId, days: 1 } })]);
			const answered = muting.finally(() => {
				isAnswered = true;
			});
			await waitFor(async () => expect(await isWaiting()).toBe(true));
			return [answered] as const;
		});
		expect(await muted[0]).toEqual(["not-commissioner"]);
	});

	test("keep one commissioner and two deputies at most [D2.9.261, D2.9.263]", async () => {
		const random = createSeededRandom(7);
		const everyone = [ada, bea, cleo, dora, ...(await createLeagueManagers(app, 2))];
		const league = await createLeagueWith(everyone, { privacy: "public" });
		const { code } = league;
		id = league.id;
		const pick = () => everyone[Math.floor(random() * everyone.length)] as LeagueManager;
		const getCommissionerId = async () =>
			(await app.database.db.selectFrom("leagues").where("id", "=", id).select("commissioner_id").executeTakeFirst())
				?.commissioner_id;
		let leader = ada;
		const runRandomAction = (): Promise<unknown> => {
			const [by, other, chance] = [random() < 0.6 ? leader : pick(), pick(), random()];
			if (chance < 0.15) return by.client(joinLeague, { params: { code } });
			if (chance < 0.2) return leave(by);
			if (chance < 0.24) return remove(by, other);
			if (chance < 0.45) return name(by, other);
			if (chance < 0.55) return name(by, other, false);
			if (chance < 0.75) return offer(by, other);
			if (chance < 0.95) return answer(other, random() < 0.8);
			return by.client(muteMember, { params: { id }, body: { userId: other.userId, days: 1 } });
		};
		for (let wave = 0; wave < 8; wave++) {
			app.clocks.setWall(app.clocks.wallNow() + 60_000);
			await settle(Array.from({ length: 40 }, runRandomAction));
			const commissionerId = await getCommissionerId();
			leader = everyone.find(({ userId }) => userId === commissionerId) ?? ada;
			const leaders = await countLeaders();
			expect([leaders?.commissioners, (leaders?.deputies ?? 3) <= 2]).toEqual([1, true]);
		}
		const rows = await listRows(app.database.db)<{ kind: string }>`
			SELECT kind FROM league_events WHERE league_id = ${id} AND kind IN ('commissioner', 'deputy', 'deputy-ended')
			GROUP BY kind ORDER BY kind`;
		expect(rows.map(({ kind }) => kind)).toEqual(["commissioner", "deputy", "deputy-ended"]);
	});
});
