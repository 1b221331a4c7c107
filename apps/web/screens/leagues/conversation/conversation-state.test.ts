import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import { expect, test } from "vitest";
import { addOlderPage, applyChange, type Conversation, mergeMessages } from "./conversation-state.ts";

const buildMessage = (id: number, text: string, version = id): LeagueMessage => ({
	id,
	version,
	kind: "text",
	at: "2026-09-12T05:00:00.000Z",
	author: { userId: 1, teamName: "Ann" },
	text,
	mentions: [],
	replyTo: null,
	reactions: [],
	pinned: null,
	isOnlyPinned: false,
	key: "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a",
});
const state = { isLocked: false, mutedUntil: null };
const listTexts = (messages: readonly LeagueMessage[]) =>
	messages.map((message) => (message.kind === "text" ? message.text : message.kind));
const buildConversation = (messages: LeagueMessage[], hasOlder = false): Conversation => ({
	messages,
	pinned: [],
	hasOlder,
	version: 9,
	state,
	readId: 0,
});

test("new messages are added in order, changed ones replaced, removed ones dropped", () => {
	const changed = [buildMessage(4, "four"), buildMessage(2, "TWO", 8), { id: 1, version: 9, kind: "removed" as const }];
	const merged = mergeMessages([buildMessage(1, "one"), buildMessage(2, "two"), buildMessage(3, "three")], changed, {
		hasOlder: false,
	});
	expect(listTexts(merged)).toEqual(["TWO", "three", "four"]);
});

test("pinned messages are listed latest first until unpinned or removed", () => {
	const pin = (message: LeagueMessage, at: string): LeagueMessage =>
		message.kind === "text" ? { ...message, pinned: { at, by: null } } : message;
	const carriedOver = { ...pin(buildMessage(40, "Dues", 41), "2026-09-01T00:00:00.000Z"), isOnlyPinned: true };
	const page = applyChange(buildConversation([buildMessage(1, "one"), buildMessage(2, "two")]), {
		messages: [
			carriedOver,
			pin(buildMessage(2, "two", 42), "2026-09-12T06:00:00.000Z"),
			pin(buildMessage(1, "one", 43), "2026-09-12T07:00:00.000Z"),
		],
		version: 43,
		state,
	});
	expect(listTexts(page.pinned)).toEqual(["one", "two", "Dues"]);
	expect(listTexts(page.messages)).toEqual(["one", "two"]);
	const changed = applyChange(page, {
		messages: [buildMessage(2, "two", 44), { id: 40, version: 45, kind: "removed" }],
		version: 45,
		state,
	});
	expect([listTexts(changed.pinned), listTexts(changed.messages)]).toEqual([["one"], ["one", "two"]]);
});

test("a change that arrives late does not undo a later one", () => {
	const merged = mergeMessages([buildMessage(2, "newer", 8)], [buildMessage(2, "older", 5)], { hasOlder: false });
	expect(listTexts(merged)).toEqual(["newer"]);
	const changed = applyChange(buildConversation([]), { messages: [], version: 3, state: { ...state, isLocked: true } });
	expect([changed.version, changed.state.isLocked]).toEqual([9, false]);
});

test("a change to an unloaded page's message is ignored", () => {
	const page = buildConversation([buildMessage(50, "fifty")], true);
	const changed = applyChange(page, {
		messages: [buildMessage(3, "three", 60), buildMessage(51, "51")],
		version: 60,
		state,
	});
	expect(listTexts(changed.messages)).toEqual(["fifty", "51"]);
	const older = { ...buildConversation([buildMessage(3, "three", 60)]), hasOlder: false };
	expect(listTexts(addOlderPage(changed, older).messages)).toEqual(["three", "fifty", "51"]);
});
