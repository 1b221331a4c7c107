import { type Kysely, sql } from "kysely";
import { buildLockCheck, connectLockHolder, createSessionClient, type DatabaseAccess } from "./client.ts";
import { findRow } from "./rows.ts";
import type { Db } from "./tables/tables.ts";

/** PostgreSQL's codes of a lock that was not granted in time, and of a deadlock that ended this transaction. */
const LOCK_ERROR_CODES: readonly unknown[] = ["55P03", "40P01"];
/** PostgreSQL's code of a statement that took longer than its time limit. */
const CANCELED_CODE = "57014";

const hasCode = (error: unknown, codes: readonly unknown[]): boolean =>
	error instanceof Error && "code" in error && codes.includes(error.code);

export const isLockError = (error: unknown): boolean =>
	error instanceof TablesInUseError || hasCode(error, LOCK_ERROR_CODES);

class TablesInUseError extends Error {}

/** Matches statements that lock a table against readers and writers, and captures its name. */
const READERS_EXCLUDED = /\b(?:ALTER|DROP)\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\w+)/gi;
/** Matches statements that lock a table against writers only, and captures its name. */
const WRITERS_EXCLUDED =
	/\b(?:REFERENCES|INSERT\s+INTO|UPDATE|DELETE\s+FROM|CREATE\s+(?:UNIQUE\s+)?INDEX\s+\w+\s+ON|CREATE\s+TRIGGER\s[^;]*?\sON)\s+(?:ONLY\s+)?(\w+)/gi;

/**
 * Locks all existing tables that these migrations change, before the first migration runs. If each migration locked its own
 * tables, it could deadlock with a save that uses the same tables in another order.
 */
export async function lockTables(
	db: Kysely<unknown>,
	files: readonly { readonly name: string; readonly text: string }[],
	timeoutMs: number,
): Promise<void> {
	// Also limits waits for tables that the patterns miss, such as those that a function changes.
	await sql`SELECT set_config('lock_timeout', ${`${timeoutMs}ms`}, true)`.execute(db);
	const row = await findRow(db)<{ tables: readonly string[]; applied: readonly string[] }>`
		SELECT ARRAY(
				SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
			) AS tables,
			ARRAY(SELECT name FROM applied_migrations) AS applied`;
	const { tables = [], applied = [] } = row ?? {};
	const texts = files.filter(({ name }) => !applied.includes(name)).map(({ text }) => text.replaceAll(/--.*$/gm, ""));
	const listTables = (pattern: RegExp) => {
		const names = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name.toLowerCase()));
		return [...new Set(names)].filter((name) => tables.includes(name));
	};
	const lock = (names: readonly string[], mode: string) =>
		names.length > 0 ? `LOCK TABLE ${names.join(", ")} IN ${mode} MODE;` : "";
	const locks = [
		lock(listTables(READERS_EXCLUDED), "ACCESS EXCLUSIVE"),
		lock(listTables(WRITERS_EXCLUDED), "SHARE ROW EXCLUSIVE"),
	];
	try {
		// One statement, so that the time limit applies to all locks together.
		await sql`SELECT set_config('statement_timeout', ${`${timeoutMs}ms`}, true)`.execute(db);
		await sql.raw(`DO $$ BEGIN ${locks.join(" ")} END $$`).execute(db);
		await sql`SET LOCAL statement_timeout TO DEFAULT`.execute(db);
	} catch (error) {
		if (hasCode(error, [CANCELED_CODE])) throw new TablesInUseError("tables are in use", { cause: error });
		throw error;
	}
}

/** An arbitrary key for the advisory lock. */
const UPGRADE_LOCK_ID = 0x7570;

/** SQL: whether a process is about to bring the database up to date, or is doing so. */
export const IS_UPGRADING = sql.raw<boolean>(buildLockCheck(UPGRADE_LOCK_ID));

export const isUpgrading = async (db: Db): Promise<boolean> =>
	(await findRow(db)<{ upgrading: boolean }>`SELECT ${IS_UPGRADING} AS upgrading`)?.upgrading ?? false;

/** Lets other processes see that an upgrade is under way until `work` ends, or this process does. Several may do so together. */
export async function holdUpgradeLock<Result>(access: DatabaseAccess, work: () => Promise<Result>): Promise<Result> {
	const session = createSessionClient(access, "first-bounce upgrade");
	// Without a listener, a lost connection would end the process.
	session.on("error", () => undefined);
	try {
		await connectLockHolder(session);
		await session.query("SELECT pg_advisory_lock_shared($1)", [UPGRADE_LOCK_ID]);
		return await work();
	} finally {
		await session.end();
	}
}
