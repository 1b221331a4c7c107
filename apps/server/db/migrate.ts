import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import manifest from "../package.json" with { type: "json" };
import { StartupError } from "../startup-error.ts";
import { formatReason } from "./connect.ts";
import type { Tables } from "./tables/tables.ts";

const MIGRATIONS_FOLDER = new URL("migrations/", import.meta.url);

export interface MigrationFile {
	readonly name: string;
	readonly text: string;
	readonly sha256: string;
}

/** Lists the migrations of this version, sorted by file name across sub-folders. */
export async function listMigrationFiles(): Promise<MigrationFile[]> {
	const entries = await readdir(MIGRATIONS_FOLDER, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	return Promise.all(
		files.map(async ({ name, parentPath }) => {
			const text = await readFile(path.join(parentPath, name), "utf8");
			return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
		}),
	);
}

const APPLIED_LOCK_ID = 0x6d69;

/** Lists the hashes of applied files by name, which Kysely's own table lacks. Several processes may call it at once. */
const listAppliedFiles = (db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> =>
	db.transaction().execute(async (transaction) => {
		await sql`SELECT pg_advisory_xact_lock(${APPLIED_LOCK_ID})`.execute(transaction);
		await createAppliedTable(transaction);
		const { rows } = await sql<
			Pick<MigrationFile, "name" | "sha256">
		>`SELECT name, sha256 FROM applied_migrations`.execute(transaction);
		return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
	});

const createMigration = (
	{ name, text, sha256 }: MigrationFile,
	lockOnce: (transaction: Kysely<unknown>) => Promise<void>,
): Migration => ({
	up: async (db) => {
		await lockOnce(db);
		await sql.raw(text).execute(db);
		await sql`
			INSERT INTO applied_migrations (name, sha256, version, applied_at)
			VALUES (${name}, ${sha256}, ${manifest.version}, now())`.execute(db);
	},
});

/** A migration as recorded in the database. */
export interface AppliedMigration {
	readonly name: string;
	/** The release that applied it, and when; null if that was 0.1.0. */
	readonly version: string | null;
	readonly appliedAt: string | null;
}

/** Lists the applied migrations in order, also in a database of an older or newer release. */
export async function listAppliedMigrations(db: Kysely<Tables>): Promise<readonly AppliedMigration[]> {
	await listAppliedFiles(db);
	// The rows are read as JSON, because the table of 0.1.0 has neither version nor time.
	const { rows } = await sql<AppliedMigration>`
		SELECT name, to_jsonb(a) ->> 'version' AS version, to_jsonb(a) ->> 'applied_at' AS "appliedAt"
		FROM applied_migrations a ORDER BY name`.execute(db);
	return rows;
}

/**
 * Lists the migrations that this version would apply, and whether the database has data of an earlier version.
 *
 * @throws StartupError if the database is of a newer version, or an applied file has changed
 */
export async function listPendingMigrations(
	db: Kysely<Tables>,
): Promise<{ readonly names: readonly string[]; readonly isUpgrade: boolean }> {
	const files = await listMigrationFiles();
	const applied = await listAppliedFiles(db);
	const changed = files.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
	if (changed) throw new StartupError(`The database was created with another version of migration ${changed.name}`);
	const unknown = [...applied.keys()].find((name) => !files.some((file) => file.name === name));
	if (unknown) throw new StartupError(`The database was created by a newer version of First Bounce (${unknown})`);
	const names = files.map(({ name }) => name).filter((name) => !applied.has(name));
	return { names, isUpgrade: names.length > 0 && applied.size > 0 };
}

/** How long and how often migrations wait for tables that are in use. */
interface MigrationWaits {
	/**
	 * How long one attempt waits for all tables together, while requests for the same tables queue up behind it. Less than the
	 * second after which PostgreSQL looks for deadlocks, because that could end a save instead of the migration.
	 */
	readonly lockTimeoutMs: number;
	readonly attempts: number;
	readonly pauseMs: number;
}

export const DEFAULT_WAITS: MigrationWaits = { lockTimeoutMs: 500, attempts: 30, pauseMs: 1_500 };

/** PostgreSQL's codes of a lock that was not granted in time, and of a deadlock that ended this transaction. */
const LOCK_ERROR_CODES: readonly unknown[] = ["55P03", "40P01"];
/** PostgreSQL's code of a statement that took longer than its time limit. */
const CANCELED_CODE = "57014";

const hasCode = (error: unknown, codes: readonly unknown[]): boolean =>
	error instanceof Error && "code" in error && codes.includes(error.code);

const isLockError = (error: unknown): boolean => error instanceof TablesInUseError || hasCode(error, LOCK_ERROR_CODES);

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
async function lockTables(
	db: Kysely<unknown>,
	files: readonly MigrationFile[],
	timeoutMs: MigrationWaits["lockTimeoutMs"],
): Promise<void> {
	// Also limits waits for tables that the patterns miss, such as those that a function changes.
	await sql`SELECT set_config('lock_timeout', ${`${timeoutMs}ms`}, true)`.execute(db);
	const { rows } = await sql<{ tables: readonly string[]; applied: readonly string[] }>`
		SELECT ARRAY(
				SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
			) AS tables,
			ARRAY(SELECT name FROM applied_migrations) AS applied`.execute(db);
	const [{ tables = [], applied = [] } = {}] = rows;
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

/**
 * Applies all new migrations in one transaction, in one process at a time; others wait. While others use a table that
 * must change, everything is rolled back and tried again.
 *
 * @returns the names of the files applied now
 * @throws StartupError if the database is of a newer version, an applied file has changed, or a table stays in use
 */
export async function migrate(db: Kysely<Tables>, waits = DEFAULT_WAITS): Promise<readonly string[]> {
	for (let attempt = 1; ; attempt++) {
		const { names } = await listPendingMigrations(db);
		if (names.length === 0) return [];
		try {
			return await runMigrations(db, await listMigrationFiles(), waits);
		} catch (error) {
			if (!isLockError(error)) throw createMigrationError(error);
			if (attempt === waits.attempts) throw createLockError(error, waits);
		}
		await setTimeout(waits.pauseMs);
	}
}

const createMigrationError = (cause: unknown) =>
	new StartupError(`The database could not be brought up to date: ${formatReason(cause)}`, { cause });

const createLockError = (cause: unknown, { attempts, lockTimeoutMs }: MigrationWaits) =>
	new StartupError(
		`The database could not be brought up to date: ${attempts} times in a row, another program used a table for more ` +
			`than ${lockTimeoutMs / 1000} seconds. Nothing was changed. End that program's transaction (it is listed in ` +
			"pg_stat_activity) and start again",
		{ cause },
	);

const createAppliedTable = (db: Kysely<Tables>) =>
	sql`CREATE TABLE IF NOT EXISTS applied_migrations (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(db);

async function runMigrations(
	db: Kysely<Tables>,
	files: readonly MigrationFile[],
	waits: Pick<MigrationWaits, "lockTimeoutMs">,
): Promise<readonly string[]> {
	await createAppliedTable(db);
	await sql`
		ALTER TABLE applied_migrations
			ADD COLUMN IF NOT EXISTS version text,
			ADD COLUMN IF NOT EXISTS applied_at timestamptz`.execute(db);
	let isLocked = false;
	const lockOnce = async (transaction: Kysely<unknown>) => {
		if (!isLocked) await lockTables(transaction, files, waits.lockTimeoutMs);
		isLocked = true;
	};
	const migrations = Object.fromEntries(files.map((file) => [file.name, createMigration(file, lockOnce)]));
	const provider = { getMigrations: async () => migrations };
	// A release may have a migration whose number is lower than that of one applied by the release before it.
	const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error) throw error;
	return results.map(({ migrationName }) => migrationName);
}

/**
 * Applies those of these migrations that are new, in the caller's transaction or in one of its own.
 *
 * @returns the names of the files applied now
 */
export async function applyMigrations(db: Kysely<Tables>, files: readonly MigrationFile[]): Promise<readonly string[]> {
	try {
		return await runMigrations(db, files, DEFAULT_WAITS);
	} catch (error) {
		throw createMigrationError(error);
	}
}
