import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartupFault } from "../startup-fault.ts";
import { reason } from "./connect.ts";
import type { Tables } from "./tables/tables.ts";

const folder = new URL("migrations/", import.meta.url);

interface MigrationFile {
	readonly name: string;
	readonly text: string;
	readonly sha256: string;
}

/** The migrations of this version, in the order they are applied. */
export async function migrationFiles(): Promise<MigrationFile[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
	return Promise.all(
		names.map(async (name) => {
			const text = await readFile(new URL(name, folder), "utf8");
			return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
		}),
	);
}

const APPLIED_LOCK = 0x6d69;

/** Applied files and their hashes; Kysely's own table knows names only. Two processes may be the first at once. */
const appliedFiles = (db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> =>
	db.transaction().execute(async (transaction) => {
		await sql`SELECT pg_advisory_xact_lock(${APPLIED_LOCK})`.execute(transaction);
		await sql`CREATE TABLE IF NOT EXISTS applied_migrations (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(
			transaction,
		);
		const { rows } = await sql<
			Pick<MigrationFile, "name" | "sha256">
		>`SELECT name, sha256 FROM applied_migrations`.execute(transaction);
		return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
	});

const asMigration = ({ name, text, sha256 }: MigrationFile): Migration => ({
	up: async (db) => {
		await sql.raw(text).execute(db);
		await sql`INSERT INTO applied_migrations (name, sha256) VALUES (${name}, ${sha256})`.execute(db);
	},
});

/**
 * Brings the tables to this version: every file not yet applied, all in one transaction, one process at a time.
 *
 * @returns the names of the files applied now
 * @throws StartupFault when the database was made by a newer version, or an applied file has been changed since
 */
export async function migrate(db: Kysely<Tables>): Promise<readonly string[]> {
	const files = await migrationFiles();
	const applied = await appliedFiles(db);
	const changed = files.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
	if (changed) throw new StartupFault(`The database was made with another version of migration ${changed.name}`);
	const unknown = [...applied.keys()].find((name) => !files.some((file) => file.name === name));
	if (unknown) throw new StartupFault(`The database was made by a newer version of First Bounce (${unknown})`);
	if (applied.size === files.length) return [];

	const migrations = Object.fromEntries(files.map((file) => [file.name, asMigration(file)]));
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error) throw new StartupFault(`The database could not be brought up to date: ${reason(error)}`, { cause: error });
	return results.map(({ migrationName }) => migrationName);
}
