import { z } from "zod";
import { defineCall } from "../call.ts";
import { LOCK_REMINDERS, MINUTES_BEFORE } from "../constants.ts";
import { instant, nothing } from "../fields.ts";

function isTimeZone(zone: string): boolean {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}

/** A time of the day as hours and minutes. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of the day such as 22:30");

/** What somebody wants to be told, each by choice, and when not. */
export const noticeWishes = z.strictObject({
	lockReminders: z.enum(LOCK_REMINDERS),
	/** How long before the lock, in minutes of season time. */
	minutesBefore: z.literal(MINUTES_BEFORE),
	/** When a player of hers on field or bench is out after all. */
	lateOuts: z.boolean(),
	roundResults: z.boolean(),
	/** By the clock on her wall, in `zone`; null for none. */
	quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
	/** Her own, by its IANA name. */
	zone: z.string().max(60).refine(isTimeZone, "must be a time zone such as Australia/Melbourne"),
});
export type NoticeWishes = z.infer<typeof noticeWishes>;

/** A browser that notices go to. */
export const pushDevice = z.object({
	/** Names it to take it away; it sends nothing. */
	id: z.uuid(),
	/** The browser's own words. */
	userAgent: z.string(),
	since: instant,
	/** When the last notice left for it. */
	lastSentAt: instant.nullable(),
	isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

const shown = z.object({
	/** What browsers subscribe with: the server's VAPID public key, base64url. */
	publicKey: z.string(),
	wishes: noticeWishes,
	devices: z.array(pushDevice),
});
export type Notifications = z.infer<typeof shown>;

const base64url = (bytes: number) =>
	z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), `must be ${bytes} bytes as base64url`);

export const showNotifications = defineCall({
	method: "GET",
	path: "/user/notifications",
	access: "active",
	summary: "Extension: what the user wants to be told, and the browsers it goes to",
	params: nothing,
	query: nothing,
	body: nothing,
	success: shown,
});

export const saveNoticeWishes = defineCall({
	method: "POST",
	path: "/user/notifications/wishes",
	access: "active",
	summary: "Extension: say what to be told, and when not",
	params: nothing,
	query: nothing,
	body: noticeWishes,
	success: shown,
});

export const subscribeToPush = defineCall({
	method: "POST",
	path: "/user/notifications/subscribe",
	access: "active",
	summary:
		"Extension: send notices to this session's browser, in the path's language; replaces its former subscription",
	params: nothing,
	query: nothing,
	/** A PushSubscription as browsers write it. */
	body: z.strictObject({
		endpoint: z.url().max(1000),
		expirationTime: z.number().nullish(),
		keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
	}),
	success: shown,
});

export const unsubscribeFromPush = defineCall({
	method: "POST",
	path: "/user/notifications/unsubscribe",
	access: "active",
	summary: "Extension: send no more notices to one browser",
	params: nothing,
	query: nothing,
	body: z.strictObject({ id: z.uuid() }),
	success: shown,
});

export const testPush = defineCall({
	method: "POST",
	path: "/user/notifications/test",
	access: "active",
	summary: "Extension: send a notice to one browser now, whatever the quiet hours",
	params: nothing,
	query: nothing,
	body: z.strictObject({ id: z.uuid() }),
	success: z.object({ sent: z.literal(true) }),
});
