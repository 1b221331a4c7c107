import { listAudit } from "@first-bounce/contract/operator/audit";
import { listJobs, retryJob } from "@first-bounce/contract/operator/jobs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { connect } from "../../../db/connect.ts";
import { createJobQueue, type JobQueue } from "../../jobs/job-queue.ts";

let app: TestApp;
let client: Client;
let queue: JobQueue;
const errors: unknown[] = [];
const finalFailures: string[] = [];
beforeAll(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	queue = await createJobQueue({
		pool: app.database.pool,
		onError: (error) => errors.push(error),
		onFinalFailure: (name, error) => finalFailures.push(`${name}: ${error}`),
	});
});
afterAll(async () => {
	await queue.close();
	await app.close();
});
const failJob = () => queue.drain(["round-publish"], () => Promise.reject(new Error("the disk is full")));
const reason = "the disk has space again";

test("a failed job is listed with its error, and can be retried", async () => {
	await queue.send("round-publish", { seasonId: 1, roundId: 1 }, { key: "1/1" });
	await failJob();
	await failJob();
	const [job] = (await client(listJobs, {})).jobs;
	expect(job).toMatchObject({
		queue: "round-publish",
		key: "1/1",
		state: "retrying",
		attempts: 1,
		maxAttempts: 21,
		lastError: "the disk is full",
		output: null,
	});
	expect(Date.parse(job?.nextAttemptAt ?? "")).toBeGreaterThan(Date.parse(job?.createdAt ?? ""));
	const params = { id: job?.id ?? "" };
	expect((await client(retryJob, { params, body: { reason } })).job.state).toBe("retrying");
	await queue.drain(["round-publish"], async () => ({ published: true }));
	const [done] = (await client(listJobs, {})).jobs;
	expect(done).toMatchObject({
		id: job?.id,
		state: "done",
		attempts: 2,
		lastError: null,
		output: '{"published":true}',
	});
	expect((await getApiFailure(client(retryJob, { params, body: { reason } }))).code).toBe("job-not-failed");
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry).toMatchObject({ action: "job-retried", subject: "job:round-publish:1/1", reason });
});

test("a permanently failed job is first, and retried unless waiting", async () => {
	await queue.send("round-publish", { seasonId: 1, roundId: 2 }, { key: "1/2" });
	await app.database.pool.query("UPDATE pgboss.job SET retry_limit = 0 WHERE singleton_key = '1/2'");
	await failJob();
	const { jobs, queues } = await client(listJobs, {});
	expect(jobs[0]).toMatchObject({ key: "1/2", state: "failed", lastError: "the disk is full", nextAttemptAt: null });
	expect(queues.find(({ name }) => name === "round-publish")).toEqual({
		name: "round-publish",
		waiting: 0,
		working: 0,
		done: 1,
		givenUp: 1,
	});
	const params = { id: jobs[0]?.id ?? "" };
	await queue.send("round-publish", { seasonId: 1, roundId: 2 }, { key: "1/2" });
	expect((await getApiFailure(client(retryJob, { params, body: { reason } }))).code).toBe("job-already-retried");
	await queue.drain(["round-publish"], async () => null);
	expect((await client(retryJob, { params, body: { reason } })).job).toMatchObject({ state: "retrying" });
	const unknown = { id: "00000000-0000-4000-8000-000000000000" };
	expect((await getApiFailure(client(retryJob, { params: unknown, body: { reason } }))).code).toBe("job-unknown");
	expect(errors.length).toBeGreaterThan(0);
	expect(errors.every((error) => String(error).includes("the disk is full"))).toBe(true);
});

test("only the last attempt of a job counts as its final failure (D2.9.240)", async () => {
	finalFailures.length = 0;
	await queue.send("round-open", { seasonId: 1, roundId: 3 }, { key: "1/3" });
	const retryNow = "UPDATE pgboss.job SET retry_limit = 2, start_after = now() WHERE singleton_key = '1/3'";
	const failAttempt = async () => {
		await app.database.pool.query(retryNow);
		await queue.drain(["round-open"], () => Promise.reject(new Error("no such round")));
		return finalFailures.length;
	};
	expect([await failAttempt(), await failAttempt(), await failAttempt()]).toEqual([0, 0, 1]);
	expect(finalFailures).toEqual(["round-open: Error: no such round"]);
	expect((await client(listJobs, {})).jobs.find(({ key }) => key === "1/3")).toMatchObject({ state: "failed" });
});

test("a job's error is reported even if it cannot be stored (D2.9.240)", async () => {
	const { pool } = connect({ url: app.database.url });
	const reported: string[] = [];
	const separateQueue = await createJobQueue({
		pool,
		onError: (error) => reported.push(String(error)),
		onFinalFailure: (name, error) => reported.push(`${name}: ${error}`),
	});
	await separateQueue.send("round-review", { seasonId: 1, roundId: 4 }, { key: "1/4" });
	await app.database.pool.query("UPDATE pgboss.job SET retry_limit = 0 WHERE singleton_key = '1/4'");
	const drained = separateQueue.drain(["round-review"], async () => {
		await pool.end();
		throw new Error("no such round");
	});
	await expect(drained).rejects.toThrow("after calling end on the pool");
	expect(reported).toEqual(["Error: no such round", "round-review: Error: no such round"]);
	await separateQueue.close();
});
