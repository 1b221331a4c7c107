import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import packageJson from "../package.json" with { type: "json" };
import { StartupError } from "../startup-error.ts";
import { formatReason } from "./connect.ts";
import { isLockError, lockTables } from "./lock-tables.ts";
import { findRow, listRows } from "./rows.ts";
import type { Db } from "./tables/tables.ts";

const MIGRATIONS_FOLDER = new URL("migrations/", import.meta.url);

export interface MigrationFile {
	readonly name: string;
	readonly text: string;
	readonly sha256: string;
	/**
	 * The hashes of the texts that a repeatable migration had before, and which its text now replaces. Null if the migration
	 * is applied only once.
	 */
	readonly formerHashes: readonly string[] | null;
}

/** Lists the migrations of this version, sorted by file name across sub-folders, so that the repeatable ones are last. */
export async function listMigrationFiles(): Promise<MigrationFile[]> {
	const entries = await readdir(MIGRATIONS_FOLDER, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	return Promise.all(
		files.map(async ({ name, parentPath }) => {
			const file = path.join(parentPath, name);
			const text = await readFile(file, "utf8");
			const sha256 = createHash("sha256").update(text).digest("hex");
			if (path.basename(parentPath) !== "repeatable") return { name, text, sha256, formerHashes: null };
			const hashes = (await readFile(file.replace(/sql$/, "sha256"), "utf8")).trim().split("\n");
			return { name, text, sha256, formerHashes: hashes.filter((hash) => hash !== sha256) };
		}),
	);
}

/** An arbitrary key for the advisory lock. */
const APPLIED_LOCK_ID = 0x6d69;

/** Lists the hashes of applied files by name, which Kysely's own table lacks. Several processes may call it at the same time. */
const listAppliedFiles = (db: Db): Promise<ReadonlyMap<string, string>> =>
	db.transaction().execute(async (trx) => {
		await sql`SELECT pg_advisory_xact_lock(${APPLIED_LOCK_ID})`.execute(trx);
		await createAppliedTable(trx);
		const rows = await listRows(trx)<
			Pick<MigrationFile, "name" | "sha256">
		>`SELECT name, sha256 FROM applied_migrations`;
		return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
	});

/**
 * Finds the files that are not applied yet, or whose former text is applied.
 *
 * @throws StartupError if this version does not know the text that was applied
 */
const findPendingFiles = (files: readonly MigrationFile[], applied: ReadonlyMap<string, string>): MigrationFile[] =>
	files.filter(({ name, sha256, formerHashes }) => {
		const hash = applied.get(name);
		if (hash === undefined || formerHashes?.includes(hash)) return true;
		if (hash === sha256) return false;
		if (formerHashes) throw createNewerError(name);
		throw new StartupError(`The database was created with another version of migration ${name}`);
	});

const createNewerError = (name: string) =>
	new StartupError(`The database was created by a newer version of First Bounce (${name})`);

const createMigration = (
	{ name, text, sha256 }: MigrationFile,
	lockChangedTables: (trx: Kysely<unknown>) => Promise<void>,
): Migration => ({
	up: async (db) => {
		await lockChangedTables(db);
		await sql.raw(text).execute(db);
		await sql`
			INSERT INTO applied_migrations (name, sha256, version, applied_at)
			VALUES (${name}, ${sha256}, ${packageJson.version}, now())
			ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, version = excluded.version,
				applied_at = excluded.applied_at`.execute(db);
	},
});

/** A migration as recorded in the database. */
export interface AppliedMigration extends Pick<MigrationFile, "name" | "sha256"> {
	/** The release that applied it, and when; null if that was 0.1.0. */
	readonly version: string | null;
	readonly appliedAt: string | null;
}

/** Lists the applied migrations in order, also in a database of an older or newer release; empty without tables of First Bounce. */
export async function listAppliedMigrations(db: Db): Promise<readonly AppliedMigration[]> {
	const row = await findRow(db)<{ exists: boolean }>`
		SELECT to_regclass('applied_migrations') IS NOT NULL AS exists`;
	if (!row?.exists) return [];
	// Version and time are read as JSON, because the table of 0.1.0 has neither.
	return listRows(db)<AppliedMigration>`
		SELECT name, sha256, to_jsonb(a) ->> 'version' AS version, to_jsonb(a) ->> 'applied_at' AS "appliedAt"
		FROM applied_migrations a ORDER BY name`;
}

/**
 * Lists the migrations that this version would apply, and whether the database has data of an earlier version.
 *
 * @throws StartupError if the database is of a newer version, or an applied file has changed
 */
export async function listPendingMigrations(
	db: Db,
	files?: readonly MigrationFile[],
): Promise<{ readonly names: readonly string[]; readonly isUpgrade: boolean }> {
	const known = files ?? (await listMigrationFiles());
	const applied = await listAppliedFiles(db);
	const names = findPendingFiles(known, applied).map(({ name }) => name);
	const unknown = [...applied.keys()].find((name) => !known.some((file) => file.name === name));
	if (unknown) throw createNewerError(unknown);
	return { names, isUpgrade: names.length > 0 && applied.size > 0 };
}

/**
 * Whether the database has a migration that this version does not know, because a newer release has been started beside it.
 * Unlike `listPendingMigrations` it only reads, so that it can be asked every second.
 *
 * @param known this version's files
 */
export async function isMigratedByNewer(db: Db, known: readonly MigrationFile[]): Promise<boolean> {
	const rows = await listRows(db)<Pick<MigrationFile, "name" | "sha256">>`
		SELECT name, sha256 FROM applied_migrations`;
	const files = new Map(known.map((file) => [file.name, file]));
	return rows.some(({ name, sha256 }) => {
		const file = files.get(name);
		return file?.sha256 !== sha256 && !file?.formerHashes?.includes(sha256);
	});
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

/**
 * Applies all migrations that are new, and repeatable ones that have changed, in one transaction and in one process at a time;
 * others wait. While others use a table that must change, everything is rolled back and tried again.
 *
 * @returns the names of the files applied now
 * @throws StartupError if the database is of a newer version, an applied file has changed, or a table stays in use
 */
export async function migrate(
	db: Db,
	waits = DEFAULT_WAITS,
	files?: readonly MigrationFile[],
): Promise<readonly string[]> {
	const known = files ?? (await listMigrationFiles());
	for (let attempt = 1; ; attempt++) {
		const { names } = await listPendingMigrations(db, known);
		if (names.length === 0) return [];
		try {
			return await runMigrations(db, known, waits);
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

const createAppliedTable = (db: Db) =>
	sql`CREATE TABLE IF NOT EXISTS applied_migrations (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(db);

const buildKyselyName = ({ name, formerHashes }: MigrationFile, hash: string): string =>
	formerHashes ? `${name} ${hash}` : name;

async function runMigrations(
	db: Db,
	files: readonly MigrationFile[],
	waits: Pick<MigrationWaits, "lockTimeoutMs">,
): Promise<readonly string[]> {
	await createAppliedTable(db);
	await sql`
		ALTER TABLE applied_migrations
			ADD COLUMN IF NOT EXISTS version text,
			ADD COLUMN IF NOT EXISTS applied_at timestamptz`.execute(db);
	let isLocked = false;
	const lockChangedTables = async (trx: Kysely<unknown>) => {
		if (isLocked) return;
		// Repeatable migrations only replace functions, which needs no lock on a table.
		const changingTables = files.filter(({ formerHashes }) => formerHashes === null);
		await lockTables(trx, changingTables, waits.lockTimeoutMs);
		isLocked = true;
	};
	// Kysely runs each name once, so each text of a repeatable migration has its own. Former texts are listed without effect,
	// because Kysely refuses a database with a migration that it does not know.
	const names = new Map(files.map((file) => [buildKyselyName(file, file.sha256), file.name]));
	const former = files.flatMap((file) => file.formerHashes?.map((hash) => buildKyselyName(file, hash)) ?? []);
	const migrations = Object.fromEntries([
		...former.map((name): [string, Migration] => [name, { up: async () => undefined }]),
		...files.map((file): [string, Migration] => [
			buildKyselyName(file, file.sha256),
			createMigration(file, lockChangedTables),
		]),
	]);
	const provider = { getMigrations: async () => migrations };
	// A release may have a migration whose number is lower than that of one applied by the release before it.
	const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error) throw error;
	return results.flatMap(({ migrationName }) => names.get(migrationName) ?? []);
}

/**
 * Applies the given migrations that are not applied yet, in the caller's transaction, or in a new one if there is none.
 *
 * @returns the names of the files applied now
 */
export async function applyMigrations(db: Db, files: readonly MigrationFile[]): Promise<readonly string[]> {
	try {
		return await runMigrations(db, files, DEFAULT_WAITS);
	} catch (error) {
		throw createMigrationError(error);
	}
}
