import type { Pool } from "pg";
import { PgBoss, type Queue } from "pg-boss";

/** Where pg-boss keeps its tables; nothing of ours lies in it. */
export const JOB_SCHEMA = "pgboss";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

// Tried again after about 1, 2, 4 … 60 seconds for a quarter of an hour, then given up and shown until somebody acts.
const ROUND_LIFE = {
	policy: "exclusive",
	retryLimit: 20,
	retryDelay: 1,
	retryBackoff: true,
	retryDelayMax: 60,
	expireInSeconds: 15 * MINUTE,
	deleteAfterSeconds: 60 * DAY,
} as const;
// One waits at most, and any number may be at work: one that was killed at work keeps no other from it.
const CHORE = {
	policy: "short",
	retryLimit: 5,
	retryDelay: 5,
	retryBackoff: true,
	retryDelayMax: 300,
	expireInSeconds: 15 * MINUTE,
	deleteAfterSeconds: 2 * DAY,
} as const;

/** Every queue there is, in the order in which due work of the season is done. */
export const QUEUES = {
	"round-results": ROUND_LIFE,
	"round-open": ROUND_LIFE,
	"round-soft-lock": ROUND_LIFE,
	"round-live": ROUND_LIFE,
	"round-review": ROUND_LIFE,
	"round-publish": ROUND_LIFE,
	// Like a round's phases: one process does it, and what was cut short is struck out and sent anew.
	"files-export": { ...ROUND_LIFE, deleteAfterSeconds: 2 * DAY },
	"mail-delivery": CHORE,
	"sweep-expired": CHORE,
} as const satisfies Readonly<Record<string, Omit<Queue, "name">>>;
export type QueueName = keyof typeof QUEUES;

/** pg-boss over connections of ours. Its own tables are there; `start` it, and `stop` it without closing anything. */
export const bossOn = (pool: Pool, options: { readonly isSupervised: boolean; readonly migrates: boolean }): PgBoss =>
	new PgBoss({
		schema: JOB_SCHEMA,
		schedule: false,
		supervise: options.isSupervised,
		migrate: options.migrates,
		db: { executeSql: async (text, values) => pool.query(text, values) },
	});

const INSTALL_LOCK = 0x6a6f;

/**
 * Brings pg-boss's tables to the version installed here, and adds the queues that are missing. Twice is once, and of
 * processes that start at once one does it while the others wait: pg-boss makes its schema outside its own lock.
 */
export async function installJobs(pool: Pool): Promise<void> {
	const turn = await pool.connect();
	try {
		await turn.query("SELECT pg_advisory_lock($1)", [INSTALL_LOCK]);
		await install(pool);
	} finally {
		// Closed, not given back: the lock goes with its connection, whatever became of it.
		turn.release(true);
	}
}

async function install(pool: Pool): Promise<void> {
	const boss = bossOn(pool, { isSupervised: false, migrates: true });
	await boss.start();
	try {
		const known = new Set((await boss.getQueues()).map(({ name }) => name));
		for (const [name, options] of Object.entries(QUEUES)) if (!known.has(name)) await boss.createQueue(name, options);
	} finally {
		await boss.stop({ graceful: false, close: false });
	}
}
