import { randomUUID } from "node:crypto";
import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import * as call from "@first-bounce/contract/leagues/conversation";
import { announceToLeague, listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { listReports, settleReport } from "@first-bounce/contract/operator/people";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLeagueOfThree, type LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../testing/server/test-app.ts";
import { deleteOldMessages } from "./old-messages.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const advance = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);

const send = async ({ client }: LeagueManager, id: number, text: string) =>
	(await client(call.sendMessage, { params: { id }, body: { text, key: randomUUID() } })).message.id;
const setPin = async ({ client }: LeagueManager, id: number, messageId: number, isPinned = true) =>
	(await client(call.pinMessage, { params: { id, messageId }, body: { isPinned } })).message;
const announce = async ({ client }: LeagueManager, id: number, text: string) =>
	(await client(announceToLeague, { params: { id }, body: { text } })).event.id;
const getConversation = ({ client }: LeagueManager, id: number, before?: number) =>
	client(call.showConversation, { params: { id }, query: before === undefined ? {} : { before } });
const toText = (message: { kind: string; text?: string | null }) => message.text ?? message.kind;
const listPinned = async (manager: LeagueManager, id: number) =>
	(await getConversation(manager, id)).pinned.map(toText);
const listTexts = async (manager: LeagueManager, id: number) =>
	(await getConversation(manager, id)).messages.map(toText);
const listAnnounced = async ({ client }: LeagueManager, id: number) =>
	(await client(listLeagueActivity, { params: { id } })).events.flatMap((event) =>
		event.kind === "announcement" ? [event.text] : [],
	);
const deleteExpired = () => deleteOldMessages({ pool: app.database.pool, wallNow: app.clocks.wallNow, days: 20 });
/** An announcement as an earlier version stored it. */
const carryOver = async (id: number, { userId }: LeagueManager, text: string) => {
	await app.database.pool.query(
		"INSERT INTO league_events (league_id, kind, user_id, data, at) VALUES ($1, 'announcement', $2, $3, '2026-01-02T03:04:05Z')",
		[id, userId, { text }],
	);
};

describe("a pinned message", () => {
	test("is any member's, listed by latest pin in chat and activity [D2.7.80]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const fixture = await send(bea, id, `Fixture is out, <@${cat.userId}>`);
		const { version } = await getConversation(cat, id);
		await announce(ann, id, "Dues by\r\nFriday");
		advance(1_000);
		expect(await setPin(ann, id, fixture)).toMatchObject({
			id: fixture,
			pinned: { at: new Date(app.clocks.wallNow()).toISOString(), by: { userId: ann.userId } },
			isOnlyPinned: false,
		});
		const text = `Fixture is out, <@${cat.userId}>`;
		expect(await listPinned(cat, id)).toEqual([text, "Dues by\nFriday"]);
		expect(await listTexts(cat, id)).toEqual([text, "Dues by\nFriday"]);
		const name = (await getConversation(cat, id)).messages.flatMap((message) =>
			message.kind === "text" ? message.mentions.map(({ teamName }) => teamName) : [],
		)[0];
		expect(await listAnnounced(cat, id)).toEqual([`Fixture is out, @${name}`, "Dues by\nFriday"]);
		const changes = await cat.client(call.listConversationChanges, { params: { id }, query: { after: version } });
		expect(changes.messages).toMatchObject([
			{ id: fixture, pinned: { by: { userId: ann.userId } } },
			{ text: "Dues by\nFriday", pinned: { by: { userId: ann.userId } } },
		]);
		expect((await getConversation(cat, id, fixture + 1)).pinned).toEqual([]);
	});

	test("is unpinned by the commissioner, and stays in the chat [D2.7.80]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const messageId = await send(bea, id, "Draft is on Tuesday");
		await expect(setPin(bea, id, messageId)).rejects.toMatchObject({ status: 403, code: "not-commissioner" });
		const pinned = await setPin(ann, id, messageId);
		expect(await setPin(ann, id, messageId)).toMatchObject({ pinned: { by: { userId: ann.userId } } });
		expect((await getConversation(bea, id)).pinned).toEqual([{ ...pinned, version: pinned.version }]);
		await expect(setPin(bea, id, messageId, false)).rejects.toMatchObject({ code: "not-commissioner" });
		expect(await setPin(ann, id, messageId, false)).toMatchObject({ pinned: null });
		expect([await listPinned(bea, id), await listAnnounced(bea, id)]).toEqual([[], []]);
		expect(await listTexts(bea, id)).toEqual(["Draft is on Tuesday"]);
		await expect(setPin(ann, id, 999_999)).rejects.toMatchObject({ status: 404, code: "message-unknown" });
	});

	test("can be pinned while the chat is locked", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		await ann.client(call.lockConversation, { params: { id }, body: { isLocked: true } });
		await announce(ann, id, "Closed for the break");
		expect(await listPinned(bea, id)).toEqual(["Closed for the break"]);
	});

	test("counts towards five a day, even once unpinned or removed [D2.7.80]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const first = await send(bea, id, "One");
		await setPin(ann, id, first);
		await setPin(ann, id, first, false);
		for (const text of ["Two", "Three", "Four"]) await announce(ann, id, text);
		const removed = await send(ann, id, "Five");
		await setPin(ann, id, removed);
		await ann.client(call.removeMessage, { params: { id, messageId: removed } });
		const sixth = await send(bea, id, "Six");
		await expect(setPin(ann, id, sixth)).rejects.toMatchObject({ status: 429, code: "too-many-announcements" });
		await expect(announce(ann, id, "Six")).rejects.toMatchObject({ status: 429, code: "too-many-announcements" });
		expect(await listTexts(ann, id)).toEqual(["One", "Two", "Three", "Four", "Six"]);
		advance(DAY_MS + 1);
		await setPin(ann, id, sixth);
		expect(await listPinned(bea, id)).toEqual(["Six", "Four", "Three", "Two"]);
	});

	test("is kept until it is unpinned, however old it is [D2.7.55, D2.7.82]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const messageId = await send(bea, id, "House rules");
		await send(bea, id, "Small talk");
		await setPin(ann, id, messageId);
		await cat.client(call.reportMessage, { params: { id, messageId } });
		// Sessions end after 30 days.
		advance(21 * DAY_MS);
		await deleteExpired();
		expect([await listTexts(ann, id), await listPinned(ann, id)]).toEqual([["House rules"], ["House rules"]]);
		const { rows } = await app.database.pool.query("SELECT user_id FROM league_message_reports WHERE message_id = $1", [
			messageId,
		]);
		expect([rows, await listPinned(cat, id)]).toEqual([[{ user_id: cat.userId }], []]);
		await setPin(ann, id, messageId, false);
		await deleteExpired();
		expect(await listTexts(ann, id)).toEqual([]);
	});

	test("is reported, hidden by an operator and its author muted [D2.7.54, D2.7.80]", async () => {
		const { client } = await createTestOperator(app);
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const messageId = await send(bea, id, "A rude pin");
		await setPin(ann, id, messageId);
		await cat.client(call.reportMessage, { params: { id, messageId } });
		expect([await listPinned(cat, id), await listAnnounced(cat, id)]).toEqual([[], []]);
		expect(await listPinned(bea, id)).toEqual(["A rude pin"]);
		const report = (await client(listReports, {})).reports.find(({ leagueId }) => leagueId === id);
		expect(report).toMatchObject({ kind: "announcement", text: "A rude pin", reports: 1 });
		await client(settleReport, {
			params: { id: report?.id ?? 0 },
			body: { reason: "an insult", kind: "announcement", hide: true, muteDays: 7 },
		});
		for (const manager of [ann, bea])
			expect([await listPinned(manager, id), await listTexts(manager, id)]).toEqual([[], []]);
		await expect(send(bea, id, "What?")).rejects.toMatchObject({ code: "conversation-muted" });
	});

	test("goes with its author's account, and keeps no name of its pinner's [D2.7.55]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		await setPin(ann, id, await send(bea, id, "Mine"));
		await setPin(ann, id, await send(cat, id, "Stays"));
		const exported = JSON.stringify(await bea.client(exportOwnData, {}));
		expect(exported).toContain('"Mine"');
		expect(exported).toContain('"pinned_at":"2');
		await bea.client(deactivateAccount, {});
		expect(await listPinned(cat, id)).toEqual(["Stays"]);
		await ann.client(deactivateAccount, {});
		expect((await getConversation(cat, id)).pinned).toMatchObject([
			{ text: "Stays", pinned: { by: { userId: ann.userId, teamName: "" } } },
		]);
	});
});

describe("an announcement of an earlier version", () => {
	test("is pinned without being in the chat or unread [D2.7.82]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		await send(ann, id, "Hello");
		await carryOver(id, ann, "Dues by Friday");
		const { pinned, messages } = await getConversation(bea, id);
		expect(pinned).toMatchObject([
			{ text: "Dues by Friday", at: "2026-01-02T03:04:05.000Z", isOnlyPinned: true, author: { userId: ann.userId } },
		]);
		expect(messages).toHaveLength(1);
		const { leagues } = await bea.client(call.listUnreadCounts, {});
		expect(leagues.find(({ leagueId }) => leagueId === id)?.unread).toBe(1);
		expect(await listAnnounced(bea, id)).toEqual(["Dues by Friday"]);
	});

	test("is removed when it is unpinned, and deleted a month later [D2.7.82]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		await carryOver(id, ann, "Dues by Friday");
		const [message] = (await getConversation(bea, id)).pinned;
		expect(await setPin(ann, id, message?.id ?? 0, false)).toMatchObject({ kind: "removed" });
		expect([await listPinned(bea, id), await listAnnounced(bea, id)]).toEqual([[], []]);
		advance(31 * DAY_MS);
		await deleteExpired();
		const { rows } = await app.database.pool.query(
			`SELECT FROM league_messages WHERE league_id = $1
				UNION ALL SELECT FROM league_events WHERE league_id = $1 AND kind = 'announcement'`,
			[id],
		);
		expect(rows).toEqual([]);
	});
});
