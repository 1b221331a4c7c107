import { z } from "zod";
import { defineCall } from "../call.ts";
import { SITE_ANNOUNCEMENT_LENGTH } from "../constants.ts";
import { id, idParams, instant } from "../fields.ts";
import { reason } from "../operator/operator.ts";

const tone = z.enum(["info", "warn"]);

export const announcement = z.object({
	id,
	text: z.string(),
	tone,
	/** When it stops being shown; null if it is shown until withdrawn. */
	until: instant.nullable(),
});

export const showAnnouncements = defineCall("GET", "/announcements", {
	access: "everyone",
	summary: "Extension: current announcements to everyone",
	success: z.object({ announcements: z.array(announcement) }),
});

const storedAnnouncement = announcement.extend({
	createdAt: instant,
	by: z.string(),
	isShown: z.boolean(),
	withdrawnAt: instant.nullable(),
});
export type StoredAnnouncement = z.output<typeof storedAnnouncement>;

export const listAnnouncements = defineCall("GET", "/operator/announcements", {
	role: "viewer",
	summary: "Announcements to everyone, newest first",
	success: z.object({ announcements: z.array(storedAnnouncement) }),
});

export const announceToAll = defineCall("POST", "/operator/announcements", {
	role: "match-day",
	summary: "Show an announcement on every screen, until a time or until it is withdrawn",
	body: z.strictObject({
		text: z.string().trim().min(SITE_ANNOUNCEMENT_LENGTH.least).max(SITE_ANNOUNCEMENT_LENGTH.most),
		tone,
		until: instant.nullable(),
	}),
	success: z.object({ announcement: storedAnnouncement }),
});

export const withdrawAnnouncement = defineCall("POST", "/operator/announcements/:id/withdraw", {
	role: "match-day",
	summary: "Withdraw an announcement",
	params: idParams,
	body: z.strictObject({ reason }),
	success: z.object({ announcement: storedAnnouncement }),
});
