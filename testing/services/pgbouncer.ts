import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "../../apps/server/db/connect.ts";
import { findFreePort } from "../../apps/server/db/embedded/postgres-process.ts";
import { waitFor } from "../server/wait-for.ts";

/** Connections of PgBouncer to each database: fewer than a server process has to PgBouncer, so that they are shared. */
const POOL_SIZE = 4;

/** Starts Debian's PgBouncer in transaction mode before a PostgreSQL server. */
export async function startPgBouncer({ port, password }: { readonly port: number; readonly password: string }) {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-pgbouncer-"));
	// As root, PgBouncer runs as another account.
	await chmod(folder, 0o755);
	const listenPort = await findFreePort();
	const file = path.join(folder, "pgbouncer.ini");
	const settings = [
		"[databases]",
		`* = host=127.0.0.1 port=${port} user=first_bounce password=${password}`,
		"[pgbouncer]",
		"listen_addr = 127.0.0.1",
		`listen_port = ${listenPort}`,
		"unix_socket_dir =",
		"auth_type = any",
		"pool_mode = transaction",
		`default_pool_size = ${POOL_SIZE}`,
		"max_client_conn = 200",
	];
	await writeFile(file, `${settings.join("\n")}\n`);
	const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
	const child = spawn("pgbouncer", [...account, file], {
		stdio: ["ignore", "ignore", "pipe"],
		env: { PATH: `${process.env.PATH}:/usr/sbin` },
	});
	// `once` rejects if the program is missing.
	const ended = once(child, "close").catch(() => undefined);
	let failure: Error | null = null;
	child.once("error", (error) => {
		failure = error;
	});
	let log = "";
	child.stderr.on("data", (chunk) => {
		log += chunk;
	});
	const buildUrl = (database: string) => `postgres://first_bounce@127.0.0.1:${listenPort}/${database}`;
	const stop = async () => {
		child.kill("SIGTERM");
		await ended;
		await rm(folder, { recursive: true });
	};
	try {
		await waitFor(async () => {
			if (failure) throw failure;
			if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`);
			const { pool, db } = connect({ url: buildUrl("postgres") }, 1);
			try {
				await pool.query("SELECT 1");
			} finally {
				await db.destroy();
			}
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return { url: buildUrl, stop };
}
export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;
