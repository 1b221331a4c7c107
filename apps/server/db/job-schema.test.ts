import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "./connect.ts";
import { installJobSchema, JOB_SCHEMA, QUEUES } from "./job-schema.ts";
import { type Database, openDatabase } from "./open.ts";
import { createScratchDatabase } from "./scratch.ts";

let server: Database;
beforeAll(async () => {
	server = await createScratchDatabase();
});
afterAll(() => server?.close());

const PROCESSES = [1, 2, 3, 4, 5];
const listErrors = (ends: readonly PromiseSettledResult<unknown>[]) =>
	ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
const listQueues = async ({ pool }: Pick<Database, "pool">) => {
	const { rows } = await pool.query<{ name: string }>(`SELECT name FROM ${JOB_SCHEMA}.queue`);
	return rows.map(({ name }) => name).sort();
};

test("several processes can create a new database's job tables together", async () => {
	const processes = PROCESSES.map(() => connect(server));
	try {
		// Repeated, because the race is rare.
		for (const _time of [1, 2, 3, 4]) {
			await server.pool.query(`DROP SCHEMA ${JOB_SCHEMA} CASCADE`);
			expect(listErrors(await Promise.allSettled(processes.map(({ pool }) => installJobSchema(pool))))).toEqual([]);
			expect(await listQueues(server)).toEqual(Object.keys(QUEUES).sort());
		}
	} finally {
		await Promise.all(processes.map(({ db }) => db.destroy()));
	}
});

test("several processes can start on an empty database at the same time", async () => {
	await server.pool.query("CREATE DATABASE empty");
	const databaseUrl = Object.assign(new URL(server.url), { pathname: "/empty" }).href;
	const starts = await Promise.allSettled(PROCESSES.map(() => openDatabase({ databaseUrl, dataDir: "unused" })));
	const started = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
	try {
		expect(listErrors(starts)).toEqual([]);
		expect(started.filter(({ migrated }) => migrated.length > 0)).toHaveLength(1);
		for (const database of started) expect(await listQueues(database)).toEqual(Object.keys(QUEUES).sort());
	} finally {
		await Promise.all(started.map((database) => database.close()));
	}
});
