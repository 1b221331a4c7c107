import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { type Connection, connect } from "../../apps/server/db/connect.ts";
import { type Cluster, joinCluster } from "../../apps/server/db/embedded/cluster.ts";
import { installJobSchema, QUEUES } from "../../apps/server/db/job-schema.ts";
import { listMigrationFiles, migrate } from "../../apps/server/db/migrate.ts";
import type { Database } from "../../apps/server/db/open.ts";
import { getOrCreateServerSecret } from "../../apps/server/db/server-secrets.ts";
import { createProviderSecrets } from "../../apps/server/features/accounts/identity-provider/secrets.ts";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
/** The data folder of the shared test server. It is named after the checkout's path, so that a copy of the checkout has its own. */
export const testDataFolder = path.join(
	tmpdir(),
	`first-bounce-test-postgres-${createHash("sha256").update(checkout).digest("hex").slice(0, 12)}`,
);
/** Tests need no durability, so writes do not wait for the disk. */
const FLAGS = [
	"fsync=off",
	"synchronous_commit=off",
	"full_page_writes=off",
	"max_connections=300",
	"max_wal_size=256MB",
];
const TEMPLATE_LOCK = 0x746d;

/** Joins the PostgreSQL that all tests of this checkout share. It keeps running between test files. */
export const joinTestCluster = (): Promise<Cluster> => joinCluster(testDataFolder, { flags: FLAGS });

/**
 * Creates a migrated database on the shared test server, empty or a copy of the given template. `close` drops it.
 * Create it in `beforeAll`, close it in `afterAll`.
 */
export async function createTestDatabase(template?: string): Promise<Database> {
	const cluster = await joinTestCluster();
	const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
	await copyDatabase(cluster, template ?? (await ensureTemplate(cluster)), name);
	const connection = connect({ url: cluster.buildUrl(name) });
	return {
		...connection,
		migrated: [],
		close: async () => {
			await connection.db.destroy();
			await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
			await cluster.leave({ keepRunning: true });
		},
	};
}

/** Copies the template's files. The default strategy, which writes each page to the log, takes twice the processor time. */
async function copyDatabase({ admin }: Cluster, template: string, name: string): Promise<void> {
	await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
}

export interface TestTemplate {
	/** The name, for `createTestDatabase`. */
	readonly name: string;
	/** Drops the template and leaves the shared test server, which stops unless another process uses it. */
	readonly close: () => Promise<void>;
}

/** Fills a migrated database once, for `createTestDatabase` to copy as often as needed. */
export async function createTestTemplate(fill: (connection: Connection) => Promise<void>): Promise<TestTemplate> {
	const cluster = await joinTestCluster();
	const name = `filled_${process.pid}_${randomBytes(4).toString("hex")}`;
	const close = async () => {
		await cluster.admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
		await cluster.leave();
	};
	try {
		await copyDatabase(cluster, await ensureTemplate(cluster), name);
		const connection = connect({ url: cluster.buildUrl(name) });
		try {
			await fill(connection);
		} finally {
			// PostgreSQL cannot copy a database that has connections.
			await connection.db.destroy();
		}
		return { name, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Returns a template for the current migrations, created on first use. Other branches use other templates. */
async function ensureTemplate({ admin, buildUrl }: Cluster): Promise<string> {
	const files = await listMigrationFiles();
	const hash = createHash("sha256").update(JSON.stringify([files.map(({ sha256 }) => sha256), QUEUES]));
	const template = `template_${hash.digest("hex").slice(0, 12)}`;
	if (await exists(admin, template)) return template;
	await admin.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
	try {
		if (await exists(admin, template)) return template;
		const draft = `${template}_draft`;
		await admin.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
		await admin.query(`CREATE DATABASE ${draft}`);
		const { db, pool } = connect({ url: buildUrl(draft) });
		await migrate(db);
		await installJobSchema(pool);
		// The key is created in the template, because otherwise each test's server would generate it.
		await getOrCreateServerSecret(pool, "identity-provider", createProviderSecrets);
		await db.destroy();
		await admin.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
		return template;
	} finally {
		await admin.query("SELECT pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
	}
}

async function exists(admin: pg.Client, name: string): Promise<boolean> {
	const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name]);
	return rowCount === 1;
}
