import { createHash, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "pg";
import { connectLockHolder, createSessionClient, type DatabaseAccess } from "../../db/client.ts";
import { formatReason } from "../../db/connect.ts";
import { createFolder } from "../../db/embedded/create-folder.ts";
import { StartupError } from "../../startup-error.ts";
import { startRunner } from "../jobs/runner.ts";
import { claimMediaFolder } from "./queries.ts";

const ID_FILE = "media-folder-id";
const CHECK_INTERVAL_MS = 5_000;

/** Reads the id of a data folder, which is created by the first process that uses it. */
async function readFolderId(dataDir: string): Promise<string> {
	const file = path.join(dataDir, ID_FILE);
	try {
		await createFolder(dataDir);
		await writeFile(file, `${randomUUID()}\n`, { flag: "wx" }).catch((error) => {
			if (error.code !== "EEXIST") throw error;
		});
		return await readFile(file, "utf8");
	} catch (cause) {
		throw new StartupError(`DATA_DIR cannot be used: ${formatReason(cause)}`, { cause });
	}
}

/** Converts a folder's id into the second number of an advisory lock, a positive 32-bit integer. */
const getLockNumber = (folderId: string): number =>
	createHash("sha256").update(folderId).digest().readUInt32BE() & 0x7fff_ffff;

/**
 * Makes sure that all running processes of a database store pictures in the same folder: a picture that one process
 * stores in a folder of its own is missing in the others. The claim lasts until the returned function is called, and is
 * renewed after a lost connection.
 *
 * @throws StartupError if another process uses another folder
 */
export async function startMediaFolderClaim(
	database: DatabaseAccess,
	dataDir: string,
	onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
	const lockNumber = getLockNumber(await readFolderId(dataDir));
	let client: Client | null = null;

	const tryClaim = async () => {
		if (client) return;
		const session = createSessionClient(database, "first-bounce media folder");
		session.on("end", () => {
			if (client === session) client = null;
		});
		try {
			await connectLockHolder(session);
			if (!(await claimMediaFolder(session, lockNumber))) {
				throw new StartupError(
					`Another process stores the pictures of this database in another folder than ${dataDir}: give all processes the same DATA_DIR, or a bucket with MEDIA_URL`,
				);
			}
			client = session;
		} catch (error) {
			await session.end().catch(() => undefined);
			throw error;
		}
	};

	await tryClaim();
	const runner = startRunner(tryClaim, onError, CHECK_INTERVAL_MS);
	return async () => {
		await runner.stop();
		await client?.end();
	};
}
