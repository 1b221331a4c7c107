import { sql } from "kysely";
import type { ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { JOB_SCHEMA } from "../../db/job-schema.ts";
import { listAppliedMigrations } from "../../db/migrate.ts";
import { findRow, listRows } from "../../db/rows.ts";
import type { Db } from "../../db/tables/tables.ts";
import type { BackupManifest, BackupTable } from "./backup-archive.ts";
import { RESTORE_CONNECTION } from "./restore-run.ts";

const PG_IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

/** Quotes a name from a backup. @throws if it is not a plain identifier */
function quoteName(name: string): string {
	if (!PG_IDENTIFIER.test(name)) throw new Error(`${name} is not the name of a table, column or sequence`);
	return `"${name}"`;
}

/** Unlogged tables, such as the counters of attempts, are left out too. */
const NOT_BACKED_UP = ["kysely_migration_lock"];

/** Lists the tables that hold rows, partitions included, with their columns. */
export const listTables = (db: Db): Promise<BackupTable[]> =>
	listRows(db)<BackupTable>`
		SELECT c.relname AS name,
			(SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
				WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
			CASE WHEN c.relispartition THEN jsonb_build_object(
				'parent', (SELECT p.relname FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent WHERE i.inhrelid = c.oid),
				'bounds', pg_get_expr(c.relpartbound, c.oid),
				'indexes', (SELECT coalesce(jsonb_agg(pg_get_indexdef(x.indexrelid) ORDER BY x.indexrelid), '[]') FROM pg_index x
					WHERE x.indrelid = c.oid AND NOT x.indisprimary)) END AS partition
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relpersistence = 'p'
			AND c.relname <> ALL (${NOT_BACKED_UP})
		ORDER BY c.relname`;

/** Lists the sequences of identity columns with their positions. */
export async function listSequences(db: Db): Promise<BackupManifest["sequences"]> {
	const rows = await listRows(db)<{ name: string }>`
		SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = current_schema() AND c.relkind = 'S' ORDER BY c.relname`;
	const sequences: BackupManifest["sequences"] = [];
	for (const { name } of rows) {
		const row = await findRow(db)<{ lastValue: string; isCalled: boolean }>`
			SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${sql.ref(name)}`;
		if (row) sequences.push({ name, ...row });
	}
	return sequences;
}

/** Makes all further reads of the transaction use one snapshot of the database. Must be its first statement. */
export const startSnapshot = (trx: Db) => sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(trx);

const formatColumns = ({ columns }: BackupTable): string => columns.map(quoteName).join(", ");

/** Reads a table's rows as text that `copyRowsInto` takes. */
export const copyRowsFrom = (client: ClientBase, table: BackupTable) =>
	client.query(copyTo(`COPY ${quoteName(table.name)} (${formatColumns(table)}) TO STDOUT`));

/** Writes rows that `copyRowsFrom` has read. */
export const copyRowsInto = (client: ClientBase, table: BackupTable) =>
	client.query(copyFrom(`COPY ${quoteName(table.name)} (${formatColumns(table)}) FROM STDIN`));

/**
 * - `empty`: no tables
 * - `unused`: tables of First Bounce without seasons and users
 * - `used`: data of First Bounce
 * - `foreign`: tables of another program
 */
export type DatabaseState = "empty" | "unused" | "used" | "foreign";

/** Reads what a database contains. */
export async function readDatabaseState(db: Db): Promise<DatabaseState> {
	if ((await listAppliedMigrations(db)).length === 0) {
		const row = await findRow(db)<{ tables: number }>`
			SELECT count(*)::int AS tables FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm')
				AND c.relname NOT IN ('applied_migrations', 'kysely_migration', 'kysely_migration_lock')`;
		return (row?.tables ?? 0) > 0 ? "foreign" : "empty";
	}
	const row = await findRow(db)<{ used: boolean }>`
		SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM seasons) AS used`;
	return row?.used ? "used" : "unused";
}

/** Counts the connections of other programs of First Bounce to this database. */
export async function countOtherConnections(db: Db): Promise<number> {
	const row = await findRow(db)<{ others: number }>`
		SELECT count(*)::int AS others FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'first-bounce%'
			AND application_name <> ${RESTORE_CONNECTION}`;
	return row?.others ?? 0;
}

/** Deletes all tables, views, functions and queued jobs. Extensions stay. */
export async function dropEverything(trx: Db): Promise<void> {
	await sql`SET LOCAL lock_timeout = '10s'`.execute(trx);
	const rows = await listRows(trx)<{ command: string }>`
		SELECT format('DROP %s IF EXISTS %s CASCADE',
			CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass) AS command
		FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
		UNION ALL
		SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', p.oid::regprocedure)
		FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;
	for (const { command } of rows) await sql.raw(command).execute(trx);
	await sql`DROP SCHEMA IF EXISTS ${sql.ref(JOB_SCHEMA)} CASCADE`.execute(trx);
}

/** Creates a partition that migrations do not create, with its indexes. */
export async function createPartition(client: ClientBase, { name, partition }: BackupTable): Promise<void> {
	if (!partition) return;
	const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [name]);
	if (rows[0]?.exists) return;
	await client.query(`CREATE TABLE ${quoteName(name)} PARTITION OF ${quoteName(partition.parent)} ${partition.bounds}`);
	const { rows: existing } = await client.query<{ definition: string }>(
		"SELECT indexdef AS definition FROM pg_indexes WHERE tablename = $1",
		[name],
	);
	// Names of indexes differ between databases, so definitions are compared from USING on: method and columns.
	const getIndexedColumns = (definition: string) => definition.slice(definition.indexOf("USING"));
	const existingColumns = new Set(existing.map(({ definition }) => getIndexedColumns(definition)));
	for (const index of partition.indexes) if (!existingColumns.has(getIndexedColumns(index))) await client.query(index);
}

interface ForeignKey {
	readonly table: string;
	readonly name: string;
	readonly definition: string;
}

/**
 * Empties the tables, drops their foreign keys and disables their triggers, so that rows can be loaded in any order.
 *
 * @returns a function that restores foreign keys, which checks all rows, and enables the triggers
 */
export async function prepareLoad(client: ClientBase, tables: readonly BackupTable[]): Promise<() => Promise<void>> {
	const { rows: foreignKeys } = await client.query<ForeignKey>(`
		SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
		FROM pg_constraint
		WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace`);
	const { rows: tablesWithTriggers } = await client.query<{ name: string }>(`
		SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
		WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace`);
	for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
	for (const { name } of tablesWithTriggers) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
	await client.query(`TRUNCATE ${tables.map(({ name }) => quoteName(name)).join(", ")}`);
	return async () => {
		for (const { table, name, definition } of foreignKeys)
			await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
		for (const { name } of tablesWithTriggers) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
	};
}

export async function setSequences(client: ClientBase, sequences: BackupManifest["sequences"]): Promise<void> {
	for (const { name, lastValue, isCalled } of sequences)
		await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [quoteName(name), lastValue, isCalled]);
}

/** Refreshes the statistics of PostgreSQL's planner. */
export const analyze = (client: ClientBase) => client.query("ANALYZE");

export async function countTableRows(db: Db, table: string): Promise<number> {
	const row = await findRow(db)<{ rows: number }>`SELECT count(*) AS rows FROM ONLY ${sql.ref(table)}`;
	return row?.rows ?? 0;
}

/** Counts a table's rows and adds up the hashes of their values, which are the same in every version of PostgreSQL. */
export async function readChecksum(db: Db, table: BackupTable): Promise<string> {
	const row = await findRow(db)<{ checksum: string }>`
		SELECT count(*) || ' ' || coalesce(sum(('x' || left(md5(ROW(${sql.raw(formatColumns(table))})::text), 15))::bit(60)::bigint), 0)
			AS checksum FROM ONLY ${sql.ref(table.name)}`;
	return row?.checksum ?? "";
}

interface DatabaseDescription {
	readonly name: string;
	/** The version of PostgreSQL, such as 18.4. */
	readonly version: string;
	readonly bytes: number;
	/** The connections of the whole server. */
	readonly connections: number;
	readonly maxConnections: number;
}

export async function describeDatabase(db: Db): Promise<DatabaseDescription> {
	const description = await findRow(db)<DatabaseDescription>`
		SELECT current_database() AS name, split_part(current_setting('server_version'), ' ', 1) AS version,
			pg_database_size(current_database()) AS bytes,
			(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
			current_setting('max_connections')::int AS "maxConnections"`;
	if (!description) throw new Error("PostgreSQL returned no description of the database");
	return description;
}
