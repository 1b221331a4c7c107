import { z } from "zod";
import { defineCall } from "../call.ts";
import { LOCK_REMINDERS, MESSAGE_NOTIFICATIONS, REMINDER_MINUTES } from "../constants.ts";
import { instant, timeOfDay, timeZone } from "../fields.ts";

/** Which notifications a user receives, and when none are sent. */
export const notificationPreferences = z.strictObject({
	lockReminders: z.enum(LOCK_REMINDERS),
	/** How long before a lock its reminder is sent, in minutes of season time. */
	minutesBefore: z.literal(REMINDER_MINUTES),
	/** Whether to notify when a player on field or bench who was named to play is out after all. */
	lateOuts: z.boolean(),
	roundResults: z.boolean(),
	/** An email with the result of each round, to the account's verified address. */
	resultMails: z.boolean().default(false),
	/** Whether to notify about trades, results of waivers and other changes of the user's squads in draft leagues. */
	draftMoves: z.boolean().default(true),
	/** Emails about the same as `draftMoves`, to the account's verified address. */
	draftMails: z.boolean().default(false),
	/** The league messages to notify about: none, those that mention the user, also replies to the user's own, or all. */
	leagueMessages: z.enum(MESSAGE_NOTIFICATIONS).default("none"),
	/** Local time in `zone`; null for no quiet hours. */
	quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
	/** The IANA name of the user's time zone. */
	zone: timeZone,
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;

/** A browser that receives notifications. */
const pushDevice = z.object({
	/** Identifies the subscription when it is deleted. */
	id: z.uuid(),
	/** The User-Agent header of its session. */
	userAgent: z.string(),
	/** When it subscribed. */
	since: instant,
	/** When the last notification was sent to it. */
	lastSentAt: instant.nullable(),
	/** Since when nothing is sent to it, because its push service has refused messages; null while it works. */
	endedAt: instant.nullable().optional(),
	isCurrent: z.boolean(),
});
export type PushDevice = z.output<typeof pushDevice>;

const notificationSettings = z.object({
	/** The server's VAPID public key in base64url, with which browsers subscribe. */
	publicKey: z.string(),
	preferences: notificationPreferences,
	devices: z.array(pushDevice),
});
export type Notifications = z.output<typeof notificationSettings>;

/** A key of this many bytes in base64url, without padding. */
const createKeySchema = (bytes: number) =>
	z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), "push-key");

export const showNotifications = defineCall("GET", "/user/notifications", {
	access: "active",
	summary: "Extension: the notification preferences of the user, and the browsers that receive notifications",
	success: notificationSettings,
});

export const saveNotificationPreferences = defineCall("POST", "/user/notifications/preferences", {
	access: "active",
	summary: "Extension: save the notification preferences",
	body: notificationPreferences,
	success: notificationSettings,
});

export const subscribeToPush = defineCall("POST", "/user/notifications/subscribe", {
	access: "active",
	summary:
		"Extension: send notifications to this session's browser, in the path's language; replaces its earlier subscription",
	/** A PushSubscription in the JSON format of browsers, and `publicKey`. */
	body: z.strictObject({
		endpoint: z.url().max(1000),
		expirationTime: z.number().nullish(),
		keys: z.strictObject({ p256dh: createKeySchema(65), auth: createKeySchema(16) }),
		/** The server's public key that the subscription was made with; the current one by default. */
		publicKey: createKeySchema(65).optional(),
	}),
	success: notificationSettings,
});

export const unsubscribeFromPush = defineCall("POST", "/user/notifications/unsubscribe", {
	access: "active",
	summary: "Extension: stop sending notifications to one browser",
	body: z.strictObject({ id: z.uuid() }),
	success: notificationSettings,
});

export const sendTestPush = defineCall("POST", "/user/notifications/test", {
	access: "active",
	summary: "Extension: send a test notification to one browser now, even in quiet hours",
	body: z.strictObject({ id: z.uuid() }),
	success: z.object({ sent: z.literal(true) }),
});

/** Called by the button on `/unsubscribe/{token}?mails=results` (or `=draft`), the page that every mail of that kind links to. */
export const unsubscribeFromResultMails = defineCall("POST", "/public/user/result-mails/unsubscribe/:token", {
	access: "everyone",
	summary:
		"Extension: stop mails of results, or of draft leagues, to the account of the token; the same response for an unknown token",
	params: z.strictObject({ token: z.string().max(100) }),
	query: z.strictObject({ mails: z.enum(["results", "draft"]).default("results") }),
	body: z.strictObject({ "List-Unsubscribe": z.string().optional() }),
	success: z.object({ unsubscribed: z.literal(true) }),
});
