import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../../db/tables/tables.ts";
import { listBackups } from "./service.ts";

const NAME = "first-bounce-2026-11-29T16-30-00-000Z.tar.gz";
/** Of a release that left out the milliseconds. */
const EARLIER_NAME = "first-bounce-2026-11-28T16-30-00Z.tar.gz.age";
const LISTED = { names: [NAME, EARLIER_NAME], times: ["2026-11-29T16:30:00.000Z", "2026-11-28T16:30:00Z"] };
let dataDir: string;
beforeAll(async () => {
	dataDir = await mkdtemp(path.join(tmpdir(), "first-bounce-list-backups-"));
	await mkdir(path.join(dataDir, "backups"));
	for (const name of [NAME, EARLIER_NAME]) await writeFile(path.join(dataDir, "backups", name), "");
});
afterAll(() => rm(dataDir, { recursive: true }));

async function list(to: string) {
	const backup = { to, key: null };
	const services = {
		db: {} as Db,
		wallNow: Date.now,
		dataDir,
		backup,
		siteName: "localhost",
		interrupt: () => undefined,
	};
	const { backups, problem } = await listBackups(services);
	return { names: backups.map(({ name }) => name), times: backups.map(({ madeAt }) => madeAt), problem };
}

test("this machine's backups are listed while BACKUP_TO cannot be read", async () => {
	const file = path.join(dataDir, "backups", NAME);
	expect(await list(file)).toEqual({ ...LISTED, problem: `${file} cannot be read: it is not a folder` });
	expect(await list("s3://key:secret@127.0.0.1:1/backups")).toEqual({
		...LISTED,
		problem: "s3://127.0.0.1:1/backups cannot be used: connect ECONNREFUSED 127.0.0.1:1",
	});
});

test("a BACKUP_TO that does not exist yet is no problem", async () => {
	expect(await list(path.join(dataDir, "later"))).toEqual({ ...LISTED, problem: null });
});
