import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type {
	BackupSummary,
	checkBackup as checkCall,
	listBackups as listBackupsCall,
} from "@first-bounce/contract/operator/backups";
import { DAY_MS } from "@first-bounce/rules/durations";
import { sum } from "@first-bounce/rules/numbers";
import { readFreeBytes } from "../../../db/full-disk.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { formatFileError } from "../../../i18n/file-errors.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { BackupError, type BackupKey, BackupKeyError } from "../../backups/backup-archive.ts";
import { openFolderOrBucket, withBackupFile } from "../../backups/backup-target.ts";
import {
	countHeldMessages,
	discardHeldMessages,
	type HeldCounts,
	releaseMessages,
} from "../../backups/held-message-queries.ts";
import { BACKUP_NAME } from "../../backups/old-backups.ts";
import { checkArchive, isEncrypted } from "../../backups/read-archive.ts";
import { requireKnownMigrations } from "../../backups/restore-backup.ts";
import { createRunToken } from "../../backups/restore-run.ts";
import type { OperatorServices } from "../services.ts";

export interface BackupServices extends Omit<OperatorServices["restart"], "demoMayBeChosen"> {
	readonly db: Db;
	readonly wallNow: () => number;
}

type Place = BodyOf<typeof checkCall>;

/** More than the backup of a big season, and little enough to upload within the ten minutes that a request may take. */
const MAX_UPLOAD_BYTES = 4 * 1024 ** 3;
/** Left free on the disk of an upload. */
const FREE_BYTES = 512 * 1024 ** 2;
const UPLOAD_NAME = /^upload-[0-9a-f-]{36}$/;

const getFolder = ({ dataDir }: BackupServices, source: "machine" | "upload"): string =>
	path.join(dataDir, source === "machine" ? "backups" : "uploads");

/** Parses the time in a backup's name, such as 2027-09-04T16-30-00-000Z. */
const parseMadeAt = (name: string): string | null =>
	BACKUP_NAME.exec(name)?.[1]
		?.replace(/T(\d\d)-(\d\d)-(\d\d)/, "T$1:$2:$3")
		.replace(/-(\d{3}Z)$/, ".$1") ?? null;

async function getMaxUpload(services: BackupServices): Promise<number> {
	// A process with a database and a bucket of its own may not have written anything yet.
	await mkdir(services.dataDir, { recursive: true });
	return Math.max(0, Math.min(MAX_UPLOAD_BYTES, (await readFreeBytes(services.dataDir)) - FREE_BYTES));
}

/**
 * Lists the backups in BACKUP_TO and those that this machine made before upgrades and restores. If one of the places cannot be read,
 * the others can still be restored.
 */
export async function listBackups(services: BackupServices): Promise<SuccessOf<typeof listBackupsCall>> {
	const { backup, siteName, interrupt } = services;
	const problems: string[] = [];
	const list = async (source: "backup-to" | "machine", target: string | null) => {
		const names = target === null ? [] : await listNames(target, (problem) => problems.push(problem));
		return names
			.filter((name) => BACKUP_NAME.test(name))
			.map((name) => ({ source, name, madeAt: parseMadeAt(name), isEncrypted: name.endsWith(".age") }));
	};
	const machineFolder = getFolder(services, "machine");
	const isSame = backup.to !== null && path.resolve(backup.to) === machineFolder;
	const found = [...(await list("backup-to", backup.to)), ...(isSame ? [] : await list("machine", machineFolder))];
	const backups = found.toSorted((a, b) => (b.madeAt ?? "").localeCompare(a.madeAt ?? ""));
	const problem = problems.length === 0 ? null : problems.join("; ");
	return { siteName, maxUpload: await getMaxUpload(services), canRestore: interrupt !== null, backups, problem };
}

/** Lists the names in a folder or bucket; none if the folder is missing, or if it cannot be read, which is reported. */
async function listNames(place: string, report: (problem: string) => void): Promise<readonly string[]> {
	const target = openFolderOrBucket(place);
	try {
		return await target.list();
	} catch (error) {
		if (error instanceof BackupError) report(error.message);
		else if ((error as NodeJS.ErrnoException).code !== "ENOENT")
			report(`${target.name} cannot be read: ${formatFileError(error)}`);
		return [];
	}
}

/** Stores an uploaded file, and deletes those that nobody has restored for a day. */
export async function storeUpload(services: BackupServices, body: Readable, length: number | null) {
	const folder = getFolder(services, "upload");
	await mkdir(folder, { recursive: true, mode: 0o700 });
	for (const old of await readdir(folder)) {
		const file = path.join(folder, old);
		if (services.wallNow() - (await stat(file)).mtimeMs > DAY_MS) await rm(file, { force: true });
	}
	const max = await getMaxUpload(services);
	const tooLarge = () => refuse(413, "backup-too-large", { megabytes: Math.floor(max / 1024 ** 2) });
	if (length !== null && length > max) throw tooLarge();
	const name = `upload-${randomUUID()}`;
	const file = path.join(folder, name);
	let bytes = 0;
	try {
		await pipeline(
			body,
			async function* (chunks: AsyncIterable<Buffer>) {
				for await (const chunk of chunks) {
					bytes += chunk.length;
					if (bytes > max) throw tooLarge();
					yield chunk;
				}
			},
			createWriteStream(`${file}.unfinished`, { mode: 0o600 }),
		);
		if (length !== null && bytes !== length) throw refuse(400, "malformed-body");
		await rename(`${file}.unfinished`, file);
	} catch (error) {
		await rm(`${file}.unfinished`, { force: true });
		throw error;
	}
	return { name, isEncrypted: await isEncrypted(file) };
}

/** Gets where a backup is: a file, or the URL of one in a bucket. Refuses names that are not those of backups. */
function getPlace(services: BackupServices, { source, name }: Place): string {
	const isValid = (source === "upload" ? UPLOAD_NAME : BACKUP_NAME).test(name);
	const { to } = services.backup;
	if (!isValid || (source === "backup-to" && to === null)) throw refuse(404, "unknown-backup");
	if (source !== "backup-to") return path.join(getFolder(services, source), name);
	if (to === null || !/^s3s?:/i.test(to)) return path.join(path.resolve(to ?? ""), name);
	const url = new URL(to);
	url.pathname = `${url.pathname.replace(/\/$/, "")}/${name}`;
	return url.href;
}

/** Checks that an upload is in this process's DATA_DIR: another process with a folder of its own may have it. */
async function requireUpload(place: string, { source }: Place): Promise<void> {
	if (source !== "upload") return;
	const handle = await open(place).catch(() => {
		throw refuse(404, "unknown-backup");
	});
	await handle.close();
}

/** Turns the reason why a backup cannot be used into a refusal. */
async function refuseBackupErrors<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof BackupKeyError)
			throw refuse(422, error.problem === "missing" ? "backup-key-needed" : "backup-key-wrong");
		if (error instanceof BackupError) throw refuse(422, "backup-refused", { reason: error.message });
		throw error;
	}
}

const getKey = ({ backup }: BackupServices, { key }: Place): BackupKey => key ?? backup.key;

/**
 * Reads a whole backup, and shows what is in it. Refuses one that is damaged, encrypted with another key, or of a newer
 * release.
 */
export async function checkBackup(services: BackupServices, place: Place): Promise<BackupSummary> {
	const address = getPlace(services, place);
	await requireUpload(address, place);
	const { manifest, contents } = await refuseBackupErrors(
		withBackupFile(address, async (file) => {
			const checked = await checkArchive(file, getKey(services, place));
			await requireKnownMigrations(checked.manifest);
			return checked;
		}),
	);
	const { rows, pictures } = contents;
	return {
		madeAt: manifest.createdAt,
		version: manifest.version,
		teams: rows.teams ?? 0,
		rounds: rows.rounds ?? 0,
		rows: sum(Object.values(rows)),
		pictures,
	};
}

/** Records a restore, and returns what starts it and the token for its progress. */
export async function prepareRestore(
	services: BackupServices,
	place: Place & { readonly siteName: string },
	audit: AuditContext,
): Promise<{ readonly token: string; readonly start: () => void }> {
	const { db, siteName, interrupt } = services;
	if (!interrupt) throw refuse(409, "restore-unavailable");
	if (place.siteName.trim().toLowerCase() !== siteName) throw refuse(422, "site-name-wrong", { name: siteName });
	const address = getPlace(services, place);
	await requireUpload(address, place);
	const { source, name } = place;
	await writeAudit(db, audit, { action: "restore-begun", subject: "site", before: null, after: { source, name } });
	const token = createRunToken();
	const job = { place: address, key: getKey(services, place), token, isUpload: source === "upload" };
	return { token, start: () => interrupt({ kind: "restore", ...job }) };
}

/** Sends what a restore holds, or discards it. */
export async function endHold(
	{ db, wallNow }: Pick<BackupServices, "db" | "wallNow">,
	sends: boolean,
	audit: AuditContext,
): Promise<HeldCounts> {
	return db.transaction().execute(async (trx) => {
		const held = await countHeldMessages(trx);
		if (!held) throw refuse(409, "nothing-held");
		if (!sends) await discardHeldMessages(trx, new Date(wallNow()));
		// Another operator may have ended the hold meanwhile.
		if (!(await releaseMessages(trx))) throw refuse(409, "nothing-held");
		const action = sends ? "held-messages-sent" : "held-messages-discarded";
		await writeAudit(trx, audit, { action, subject: "site", before: { ...held }, after: null });
		return held;
	});
}
