import { randomUUID } from "node:crypto";
import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import * as call from "@first-bounce/contract/leagues/conversation";
import { deleteLeague, joinLeague, leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	createLeagueManagers,
	createLeagueOfThree,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const advance = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);

async function send(
	{ client }: LeagueManager,
	id: number,
	text: string,
	options: { replyTo?: number; key?: string } = {},
) {
	const { message } = await client(call.sendMessage, {
		params: { id },
		body: { text, key: options.key ?? randomUUID(), ...(options.replyTo ? { replyTo: options.replyTo } : {}) },
	});
	if (message.kind !== "text") throw new Error("The message is not a text");
	return message;
}

const getConversation = ({ client }: LeagueManager, id: number, before?: number) =>
	client(call.showConversation, { params: { id }, query: before === undefined ? {} : { before } });
const listTexts = async (manager: LeagueManager, id: number) =>
	(await getConversation(manager, id)).messages.map((message) =>
		message.kind === "text" ? message.text : message.kind,
	);
const listChanges = ({ client }: LeagueManager, id: number, after: number) =>
	client(call.listConversationChanges, { params: { id }, query: { after } });
const getUnread = async ({ client }: LeagueManager, id: number) =>
	(await client(call.listUnreadCounts, {})).leagues.find(({ leagueId }) => leagueId === id)?.unread ?? 0;
const remove = ({ client }: LeagueManager, id: number, messageId: number) =>
	client(call.removeMessage, { params: { id, messageId } });
const getName = async (manager: LeagueManager) =>
	(await app.database.db.selectFrom("users").where("id", "=", manager.userId).select("team_name").executeTakeFirst())
		?.team_name;

describe("a conversation", () => {
	test("shows what members write, in order, to every member", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		expect(await getConversation(cat, id)).toEqual({
			messages: [],
			pinned: [],
			hasOlder: false,
			version: 0,
			state: { isLocked: false, mutedUntil: null },
			readId: 0,
		});
		await send(ann, id, "Who's in for Friday?");
		await send(bea, id, "Me 🏉");
		await send(ann, id, "  Legend\r\n\r\n\r\n\r\nSee you there ");
		expect(await listTexts(cat, id)).toEqual(["Who's in for Friday?", "Me 🏉", "Legend\n\nSee you there"]);
		expect((await getConversation(cat, id)).messages[1]).toMatchObject({
			author: { userId: bea.userId, teamName: await getName(bea) },
			reactions: [],
			replyTo: null,
			mentions: [],
		});
	});

	test("lists older messages page by page, each once", async () => {
		const { id, ann, cat } = await createLeagueOfThree(app);
		for (let number = 1; number <= 95; number++) {
			await send(ann, id, `Message ${number}`);
			advance(4_000);
		}
		const newest = await getConversation(cat, id);
		expect([newest.messages.length, newest.hasOlder]).toEqual([40, true]);
		const older = await getConversation(cat, id, newest.messages[0]?.id);
		expect([older.messages.length, older.hasOlder]).toEqual([40, true]);
		const oldest = await getConversation(cat, id, older.messages[0]?.id);
		expect([oldest.messages.length, oldest.hasOlder]).toEqual([15, false]);
		const texts = [oldest, older, newest].flatMap(({ messages }) =>
			messages.map((message) => (message.kind === "text" ? message.text : "")),
		);
		expect(texts).toEqual(Array.from({ length: 95 }, (_, index) => `Message ${index + 1}`));
	});

	test("stores a message once, however often its key is sent [D2.7.50]", async () => {
		const { id, ann, cat } = await createLeagueOfThree(app);
		const key = randomUUID();
		const sent = await Promise.all([1, 2, 3].map(() => send(ann, id, "Only once", { key })));
		expect(new Set(sent.map((message) => message.id)).size).toBe(1);
		expect(await listTexts(cat, id)).toEqual(["Only once"]);
	});

	test("keeps markup and scripts as plain text, and removes invisible characters [D2.7.51]", async () => {
		const { id, ann, cat } = await createLeagueOfThree(app);
		const scripts = [
			"<script>alert(1)</script>",
			"<img src=x onerror=alert(1)>",
			"'; DROP TABLE league_messages; --",
			"{{constructor.constructor('alert(1)')()}}",
			"javascript:alert(1)",
			"<@9999999999>",
			"%00 \\u0000 <%= process.env %>",
		];
		for (const text of scripts) await send(ann, id, text);
		await send(ann, id, "nul \u0000 and \u202ereversed\u202c");
		expect(await listTexts(cat, id)).toEqual([...scripts, "nul  and reversed"]);
	});

	test("refuses invisible and overlong messages, and replies to removed ones [D2.7.51]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		await expect(send(ann, id, " \u200b\n ")).rejects.toMatchObject({ status: 422, code: "message-empty" });
		await expect(send(ann, id, "a".repeat(1_001))).rejects.toMatchObject({ status: 422 });
		expect((await send(ann, id, "a".repeat(1_000))).text).toHaveLength(1_000);
		const { id: messageId } = await send(ann, id, "Gone soon");
		await remove(ann, id, messageId);
		await expect(send(bea, id, "Wait", { replyTo: messageId })).rejects.toMatchObject({ code: "message-removed" });
	});

	test("limits a member to twenty accepted messages a minute [D2.7.52]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		for (let number = 0; number < 20; number++) await send(ann, id, `Spam ${number}`);
		await expect(send(ann, id, "Once more")).rejects.toMatchObject({ status: 429, code: "too-many-requests" });
		await send(bea, id, "I may still write");
		advance(MINUTE_MS);
		await send(ann, id, "Sorry");
		expect((await listTexts(bea, id)).slice(-2)).toEqual(["I may still write", "Sorry"]);
	});

	test("limits a member to sixty changes of reactions a minute [D2.7.52]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const { id: messageId } = await send(ann, id, "We won!");
		const setReaction = ({ client }: LeagueManager, isOn: boolean) =>
			client(call.reactToMessage, { params: { id, messageId }, body: { emoji: "👍", isOn } });
		for (let number = 0; number < 60; number++) await setReaction(bea, number % 2 === 0);
		await expect(setReaction(bea, true)).rejects.toMatchObject({ status: 429, code: "too-many-requests" });
		await setReaction(ann, true);
		advance(MINUTE_MS);
		await setReaction(bea, true);
	});

	test("has replies that quote their message, and mentions that name a member", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const question = await send(ann, id, "Who is your captain?");
		const answer = await send(bea, id, `Ask <@${cat.userId}> or <@999999>`, { replyTo: question.id });
		expect(answer).toMatchObject({
			replyTo: { id: question.id, author: { userId: ann.userId }, text: "Who is your captain?" },
			mentions: [{ userId: cat.userId, teamName: await getName(cat) }],
		});
		const { members } = await bea.client(call.findMentions, { params: { id }, query: { search: "" } });
		expect(members.map(({ userId }) => userId)).toEqual([ann.userId, cat.userId]);
		const search = (await getName(cat))?.slice(-5) ?? "";
		const found = await bea.client(call.findMentions, { params: { id }, query: { search } });
		expect(found.members).toContainEqual({ userId: cat.userId, teamName: await getName(cat) });
	});

	test("counts reactions, and marks each member's own", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const { id: messageId } = await send(ann, id, "We won!");
		const setReaction = ({ client }: LeagueManager, isOn: boolean, emoji: "👍" | "🔥" = "👍") =>
			client(call.reactToMessage, { params: { id, messageId }, body: { emoji, isOn } });
		await setReaction(bea, true);
		await setReaction(bea, true);
		await setReaction(cat, true);
		await setReaction(cat, true, "🔥");
		const getReactions = async (manager: LeagueManager) => {
			const [message] = (await getConversation(manager, id)).messages;
			return message?.kind === "text" ? message.reactions : null;
		};
		expect(await getReactions(bea)).toEqual([
			{ emoji: "👍", count: 2, isOwn: true },
			{ emoji: "🔥", count: 1, isOwn: false },
		]);
		await setReaction(bea, false);
		await setReaction(cat, false, "🔥");
		expect(await getReactions(bea)).toEqual([{ emoji: "👍", count: 1, isOwn: false }]);
	});

	test("lists changes since a version, missing none", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const first = await send(ann, id, "First");
		const second = await send(ann, id, "Second");
		const { version } = await getConversation(cat, id);
		expect(await listChanges(cat, id, version)).toMatchObject({ messages: [], isComplete: true, version });
		await remove(ann, id, first.id);
		await bea.client(call.reactToMessage, { params: { id, messageId: second.id }, body: { emoji: "👍", isOn: true } });
		await send(bea, id, "Third");
		const changes = await listChanges(cat, id, version);
		expect(changes.messages.map((message) => (message.kind === "text" ? message.text : message.kind))).toEqual([
			"removed",
			"Second",
			"Third",
		]);
		expect(changes.version).toBe(version + 3);
		expect((await listChanges(cat, id, changes.version)).messages).toEqual([]);
		await expect(listChanges(cat, id, 2 ** 31)).rejects.toMatchObject({ code: "invalid-field" });
	});

	test("lists 200 changes, and says so if there are more", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		await send(ann, id, "First");
		const { version } = await getConversation(bea, id);
		const at = new Date(app.clocks.wallNow());
		const insert = (from: number, to: number) =>
			app.database.pool.query(
				`INSERT INTO league_messages (league_id, version, user_id, text, client_key, at)
				SELECT $1, $2::int + n, $3, 'Message ' || n, gen_random_uuid(), $4 FROM generate_series($5::int, $6::int) AS n`,
				[id, version, ann.userId, at, from, to],
			);
		await insert(1, 200);
		const all = await listChanges(bea, id, version);
		expect([all.isComplete, all.messages.length]).toEqual([true, 200]);
		await insert(201, 201);
		expect(await listChanges(bea, id, version)).toMatchObject({ isComplete: false, messages: [] });
	});

	test("gives simultaneous messages versions without gaps, in order of ids", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		await Promise.all(
			[ann, bea, cat].flatMap((manager) =>
				Array.from({ length: 15 }, (_, number) => send(manager, id, `${manager.userId} ${number}`)),
			),
		);
		const { messages } = await listChanges(ann, id, 0);
		expect(messages).toHaveLength(45);
		const versions = messages.map(({ version }) => version);
		expect(versions).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
	});
});

describe("unread messages", () => {
	test("are counted by league until they are read, without the member's own [D2.7.56]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		await send(ann, id, "One");
		const two = await send(ann, id, "Two");
		await send(bea, id, "Three");
		expect(await Promise.all([ann, bea, cat].map((manager) => getUnread(manager, id)))).toEqual([1, 2, 3]);
		const read = await cat.client(call.markConversationRead, { params: { id }, body: { messageId: two.id } });
		expect([read.unread, await getUnread(cat, id)]).toEqual([1, 1]);
		// An older id, from another device, does not make messages unread again.
		await cat.client(call.markConversationRead, { params: { id }, body: { messageId: 1 } });
		expect(await getUnread(cat, id)).toBe(1);
	});

	test("from before a member joined count as read", async () => {
		const { id, ann } = await createLeagueOfThree(app);
		await send(ann, id, "Before you came");
		advance(1_000);
		const [dee] = (await createLeagueManagers(app, 1)) as [LeagueManager];
		const { code } = await app.database.db
			.selectFrom("leagues")
			.where("id", "=", id)
			.select("code")
			.executeTakeFirstOrThrow();
		await dee.client(joinLeague, { params: { code } });
		expect([await getUnread(dee, id), await listTexts(dee, id)]).toEqual([0, ["Before you came"]]);
		await send(ann, id, "Welcome");
		expect(await getUnread(dee, id)).toBe(1);
	});

	test("are counted up to a hundred [D2.7.56]", async () => {
		const { id, ann, cat } = await createLeagueOfThree(app);
		await app.database.pool.query(
			`WITH c AS (INSERT INTO league_conversations VALUES ($1, 1, NULL) RETURNING league_id)
			INSERT INTO league_messages (league_id, version, user_id, text, client_key, at)
			SELECT league_id, 1, $2, 'x', gen_random_uuid(), $3 FROM c, generate_series(1, 150)`,
			[id, ann.userId, new Date(app.clocks.wallNow())],
		);
		expect(await getUnread(cat, id)).toBe(100);
	});
});

describe("a removed message", () => {
	test("disappears from the conversation, quotes, unread counts and the exports of others [D2.7.53]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const insult = await send(bea, id, "An unkind word");
		await send(ann, id, "Not on", { replyTo: insult.id });
		const { version } = await getConversation(cat, id);
		await remove(ann, id, insult.id);
		expect(await listTexts(cat, id)).toEqual(["Not on"]);
		expect(await getUnread(cat, id)).toBe(1);
		const [gone, answer] = (await listChanges(cat, id, version)).messages;
		expect(gone).toEqual({ id: insult.id, version: version + 1, kind: "removed" });
		expect(answer).toMatchObject({ text: "Not on", replyTo: { id: insult.id, text: null } });
		for (const manager of [ann, cat])
			expect(JSON.stringify(await manager.client(exportOwnData, {}))).not.toContain("An unkind word");
		const ownExport = await bea.client(exportOwnData, {});
		expect(ownExport.leagueMessages).toMatchObject([{ text: "An unkind word", removed_by: "commissioner" }]);
		await expect(
			cat.client(call.reactToMessage, { params: { id, messageId: insult.id }, body: { emoji: "👍", isOn: true } }),
		).rejects.toMatchObject({ code: "message-unknown" });
	});

	test("can be the member's own, but not another member's [D2.7.53]", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const { id: messageId } = await send(ann, id, "A slip of the tongue");
		await expect(remove(bea, id, messageId)).rejects.toMatchObject({ status: 403 });
		await remove(ann, id, messageId);
		await expect(remove(ann, id, messageId)).rejects.toMatchObject({ status: 404 });
		const { rows } = await app.database.pool.query("SELECT text FROM league_messages WHERE id = $1", [messageId]);
		expect(rows).toEqual([{ text: "" }]);
	});
});

describe("members who leave and deleted data", () => {
	test("a member who left cannot read or write, and messages stay", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		await send(bea, id, "I'm off");
		await bea.client(leaveLeague, { params: { id } });
		await expect(getConversation(bea, id)).rejects.toMatchObject({ status: 403, code: "league-members-only" });
		await expect(send(bea, id, "Hello?")).rejects.toMatchObject({ status: 403, code: "league-members-only" });
		expect(await getUnread(bea, id)).toBe(0);
		expect(await listTexts(ann, id)).toEqual(["I'm off"]);
		expect((await bea.client(exportOwnData, {})).leagueMessages).toMatchObject([{ text: "I'm off" }]);
	});

	test("a deleted league has no messages any more", async () => {
		const [ann] = (await createLeagueManagers(app, 1)) as [LeagueManager];
		const { id } = await createLeagueWith([ann], { startId: 2 });
		await send(ann, id, "Only me here");
		await ann.client(deleteLeague, { params: { id } });
		await expect(getConversation(ann, id)).rejects.toMatchObject({ status: 404 });
		await expect(send(ann, id, "Hello?")).rejects.toMatchObject({ status: 404 });
		const { rows } = await app.database.pool.query("SELECT FROM league_messages WHERE league_id = $1", [id]);
		expect(rows).toEqual([]);
	});

	test("a member who closes her account has her messages erased [D2.7.55]", async () => {
		const { id, ann, bea, cat } = await createLeagueOfThree(app);
		const catMessage = await send(cat, id, "My address is 1 Lane Street");
		await send(bea, id, "Lovely", { replyTo: catMessage.id });
		const other = await send(ann, id, "Party at hers");
		await cat.client(call.reactToMessage, { params: { id, messageId: other.id }, body: { emoji: "🔥", isOn: true } });
		await cat.client(call.reportMessage, { params: { id, messageId: other.id } });
		const { version } = await getConversation(ann, id);
		await cat.client(deactivateAccount, {});
		const { rows } = await app.database.pool.query(
			`SELECT (SELECT string_agg(text, '') FROM league_messages WHERE user_id = $1) AS texts,
				(SELECT count(*) FROM league_message_reactions WHERE user_id = $1) AS reactions,
				(SELECT count(*) FROM league_message_reports WHERE user_id = $1) AS reports`,
			[cat.userId],
		);
		expect(rows).toEqual([{ texts: "", reactions: 0, reports: 0 }]);
		expect(await listTexts(ann, id)).toEqual(["Lovely", "Party at hers"]);
		const { messages } = await listChanges(ann, id, version);
		expect(messages).toMatchObject([
			{ id: catMessage.id, kind: "removed" },
			{ text: "Lovely", replyTo: { text: null, author: { teamName: "" } } },
			{ text: "Party at hers", reactions: [] },
		]);
	});

	test("a member's export has her messages, reactions, reports and last read messages", async () => {
		const { id, ann, bea } = await createLeagueOfThree(app);
		const annMessage = await send(ann, id, "Hers alone");
		await send(bea, id, "Mine to keep", { replyTo: annMessage.id });
		await bea.client(call.reactToMessage, {
			params: { id, messageId: annMessage.id },
			body: { emoji: "👏", isOn: true },
		});
		await bea.client(call.markConversationRead, { params: { id }, body: { messageId: annMessage.id } });
		await bea.client(call.reportMessage, { params: { id, messageId: annMessage.id } });
		const data = await bea.client(exportOwnData, {});
		expect(data.leagueMessages).toMatchObject([{ league: "The Wednesday Club", text: "Mine to keep", is_reply: true }]);
		expect(data.leagueReactions).toMatchObject([{ league: "The Wednesday Club", emoji: "👏" }]);
		expect(data.leagueReports).toMatchObject([{ league: "The Wednesday Club" }]);
		expect(data.leagueReading).toMatchObject([{ league: "The Wednesday Club", read_up_to: expect.any(String) }]);
		expect(JSON.stringify(data)).not.toContain("Hers alone");
	});
});
