import { z } from "zod";
import { BUCKET_EXAMPLE } from "../media/bucket.ts";
import { isBackupKey } from "./backup-archive.ts";
import { isBackupPlace } from "./backup-target.ts";

/** The environment variables of backups, used by config.ts. */
export const backupEnvironment = {
	BACKUP_TO: z.string().refine(isBackupPlace, `must be a folder, or a URL such as ${BUCKET_EXAMPLE}`).optional(),
	BACKUP_KEY: z
		.string()
		.refine(isBackupKey, "must be a passphrase of 16 characters or more, or an age public key (age1…)")
		.optional(),
	BACKUP_AT: z
		.string()
		.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day in UTC such as 16:30")
		.transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
		.default(16 * 60 + 30),
	BACKUP_KEEP: z
		.string()
		.regex(/^\d{1,5}$/, "must be a number of backups, or 0 to keep all")
		.transform(Number)
		.default(14),
};

export const buildBackupSettings = (env: z.output<z.ZodObject<typeof backupEnvironment>>) => ({
	to: env.BACKUP_TO ?? null,
	key: env.BACKUP_KEY ?? null,
	/** Minutes after midnight UTC. */
	at: env.BACKUP_AT,
	/** The number of backups kept; 0 for all. */
	keep: env.BACKUP_KEEP,
});
