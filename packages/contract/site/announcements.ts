import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, idInPath, instant } from "../fields.ts";
import { reason } from "../operator/operator.ts";

export const MAX_SITE_ANNOUNCEMENT_LENGTH = 300;
const tone = z.enum(["info", "warn"]);

export const announcement = z.object({
	id,
	text: z.string(),
	tone,
	/** Shown until then; null until it is withdrawn. */
	until: instant.nullable(),
});

export const showAnnouncements = defineCall({
	method: "GET",
	path: "/announcements",
	access: "everyone",
	summary: "Extension: what the operators tell everyone now; a browser remembers what it has dismissed",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ announcements: z.array(announcement) }),
});

const kept = announcement.extend({
	createdAt: instant,
	by: z.string(),
	isShown: z.boolean(),
	withdrawnAt: instant.nullable(),
});
export type StoredAnnouncement = z.output<typeof kept>;

const byOperator = { access: "operator", query: emptyObject } as const;

export const listAnnouncements = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/announcements",
	summary: "Announcements to all, the newest first",
	params: emptyObject,
	body: emptyObject,
	success: z.object({ announcements: z.array(kept) }),
});

export const announceToAll = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/announcements",
	summary: "Show everyone a line on every screen, until a time or until it is withdrawn",
	params: emptyObject,
	body: z.strictObject({
		text: z.string().trim().min(3).max(MAX_SITE_ANNOUNCEMENT_LENGTH),
		tone,
		until: instant.nullable(),
	}),
	success: z.object({ announcement: kept }),
});

export const withdrawAnnouncement = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/announcements/:id/withdraw",
	summary: "Take an announcement off every screen",
	params: z.strictObject({ id: idInPath }),
	body: z.strictObject({ reason }),
	success: z.object({ announcement: kept }),
});
