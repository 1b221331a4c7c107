import type { Pool } from "pg";
import { PgBoss, type Queue } from "pg-boss";

/** The schema of pg-boss's own tables. */
export const JOB_SCHEMA = "pgboss";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

// Retried after about 1, 2, 4 … 60 seconds for a quarter of an hour; then the job stays failed until an operator acts.
const ROUND_QUEUE = {
	policy: "exclusive",
	retryLimit: 20,
	retryDelay: 1,
	retryBackoff: true,
	retryDelayMax: 60,
	expireInSeconds: 15 * MINUTE_SECONDS,
	deleteAfterSeconds: 60 * DAY_SECONDS,
} as const;
// At most one job of a key is queued while any number may run, so that a killed job does not block the next one.
const MAINTENANCE_QUEUE = {
	policy: "short",
	retryLimit: 5,
	retryDelay: 5,
	retryBackoff: true,
	retryDelayMax: 300,
	expireInSeconds: 15 * MINUTE_SECONDS,
	deleteAfterSeconds: 2 * DAY_SECONDS,
} as const;

/** All queues, in the order in which the season's due jobs run. */
export const QUEUES = {
	"round-results": ROUND_QUEUE,
	"round-open": ROUND_QUEUE,
	"round-soft-lock": ROUND_QUEUE,
	"round-live": ROUND_QUEUE,
	"round-projections": ROUND_QUEUE,
	"round-review": ROUND_QUEUE,
	"round-publish": ROUND_QUEUE,
	// Only one process runs this job; an interrupted one is cancelled and sent again.
	"files-export": { ...ROUND_QUEUE, deleteAfterSeconds: 2 * DAY_SECONDS },
	"mail-delivery": MAINTENANCE_QUEUE,
	"sweep-expired": MAINTENANCE_QUEUE,
	"delete-messages": MAINTENANCE_QUEUE,
	"delete-old-records": MAINTENANCE_QUEUE,
	"league-cards": MAINTENANCE_QUEUE,
	ownership: MAINTENANCE_QUEUE,
	"webhook-delivery": MAINTENANCE_QUEUE,
	"closing-letter": MAINTENANCE_QUEUE,
	// Backing up a big database over a slow connection takes hours.
	backup: { ...MAINTENANCE_QUEUE, retryLimit: 3, expireInSeconds: 6 * 60 * MINUTE_SECONDS },
} as const satisfies Readonly<Record<string, Omit<Queue, "name">>>;
export type QueueName = keyof typeof QUEUES;

/** Creates a pg-boss on the pool. The caller starts it, and stops it without closing the pool. */
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

/** An arbitrary key for the advisory lock. */
const INSTALL_LOCK_ID = 0x6a6f;

/**
 * Creates or migrates pg-boss's tables and adds missing queues. Idempotent. An advisory lock makes concurrent processes
 * wait, because pg-boss creates its schema outside its own lock.
 */
export async function installJobSchema(pool: Pool): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query("SELECT pg_advisory_lock($1)", [INSTALL_LOCK_ID]);
		await createTablesAndQueues(pool);
	} finally {
		// The lock ends with its connection, so the connection is closed instead of returned.
		client.release(true);
	}
}

async function createTablesAndQueues(pool: Pool): Promise<void> {
	const boss = createBoss(pool, { isSupervised: false, migrates: true });
	await boss.start();
	try {
		const existingQueues = new Set((await boss.getQueues()).map(({ name }) => name));
		for (const [name, options] of Object.entries(QUEUES))
			if (!existingQueues.has(name)) await boss.createQueue(name, options);
	} finally {
		await boss.stop({ graceful: false, close: false });
	}
}
