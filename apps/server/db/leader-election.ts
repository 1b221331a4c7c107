import type { Client, ClientBase, Pool } from "pg";
import { buildLockCheck, connectLockHolder, createSessionClient, type DatabaseAccess } from "./client.ts";

/** Advisory lock of the process that advances the season. */
const SEASON_LEADER_LOCK_ID = 0x6662;
/** Advisory lock of the process that exports the static files. */
export const EXPORT_LEADER_LOCK_ID = 0x6666;

/** Takes an advisory lock for as long as the connection lasts. Returns false if another connection has it. */
async function tryLeaderLock(client: ClientBase, lockId: number): Promise<boolean> {
	const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [lockId]);
	return rows[0]?.locked === true;
}

/**
 * Elects the one process that polls feeds and advances the season. The leader holds an advisory lock on a connection of its own,
 * so that PostgreSQL releases the lock when the process is killed. The lock is held between steps too; otherwise the processes
 * would take turns at polling the feed.
 */
export function createLeaderElection(
	database: DatabaseAccess,
	onError: (error: unknown) => void,
	lock = SEASON_LEADER_LOCK_ID,
) {
	let client: Client | null = null;
	let isLeader = false;
	let isClosed = false;
	let term = 0;

	const stepDown = () => {
		client = null;
		isLeader = false;
	};
	const connect = async (): Promise<Client> => {
		const session = createSessionClient(database, "first-bounce leader");
		session.on("error", (error) => {
			if (client === session) stepDown();
			if (!isClosed) onError(error);
		});
		session.on("end", () => {
			if (client === session) stepDown();
		});
		await connectLockHolder(session);
		return session;
	};
	return {
		/** Tries to become the leader. Returns whether this process is the leader. */
		tryLead: async () => {
			if (isClosed) return false;
			if (isLeader) return true;
			client ??= await connect();
			isLeader = await tryLeaderLock(client, lock);
			if (isLeader) term++;
			return isLeader;
		},
		/** How many times this process has become the leader. Another process may have led in between. */
		term: () => term,
		close: async () => {
			isClosed = true;
			await client?.end();
		},
	};
}

/** Whether any process polls the feed and advances the season; null if the database does not answer. */
export async function hasSeasonLeader(pool: Pool): Promise<boolean | null> {
	const query = { name: "season-leader", text: `SELECT ${buildLockCheck(SEASON_LEADER_LOCK_ID)} AS "hasLeader"` };
	const { rows } = await pool.query<{ hasLeader: boolean }>(query).catch(() => ({ rows: [] }));
	return rows[0]?.hasLeader ?? null;
}
