import type pg from "pg";

/** The PostgreSQL function that reports a cancelled wait. Its message depends on the server's language. */
const WAIT_ROUTINE = "SyncRepWaitForLSN";
/** Long enough for a standby to restart. */
const COMMIT_TIMEOUT_MS = 10_000;
/** How often to ask whether a database without synchronous standbys has them now, while queries are slow. */
const NO_STANDBY_INTERVAL_MS = 60_000;

/**
 * A condition that is always true. Its statement commits without waiting for a synchronous standby, so that requests that only
 * read can record facts such as the last use of a session. A failover may lose the change.
 */
export const COMMIT_WITHOUT_STANDBY = "set_config('synchronous_commit', 'local', true) = 'local'";

/** The commit is stored on the primary, but its synchronous standby did not confirm it in time: a failover may lose it. */
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
		// The login may have `SET role`; statistics name the login, and may be read and cancelled by it.
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

/** By database: cancels waits, if nothing else in this process is doing so. All pools of a database share one. */
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

/**
 * Watches the queries of one pool. A commit waits for its synchronous standby without limit; no PostgreSQL time-out applies.
 * Once a query has taken `COMMIT_TIMEOUT_MS`, waits older than half of that are cancelled. PostgreSQL then reports success with
 * a warning, which becomes an error here.
 *
 * @param url the database's
 */
export function createCommitWatch(url: string, createSession: () => pg.Client) {
	const cancel = cancellersByUrl.get(url) ?? createCanceller();
	cancellersByUrl.set(url, cancel);
	return (client: pg.Client) => {
		let isUnconfirmed = false;
		let watched = 0;
		client.on("notice", ({ routine }) => {
			isUnconfirmed ||= routine === WAIT_ROUTINE;
		});
		/** Starts watching a query. Call the returned function when the query has ended. */
		return (): (() => UnconfirmedCommitError | null) => {
			// A warning before the first watched query belongs to a stream, which is not watched until its end.
			if (watched++ === 0) isUnconfirmed = false;
			const timer = setInterval(() => void cancel(createSession), COMMIT_TIMEOUT_MS).unref();
			return () => {
				clearInterval(timer);
				watched--;
				const failure = isUnconfirmed ? new UnconfirmedCommitError() : null;
				isUnconfirmed = false;
				return failure;
			};
		};
	};
}
