import { randomUUID } from "node:crypto";
import type { SuccessOf } from "@first-bounce/contract/call";
import * as call from "@first-bounce/contract/leagues/conversation";
import { joinLeague, leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { listReports, settleReport } from "@first-bounce/contract/operator/people";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
	createLeagueManagers,
	createLeagueOfThree,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { runFb } from "../../../../../testing/server/run-fb.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../testing/server/test-app.ts";
import { deleteOldMessages } from "./old-messages.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => vi.unstubAllEnvs());

const advance = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);

const send = async ({ client }: LeagueManager, id: number, text: string) =>
	(await client(call.sendMessage, { params: { id }, body: { text, key: randomUUID() } })).message;
const getConversation = ({ client }: LeagueManager, id: number) => client(call.showConversation, { params: { id } });
const listTexts = async (manager: LeagueManager, id: number) =>
	(await getConversation(manager, id)).messages.map((message) =>
		message.kind === "text" ? message.text : message.kind,
	);
const muteMember = ({ client }: LeagueManager, id: number, { userId }: LeagueManager, days: number) =>
	client(call.muteMember, { params: { id }, body: { userId, days } });

describe("a commissioner", () => {
	test("mutes a member for days, who can read but not write [D2.7.52]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const { id: messageId } = await send(bea, id, "Too much");
		const { members } = await muteMember(ann, id, bea, 7);
		const until = new Date(app.clocks.wallNow() + 7 * DAY_MS).toISOString();
		expect(members).toMatchObject([{ userId: bea.userId, mutedUntil: until }]);
		await expect(send(bea, id, "Even more")).rejects.toMatchObject({ status: 403, code: "conversation-muted" });
		await expect(
			bea.client(call.reactToMessage, { params: { id, messageId }, body: { emoji: "👍", isOn: true } }),
		).rejects.toMatchObject({ code: "conversation-muted" });
		expect(await getConversation(bea, id)).toMatchObject({
			state: { mutedUntil: until },
			messages: [{ text: "Too much" }],
		});
		advance(7 * DAY_MS);
		await send(bea, id, "Better now");
		expect(await listTexts(ann, id)).toEqual(["Too much", "Better now"]);
		expect((await ann.client(call.listMutedMembers, { params: { id } })).members).toEqual([]);
	});

	test("can lift a mute early, which rejoining does not escape", async () => {
		const { id, code, ann, bea } = await createLeagueOfThree(app);
		await muteMember(ann, id, bea, 365);
		await bea.client(leaveLeague, { params: { id } });
		await bea.client(joinLeague, { params: { code } });
		await expect(send(bea, id, "New me")).rejects.toMatchObject({ code: "conversation-muted" });
		expect((await muteMember(ann, id, bea, 0)).members).toEqual([]);
		await send(bea, id, "Thank you");
		expect(await listTexts(ann, id)).toEqual(["Thank you"]);
	});

	test("locks the conversation for everyone else, and opens it again [D2.7.52]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const setConversationLock = (isLocked: boolean) =>
			ann.client(call.lockConversation, { params: { id }, body: { isLocked } });
		expect((await setConversationLock(true)).state.isLocked).toBe(true);
		await expect(send(bea, id, "But")).rejects.toMatchObject({ status: 403, code: "conversation-locked" });
		const { id: messageId } = await send(ann, id, "Calm down, everyone");
		const addReaction = ({ client }: LeagueManager) =>
			client(call.reactToMessage, { params: { id, messageId }, body: { emoji: "👍", isOn: true } });
		await expect(addReaction(bea)).rejects.toMatchObject({ status: 403, code: "conversation-locked" });
		await addReaction(ann);
		expect((await getConversation(bea, id)).state.isLocked).toBe(true);
		await setConversationLock(false);
		await send(bea, id, "Calm");
		expect(await listTexts(ann, id)).toEqual(["Calm down, everyone", "Calm"]);
	});

	test("is the only member who may mute and lock", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		await expect(muteMember(bea, id, cat, 1)).rejects.toMatchObject({ status: 403, code: "not-commissioner" });
		await expect(bea.client(call.lockConversation, { params: { id }, body: { isLocked: true } })).rejects.toMatchObject(
			{ status: 403, code: "not-commissioner" },
		);
		await expect(bea.client(call.listMutedMembers, { params: { id } })).rejects.toMatchObject({ status: 403 });
		await expect(muteMember(ann, id, ann, 1)).rejects.toMatchObject({ status: 409, code: "commissioner-not-muted" });
		const [stranger] = (await createLeagueManagers(app, 1)) as [LeagueManager];
		await expect(muteMember(ann, id, stranger, 1)).rejects.toMatchObject({ status: 404, code: "league-user-unknown" });
	});
});

describe("a reported message", () => {
	test("is hidden from the reporter on every device, and from nobody else [D2.7.54]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const { id: messageId } = await send(bea, id, "Rude");
		const { version } = await getConversation(cat, id);
		await cat.client(call.reportMessage, { params: { id, messageId } });
		await cat.client(call.reportMessage, { params: { id, messageId } });
		expect([await listTexts(cat, id), await listTexts(ann, id)]).toEqual([[], ["Rude"]]);
		const changes = await cat.client(call.listConversationChanges, { params: { id }, query: { after: version } });
		expect(changes.messages).toMatchObject([{ id: messageId, kind: "removed" }]);
		await expect(bea.client(call.reportMessage, { params: { id, messageId } })).rejects.toMatchObject({ status: 404 });
	});

	test("is hidden or kept by an operator, who can mute [D2.7.53, D2.7.54]", async () => {
		const { client } = await createTestOperator(app);
		const { id, bea, cat } = await createLeagueOfThree(app);
		const message = await send(bea, id, "Very rude");
		const joke = await send(bea, id, "A joke");
		for (const { id: messageId } of [message, joke])
			await cat.client(call.reportMessage, { params: { id, messageId } });
		const listLeagueReports = async () =>
			(await client(listReports, {})).reports.filter(({ leagueId }) => leagueId === id);
		expect(await listLeagueReports()).toMatchObject([
			{ id: message.id, kind: "message", text: "Very rude", reports: 1, leagueName: "The Wednesday Club" },
			{ id: joke.id, kind: "message", text: "A joke", reports: 1 },
		]);
		const settleReportOf = (messageId: number, hide: boolean, muteDays: number) =>
			client(settleReport, {
				params: { id: messageId },
				body: { reason: "seen", kind: "message", hide, muteDays },
			});
		await settleReportOf(message.id, true, 3);
		await settleReportOf(joke.id, false, 0);
		expect(await listLeagueReports()).toEqual([]);
		expect(await listTexts(bea, id)).toEqual(["A joke"]);
		await expect(send(bea, id, "Why?")).rejects.toMatchObject({ code: "conversation-muted" });
		const { rows } = await app.database.pool.query(
			"SELECT action, before, after FROM audit WHERE subject = $1 ORDER BY id",
			[`league:${id}`],
		);
		expect(rows).toEqual([
			{
				action: "message-hidden",
				before: { text: "Very rude", reports: 1, userId: bea.userId },
				after: { isHidden: true, muteDays: 3 },
			},
			{
				action: "report-settled",
				before: { text: "A joke", reports: 1, userId: bea.userId },
				after: { isHidden: false },
			},
		]);
	});

	test("of a commissioner can mute her, which she cannot lift herself", async () => {
		const { client } = await createTestOperator(app);
		const { id, ann, bea } = await createLeagueOfThree(app);
		const { id: messageId } = await send(ann, id, "Very rude");
		await bea.client(call.reportMessage, { params: { id, messageId } });
		const body = { reason: "seen", kind: "message", hide: true, muteDays: 3 } as const;
		await client(settleReport, { params: { id: messageId }, body });
		await expect(muteMember(ann, id, ann, 0)).rejects.toMatchObject({ status: 403, code: "conversation-muted" });
		await expect(send(ann, id, "Why?")).rejects.toMatchObject({ code: "conversation-muted" });
		advance(3 * DAY_MS);
		await send(ann, id, "Sorry");
	});

	test("is reached by operators when more than fifty are open", async () => {
		const { client } = await createTestOperator(app);
		const { id, ann } = await createLeagueOfThree(app);
		await send(ann, id, "Hello");
		const { pool } = app.database;
		const { rowCount: openCount } = await pool.query(
			"SELECT FROM league_messages WHERE reported_at IS NOT NULL AND hidden_at IS NULL",
		);
		await pool.query(
			`INSERT INTO league_messages (league_id, version, user_id, client_key, text, at, reported_at)
			SELECT $1, 1, $2, gen_random_uuid(), 'Rude ' || n, $3, $3 FROM generate_series(1, 120) n`,
			[id, ann.userId, new Date(app.clocks.wallNow())],
		);
		const texts: string[] = [];
		let skip: number | null | undefined = 0;
		while (typeof skip === "number") {
			const { reports, nextSkip }: SuccessOf<typeof listReports> = await client(listReports, { query: { skip } });
			expect(reports.length).toBeLessThanOrEqual(50);
			texts.push(...reports.flatMap(({ leagueId, text }) => (leagueId === id ? [text] : [])));
			skip = nextSkip;
		}
		expect([texts.length, texts[0], texts.at(-1)]).toEqual([120, "Rude 1", "Rude 120"]);
		vi.stubEnv("DATABASE_URL", app.database.url);
		const { out } = await runFb(["report", "list"]);
		expect(out.trim().split("\n")).toHaveLength(120 + (openCount ?? 0));
		await pool.query("DELETE FROM league_messages WHERE league_id = $1", [id]);
	});

	test("mutes its writer until an operator's mute ends or is lifted [D2.7.52]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const muteByOperator = async (muteDays: number) => {
			const { client } = await createTestOperator(app);
			const { id: messageId } = await send(bea, id, "Rude");
			await cat.client(call.reportMessage, { params: { id, messageId } });
			const body = { reason: "seen", kind: "message", hide: true, muteDays } as const;
			await client(settleReport, { params: { id: messageId }, body });
		};
		await muteByOperator(3);
		const start = app.clocks.wallNow();
		const refusal = { status: 409, code: "operator-mute-stays" };
		await expect(muteMember(ann, id, bea, 0)).rejects.toMatchObject(refusal);
		await expect(muteMember(ann, id, bea, 1)).rejects.toMatchObject(refusal);
		expect((await muteMember(ann, id, bea, 7)).members).toEqual([
			{
				userId: bea.userId,
				teamName: expect.any(String),
				mutedUntil: new Date(start + 7 * DAY_MS).toISOString(),
				isByOperator: true,
			},
		]);
		advance(3 * DAY_MS);
		await expect(send(bea, id, "Why?")).rejects.toMatchObject({ code: "conversation-muted" });
		expect((await muteMember(ann, id, bea, 0)).members).toEqual([]);
		await muteByOperator(3);
		vi.stubEnv("DATABASE_URL", app.database.url);
		expect(await runFb(["report", "unmute", String(id), String(bea.userId), "--reason", "a mistake"])).toEqual({
			code: 0,
			out: `User ${bea.userId} may write in league ${id} again.\n`,
			err: "",
		});
		await send(bea, id, "Thank you");
		const sql = "SELECT before, after FROM audit WHERE subject = $1 AND action = 'member-unmuted'";
		expect((await app.database.pool.query(sql, [`league:${id}`])).rows).toEqual([
			{
				before: { userId: bea.userId, mutedUntil: new Date(start + 6 * DAY_MS).toISOString() },
				after: { mutedUntil: null },
			},
		]);
	});

	test("leaves its writer muted for as long as the commissioner has said", async () => {
		const { client } = await createTestOperator(app);
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const { id: messageId } = await send(bea, id, "Rude");
		await cat.client(call.reportMessage, { params: { id, messageId } });
		const { members } = await muteMember(ann, id, bea, 30);
		const body = { reason: "seen", kind: "message", hide: true, muteDays: 3 } as const;
		await client(settleReport, { params: { id: messageId }, body });
		expect((await ann.client(call.listMutedMembers, { params: { id } })).members).toMatchObject(members);
	});

	test.each([
		{ decision: "dismiss", hide: false, expected: [{ code: "report-unknown" }] },
		{ decision: "hide", hide: true, expected: [] },
	])("is settled once by two operators who $decision at once", async ({ hide, expected }) => {
		const { client } = await createTestOperator(app);
		const { id, bea, cat } = await createLeagueOfThree(app);
		const { id: messageId } = await send(bea, id, "Rude twice");
		await cat.client(call.reportMessage, { params: { id, messageId } });
		const body = { reason: "seen", kind: "message", hide, muteDays: 3 } as const;
		const settle = () => client(settleReport, { params: { id: messageId }, body });
		const { pool } = app.database;
		const holder = await pool.connect();
		await holder.query("BEGIN");
		await holder.query("SELECT FROM league_messages WHERE id = $1 FOR UPDATE", [messageId]);
		const settled = Promise.allSettled([settle(), settle()]);
		const waiting =
			"SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'";
		await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
		await holder.query("COMMIT");
		holder.release();
		const refusals = (await settled).flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
		expect(refusals).toMatchObject(expected);
		expect((await pool.query("SELECT FROM audit WHERE subject = $1", [`league:${id}`])).rowCount).toBe(1);
	});

	test("is hidden with fb, which says how if --message is missing [D2.7.54]", async () => {
		const { id, bea, cat } = await createLeagueOfThree(app);
		const { id: messageId } = await send(bea, id, "Rude again");
		await cat.client(call.reportMessage, { params: { id, messageId } });
		vi.stubEnv("DATABASE_URL", app.database.url);
		const hide = ["report", "hide", String(messageId), "--reason", "an insult"];
		expect(await runFb(hide)).toEqual({ code: 1, out: "", err: `${messageId} is a message: add --message.\n` });
		expect(await runFb([...hide, "--message"])).toEqual({
			code: 0,
			out: `Message ${messageId} is hidden.\n`,
			err: "",
		});
		expect(await listTexts(bea, id)).toEqual([]);
	});
});

describe("old messages", () => {
	test("are deleted after the configured days, hidden ones after thirty [D2.7.55]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const { pool } = app.database;
		const makeOlder = (messageId: number, days: number) =>
			pool.query(
				`UPDATE league_messages SET at = at - $2 * interval '1 day', hidden_at = hidden_at - $2 * interval '1 day'
				WHERE id = $1`,
				[messageId, days],
			);
		const old = await send(ann, id, "A year ago");
		await makeOlder(old.id, 401);
		const hidden = await send(bea, id, "Hidden a month ago");
		await ann.client(call.removeMessage, { params: { id, messageId: hidden.id } });
		await makeOlder(hidden.id, 29);
		await send(bea, id, "Today");
		const deleteExpired = (days: number) => deleteOldMessages({ pool, wallNow: app.clocks.wallNow, days });
		const count = async () =>
			(await pool.query("SELECT id FROM league_messages WHERE league_id = $1 ORDER BY id", [id])).rowCount;
		await deleteExpired(0);
		await deleteExpired(402);
		expect(await count()).toBe(3);
		await makeOlder(hidden.id, 2);
		await deleteExpired(0);
		expect(await count()).toBe(2);
		await deleteExpired(400);
		expect(await count()).toBe(1);
		expect(await listTexts(ann, id)).toEqual(["Today"]);
		expect(await deleteExpired(400)).toBe(0);
	});

	test("that are hidden cards are kept as long as visible ones [D2.7.55, D2.7.58]", async () => {
		const { id, ann } = await createLeagueOfThree(app);
		const { pool } = app.database;
		await send(ann, id, "Today");
		await pool.query(
			`INSERT INTO league_messages (league_id, version, kind, round_id, data, at, is_notified, hidden_at, hidden_by)
			VALUES ($1, 1, 'results', 1, '{}', $2, true, $2, 'commissioner')`,
			[id, new Date(app.clocks.wallNow() - 40 * 86_400_000)],
		);
		await deleteOldMessages({ pool, wallNow: app.clocks.wallNow, days: 400 });
		const { rows } = await pool.query("SELECT kind FROM league_messages WHERE league_id = $1 ORDER BY kind", [id]);
		expect(rows).toEqual([{ kind: "results" }, { kind: "text" }]);
	});
});
