import { z } from "zod";
import { defineCall } from "../call.ts";
import { SITE_ANNOUNCEMENT_LENGTH } from "../constants.ts";
import { instant } from "../fields.ts";
import { reason } from "./operator.ts";

const maintenance = z
	.object({
		/** What visitors read. */
		text: z.string(),
		since: instant,
		/** When the site is expected to be open again; null if that is not known. */
		until: instant.nullable(),
	})
	.nullable();
export type SiteMaintenance = z.output<typeof maintenance>;

export const showMaintenance = defineCall("GET", "/operator/maintenance", {
	role: "viewer",
	summary: "The maintenance of the site; null if the site is open",
	success: z.object({ maintenance }),
});

/** Visitors' calls and pages get 503. The season goes on, and live drafts are paused. */
export const beginMaintenance = defineCall("POST", "/operator/maintenance", {
	role: "owner",
	summary: "Close the site to everyone but operators, or change the words that visitors read",
	body: z.strictObject({
		reason,
		text: z.string().trim().min(SITE_ANNOUNCEMENT_LENGTH.least).max(SITE_ANNOUNCEMENT_LENGTH.most),
		until: instant.nullable(),
	}),
	success: z.object({ maintenance }),
});

export const endMaintenance = defineCall("POST", "/operator/maintenance/end", {
	role: "owner",
	summary: "Open the site again, and resume the drafts that were paused for the maintenance",
	body: z.strictObject({ reason }),
	success: z.object({ maintenance }),
});

export const sendTestMail = defineCall("POST", "/operator/test-mail", {
	role: "owner",
	summary: "Put a test mail to the operator's own address into the outbox",
	success: z.object({ sentTo: z.string() }),
});

const setting = z.object({
	name: z.string(),
	/** Null if it is not set, or secret. */
	value: z.string().nullable(),
	isSecret: z.boolean(),
	/** `file`: the variable with `_FILE` names a file with the value. */
	source: z.enum(["environment", "file", "default"]),
});
export type ServerSetting = z.output<typeof setting>;

export const listSettings = defineCall("GET", "/operator/settings", {
	role: "owner",
	summary: "The settings as this server process sees them, without secrets",
	success: z.object({ settings: z.array(setting) }),
});
