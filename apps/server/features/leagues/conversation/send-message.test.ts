import { randomUUID } from "node:crypto";
import * as call from "@first-bounce/contract/leagues/conversation";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	createLeagueManagers,
	createLeagueOfThree,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createStoreMessage, type MessageInput } from "./send-message.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

/** Creates a league of three, the first its commissioner, with a store of its messages. */
async function createLeague() {
	const { id, ann, bea, cat } = await createLeagueOfThree(app);
	const store = createStoreMessage({ db: app.database.db, seasons: app.seasons, clocks: app.clocks });
	const send = ({ userId }: { readonly userId: number }, text: string, overrides: Partial<MessageInput> = {}) =>
		store({ leagueId: id, userId, text, replyTo: null, key: randomUUID(), ...overrides });
	const listRows = async () =>
		(
			await app.database.pool.query<{ id: number; version: number; text: string; xmin: string }>(
				"SELECT id, version, text, xmin::text FROM league_messages WHERE league_id = $1 ORDER BY id",
				[id],
			)
		).rows;
	const getVersion = async () =>
		(await app.database.pool.query("SELECT version FROM league_conversations WHERE league_id = $1", [id])).rows[0]
			?.version;
	return { id, ann, bea, cat, send, listRows, getVersion };
}

/** Lists each message's stored text, or the code of its refusal. */
const describeOutcomes = async (sent: readonly Promise<{ readonly text: string }>[]) =>
	(await Promise.allSettled(sent)).map((outcome) =>
		outcome.status === "fulfilled" ? outcome.value.text : (outcome.reason.reasons?.[0].code ?? outcome.reason.code),
	);

test("messages sent together are stored in one transaction in order [D2.7.50]", async () => {
	const { ann, bea, cat, send, listRows, getVersion } = await createLeague();
	const sent = await Promise.all(
		Array.from({ length: 45 }, (_, number) => send([ann, bea, cat][number % 3] ?? ann, `Message ${number}`)),
	);
	const expected = Array.from({ length: 45 }, (_, number) => `Message ${number}`);
	expect(sent.map(({ text }) => text)).toEqual(expected);
	const rows = await listRows();
	expect(rows.map(({ text }) => text)).toEqual(expected);
	expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
	expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
	expect(await getVersion()).toBe(45);
});

test("each message of a batch is checked on its own [D2.7.50]", async () => {
	const { id, ann, bea, cat, send, listRows } = await createLeague();
	const [stranger] = (await createLeagueManagers(app, 1)) as [LeagueManager];
	const removed = await send(ann, "Removed");
	await ann.client(call.removeMessage, { params: { id, messageId: removed.id } });
	await ann.client(call.muteMember, { params: { id }, body: { userId: bea.userId, days: 1 } });
	const key = randomUUID();
	const outcomes = await describeOutcomes([
		send(ann, "First"),
		send(stranger, "Let me in"),
		send(bea, "Muted"),
		send(cat, "Reply", { replyTo: removed.id }),
		send(cat, `Hi <@${ann.userId}> and <@${stranger.userId}>`, { key }),
		send(cat, "Sent again with the same key", { key }),
		send(ann, "Last"),
	]);
	const mention = `Hi <@${ann.userId}> and <@${stranger.userId}>`;
	expect(outcomes).toEqual([
		"First",
		"league-members-only",
		"conversation-muted",
		"message-removed",
		mention,
		mention,
		"Last",
	]);
	const rows = await listRows();
	expect(rows.map(({ text }) => text)).toEqual(["", "First", mention, "Last"]);
	expect(new Set(rows.slice(1).map(({ xmin }) => xmin)).size).toBe(1);
});

test("a message that the database rejects fails no others of its batch [D2.7.50]", async () => {
	const { ann, bea, send, listRows } = await createLeague();
	const sent = [send(ann, "Before"), send(bea, "x".repeat(5_000)), send(ann, "After")];
	expect(await describeOutcomes(sent)).toEqual(["Before", "23514", "After"]);
	expect((await listRows()).map(({ text }) => text)).toEqual(["Before", "After"]);
});

test("a batch whose messages are all refused leaves the conversation's version unchanged", async () => {
	const { id, ann, bea, send, getVersion } = await createLeague();
	await send(ann, "Hello");
	await ann.client(call.lockConversation, { params: { id }, body: { isLocked: true } });
	expect(await getVersion()).toBe(2);
	expect(await describeOutcomes([send(bea, "One"), send(bea, "Two")])).toEqual([
		"conversation-locked",
		"conversation-locked",
	]);
	expect(await getVersion()).toBe(2);
});
