import * as call from "@first-bounce/contract/leagues/conversation";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { LeagueContext } from "../league/use-league.ts";
import { ConversationPage } from "./conversation.tsx";

const BASE = "/fantasy/league/5/conversation";
const KEY = "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a";
const STORED = "chat_unsent:7:5";
const OPEN = { isLocked: false, mutedUntil: null };
const buildMessage = (id: number, key: string): call.LeagueMessage => ({
	id,
	version: id,
	kind: "text",
	at: "2026-09-12T05:00:00.000Z",
	author: { userId: 7, teamName: "Kit Bag" },
	text: "On my way",
	mentions: [],
	replyTo: null,
	reactions: [],
	pinned: null,
	isOnlyPinned: false,
	key,
});
const store = (failure: string | null) =>
	localStorage.setItem(STORED, JSON.stringify([{ key: KEY, text: "On my way", replyTo: null, at: 1, failure }]));

afterEach(() => vi.restoreAllMocks());

function show(messages: call.LeagueMessage[], handlers: Parameters<typeof fakeLeagues>[0] = {}) {
	const page = { messages, pinned: [], hasOlder: false, version: 9, state: OPEN, readId: 0 };
	const fake = fakeLeagues({
		[BASE]: () => success(call.showConversation, page),
		[`${BASE}/changes`]: () =>
			success(call.listConversationChanges, { messages: [], isComplete: true, version: 9, state: OPEN }),
		[`${BASE}/read`]: () => success(call.markConversationRead, { unread: 0 }),
		[`${BASE}/send`]: (body) => success(call.sendMessage, { message: buildMessage(12, (body as { key: string }).key) }),
		...handlers,
	});
	renderAt(
		"/leagues/5/chat",
		<LeagueContext value={buildLeague()}>
			<ConversationPage />
			<ErrorModal />
		</LeagueContext>,
	);
	return { ...fake, listSent: () => fake.posted.filter(({ path }) => path.endsWith("/send")) };
}

test.each([null, ""])("a message in flight (%j) when the page was left is sent again with its key", async (failure) => {
	store(failure);
	const { listSent } = show([]);
	await waitFor(() => expect(localStorage.getItem(STORED)).toBeNull());
	expect(listSent()).toEqual([{ path: `${BASE}/send`, body: { key: KEY, text: "On my way" } }]);
	expect(screen.getByText("On my way").closest("[data-unsent]")).toBeNull();
	expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test.each([
	["in flight when the page was left", null],
	["whose response was lost", "You're offline."],
])("a message %s is forgotten once the conversation has it", async (_, failure) => {
	store(failure);
	const { listSent } = show([buildMessage(3, KEY)]);
	await waitFor(() => expect(localStorage.getItem(STORED)).toBeNull());
	expect(screen.getAllByText("On my way")).toHaveLength(1);
	expect(listSent()).toEqual([]);
});

test("a message that was refused stays with its reason", async () => {
	store("You're muted");
	const { listSent } = show([]);
	expect(await screen.findByText("You're muted")).toBeDefined();
	expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
	expect(listSent()).toEqual([]);
});

test("a message is sent from a page without HTTPS", async () => {
	vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
		throw new TypeError("crypto.randomUUID is not a function");
	});
	const { listSent } = show([]);
	fireEvent.change(await screen.findByRole("textbox", { name: "Message" }), { target: { value: "On my way" } });
	fireEvent.click(screen.getByRole("button", { name: "Send" }));
	await waitFor(() => expect(listSent()).toHaveLength(1));
	expect(call.sendMessage.body.safeParse(listSent()[0]?.body).success).toBe(true);
});

test("older messages that cannot be loaded open the error modal", async () => {
	let isOffline = false;
	show([], {
		[BASE]: () => {
			if (isOffline) return refusal(503, "busy", "Please try again soon");
			const page = { messages: [buildMessage(3, KEY)], pinned: [], hasOlder: true, version: 9, state: OPEN, readId: 0 };
			return success(call.showConversation, page);
		},
	});
	const button = await screen.findByRole("button", { name: "Older messages" });
	isOffline = true;
	fireEvent.click(button);
	expect(await screen.findByRole("alertdialog", { name: "Something went wrong" })).toBeDefined();
});

test("an unsent message of another tab is kept", async () => {
	const { listSent } = show([], { [`${BASE}/send`]: () => refusal(403, "muted", "You're muted") });
	const field = await screen.findByRole("textbox", { name: "Message" });
	store("You're offline.");
	fireEvent.change(field, { target: { value: "Anyone here?" } });
	fireEvent.click(screen.getByRole("button", { name: "Send" }));
	await waitFor(() => expect(listSent()).toHaveLength(1));
	await screen.findByText("You're muted");
	const stored: { text: string }[] = JSON.parse(localStorage.getItem(STORED) ?? "[]");
	expect(stored.map(({ text }) => text)).toEqual(["On my way", "Anyone here?"]);
});
