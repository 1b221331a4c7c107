import { afterAll, beforeAll, expect, test } from "vitest";
import { listMailsTo } from "../../../testing/services/outbox.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../testing/test-app.ts";
import { createStorageMonitor } from "./storage-monitor.ts";
import type { StorageReport } from "./storage-watch.ts";

let app: TestApp;
let address: string;
beforeAll(async () => {
	app = await createTestApp();
	await createTestOperator(app);
	const { email } = await app.database.db
		.selectFrom("users")
		.where("is_operator", "=", true)
		.select("email")
		.executeTakeFirstOrThrow();
	address = email;
});
afterAll(() => app.close());

const MEGABYTE = 1024 * 1024;
const HOUR = 3_600_000;

test("operators get one mail a day that storage is low, and another that it is full, however many processes run", async () => {
	const { clocks, database } = app;
	let report: StorageReport = { state: "ok", freeBytes: 600 * MEGABYTE };
	const storage = { measure: async () => undefined, report: () => report };
	const faults: unknown[] = [];
	const createMonitor = () => {
		const services = { db: database.db, wallNow: clocks.wallNow, inbox: null };
		return createStorageMonitor(storage, services, (fault) => faults.push(fault));
	};
	const [first, second] = [createMonitor(), createMonitor()];
	const subjects = async () =>
		(await listMailsTo(app, address)).map(({ subject }) => subject).filter((each) => /storage/.test(each));
	const step = async () => {
		await Promise.all([first.step(), second.step()]);
		return subjects();
	};
	const [low, full] = ["First Bounce is running out of storage", "First Bounce has run out of storage"];

	expect(await step()).toEqual([]);
	report = { state: "low", freeBytes: 300 * MEGABYTE };
	expect(await step()).toEqual([low]);
	expect(await step()).toEqual([low]);
	report = { state: "full", freeBytes: 0 };
	expect(await step()).toEqual([low, full]);
	clocks.setWall(clocks.wallNow() + 25 * HOUR);
	expect(await step()).toEqual([low, full, full]);
	const mails = await listMailsTo(app, address);
	expect(mails.find(({ subject }) => subject === low)?.text).toContain("Only 300 MB are free on the server's disk.");
	expect(faults).toEqual([]);
});
