import { expect, test } from "vitest";
import { createStorageWatch } from "./storage-watch.ts";

const MEGABYTE = 1024 * 1024;

test("storage is low under 512 MB, full under 16 MB", async () => {
	const free: Record<string, number> = { data: 600 * MEGABYTE, export: 512 * MEGABYTE };
	const read = async (folder: string) => free[folder] ?? Promise.reject(new Error("ENOENT"));
	const storage = createStorageWatch(["data", "export", "absent"], () => 0, read);
	expect(storage.report()).toEqual({ state: "ok", freeBytes: null });
	const states = [];
	for (const megabytes of [512, 511, 16, 15, 512]) {
		free.export = megabytes * MEGABYTE;
		await storage.measure();
		states.push(storage.report().state);
	}
	expect(states).toEqual(["ok", "low", "low", "full", "ok"]);
	expect(storage.report().freeBytes).toBe(512 * MEGABYTE);
});

test("a write that lacked space counts as full for 15 seconds", () => {
	let now = 0;
	const storage = createStorageWatch([], () => now);
	const states = [];
	storage.recordWriteFailure();
	for (now of [0, 14_999, 15_000]) states.push(storage.report().state);
	expect(states).toEqual(["full", "full", "ok"]);
});
