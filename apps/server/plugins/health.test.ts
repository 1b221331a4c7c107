import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../db/open.ts";
import { createLeaderElection, hasSeasonLeader } from "../features/match-day/engine/leader-election.ts";
import { UNWATCHED_STORAGE } from "../features/operator/storage/storage-watch.ts";
import { createTestDatabase } from "../testing/database.ts";
import { type Readiness, registerHealth } from "./health.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

const ALL: Readiness = { standings: true, staticFiles: true };

async function ask(url: string, readiness = ALL, { pool }: Pick<Database, "pool"> = database) {
	const app = Fastify();
	registerHealth(app, {
		readiness: () => readiness,
		hasLeader: () => hasSeasonLeader(pool),
		storage: UNWATCHED_STORAGE,
	});
	const answer = await app.inject(url);
	await app.close();
	return [answer.statusCode, answer.json()];
}

test("a full disk is reported, but the process stays ready because pages can be read", async () => {
	const app = Fastify();
	registerHealth(app, {
		readiness: () => ALL,
		hasLeader: () => hasSeasonLeader(database.pool),
		storage: { report: () => ({ state: "full" }) },
	});
	const answer = await app.inject("/readyz");
	await app.close();
	expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: "ready", storage: "full" }]);
});

test("a process is ready once standings and static files are loaded, and reports which are missing", async () => {
	const parts = { database: true, leader: false, storage: "ok" };
	expect(await ask("/readyz")).toEqual([200, { status: "ready", ...ALL, ...parts }]);
	for (const missing of ["standings", "staticFiles"] as const)
		expect(await ask("/readyz", { ...ALL, [missing]: false })).toEqual([
			503,
			{ status: "loading", ...ALL, ...parts, [missing]: false },
		]);
});

test("it reports whether any process is the leader, and is ready without one", async () => {
	const leadership = createLeaderElection(database.url, () => undefined);
	expect(await leadership.tryLead()).toBe(true);
	expect((await ask("/readyz"))[1]).toMatchObject({ status: "ready", leader: true });
	await leadership.close();
	await expect.poll(async () => (await ask("/readyz"))[1]).toMatchObject({ status: "ready", leader: false });
});

test("without its database it is alive but not ready", async () => {
	let asked = 0;
	const query = () => {
		asked++;
		return Promise.reject(new Error("gone"));
	};
	const gone = { pool: { query } as unknown as Database["pool"] };
	expect(await ask("/readyz", ALL, gone)).toEqual([
		503,
		{ status: "database down", ...ALL, database: false, leader: false, storage: "ok" },
	]);
	expect(asked).toBe(1);
	expect(await ask("/healthz", ALL, gone)).toEqual([200, { status: "ok" }]);
	expect(asked).toBe(1);
});
