import type { ClientBase } from "pg";

/** The first number of the advisory locks that claim a media folder. The second number stands for the folder. */
const MEDIA_FOLDER_LOCK_ID = 0x6667;

/** `objsubid = 2` selects locks of two numbers: `classid` and `objid`. */
const FIND_OTHER_FOLDER = `SELECT EXISTS (SELECT FROM pg_locks
	WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid <> $2 AND objid <> 0 AND objsubid = 2
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS found`;

/**
 * Claims a media folder for as long as the connection lasts; any number of processes can claim the same one. Returns
 * false if another folder is claimed.
 */
export async function claimMediaFolder(client: ClientBase, folder: number): Promise<boolean> {
	const values = [MEDIA_FOLDER_LOCK_ID, folder];
	// Lock 0 lets only one process at a time look for another claim and make its own.
	await client.query("SELECT pg_advisory_lock($1, 0)", [MEDIA_FOLDER_LOCK_ID]);
	try {
		const { rows } = await client.query<{ found: boolean }>(FIND_OTHER_FOLDER, values);
		if (rows[0]?.found) return false;
		await client.query("SELECT pg_advisory_lock_shared($1, $2)", values);
		return true;
	} finally {
		await client.query("SELECT pg_advisory_unlock($1, 0)", [MEDIA_FOLDER_LOCK_ID]);
	}
}
