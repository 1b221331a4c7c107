import { z } from "zod";
import { defineCall } from "../call.ts";
import { instant } from "../fields.ts";
import { reason } from "./operator.ts";

/** Where a backup is: in BACKUP_TO, among those that this machine made before upgrades and restores, or uploaded. */
const BACKUP_SOURCES = ["backup-to", "machine", "upload"] as const;

const place = {
	source: z.enum(BACKUP_SOURCES),
	name: z.string().regex(/^[\w.-]{1,120}$/),
	/** For an encrypted backup; null for BACKUP_KEY of the server. It is never stored. */
	key: z.string().min(1).max(500).nullable(),
};

/** Null unless a restore holds messages. */
const heldMessages = z.object({ mails: z.int(), pushes: z.int(), webhooks: z.int() }).nullable();

export const listBackups = defineCall("GET", "/operator/backups", {
	role: "owner",
	summary: "The backups that can be restored here, newest first, and the name to type for that",
	success: z.object({
		siteName: z.string(),
		/** The largest file that can be uploaded, in bytes. */
		maxUpload: z.int(),
		/** Whether this server can restore and start again by itself. */
		canRestore: z.boolean(),
		/** Why some backups could not be listed, in English; null if all were. Left out by processes of the previous release. */
		problem: z.string().nullable().optional(),
		backups: z.array(
			z.object({
				source: z.enum(BACKUP_SOURCES),
				name: z.string(),
				madeAt: instant.nullable(),
				isEncrypted: z.boolean(),
			}),
		),
	}),
});

export const uploadBackup = defineCall("POST", "/operator/backups/upload", {
	role: "owner",
	summary: "Upload a backup to restore; the body is the file, as application/octet-stream",
	body: z.unknown(),
	success: z.object({ name: z.string(), isEncrypted: z.boolean() }),
});

const backupSummary = z.object({
	madeAt: instant,
	/** The release of First Bounce that made it. */
	version: z.string(),
	teams: z.int(),
	rounds: z.int(),
	rows: z.int(),
	pictures: z.int(),
});
export type BackupSummary = z.output<typeof backupSummary>;

export const checkBackup = defineCall("POST", "/operator/backups/check", {
	role: "owner",
	summary: "Check that a backup is complete and can be restored by this release, and show what is in it",
	body: z.strictObject(place),
	success: backupSummary,
});

/** The server stops, restores the backup and starts again. The reply's cookie lets the browser see the progress. */
export const restoreBackup = defineCall("POST", "/operator/backups/restore", {
	role: "owner",
	summary: "Replace everything by a backup, after backing up what is there",
	body: z.strictObject({ ...place, siteName: z.string().max(255), reason }),
	success: z.object({ progress: z.string() }),
});

export const showHeldMessages = defineCall("GET", "/operator/held-messages", {
	role: "viewer",
	summary: "How many queued messages wait for an operator since a restore; null if none are held",
	success: z.object({ held: heldMessages }),
});

export const releaseHeldMessages = defineCall("POST", "/operator/held-messages", {
	role: "owner",
	summary: "Send or discard the messages that were queued before a restore",
	body: z.strictObject({ reason, sends: z.boolean() }),
	success: z.object({ held: heldMessages }),
});

export const showFirstSteps = defineCall("GET", "/operator/first-steps", {
	role: "owner",
	summary: "What a new installation without a season can begin with",
	success: z.object({ hasSeason: z.boolean(), mayPlayDemo: z.boolean() }),
});

/** The server makes the demo, and starts again with it. */
export const startDemo = defineCall("POST", "/operator/demo/start", {
	role: "owner",
	summary: "Play the demo on a new installation, where the demo may run but does not start by itself",
	body: z.strictObject({ reason }),
	success: z.object({ isStarting: z.literal(true) }),
});
