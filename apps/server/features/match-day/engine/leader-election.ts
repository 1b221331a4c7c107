import { Client, type Pool } from "pg";
import { tryLeaderLock } from "./queries.ts";

/** Which of several processes does what one alone may do, such as asking feeds and moving the season on. */
export interface LeaderElection {
	/** Whether this process leads, once it has tried to. */
	readonly tryLead: () => Promise<boolean>;
	/** Counts how often this process has become the leader. Another may have led between two terms. */
	readonly term: () => number;
	readonly close: () => Promise<void>;
}

/** Number of the advisory lock that the process holds which moves the season on. */
export const SEASON_LEADER_LOCK_ID = 0x6662;
/** Of the one that exports the static files. */
export const EXPORT_LEADER_LOCK_ID = 0x6666;

/**
 * One process leads for as long as it lives: it holds an advisory lock on a connection of its own, which the database
 * gives to another when this one is killed. A lock for each step would let every process ask the feed in turn.
 */
export function createLeaderElection(
	url: string,
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
		const next = new Client({ connectionString: url, application_name: "first-bounce leader" });
		next.on("error", (error) => {
			if (client === next) stepDown();
			if (!isClosed) onError(error);
		});
		next.on("end", () => {
			if (client === next) stepDown();
		});
		await next.connect();
		return next;
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

// pg_locks splits the 64-bit number of an advisory lock into classid and objid.
const FIND_LEADER = `SELECT EXISTS (SELECT FROM pg_locks
	WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`;

/** Whether any process asks the feed and moves the season on; null if the database does not answer. */
export const hasSeasonLeader = (pool: Pool): Promise<boolean | null> =>
	pool.query<{ held: boolean }>({ name: "season-leader", text: FIND_LEADER, values: [SEASON_LEADER_LOCK_ID] }).then(
		({ rows }) => rows[0]?.held ?? false,
		() => null,
	);
