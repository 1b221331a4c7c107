import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { registerUser } from "@first-bounce/contract/accounts/user";
import { ApiFailure, createClient } from "@first-bounce/contract/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { seedSeason } from "../../../../../testing/season/small-season.ts";
import { runFb } from "../../../../../testing/server/run-fb.ts";
import { type ServerProcess, startServerProcess } from "../../../../../testing/server/server-process.ts";
import { buildRegistrationForm } from "../../../../../testing/server/test-app.ts";
import { connect } from "../../../db/connect.ts";
import { findFreePort } from "../../../db/embedded/postgres-process.ts";
import { openDatabase } from "../../../db/open.ts";

const DISK_MEGABYTES = 200;
/** Only root can mount a small disk. For other users PostgreSQL simulates a full disk. */
const isRoot = process.getuid?.() === 0;
const mount = mkdtempSync(path.join(tmpdir(), "first-bounce-disk-"));
const filler = path.join(mount, "filler");
const dataDir = path.join(mount, "data");
let url: string;
let server: ServerProcess;
beforeAll(async () => {
	const size = `size=${DISK_MEGABYTES}m,mode=0755`;
	if (isRoot) expect(spawnSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", mount]).status).toBe(0);
	const database = await openDatabase({ databaseUrl: null, dataDir });
	await seedSeason(database.db);
	url = database.url;
	// Behind a proxy, so that each visitor can have its own address.
	const env = { PORT: String(await findFreePort()), PUBLIC_URL: "https://fantasy.example.test" };
	server = await startServerProcess({ ...env, DATA_DIR: dataDir, EXPORT_TO: path.join(dataDir, "export") });
	await database.close();
});
afterAll(async () => {
	await server.stop();
	if (isRoot) spawnSync("umount", ["-l", mount]);
	rmSync(mount, { recursive: true, force: true });
});

async function runSql(statement: string): Promise<void> {
	const { pool, db } = connect({ url });
	await pool.query(statement);
	await db.destroy();
}

async function fillDisk(): Promise<void> {
	if (!isRoot) {
		await runSql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
			CREATE TRIGGER full_disk BEFORE INSERT ON users EXECUTE FUNCTION refuse()`);
		return;
	}
	const file = openSync(filler, "a");
	for (const size of [1024 * 1024, 4096]) {
		const zeros = Buffer.alloc(size);
		try {
			for (;;) writeSync(file, zeros);
		} catch (error) {
			expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
		}
	}
	closeSync(file);
}

async function freeDisk(): Promise<void> {
	if (isRoot) rmSync(filler);
	else await runSql("DROP TRIGGER full_disk ON users");
}

let registeredCount = 0;
interface Outcome {
	readonly status: number;
	readonly code: string;
	readonly email: string;
}
async function register(): Promise<Outcome> {
	const number = ++registeredCount;
	const email = `mo${number}@example.test`;
	const body = {
		firstName: "Mo",
		lastName: `Manager ${number}`,
		email,
		password: "a long enough secret",
		...buildRegistrationForm(`Managers ${number}`),
	};
	try {
		const buildHeaders = () => ({ "x-forwarded-for": `203.0.113.${number % 250}` });
		await createClient({ origin: server.address, language: "en", fetch, headers: buildHeaders })(registerUser, {
			body,
		});
		return { status: 200, code: "", email };
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
		return { status: error.status, code: error.code, email };
	}
}
const fetchJson = async (address: string) => (await (await fetch(`${server.address}${address}`)).json()) as object;
const fetchMetric = async (name: string) => {
	const text = await (await fetch(`${server.address}/metrics`)).text();
	return Number(new RegExp(`^first_bounce_${name} (.+)$`, "m").exec(text)?.[1]);
};

test("saves on a full disk are refused, and none is lost", async () => {
	const saved = [await register()];
	expect(saved[0]).toMatchObject({ status: 200 });
	const initialState = isRoot ? "low" : "ok";
	expect(await fetchJson("/readyz")).toMatchObject({ status: "ready", storage: initialState });

	await fillDisk();
	const refused: Outcome[] = [];
	for (let attempt = 0; attempt < 40 && !refused.some(({ code }) => code === "storage-full"); attempt++) {
		for (const outcome of await Promise.all([1, 2, 3, 4].map(register)))
			(outcome.status === 200 ? saved : refused).push(outcome);
	}
	expect(refused.map(({ status }) => status).filter((status) => status !== 503)).toEqual([]);
	expect(refused).toContainEqual(expect.objectContaining({ code: "storage-full" }));
	await expect.poll(() => fetchJson("/readyz")).toMatchObject({ storage: "full" });
	await expect.poll(() => fetchMetric("storage_full")).toBe(1);
	await expect.poll(async () => (await fetchMetric("storage_free_bytes")) < 1024 * 1024).toBe(isRoot);
	const fetchStatusPage = async () => {
		const { success } = (await fetchJson("/api/en/status")) as { success: { isReady: boolean; parts: object[] } };
		return [
			success.isReady,
			success.parts.some((part) => JSON.stringify(part) === '{"part":"storage","state":"down"}'),
		];
	};
	await expect.poll(fetchStatusPage).toEqual([false, true]);

	vi.stubEnv("DATA_DIR", dataDir);
	vi.stubEnv("DATABASE_URL", undefined);
	let added = { code: 0, out: "", err: "" };
	for (let number = 0; number < 200 && added.code === 0; number++)
		added = await runFb(["operator", "add", `operator${number}@example.test`]);
	const exportFolder = path.join(mount, "public");
	const exported = await runFb(["export", exportFolder]);
	vi.unstubAllEnvs();
	expect(exported).toMatchObject(
		isRoot
			? { code: 1, err: `The disk of ${exportFolder} is full: free some space on it and try again\n` }
			: { code: 0, err: "" },
	);
	expect(added).toEqual({
		code: 1,
		out: "",
		err: `The disk of DATA_DIR (${dataDir}) is full: free some space on it and try again\n`,
	});

	await freeDisk();
	await expect.poll(async () => (await register()).status).toBe(200);
	await expect.poll(() => fetchJson("/readyz")).toMatchObject({ status: "ready", storage: initialState, leader: true });
	expect(await fetchMetric("storage_full")).toBe(0);
	const { pool, db } = connect({ url });
	const { rows } = await pool.query<{ email: string }>("SELECT email FROM users");
	const stored = new Set(rows.map(({ email }) => email));
	expect(saved.filter(({ email }) => !stored.has(email))).toEqual([]);
	expect(refused.filter(({ code, email }) => code === "storage-full" && stored.has(email))).toEqual([]);
	await db.destroy();
	const outages = server.log().filter(({ msg }) => msg.startsWith("There is no storage left"));
	expect([outages.length, outages.some(({ err }) => err !== undefined)]).toEqual([1, false]);
	const drafts = existsSync(dataDir) ? readdirSync(dataDir, { recursive: true }).map(String) : [];
	expect(drafts.filter((file) => file.endsWith(".draft"))).toEqual([]);
});
