import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { check, findNobody, run, start } from "./commands.ts";

/** The folder of the programs in Debian's package postgresql-15. */
export const OLD_POSTGRES = "/usr/lib/postgresql/15/bin";
const PORT = 4287;

/** Tests that a release refuses Debian's PostgreSQL, which is too old. */
export async function testOldPostgres(folder: string, command: string): Promise<void> {
	const account = findNobody();
	const data = path.join(folder, "old-postgres");
	mkdirSync(data);
	run("chown", [`${account.uid}:${account.gid}`, data]);
	const env = { PATH: `${OLD_POSTGRES}:/usr/bin:/bin` };
	const created = start("initdb", ["-D", path.join(data, "main"), "-U", "fb", "-A", "trust"], { ...account, env });
	check((await created.ended) === 0, "initdb creates a database of PostgreSQL 15", created.readLog());
	const flags = ["-p", String(PORT), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
	const postgres = start("postgres", ["-D", path.join(data, "main"), ...flags], { ...account, env });
	try {
		let hasEnded = false;
		void postgres.ended.then(() => {
			hasEnded = true;
		});
		const isReady = () => postgres.readLog().includes("ready to accept connections");
		while (!isReady() && !hasEnded) await wait(100);
		check(!hasEnded, "PostgreSQL 15 starts", postgres.readLog());
		const url = `postgres://fb@127.0.0.1:${PORT}/postgres`;
		const server = start(command, [], {
			...account,
			env: { PATH: "/usr/bin:/bin", DATABASE_URL: url, DATA_DIR: path.join(data, "app") },
		});
		const code = await server.ended;
		const message = `The database at 127.0.0.1:${PORT} is PostgreSQL 15; First Bounce needs 18 or newer\n`;
		check(code === 1 && server.readLog() === message, "PostgreSQL 15 is refused in one line", server.readLog());
	} finally {
		await postgres.stop("SIGINT");
	}
}
