import { randomUUID } from "node:crypto";
import type { NotificationPreferences } from "@first-bounce/contract/accounts/notifications";
import * as call from "@first-bounce/contract/leagues/conversation";
import { leaveLeague, offerLeague } from "@first-bounce/contract/leagues/league-actions";
import { announceToLeague } from "@first-bounce/contract/leagues/league-activity";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";

let app: TestApp;
let service: PushService;
const push = createLoopbackPush();

beforeEach(async () => {
	service = await startPushService();
	app = await createTestApp({ push });
});
afterEach(async () => {
	await app.close();
	await service.close();
});

interface Reader extends LeagueManager {
	readonly messages: () => readonly { title: string; body: string; url: string }[];
}
type Choice = NotificationPreferences["leagueMessages"];

/** Creates a league whose members, apart from its commissioner, have chosen these notifications. */
async function createLeague(...choices: readonly Choice[]) {
	const [ann, ...members] = (await createLeagueManagers(app, 1 + choices.length)) as [
		LeagueManager,
		...LeagueManager[],
	];
	const { id } = await createLeagueWith([ann, ...members]);
	const readers: Reader[] = [];
	for (const [index, member] of members.entries()) {
		const { messages } = await subscribeBrowser(member.client, service, { leagueMessages: choices[index] ?? "none" });
		readers.push({ ...member, messages });
	}
	return { id, ann, readers, tasks: createNoticeTasks(app, push) };
}

const send = async ({ client }: LeagueManager, id: number, text: string, replyTo?: number) =>
	(
		await client(call.sendMessage, {
			params: { id },
			body: { text, key: randomUUID(), ...(replyTo ? { replyTo } : {}) },
		})
	).message.id;
const nameTeam = (manager: LeagueManager, name: string) =>
	app.database.db.updateTable("users").set({ team_name: name }).where("id", "=", manager.userId).execute();

test("each member is notified according to her choice", async () => {
	const { id, ann, readers, tasks } = await createLeague("none", "mentions", "replies", "all");
	await nameTeam(ann, "Ann's Army");
	for (const [index, reader] of readers.entries()) await nameTeam(reader, `Reader ${index}`);
	const allMentions = readers.map(({ userId }) => `<@${userId}>`).join(" ");
	await send(ann, id, `Hello ${allMentions}`);
	await tasks.step();
	const names = "@Reader 0 @Reader 1 @Reader 2 @Reader 3";
	const mention = { title: "Ann's Army mentioned you in The Wednesday Club", body: `Hello ${names}` };
	const listReceived = () => readers.map(({ messages }) => messages().map(({ title, body }) => ({ title, body })));
	expect(listReceived()).toEqual([[], [mention], [mention], [mention]]);
	expect(readers[1]?.messages()[0]?.url).toBe(`/leagues/${id}/chat`);

	// Each member writes a message, and Ann replies to each.
	for (const reader of readers) await send(ann, id, "Nice", await send(reader, id, "Me"));
	await tasks.step();
	const reply = { title: "Ann's Army replied to you in The Wednesday Club", body: "Nice" };
	const [none, mentions, replies, everything] = listReceived();
	expect([none, mentions, replies]).toEqual([[], [mention], [mention, reply]]);
	expect(everything).toContainEqual(reply);
});

test("a long message is not cut off within an emoji", async () => {
	const { id, ann, readers, tasks } = await createLeague("all");
	await send(ann, id, `x${"🏉".repeat(200)}`);
	await tasks.step();
	expect(readers[0]?.messages()[0]?.body).toBe(`x${"🏉".repeat(149)}`);
});

test("a pinned message also reaches members who want no messages [D2.7.81]", async () => {
	const { id, ann, readers, tasks } = await createLeague("none", "mentions", "all", "none");
	const [none, mentions, everything, reader] = readers as [Reader, Reader, Reader, Reader];
	await nameTeam(ann, "Ann's Army");
	await ann.client(announceToLeague, { params: { id }, body: { text: "Dues by Friday" } });
	await tasks.step();
	const dues = { title: "Pinned in The Wednesday Club, from Ann's Army", body: "Dues by Friday" };
	for (const { messages } of readers) expect(messages()).toMatchObject([dues]);

	// A message that is pinned later reaches those who have not got or read it.
	const messageId = await send(ann, id, "Draft night is Tuesday");
	await tasks.step();
	await reader.client(call.markConversationRead, { params: { id }, body: { messageId } });
	await ann.client(call.pinMessage, { params: { id, messageId }, body: { isPinned: true } });
	await tasks.step();
	const draft = { title: "Pinned in The Wednesday Club, from Ann's Army", body: "Draft night is Tuesday" };
	expect([none.messages(), mentions.messages()]).toMatchObject([
		[dues, draft],
		[dues, draft],
	]);
	expect([everything.messages().length, reader.messages().length]).toEqual([2, 1]);

	// Unpinned before it was sent, it is a message like any other.
	const unpinnedId = await send(ann, id, "Never mind");
	await ann.client(call.pinMessage, { params: { id, messageId: unpinnedId }, body: { isPinned: true } });
	await tasks.create();
	await ann.client(call.pinMessage, { params: { id, messageId: unpinnedId }, body: { isPinned: false } });
	await tasks.deliver();
	expect(none.messages()).toHaveLength(2);
});

test("a member wanting every message gets one per quarter hour", async () => {
	const { id, ann, readers, tasks } = await createLeague("all");
	const [reader] = readers;
	for (const text of ["One", "Two", "Three"]) await send(ann, id, text);
	await tasks.step();
	await send(ann, id, "Four");
	await tasks.step();
	expect(reader?.messages().map(({ body }) => body)).toEqual(["Three"]);
	await send(ann, id, `Wake up <@${reader?.userId}>`);
	await tasks.step();
	expect(reader?.messages()).toHaveLength(2);
	app.clocks.setWall(app.clocks.wallNow() + 16 * MINUTE_MS);
	await send(ann, id, "Five");
	await tasks.step();
	expect(reader?.messages().map(({ body }) => body)[2]).toBe("Five");
});

test("nothing is sent about removed, reported or read messages [D2.7.53]", async () => {
	const { id, ann, readers, tasks } = await createLeague("all", "all", "all");
	const [bea, cat, dee] = readers as readonly LeagueManager[] as [LeagueManager, LeagueManager, LeagueManager];
	const messageId = await send(ann, id, "Seen, reported, left");
	await tasks.create();
	await bea.client(call.markConversationRead, { params: { id }, body: { messageId } });
	await cat.client(call.reportMessage, { params: { id, messageId } });
	await dee.client(leaveLeague, { params: { id } });
	await tasks.deliver();
	expect(readers.map(({ messages }) => messages())).toEqual([[], [], []]);
	app.clocks.setWall(app.clocks.wallNow() + 16 * MINUTE_MS);
	const removed = await send(ann, id, "Not this either");
	await tasks.create();
	await ann.client(call.removeMessage, { params: { id, messageId: removed } });
	await tasks.deliver();
	expect(readers.map(({ messages }) => messages())).toEqual([[], [], []]);
});

test("league messages do not use up the team's daily limit", async () => {
	const { id, ann, readers, tasks } = await createLeague("mentions");
	const [bea] = readers as [(typeof readers)[number]];
	for (let number = 0; number < 25; number++) {
		await send(ann, id, `<@${bea.userId}> ${number}`);
		app.clocks.setWall(app.clocks.wallNow() + 4_000);
		await tasks.step();
	}
	expect(bea.messages()).toHaveLength(20);
	const { rows } = await app.database.pool.query(
		`SELECT d.outcome, count(*) FROM notice_deliveries d GROUP BY 1 ORDER BY 1`,
	);
	expect(rows).toEqual([
		{ outcome: "sent", count: 20 },
		{ outcome: "unwanted", count: 5 },
	]);
	await app.database.pool.query(
		`WITH made AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT $1, 'result', $2, 1, '', $3 RETURNING id)
		INSERT INTO notice_deliveries SELECT made.id, p.id, $3 FROM made, push_subscriptions p WHERE p.user_id = $1`,
		[bea.userId, app.season.id, new Date(app.clocks.wallNow())],
	);
	await app.database.pool.query("UPDATE notification_preferences SET round_results = true");
	await tasks.deliver();
	// The result is dropped because the round has no result yet, not because the messages used up a limit.
	const { rows: results } = await app.database.pool.query(
		"SELECT outcome FROM notice_deliveries d JOIN notices n ON n.id = d.notice_id WHERE n.kind = 'result'",
	);
	expect(results).toEqual([{ outcome: "late" }]);
});

test("an offered league reaches the member once, unless it was withdrawn [D2.9.263]", async () => {
	const { id, ann, readers, tasks } = await createLeague("none", "all");
	const [reader, other] = readers as [Reader, Reader];
	await nameTeam(ann, "Ann's Army");
	const offerTo = (userId: number | null) => ann.client(offerLeague, { params: { id }, body: { userId } });
	await offerTo(other.userId);
	await offerTo(null);
	await offerTo(reader.userId);
	await tasks.step();
	await tasks.step();
	expect(reader.messages().map(({ title, body, url }) => ({ title, body, url }))).toEqual([
		{
			title: "Ann's Army offers you The Wednesday Club",
			body: "Will you be the new commissioner? Accept or decline on the league's page.",
			url: `/leagues/${id}/about`,
		},
	]);
	expect(other.messages()).toEqual([]);
});
