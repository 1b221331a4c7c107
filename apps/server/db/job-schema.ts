import type { Pool } from "pg";
import { PgBoss, type Queue } from "pg-boss";

/** Where pg-boss keeps its tables; nothing of ours lies in it. */
export const JOB_SCHEMA = "pgboss";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

// Tried again after about 1, 2, 4 … 60 seconds for a quarter of an hour, then given up and shown until somebody acts.
const ROUND_QUEUE = {
	policy: "exclusive",
	retryLimit: 20,
	retryDelay: 1,
	retryBackoff: true,
	retryDelayMax: 60,
	expireInSeconds: 15 * MINUTE_SECONDS,
	deleteAfterSeconds: 60 * DAY_SECONDS,
} as const;
// One waits at most, and any number may be at work: one that was killed at work keeps no other from it.
const CHORE_QUEUE = {
	policy: "short",
	retryLimit: 5,
	retryDelay: 5,
	retryBackoff: true,
	retryDelayMax: 300,
	expireInSeconds: 15 * MINUTE_SECONDS,
	deleteAfterSeconds: 2 * DAY_SECONDS,
} as const;

/** Every queue there is, in the order in which due work of the season is done. */
export const QUEUES = {
	"round-results": ROUND_QUEUE,
	"round-open": ROUND_QUEUE,
	"round-soft-lock": ROUND_QUEUE,
	"round-live": ROUND_QUEUE,
	"round-review": ROUND_QUEUE,
	"round-publish": ROUND_QUEUE,
	// Like a round's phases: one process does it, and what was cut short is struck out and sent anew.
	"files-export": { ...ROUND_QUEUE, deleteAfterSeconds: 2 * DAY_SECONDS },
	"mail-delivery": CHORE_QUEUE,
	"sweep-expired": CHORE_QUEUE,
} as const satisfies Readonly<Record<string, Omit<Queue, "name">>>;
export type QueueName = keyof typeof QUEUES;

/** pg-boss over connections of ours. Its own tables are there; `start` it, and `stop` it without closing anything. */
export const createBoss = (
	pool: Pool,
	options: { readonly isSupervised: boolean; readonly migrates: boolean },
): PgBoss =>
	new PgBoss({
		schema: JOB_SCHEMA,
		schedule: false,
		supervise: options.isSupervised,
		migrate: options.migrates,
		db: { executeSql: async (text, values) => pool.query(text, values) },
	});

const INSTALL_LOCK_ID = 0x6a6f;

/**
 * Brings pg-boss's tables to the version installed here, and adds the queues that are missing. Twice is once, and of
 * processes that start at once one does it while the others wait: pg-boss makes its schema outside its own lock.
 */
export async function installJobSchema(pool: Pool): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query("SELECT pg_advisory_lock($1)", [INSTALL_LOCK_ID]);
		await install(pool);
	} finally {
		// Closed, not given back: the lock goes with its connection, whatever became of it.
		client.release(true);
	}
}

async function install(pool: Pool): Promise<void> {
	const boss = createBoss(pool, { isSupervised: false, migrates: true });
	await boss.start();
	try {
		const known = new Set((await boss.getQueues()).map(({ name }) => name));
		for (const [name, options] of Object.entries(QUEUES)) if (!known.has(name)) await boss.createQueue(name, options);
	} finally {
		await boss.stop({ graceful: false, close: false });
	}
}
