import type { Client, Pool } from "pg";
import { connectLockHolder, createSessionClient, type DatabaseAccess } from "../../../db/client.ts";
import { isAdvisoryLockTaken, tryLeaderLock } from "./queries.ts";

/** Elects the one process that polls feeds and advances the season. */
export interface LeaderElection {
	/** Tries to become the leader. Returns whether this process is the leader. */
	readonly tryLead: () => Promise<boolean>;
	/** How many times this process has become the leader. Another process may have led in between. */
	readonly term: () => number;
	readonly close: () => Promise<void>;
}

/** Advisory lock of the process that advances the season. */
const SEASON_LEADER_LOCK_ID = 0x6662;
/** Advisory lock of the process that exports the static files. */
export const EXPORT_LEADER_LOCK_ID = 0x6666;

/**
 * The leader holds an advisory lock on a connection of its own, so that PostgreSQL releases the lock when the process is
 * killed. The lock is held between steps too; otherwise the processes would take turns at polling the feed.
 */
export function createLeaderElection(
	database: DatabaseAccess,
	onError: (error: unknown) => void,
	lock = SEASON_LEADER_LOCK_ID,
): LeaderElection {
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
		tryLead: async () => {
			if (isClosed) return false;
			if (isLeader) return true;
			client ??= await connect();
			isLeader = await tryLeaderLock(client, lock);
			if (isLeader) term++;
			return isLeader;
		},
		term: () => term,
		close: async () => {
			isClosed = true;
			await client?.end();
		},
	};
}

/** Whether any process polls the feed and advances the season; null if the database does not answer. */
export const hasSeasonLeader = (pool: Pool): Promise<boolean | null> =>
	isAdvisoryLockTaken(pool, SEASON_LEADER_LOCK_ID).catch(() => null);
