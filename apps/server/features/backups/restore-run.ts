import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { buildLockCheck, connectLockHolder, createSessionClient, type DatabaseAccess } from "../../db/client.ts";
import { hashToken } from "../../db/hash-token.ts";
import { BackupError } from "./backup-archive.ts";

/*
 * The row of the current or last restore is in a schema of its own, outside the tables that a restore replaces. All processes
 * read it. Whoever restores also holds a lock, so that a restore whose process was killed is noticed at once.
 */
const SCHEMA = "first_bounce_restore";
const TABLE = `${SCHEMA}.run`;
const LOCK_ID = 0x7265;
/** The name of connections that do not count as a server or command in use. */
export const RESTORE_CONNECTION = "first-bounce restore";

/**
 * - `running`: nothing is replaced yet; if nobody holds the lock, the restore was interrupted and nothing was replaced
 * - `loaded`: the database is replaced; the next start ends sessions, erases again and holds messages
 * - `finished`, `failed`: it is over
 */
type RunState = "running" | "loaded" | "finished" | "failed";
type RestoreStep = "check" | "stop" | "backup" | "load" | "pictures";

interface RunDetails {
	readonly startedAt: string;
	readonly step: RestoreStep;
	/** Bytes, or pictures. */
	readonly done: number;
	/** 0 if unknown. */
	readonly total: number;
	/** The backup. */
	readonly createdAt: string | null;
	readonly rows: number;
	readonly pictures: number;
	readonly hasAllPictures: boolean;
	/** Where the previous contents of the database are. */
	readonly previous: string | null;
	readonly problem: string | null;
	/** The accounts that the replaced database had erased. */
	readonly erased: readonly { readonly id: number; readonly createdAt: string }[];
	/** How many of them were erased again, and which could not be. */
	readonly erasedAgain: number;
	readonly unerased: readonly number[];
	/** An earlier restore that no start has finished yet. If this one replaces nothing, the next start does. */
	readonly unfinished: UnfinishedRestore | null;
}

type UnfinishedRestore = Pick<RunDetails, "createdAt" | "rows" | "previous" | "erased">;

export interface RestoreRun extends RunDetails {
	readonly state: RunState;
	readonly isLocked: boolean;
	readonly tokenHash: Buffer | null;
}

const NEW_RUN = {
	step: "check",
	done: 0,
	total: 0,
	createdAt: null,
	rows: 0,
	pictures: 0,
	hasAllPictures: false,
	previous: null,
	problem: null,
	erased: [],
	erasedAgain: 0,
	unerased: [],
	unfinished: null,
} as const;

/** What can run a query: a pool, a client or the client of a transaction. */
export interface Queryable {
	readonly query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>;
}

/** Finds the current or last restore of this database. */
export async function findRestoreRun(db: Queryable): Promise<RestoreRun | null> {
	const { rows: found } = await db.query("SELECT to_regclass($1) IS NOT NULL AS exists", [TABLE]);
	if (!(found[0] as { exists: boolean }).exists) return null;
	const { rows } = await db.query(
		`SELECT state, details, token_hash AS "tokenHash", ${buildLockCheck(LOCK_ID)} AS "isLocked" FROM ${TABLE}`,
	);
	const row = rows[0] as (Omit<RestoreRun, keyof RunDetails> & { readonly details: RunDetails }) | undefined;
	if (!row) return null;
	const { details, ...run } = row;
	return { ...run, ...details };
}

/** Whether a restore is in progress, so that all other processes must stay away from the tables. */
export const isInProgress = (run: RestoreRun | null): boolean =>
	run !== null && run.state === "running" && run.isLocked;

export const isRunToken = ({ tokenHash }: RestoreRun, token: string | null | undefined): boolean =>
	Boolean(token && tokenHash?.equals(hashToken(token)));

export const createRunToken = (): string => randomBytes(16).toString("base64url");

/** Changes the row. In a transaction, the change becomes visible with what the transaction writes. */
export async function updateRun(
	db: Queryable,
	change: Partial<RunDetails> & { readonly state?: RunState },
): Promise<void> {
	const { state = null, ...details } = change;
	await db.query(`UPDATE ${TABLE} SET state = coalesce($1, state), details = details || $2::jsonb`, [
		state,
		JSON.stringify(details),
	]);
}

/** Gets what the next start has to finish: the given restore, or an earlier one if it has replaced nothing. */
export function getUnfinished({
	state,
	createdAt,
	rows,
	previous,
	erased,
	unfinished,
}: RestoreRun): UnfinishedRestore | null {
	return state === "loaded" ? { createdAt, rows, previous, erased } : unfinished;
}

/** Marks what `getUnfinished` returned as finished, once among all processes. */
export async function finishRun(
	db: Queryable,
	details: Pick<RunDetails, "erasedAgain" | "unerased">,
): Promise<boolean> {
	const { rowCount } = await db.query(
		`UPDATE ${TABLE} SET state = CASE state WHEN 'loaded' THEN 'finished' ELSE state END, details = details || $1::jsonb
		WHERE state = 'loaded' OR details ->> 'unfinished' IS NOT NULL`,
		[JSON.stringify({ ...details, unfinished: null })],
	);
	return rowCount === 1;
}

const REPORT_INTERVAL_MS = 500;

/**
 * Begins a restore: takes its lock, on a connection of its own, and writes its row.
 *
 * @param token for who may see the progress; null for a command, which prints it
 * @returns null if another restore is in progress
 */
export async function beginRun(access: DatabaseAccess, token: string | null) {
	const client: Client = createSessionClient(access, RESTORE_CONNECTION);
	// A lost connection fails the next query.
	client.on("error", () => undefined);
	await connectLockHolder(client);
	const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [LOCK_ID]);
	if (!rows[0]?.locked) {
		await client.end();
		return null;
	}
	await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
	await client.query(`CREATE TABLE IF NOT EXISTS ${TABLE} (
		only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), state text NOT NULL, details jsonb NOT NULL, token_hash bytea)`);
	const last = await findRestoreRun(client);
	const unfinished = last && getUnfinished(last);
	const erased = unfinished?.erased ?? [];
	const details = { ...NEW_RUN, erased, unfinished, startedAt: new Date().toISOString() } satisfies RunDetails;
	await client.query(
		`INSERT INTO ${TABLE} (state, details, token_hash) VALUES ('running', $1, $2)
		ON CONFLICT (only_row) DO UPDATE SET state = 'running', details = $1, token_hash = $2`,
		[JSON.stringify(details), token === null ? null : hashToken(token)],
	);
	let reportedAt = 0;
	let lastStep = "";
	let writing: Promise<unknown> = Promise.resolve();
	return {
		/** The accounts that an earlier restore has left to erase. */
		erased,
		update: async (change: Partial<RunDetails> & { readonly state?: RunState }) => {
			await writing;
			await updateRun(client, change);
		},
		/** Records progress, at most twice a second. */
		report: (step: RestoreStep, done: number, total: number) => {
			const now = performance.now();
			if (step === lastStep && now - reportedAt < REPORT_INTERVAL_MS) return;
			lastStep = step;
			reportedAt = now;
			// Progress that cannot be written must not fail the restore.
			writing = writing.then(() => updateRun(client, { step, done, total })).catch(() => undefined);
		},
		/** Resolves once no report is being written. Fails if the lock was lost with its connection. */
		requireLock: async () => {
			await writing;
			await client.query("SELECT").catch(() => {
				throw new BackupError("The connection to the database was lost");
			});
		},
		/** Records a failure. If the database is replaced already, only its reason. */
		fail: async (problem: string) => {
			await writing;
			await client.query(
				`UPDATE ${TABLE} SET state = CASE state WHEN 'running' THEN 'failed' ELSE state END, details = details || $1::jsonb`,
				[JSON.stringify({ problem })],
			);
		},
		/** Releases the lock. */
		close: async () => {
			await writing;
			await client.end();
		},
	};
}

/** The progress of a restore, for whoever holds its token. */
export type RunLog = NonNullable<Awaited<ReturnType<typeof beginRun>>>;
