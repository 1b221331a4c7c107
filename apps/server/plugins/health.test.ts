import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/server/database.ts";
import { createLeaderElection, hasSeasonLeader } from "../db/leader-election.ts";
import type { Database } from "../db/open.ts";
import { UNWATCHED_STORAGE } from "../features/operator/storage/storage-watch.ts";
import { type Readiness, registerHealth } from "./health.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

const ALL: Readiness = { standings: true, staticFiles: true };

async function getJson(url: string, readiness = ALL, { pool }: Pick<Database, "pool"> = database) {
	const app = Fastify();
	registerHealth(app, {
		getReadiness: () => readiness,
		hasLeader: () => hasSeasonLeader(pool),
		storage: UNWATCHED_STORAGE,
	});
	const answer = await app.inject(url);
	await app.close();
	return [answer.statusCode, answer.json()];
}

test("a full disk is reported, but the process stays ready", async () => {
	const app = Fastify();
	registerHealth(app, {
		getReadiness: () => ALL,
		hasLeader: () => hasSeasonLeader(database.pool),
		storage: { report: () => ({ state: "full" }) },
	});
	const answer = await app.inject("/readyz");
	await app.close();
	expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: "ready", storage: "full" }]);
});

test("a process is ready once loaded, and reports what is missing", async () => {
	const parts = { database: true, leader: false, storage: "ok" };
	expect(await getJson("/readyz")).toEqual([200, { status: "ready", ...ALL, ...parts }]);
	for (const missing of ["standings", "staticFiles"] as const)
		expect(await getJson("/readyz", { ...ALL, [missing]: false })).toEqual([
			503,
			{ status: "loading", ...ALL, ...parts, [missing]: false },
		]);
});

test("/readyz reports whether any process leads, ready without one", async () => {
	const leadership = createLeaderElection(database, () => undefined);
	expect(await leadership.tryLead()).toBe(true);
	expect((await getJson("/readyz"))[1]).toMatchObject({ status: "ready", leader: true });
	await leadership.close();
	await expect.poll(async () => (await getJson("/readyz"))[1]).toMatchObject({ status: "ready", leader: false });
});

test("without its database the process is alive but not ready", async () => {
	let queries = 0;
	const query = () => {
		queries++;
		return Promise.reject(new Error("unreachable"));
	};
	const unreachable = { pool: { query } as unknown as Database["pool"] };
	expect(await getJson("/readyz", ALL, unreachable)).toEqual([
		503,
		{ status: "database down", ...ALL, database: false, leader: false, storage: "ok" },
	]);
	expect(queries).toBe(1);
	expect(await getJson("/healthz", ALL, unreachable)).toEqual([200, { status: "ok" }]);
	expect(queries).toBe(1);
});
