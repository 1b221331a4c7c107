import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { authLogout } from "@first-bounce/contract/accounts/auth";
import * as call from "@first-bounce/contract/leagues/conversation";
import { leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import type { LiveConversation } from "@first-bounce/contract/live";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { type Client, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { type LiveStream, registerLiveStream } from "../../../plugins/live-stream.ts";
import { createPgListener, type PgListener } from "../../seasons/current/pg-listener.ts";
import { startLiveConversations } from "./live-conversations.ts";

let app: TestApp;
let stream: LiveStream;
let listener: PgListener;
let conversations: { readonly stop: () => Promise<void> };
let other: Awaited<ReturnType<TestApp["startSecondServer"]>>;
const requests: ClientRequest[] = [];
/** Runs once after the next read of a batch. */
let afterRead: (() => Promise<unknown>) | null = null;

const fail = (error: unknown) => {
	throw error;
};

beforeAll(async () => {
	const streams: LiveStream[] = [];
	app = await createTestApp(
		{
			extraRoutes: [
				(server) => {
					streams.push(
						registerLiveStream(server, {
							getFirstEvent: () => "",
							findUser: async (request) => (await server.routeServices.sessions.find(request))?.userId ?? null,
						}),
					);
				},
			],
		},
		{},
		{ withPgListener: true },
	);
	const [first] = streams;
	if (!first) throw new Error("There is no stream");
	stream = first;
	listener = await createPgListener(app.database);
	listener.on("people_changed", (payload) => stream.closeEnded(Number(payload) || null));
	conversations = startLiveConversations({
		db: app.database.db.withPlugin({
			transformQuery: ({ node }) => node,
			transformResult: async ({ result }) => {
				const work = afterRead;
				afterRead = null;
				await work?.();
				return result;
			},
		}),
		pgListener: listener,
		stream,
		wallNow: app.clocks.wallNow,
		onError: fail,
	});
	await app.app.listen({ port: 0, host: "127.0.0.1" });
	other = await app.startSecondServer();
});
afterEach(() => {
	for (const request of requests.splice(0)) request.destroy();
});
afterAll(async () => {
	await conversations.stop();
	await listener.close();
	await other.close();
	await app.close();
});

interface ConnectedMember extends LeagueManager {
	readonly token: string;
	/** The member's client on the other server. */
	readonly otherServerClient: Client;
	readonly events: () => LiveConversation[];
	readonly isClosed: () => boolean;
}

async function connect(manager: LeagueManager): Promise<ConnectedMember> {
	const token = await app.getToken(manager.userId);
	const { port } = app.app.server.address() as AddressInfo;
	const request = get({ port, host: "127.0.0.1", path: "/api/en/live", headers: { "x-sid": token } });
	request.on("error", () => undefined);
	requests.push(request);
	const [response]: IncomingMessage[] = await once(request, "response");
	if (!response) throw new Error("No answer");
	let text = "";
	let isClosed = false;
	response.setEncoding("utf8");
	response.on("data", (chunk) => {
		text += chunk;
	});
	response.on("end", () => {
		isClosed = true;
	});
	response.on("error", () => undefined);
	await waitFor(() => expect(stream.listUsers()).toContain(manager.userId));
	const listEvents = () =>
		[...text.matchAll(/^event: conversation\ndata: (.+)\n\n/gm)].map(([, data = ""]) => JSON.parse(data));
	return {
		...manager,
		client: app.as(token),
		token,
		otherServerClient: other.as(token),
		events: listEvents,
		isClosed: () => isClosed,
	};
}

/** Creates a connected league of three; the first is its commissioner. */
async function createLeagueOfThree() {
	const managers = await createLeagueManagers(app, 3);
	const { id } = await createLeagueWith(managers);
	const [ann, bea, cat] = (await Promise.all(managers.map(connect))) as [
		ConnectedMember,
		ConnectedMember,
		ConnectedMember,
	];
	return { id, ann, bea, cat };
}

const send = async (client: Client, id: number, text: string) =>
	(await client(call.sendMessage, { params: { id }, body: { text, key: randomUUID() } })).message;
const listTexts = ({ events }: ConnectedMember) =>
	events().flatMap(({ messages }) =>
		messages.map((message) => (message.kind === "text" ? message.text : `removed ${message.id}`)),
	);

test("what a member writes reaches all members in order, nobody else", async () => {
	const { id, ann, bea, cat } = await createLeagueOfThree();
	const [stranger] = (await Promise.all((await createLeagueManagers(app, 1)).map(connect))) as [ConnectedMember];
	for (let number = 0; number < 10; number++)
		await send(number % 2 ? ann.otherServerClient : bea.otherServerClient, id, `No. ${number}`);
	const expected = Array.from({ length: 10 }, (_, number) => `No. ${number}`);
	for (const manager of [ann, bea, cat]) await waitFor(() => expect(listTexts(manager)).toEqual(expected));
	expect(stranger.events()).toEqual([]);
	// Each event starts at the version where the previous one ended, so that clients notice a missing one.
	const events = cat.events();
	expect(events[0]?.after).toBe(0);
	expect(events.at(-1)?.version).toBe(10);
	for (const [index, { after }] of events.slice(1).entries()) expect(after).toBe(events[index]?.version);
});

test("messages that were stored together reach every connected member, in order [D2.7.50]", async () => {
	const { id, ann, bea, cat } = await createLeagueOfThree();
	const texts = Array.from({ length: 12 }, (_, number) => `At once ${number}`);
	await Promise.all(texts.map((text, number) => send(number % 2 ? ann.otherServerClient : bea.client, id, text)));
	const { messages } = await cat.client(call.showConversation, { params: { id }, query: {} });
	const stored = messages.map((message) => (message.kind === "text" ? message.text : ""));
	expect(stored.toSorted()).toEqual(texts.toSorted());
	for (const manager of [ann, bea, cat]) await waitFor(() => expect(listTexts(manager)).toEqual(stored));
});

test("a removed message disappears for all, a reported for the reporter", async () => {
	const { id, ann, bea, cat } = await createLeagueOfThree();
	const message = await send(bea.otherServerClient, id, "Rude");
	const worse = await send(bea.otherServerClient, id, "Worse");
	await waitFor(() => expect(listTexts(cat)).toEqual(["Rude", "Worse"]));
	await cat.otherServerClient(call.reportMessage, { params: { id, messageId: message.id } });
	await waitFor(() => expect(listTexts(cat).slice(2)).toEqual([`removed ${message.id}`]));
	await waitFor(() => expect(listTexts(ann).slice(2)).toEqual(["Rude"]));
	await ann.otherServerClient(call.removeMessage, { params: { id, messageId: worse.id } });
	for (const manager of [ann, bea, cat])
		await waitFor(() => expect(listTexts(manager).at(-1)).toBe(`removed ${worse.id}`));
});

test("own reactions, mutes and locks reach those whom they concern", async () => {
	const { id, ann, bea, cat } = await createLeagueOfThree();
	const { id: messageId } = await send(ann.otherServerClient, id, "Carna");
	await bea.otherServerClient(call.reactToMessage, { params: { id, messageId }, body: { emoji: "🔥", isOn: true } });
	const listReactions = ({ events }: ConnectedMember) =>
		events()
			.flatMap(({ messages }) => messages)
			.flatMap((message) => (message.kind === "text" ? message.reactions : []));
	await waitFor(() => expect(listReactions(bea)).toContainEqual({ emoji: "🔥", count: 1, isOwn: true }));
	await waitFor(() => expect(listReactions(cat)).toContainEqual({ emoji: "🔥", count: 1, isOwn: false }));
	await ann.otherServerClient(call.muteMember, { params: { id }, body: { userId: cat.userId, days: 1 } });
	await waitFor(() => expect(cat.events().at(-1)?.state.mutedUntil).not.toBeNull());
	await ann.otherServerClient(call.lockConversation, { params: { id }, body: { isLocked: true } });
	for (const manager of [ann, bea, cat])
		await waitFor(() => expect(manager.events().at(-1)?.state.isLocked).toBe(true));
	expect(bea.events().at(-1)?.state.mutedUntil).toBeNull();
});

test("a mute while an earlier change is being sent reaches the member", async () => {
	const { id, ann, cat } = await createLeagueOfThree();
	afterRead = () => ann.otherServerClient(call.muteMember, { params: { id }, body: { userId: cat.userId, days: 1 } });
	await send(ann.otherServerClient, id, "Last warning");
	await waitFor(() => expect(cat.events().at(-1)).toMatchObject({ version: 2 }));
	expect(cat.events().at(-1)?.state.mutedUntil).not.toBeNull();
});

test("a member who leaves the league or signs out receives nothing more", async () => {
	const { id, ann, bea, cat } = await createLeagueOfThree();
	await send(ann.otherServerClient, id, "Before");
	await waitFor(() => expect([listTexts(bea), listTexts(cat)]).toEqual([["Before"], ["Before"]]));
	await bea.otherServerClient(leaveLeague, { params: { id } });
	await cat.otherServerClient(authLogout, {});
	await waitFor(() => expect(cat.isClosed()).toBe(true));
	await send(ann.otherServerClient, id, "After");
	await waitFor(() => expect(listTexts(ann)).toEqual(["Before", "After"]));
	expect([listTexts(bea), listTexts(cat)]).toEqual([["Before"], ["Before"]]);
	// Leaving a league does not close the member's stream, which has other events too.
	expect(bea.isClosed()).toBe(false);
});
