import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Connection, connect } from "../../apps/server/db/connect.ts";
import { findPostgresAccount } from "../../apps/server/db/embedded/account.ts";
import { joinCluster } from "../../apps/server/db/embedded/cluster.ts";
import { findPrograms } from "../../apps/server/db/embedded/find-programs.ts";
import { migrate } from "../../apps/server/db/migrate.ts";
import { DATABASE_NAME } from "../../apps/server/db/open.ts";

const run = promisify(execFile);
const DEBIAN_FOLDER = "/usr/lib/postgresql";
const PASSWORD = "of-the-former-version";

/** What the migrations use and PostgreSQL before version 18 lacks. */
const SHIMS = `
	CREATE FUNCTION uuidv7() RETURNS uuid AS 'SELECT gen_random_uuid()' LANGUAGE sql;
	CREATE FUNCTION casefold(text) RETURNS text AS 'SELECT lower($1)' LANGUAGE sql IMMUTABLE;
	CREATE COLLATION pg_unicode_fast (provider = libc, locale = 'C')`;

/** Finds the newest PostgreSQL before 18 that the distribution has installed. */
export async function findFormerMajor(): Promise<string> {
	const majors = (await readdir(DEBIAN_FOLDER)).map(Number).filter((major) => major < 18);
	if (majors.length === 0) throw new Error("This test needs an older PostgreSQL: apt-get install postgresql-15");
	return String(Math.max(...majors));
}

/** Creates the data folder `postgres` of an embedded PostgreSQL of a former version, with the tables of First Bounce. */
export async function createFormerDatabase(
	dataDir: string,
	{ major, place = null }: { readonly major: string; readonly place?: string | null },
	fill: (connection: Connection) => Promise<unknown>,
): Promise<void> {
	const folder = path.join(dataDir, "postgres");
	await mkdir(folder, { recursive: true });
	// PostgreSQL may run as another account, which needs access through this folder.
	await chmod(dataDir, 0o711);
	const account = findPostgresAccount(path.join(dataDir, "none"));
	await writeFile(`${folder}-password`, PASSWORD, { mode: 0o600 });
	const passwordFile = path.join(folder, "password");
	await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
	if (account) for (const entry of [folder, passwordFile]) await chown(entry, account.uid, account.gid);
	const { programs } = await findPrograms(major, place);
	const { initdb } = await programs.prepare(account, dataDir);
	const target = path.join(folder, "new");
	const options = ["--username=first_bounce", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"];
	const identity = account ? { uid: account.uid, gid: account.gid } : {};
	await run(initdb, [`--pgdata=${target}`, `--pwfile=${passwordFile}`, ...options], { ...identity, cwd: dataDir });
	await run("sh", [
		"-c",
		`rm ${passwordFile} && mv ${target} ${folder}.new && rmdir ${folder} && mv ${folder}.new ${folder}`,
	]);
	const cluster = await joinCluster(folder, { programs });
	const connection = connect({ url: await cluster.createDatabase(DATABASE_NAME) }, 1);
	try {
		await connection.pool.query(SHIMS);
		await migrate(connection.db);
		await fill(connection);
	} finally {
		await connection.pool.end();
		await cluster.leave();
	}
}
