import type pg from "pg";

/** The PostgreSQL function that reports a cancelled wait. Its message depends on the server's language. */
const WAIT_ROUTINE = "SyncRepWaitForLSN";
/** Long enough for a standby to restart. */
const COMMIT_TIMEOUT_MS = 10_000;
/** How long slow queries wait before they check again whether the database has a synchronous standby, if it had none. */
const NO_STANDBY_INTERVAL_MS = 60_000;

/**
 * An SQL condition that is always true, and makes its transaction commit without waiting for a synchronous standby. Requests that
 * only read use it to record facts such as the last use of a session, which a failover may lose.
 */
export const COMMIT_WITHOUT_STANDBY = "set_config('synchronous_commit', 'local', true) = 'local'";

/** Thrown if a commit is stored on the primary, but no synchronous standby confirmed it in time. A failover may lose it. */
export class UnconfirmedCommitError extends Error {
	constructor() {
		super("The synchronous standby did not confirm the commit");
	}
}

/**
 * Ends the wait for the standby in all processes. The commits stay on the primary. Returns whether PostgreSQL has synchronous
 * standbys at all.
 */
async function cancelWaits(client: pg.Client): Promise<boolean> {
	try {
		await client.connect();
		// A database can give its connections another role. The login's own role may see and cancel the login's connections.
		await client.query("SET ROLE NONE");
		const { rows } = await client.query<{ names: string }>(
			"SELECT current_setting('synchronous_standby_names') AS names",
		);
		if (rows[0]?.names === "") return false;
		await client.query(
			`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pg_has_role(usesysid, 'USAGE') AND application_name LIKE 'first-bounce%'
				AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - $1 * interval '1 millisecond'`,
			[COMMIT_TIMEOUT_MS / 2],
		);
		return true;
	} finally {
		await client.end();
	}
}

/** For each database URL, the function that cancels waits. All pools share it, and a call during another does nothing. */
const cancellersByUrl = new Map<string, (createSession: () => pg.Client) => Promise<void>>();

function createCanceller(): (createSession: () => pg.Client) => Promise<void> {
	let isCancelling = false;
	let nextAt = 0;
	return async (createSession) => {
		if (isCancelling || performance.now() < nextAt) return;
		isCancelling = true;
		// If the database is down, the next time-out tries again.
		const hasStandby = await cancelWaits(createSession()).catch(() => true);
		if (!hasStandby) nextAt = performance.now() + NO_STANDBY_INTERVAL_MS;
		isCancelling = false;
	};
}

/** Starts to watch a query. What it returns is called when the query has ended, and returns an error for an unconfirmed commit. */
export type WatchQuery = () => () => UnconfirmedCommitError | null;

/**
 * Watches the queries of one pool. No time-out of PostgreSQL ends a commit's wait for its synchronous standby.
 * Once a query has taken `COMMIT_TIMEOUT_MS`, waits older than half of that are cancelled. PostgreSQL then reports success with
 * a warning, which becomes an error here.
 *
 * @param url the URL of the database
 */
export function createCommitWatch(url: string, createSession: () => pg.Client) {
	const cancel = cancellersByUrl.get(url) ?? createCanceller();
	cancellersByUrl.set(url, cancel);
	return (client: pg.Client): WatchQuery => {
		let isUnconfirmed = false;
		let watchedCount = 0;
		client.on("notice", ({ routine }) => {
			isUnconfirmed ||= routine === WAIT_ROUTINE;
		});
		return () => {
			// A warning that came while no query was watched is of a streamed query, whose end is not watched.
			if (watchedCount++ === 0) isUnconfirmed = false;
			const timer = setInterval(() => void cancel(createSession), COMMIT_TIMEOUT_MS).unref();
			return () => {
				clearInterval(timer);
				watchedCount--;
				const failure = isUnconfirmed ? new UnconfirmedCommitError() : null;
				isUnconfirmed = false;
				return failure;
			};
		};
	};
}
