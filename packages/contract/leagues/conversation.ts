import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague } from "../call-access.ts";
import { MAX_INT, MAX_MESSAGE_LENGTH, MAX_RECAP_LENGTH, REACTIONS } from "../constants.ts";
import { count, id, idInUrl, instant, roundId } from "../fields.ts";
import { leagueCard } from "./league-cards.ts";

/** A member in a conversation. The name of a deactivated account is empty. */
const author = z.object({ userId: id, teamName: z.string() });
export type MessageAuthor = z.output<typeof author>;

const reaction = z.object({
	emoji: z.enum(REACTIONS),
	count: z.int().positive(),
	isOwn: z.boolean(),
});

const messageFields = {
	id,
	/** The version of the conversation at the last change of the message. */
	version: id,
};

/** A message. Messages are in the order of their ids. */
export const leagueMessage = z.discriminatedUnion("kind", [
	z.object({
		...messageFields,
		kind: z.literal("text"),
		at: instant,
		author,
		/** Plain text. `<@7>` mentions the user with the id 7, if she is one of `mentions`. */
		text: z.string(),
		mentions: z.array(author),
		/** The message that this one replies to. `text` is the beginning of that message; null if it was removed. */
		replyTo: z.object({ id, author, text: z.string().nullable() }).nullable(),
		reactions: z.array(reaction),
		/** When it was pinned, and who did; null if it is not pinned. */
		pinned: z.object({ at: instant, by: author.nullable() }).nullable(),
		/** An announcement of an earlier version, which is shown among the pinned messages only. */
		isOnlyPinned: z.boolean(),
		/** The idempotency key that the writer's browser sent with the message. */
		key: z.uuid(),
	}),
	/** Written by the game, or a recap that the commissioner has posted. */
	z.object({
		...messageFields,
		kind: z.literal("card"),
		at: instant,
		roundId,
		card: leagueCard,
		/** The commissioner's own words in place of a recap's facts; null if she changed nothing. */
		text: z.string().nullable(),
		reactions: z.array(reaction),
	}),
	/** Removed by its writer, the commissioner, a deputy or an operator, or reported by the viewer. */
	z.object({ ...messageFields, kind: z.literal("removed") }),
]);
export type LeagueMessage = z.output<typeof leagueMessage>;

export const conversationState = z.object({
	/** Whether only the commissioner and deputies may write. */
	isLocked: z.boolean(),
	/** When the viewer may write and react again; null if she may now. */
	mutedUntil: instant.nullable(),
});
export type ConversationState = z.output<typeof conversationState>;

const actOnMessage = { access: "active", params: z.strictObject({ id: idInUrl, messageId: idInUrl }) } as const;

/** Shows the newest page of messages or, with `before`, the page before that message. A page is sorted oldest first. */
export const showConversation = defineCall("GET", "/fantasy/league/:id/conversation", {
	...actInLeague,
	summary: "Extension: messages of a league's conversation, the newest or those before one; for its members",
	query: z.strictObject({ before: idInUrl.optional() }),
	success: z.object({
		messages: z.array(leagueMessage),
		/** The newest fifty pinned messages, the one that was pinned last first; empty for a page before a message. */
		pinned: z.array(leagueMessage),
		hasOlder: z.boolean(),
		version: count,
		state: conversationState,
		/** The last message that the viewer has read; 0 for none. */
		readId: z.int().nonnegative(),
	}),
});

export const listConversationChanges = defineCall("GET", "/fantasy/league/:id/conversation/changes", {
	...actInLeague,
	summary: "Extension: what changed in a league's conversation since a version; for its members",
	query: z.strictObject({ after: z.coerce.number().pipe(count.max(MAX_INT)) }),
	success: z.object({
		/** New and changed messages, oldest first. */
		messages: z.array(leagueMessage),
		/** False if there are too many changes to list: the caller loads the newest page instead. */
		isComplete: z.boolean(),
		version: count,
		state: conversationState,
	}),
});

export const sendMessage = defineCall("POST", "/fantasy/league/:id/conversation/send", {
	...actInLeague,
	summary:
		"Extension: send a message to a league's conversation; sending the same key again returns the stored message",
	body: z.strictObject({
		text: z.string().max(MAX_MESSAGE_LENGTH),
		replyTo: id.optional(),
		key: z.uuid(),
	}),
	success: z.object({ message: leagueMessage }),
});

export const reactToMessage = defineCall("POST", "/fantasy/league/:id/conversation/message/:messageId/react", {
	...actOnMessage,
	summary: "Extension: add or remove a reaction to a message",
	/** `isOn` is whether the caller's reaction is there afterwards. */
	body: z.strictObject({ emoji: z.enum(REACTIONS), isOn: z.boolean() }),
	success: z.object({ message: leagueMessage }),
});

export const reportMessage = defineCall("POST", "/fantasy/league/:id/conversation/message/:messageId/report", {
	...actOnMessage,
	summary: "Extension: report a message to the operators, and hide it from the caller",
	success: z.object({ reported: z.literal(true) }),
});

export const removeMessage = defineCall("POST", "/fantasy/league/:id/conversation/message/:messageId/remove", {
	...actOnMessage,
	summary: "Extension: remove a message for everyone; its writer, the commissioner or a deputy",
	success: z.object({ removed: z.literal(true) }),
});

export const pinMessage = defineCall("POST", "/fantasy/league/:id/conversation/message/:messageId/pin", {
	...actOnMessage,
	summary:
		"Extension: pin a message that a member wrote, or unpin it; commissioner and deputies only, a few pins a day",
	body: z.strictObject({ isPinned: z.boolean() }),
	success: z.object({ message: leagueMessage }),
});

export const markConversationRead = defineCall("POST", "/fantasy/league/:id/conversation/read", {
	...actInLeague,
	summary: "Extension: mark a conversation as read up to a message",
	body: z.strictObject({ messageId: id }),
	/** How many messages are still unread. */
	success: z.object({ unread: count }),
});

export const lockConversation = defineCall("POST", "/fantasy/league/:id/conversation/lock", {
	...actInLeague,
	summary:
		"Extension: lock a league's conversation so that only the commissioner and deputies may write, or unlock it; commissioner and deputies only",
	body: z.strictObject({ isLocked: z.boolean() }),
	success: z.object({ state: conversationState }),
});

const mutedMember = author.extend({
	mutedUntil: instant,
	/** Whether an operator has muted her, so that moderators can only mute her for longer. Left out if not. */
	isByOperator: z.boolean().optional(),
});

export const listMutedMembers = defineCall("GET", "/fantasy/league/:id/conversation/muted", {
	...actInLeague,
	summary: "Extension: the muted members; commissioner and deputies only",
	success: z.object({ members: z.array(mutedMember) }),
});

export const muteMember = defineCall("POST", "/fantasy/league/:id/conversation/mute", {
	...actInLeague,
	summary: "Extension: mute a member for a number of days, or unmute her with 0; commissioner and deputies only",
	body: z.strictObject({ userId: id, days: count.max(365) }),
	success: z.object({ members: z.array(mutedMember) }),
});

export const findMentions = defineCall("GET", "/fantasy/league/:id/conversation/members", {
	...actInLeague,
	summary: "Extension: members to mention, at most eight, by part of the team name; for members",
	query: z.strictObject({ search: z.string().trim().max(30).default("") }),
	success: z.object({ members: z.array(author) }),
});

export const listUnreadCounts = defineCall("GET", "/fantasy/conversations/unread", {
	access: "active",
	summary: "Extension: unread messages in the caller's leagues, at most 100 each; leagues without any are left out",
	success: z.object({ leagues: z.array(z.object({ leagueId: id, unread: z.int().positive() })) }),
});

const conversationSettings = z.object({
	/** Whether the game posts results, trades and records. */
	hasCards: z.boolean(),
	/** Whether the game posts the recap of a round by itself. */
	postsRecap: z.boolean(),
});

export const showConversationSettings = defineCall("GET", "/fantasy/league/:id/conversation/settings", {
	...actInLeague,
	summary: "Extension: what the game posts in a league's conversation; commissioner and deputies only",
	success: conversationSettings,
});

export const updateConversationSettings = defineCall("POST", "/fantasy/league/:id/conversation/settings", {
	...actInLeague,
	summary: "Extension: set what the game posts in a league's conversation; commissioner and deputies only",
	body: conversationSettings.partial().strict(),
	success: conversationSettings,
});

export const showRecap = defineCall("GET", "/fantasy/league/:id/conversation/recap", {
	...actInLeague,
	summary: "Extension: the draft recap of the league's latest published round; commissioner and deputies only",
	success: z.object({
		/** Null before the league's first published round, and once the recap is posted. */
		recap: z
			.object({
				roundId,
				/** In the caller's language. */
				text: z.string(),
			})
			.nullable(),
	}),
});

export const postRecap = defineCall("POST", "/fantasy/league/:id/conversation/recap", {
	...actInLeague,
	summary: "Extension: post the recap of the league's latest published round, once; commissioner and deputies only",
	body: z.strictObject({
		roundId,
		/** The edited text; null posts the facts, which each member reads in her language. */
		text: z.string().max(MAX_RECAP_LENGTH).nullable(),
	}),
	success: z.object({ message: leagueMessage }),
});
