import { call } from "../calls.ts";
import type * as conversation from "../leagues/conversation.ts";
import type * as webhooks from "../leagues/webhooks.ts";

// Separate from calls.ts, because only the pages of leagues use them.
const base = "/fantasy/league/:id/conversation";
const message = "/fantasy/league/:id/conversation/message/:messageId";

export const showConversation = call<typeof conversation.showConversation>("GET", base);
export const listConversationChanges = call<typeof conversation.listConversationChanges>("GET", `${base}/changes`);
export const sendMessage = call<typeof conversation.sendMessage>("POST", `${base}/send`);
export const markConversationRead = call<typeof conversation.markConversationRead>("POST", `${base}/read`);
export const lockConversation = call<typeof conversation.lockConversation>("POST", `${base}/lock`);
export const listMutedMembers = call<typeof conversation.listMutedMembers>("GET", `${base}/muted`);
export const muteMember = call<typeof conversation.muteMember>("POST", `${base}/mute`);
export const findMentions = call<typeof conversation.findMentions>("GET", `${base}/members`);
export const showConversationSettings = call<typeof conversation.showConversationSettings>("GET", `${base}/settings`);
export const updateConversationSettings = call<typeof conversation.updateConversationSettings>(
	"POST",
	`${base}/settings`,
);
export const showRecap = call<typeof conversation.showRecap>("GET", `${base}/recap`);
export const postRecap = call<typeof conversation.postRecap>("POST", `${base}/recap`);
export const reactToMessage = call<typeof conversation.reactToMessage>("POST", `${message}/react`);
export const reportMessage = call<typeof conversation.reportMessage>("POST", `${message}/report`);
export const removeMessage = call<typeof conversation.removeMessage>("POST", `${message}/remove`);
export const listUnreadCounts = call<typeof conversation.listUnreadCounts>("GET", "/fantasy/conversations/unread");

const webhook = `${base}/webhook/:webhookId`;
export const listWebhooks = call<typeof webhooks.listWebhooks>("GET", `${base}/webhooks`);
export const addWebhook = call<typeof webhooks.addWebhook>("POST", `${base}/webhooks`);
export const updateWebhook = call<typeof webhooks.updateWebhook>("POST", webhook);
export const removeWebhook = call<typeof webhooks.removeWebhook>("POST", `${webhook}/remove`);
export const testWebhook = call<typeof webhooks.testWebhook>("POST", `${webhook}/test`);
