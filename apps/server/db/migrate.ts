import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartupError } from "../startup-error.ts";
import { formatReason } from "./connect.ts";
import type { Tables } from "./tables/tables.ts";

const MIGRATIONS_FOLDER = new URL("migrations/", import.meta.url);

export interface MigrationFile {
	readonly name: string;
	readonly text: string;
	readonly sha256: string;
}

/** The migrations of this version, sorted by file name across sub-folders. */
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

/** Lists applied files with their hashes, which Kysely's table lacks. A lock allows concurrent creation of the table. */
const listAppliedFiles = (db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> =>
	db.transaction().execute(async (transaction) => {
		await sql`SELECT pg_advisory_xact_lock(${APPLIED_LOCK_ID})`.execute(transaction);
		await createAppliedTable(transaction);
		const { rows } = await sql<
			Pick<MigrationFile, "name" | "sha256">
		>`SELECT name, sha256 FROM applied_migrations`.execute(transaction);
		return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
	});

const createMigration = ({ name, text, sha256 }: MigrationFile): Migration => ({
	up: async (db) => {
		await sql.raw(text).execute(db);
		await sql`INSERT INTO applied_migrations (name, sha256) VALUES (${name}, ${sha256})`.execute(db);
	},
});

/**
 * The migrations that this version would apply, and whether the database has data of an earlier version.
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

/**
 * Applies all new migrations in one transaction, in one process at a time.
 *
 * @returns the names of the files applied now
 * @throws StartupError if the database is of a newer version, or an applied file has changed
 */
export async function migrate(db: Kysely<Tables>): Promise<readonly string[]> {
	const { names } = await listPendingMigrations(db);
	return names.length === 0 ? [] : applyMigrations(db, await listMigrationFiles());
}

const createAppliedTable = (db: Kysely<Tables>) =>
	sql`CREATE TABLE IF NOT EXISTS applied_migrations (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(db);

/**
 * Applies those of the given migrations that are new, in one transaction or in the caller's.
 *
 * @returns the names of the files applied now
 */
export async function applyMigrations(db: Kysely<Tables>, files: readonly MigrationFile[]): Promise<readonly string[]> {
	await createAppliedTable(db);
	const migrations = Object.fromEntries(files.map((file) => [file.name, createMigration(file)]));
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error)
		throw new StartupError(`The database could not be brought up to date: ${formatReason(error)}`, { cause: error });
	return results.map(({ migrationName }) => migrationName);
}
