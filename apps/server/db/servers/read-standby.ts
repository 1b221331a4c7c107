import type { Pool } from "pg";
import { Refusal } from "../../plugins/refusal.ts";
import { type Connection, connectForReads, formatReason } from "../connect.ts";
import type { Db } from "../tables/tables.ts";

/** Where reads go. */
interface ReadSource {
	readonly db: Db;
	readonly pool: Pool;
}

/** Runs queries that only read. Their results may be up to three seconds old, but never older than the season in memory. */
export type Read<Source = ReadSource> = <Result>(queries: (source: Source) => Promise<Result>) => Promise<Result>;
export type ReadDb = Read<Pick<ReadSource, "db">>;

/** Creates a `Read` that always uses the primary. */
export const readFrom =
	<Source>(primary: Source): Read<Source> =>
	(queries) =>
		queries(primary);

interface StandbyOptions {
	/** Called when the standby starts or stops being used, and when a query on it fails. */
	readonly log: (message: string) => void;
	/** A steady clock in milliseconds. */
	readonly now?: () => number;
	/** Older data are not read. */
	readonly maxLagMs?: number;
	/** How long queries on the standby may take before they are sent to the primary. */
	readonly deadlineMs?: number;
}

const MAX_LAG_MS = 3_000;
const DEADLINE_MS = 10_000;

// `position` is in bytes of the write-ahead log: on the primary, of what is written; on a standby, of what queries see.
const FIND_PRIMARY_STATE = `SELECT (SELECT system_identifier FROM pg_control_system())::text || current_database() AS identity,
	CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn() - '0/0' END AS position`;
const FIND_STANDBY_STATE = `SELECT (SELECT system_identifier FROM pg_control_system())::text || current_database() AS identity,
	CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0' END AS position`;

interface ServerState {
	readonly identity: string;
	/** Null if the server does not have the role that we expect. */
	readonly position: number | null;
}

async function findState(pool: Pool, text: string): Promise<ServerState> {
	const { rows } = await pool.query<ServerState>(text);
	if (!rows[0]) throw new Error("no answer");
	return rows[0];
}

async function withDeadline<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1_000} seconds`)), milliseconds);
	try {
		return await Promise.race([work, promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** Samples of the position of the primary's log, up to `maxAgeMs` old. */
function createLogSamples(primary: Pool, now: () => number, maxAgeMs: number) {
	let samples: readonly { readonly at: number; readonly position: number }[] = [];
	return {
		/** Adds a sample, and returns the identity of the primary's database. */
		add: async (): Promise<string> => {
			const at = now();
			const { identity, position } = await findState(primary, FIND_PRIMARY_STATE);
			if (position === null) return identity;
			// After a failover the log may continue at an earlier position.
			const hasGoneBack = (samples.at(-1)?.position ?? 0) > position;
			samples = [...(hasGoneBack ? [] : samples.filter((sample) => at - sample.at <= maxAgeMs)), { at, position }];
			return identity;
		},
		/** The time of the latest sample that a log at `position` has reached; null if it has reached none. */
		findTime: (position: number): number | null =>
			samples.findLast((sample) => sample.position <= position)?.at ?? null,
	};
}

/**
 * Opens the standby at `url`. PostgreSQL's own measure of the lag does not grow if the standby has lost its primary, so each
 * check samples the position of the primary's log. The standby's data are as old as the latest sample that it has reached.
 */
export function createReadStandby(primary: Connection, url: string, options: StandbyOptions) {
	const { log, now = () => performance.now(), maxLagMs = MAX_LAG_MS, deadlineMs = DEADLINE_MS } = options;
	const standby = connectForReads(primary, url);
	const samples = createLogSamples(primary.pool, now, maxLagMs);
	/** The time up to which the standby has everything; null if it cannot be used. */
	let freshAt: number | null = null;
	/** The standby is not used unless it has everything up to this time. */
	let requiredAt = now();
	let lastFreshAt = requiredAt;
	/** Why the standby is not used; null if it is. */
	let problem: string | null = "it has not been checked yet";

	const getLagMs = (): number | null => {
		if (freshAt === null || freshAt < requiredAt) return null;
		const lag = now() - freshAt;
		return lag > maxLagMs ? null : lag;
	};
	const setProblem = (newProblem: string | null) => {
		if (newProblem === problem) return;
		if (newProblem === null) log("Reads that may be a few seconds old go to the standby of DATABASE_READ_URL");
		else log(`Reads go to the primary, because the standby of DATABASE_READ_URL cannot be used: ${newProblem}`);
		problem = newProblem;
	};
	const findProblem = async (): Promise<string | null> => {
		const identity = await samples.add().catch(() => null);
		// The outage of the primary is reported elsewhere, and the standby's data only become older.
		if (identity === null) return problem;
		let found: ServerState;
		try {
			found = await withDeadline(findState(standby.pool, FIND_STANDBY_STATE), maxLagMs);
		} catch (error) {
			return formatReason(error);
		} finally {
			// Not usable until the answer below says so.
			freshAt = null;
		}
		const { identity: standbyIdentity, position } = found;
		if (standbyIdentity !== identity) return "it is another database than that of DATABASE_URL";
		if (position === null) return "it is not a standby";
		freshAt = samples.findTime(position);
		lastFreshAt = freshAt ?? lastFreshAt;
		if (freshAt !== null) return null;
		// A standby that has just been opened, or is back, gets a moment to reach the position of the first sample.
		return now() - lastFreshAt > maxLagMs ? `it is more than ${maxLagMs / 1_000} seconds behind` : problem;
	};

	return {
		/** Reads from the standby, or from the primary if the standby cannot be used or fails. */
		createRead:
			(source: ReadSource): Read =>
			async (queries) => {
				if (getLagMs() === null) return queries(source);
				try {
					return await withDeadline(queries(standby), deadlineMs);
				} catch (error) {
					// A refusal may be due to data that the standby does not have yet. After a failure the next check decides
					// whether the standby can be used again.
					if (!(error instanceof Refusal)) {
						freshAt = null;
						log(`A read went to the primary, because the standby of DATABASE_READ_URL failed: ${formatReason(error)}`);
					}
					return queries(source);
				}
			},
		/** Stops using the standby until it has everything that has been committed by now. */
		requireLatest: () => {
			requiredAt = now();
		},
		/** Measures how old the standby's data are. Called once a second. */
		check: async () => setProblem(await findProblem()),
		/** The age of the standby's data; null while the standby is not used. */
		lagSeconds: () => {
			const lag = getLagMs();
			return lag === null ? null : lag / 1_000;
		},
		close: () => standby.db.destroy(),
	};
}

/** A standby that answers some reads instead of the primary. */
export type ReadStandby = ReturnType<typeof createReadStandby>;
