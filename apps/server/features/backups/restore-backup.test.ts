import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { sql } from "kysely";
import { pack } from "tar-stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSeededRandom, drawSlots, seedSeason, seedTeams } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { type Connection, connect } from "../../db/connect.ts";
import type { Database } from "../../db/open.ts";
import { findRow, listRows } from "../../db/rows.ts";
import { publishRound } from "../match-day/rounds/publish-round.ts";
import { createMediaStore, type ListableMediaStore } from "../media/media-store.ts";
import { writeArchive } from "./backup-archive.ts";
import { openBackupTarget } from "./backup-target.ts";
import { createBackup } from "./create-backup.ts";
import { deleteOldBackups } from "./old-backups.ts";
import { listTables } from "./queries.ts";
import { checkArchive } from "./read-archive.ts";
import { restoreBackup } from "./restore-backup.ts";

const NOW = new Date("2026-09-01T03:30:00Z");
const KEY = "a long sentence that nobody guesses";
let folder: string;
let database: Database;
let media: ListableMediaStore;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-backups-"));
	media = await createMediaStore({ dataDir: path.join(folder, "data"), bucket: null });
	database = await createTestDatabase();
	const season = await seedSeason(database.db, { rounds: 2 });
	const random = createSeededRandom(7);
	const plans = Array.from({ length: 5 }, () => ({ slots: drawSlots(season, random) }));
	await seedTeams(database.db, season, plans);
	await database.db.updateTable("matches").set({ status: "complete" }).where("round_id", "=", 1).execute();
	await database.db.updateTable("rounds").set({ status: "playing" }).where("id", "=", 1).execute();
	expect(await publishRound(database, season.id, 1, Date.parse("2026-08-31T12:00:00Z"))).toBe(true);
	await database.db.updateTable("users").set({ last_name: "O'Brien\\ \t Ünal\n" }).where("id", "=", 1).execute();
	await media.put("users/1/1.webp", Buffer.from([0, 255, 10]));
	await media.put("players/1/1007/2.webp", Buffer.from("photo"));
});
afterAll(async () => {
	await database.close();
	await rm(folder, { recursive: true });
});

/** Hashes all rows of all tables, and reads the last value of every sequence. */
async function hashRows(connection: Pick<Connection, "db">): Promise<Record<string, string>> {
	const hashes: Record<string, string> = {};
	for (const { name } of await listTables(connection.db)) {
		const row = await findRow(connection.db)<{ hash: string }>`
			SELECT count(*) || ' rows ' || md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) AS hash
			FROM ${sql.ref(name)} AS r`;
		hashes[name] = row?.hash ?? "";
	}
	const rows = await listRows(connection.db)<{ name: string; next: string }>`
		SELECT sequencename AS name, coalesce(last_value, 0)::text AS next FROM pg_sequences WHERE schemaname = 'public'`;
	return { ...hashes, ...Object.fromEntries(rows.map(({ name, next }) => [name, next])) };
}

const buildSources = (key: string | null = null) => ({ pool: database.pool, media, version: "0.1.0", key });
const backUp = (name: string, key: string | null = null) =>
	createBackup(buildSources(key), openBackupTarget(path.join(folder, name)), NOW);

/** Runs `work` with a single connection to an empty, migrated database, as `fb restore` has it. */
async function withDestination(
	work: (destination: Connection & { readonly media: ListableMediaStore }) => Promise<void>,
) {
	const empty = await createTestDatabase();
	await empty.pool.end();
	const connection = connect(empty, 1);
	const dataDir = await mkdtemp(path.join(folder, "restored-"));
	try {
		await work({ ...connection, media: await createMediaStore({ dataDir, bucket: null }) });
	} finally {
		await connection.pool.end();
		await empty.close().catch(() => undefined);
	}
}

test.each(["plain", "encrypted"])(
	"a backup restores every row, sequence and picture as they were (%s)",
	async (kind) => {
		const key = kind === "encrypted" ? await generateX25519Identity() : null;
		const before = await hashRows(database);
		const backup = await backUp(`${kind}.tar.gz`, key && (await identityToRecipient(key)));
		expect(backup).toMatchObject({ pictures: 2 });
		await withDestination(async (destination) => {
			const restored = await restoreBackup(backup.place, destination, { key, replaces: false });
			expect(restored).toEqual({ createdAt: "2026-09-01T03:30:00.000Z", rows: backup.rows, pictures: 2 });
			expect(await hashRows(destination)).toEqual(before);
			expect(await destination.media.read("users/1/1.webp")).toEqual(Buffer.from([0, 255, 10]));
			const rows = await listRows(destination.db)<{ indexes: number }>`
				SELECT count(*)::int AS indexes FROM pg_indexes WHERE tablename = 'standings_1_1'`;
			expect(rows).toEqual([{ indexes: 3 }]);
			await expect(
				sql`UPDATE teams SET user_id = 999999 WHERE id = (SELECT min(id) FROM teams)`.execute(destination.db),
			).rejects.toThrow(/foreign key/);
		});
	},
);

test("a database in use is replaced only on request, without a server", async () => {
	const { place } = await backUp("again.tar.gz");
	const before = await hashRows(database);
	await withDestination(async (destination) => {
		const restore = (replaces: boolean) => restoreBackup(place, destination, { key: null, replaces });
		await restore(false);
		await destination.db.updateTable("users").set({ first_name: "Later" }).execute();
		await expect(restore(false)).rejects.toThrow(
			"The database is not empty. With --replace, the backup replaces everything in it",
		);
		const server = connect(destination, 1);
		await server.pool.query("SELECT 1");
		await expect(restore(true)).rejects.toThrow("A server or command of First Bounce uses the database: stop it first");
		await server.pool.end();
		await restore(true);
		expect(await hashRows(destination)).toEqual(before);
	});
});

test("unusable files and keys are refused and change nothing", async () => {
	const { place } = await backUp("good.tar.gz");
	const encrypted = await backUp("good.tar.gz.age", KEY);
	const bytes = await readFile(place);
	const changed = Buffer.from(bytes);
	// A single bit may be one of those that only fill a byte.
	const middle = Math.floor(changed.length / 2);
	for (let index = middle; index < middle + 16; index++) changed[index] = (changed[index] ?? 0) ^ 255;
	const files = { cut: bytes.subarray(0, bytes.length - 900), changed, foreign: Buffer.from("PK not a backup") };
	for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
	await withDestination(async (destination) => {
		const before = await hashRows(destination);
		const restore = (file: string, key: string | null = null) =>
			restoreBackup(file, destination, { key, replaces: true });
		await expect(restore(path.join(folder, "cut"))).rejects.toThrow(/is (damaged|incomplete)/);
		// The bytes may be in the list of the archive's contents, without which nothing says that it is a backup.
		await expect(restore(path.join(folder, "changed"))).rejects.toThrow(/is (damaged|not a backup of First Bounce)/);
		await expect(restore(path.join(folder, "foreign"))).rejects.toThrow(/is not a backup of First Bounce$/);
		await expect(restore(path.join(folder, "missing"))).rejects.toThrow(/missing cannot be read: it does not exist$/);
		await expect(restore(folder)).rejects.toThrow(/ cannot be read: it is a folder$/);
		await expect(restore(encrypted.place)).rejects.toThrow(/is encrypted: set BACKUP_KEY$/);
		await expect(restore(encrypted.place, `${KEY}!`)).rejects.toThrow(
			/BACKUP_KEY is not the key that it was made with$/,
		);
		expect(await hashRows(destination)).toEqual(before);
	});
});

test("a private key backs up what a restore replaces", async () => {
	const key = await generateX25519Identity();
	const { place } = await backUp("private.tar.gz.age", key);
	expect((await readFile(place)).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
	expect((await checkArchive(place, key)).contents.pictures).toBe(2);
});

test("a key that was cut off is refused in a sentence", async () => {
	const key = await generateX25519Identity();
	const { place } = await backUp("complete-key.tar.gz.age", await identityToRecipient(key));
	await expect(checkArchive(place, key.slice(0, -3))).rejects.toThrow(
		/complete-key\.tar\.gz\.age cannot be decrypted: BACKUP_KEY is not the key that it was made with$/,
	);
	for (const cut of [key.slice(0, -3), (await identityToRecipient(key)).slice(0, -3)])
		await expect(backUp("cut-key.tar.gz.age", cut)).rejects.toThrow(
			"BACKUP_KEY is not a complete key of age: copy it again",
		);
});

test("a restore that fails midway does not change the database", async () => {
	const { place } = await backUp("interrupted.tar.gz");
	await withDestination(async (destination) => {
		await restoreBackup(place, destination, { key: null, replaces: false });
		await destination.db.updateTable("users").set({ first_name: "Later" }).execute();
		const before = await hashRows(destination);
		const connectAndFail = async () => {
			const client = await destination.pool.connect();
			const query = client.query.bind(client);
			Object.assign(client, {
				query: (...args: Parameters<typeof query>) => {
					if (String(args[0]) === "ANALYZE") throw new Error("killed");
					return query(...args);
				},
			});
			return client;
		};
		const pool = Object.assign(Object.create(destination.pool), { connect: connectAndFail });
		await expect(restoreBackup(place, { ...destination, pool }, { key: null, replaces: true })).rejects.toThrow(
			"killed",
		);
		expect(await hashRows(destination)).toEqual(before);
	});
});

test("an error names the unwritable target, and no unfinished file stays", async () => {
	await writeFile(path.join(folder, "file"), "");
	await expect(backUp("file/backup.tar.gz")).rejects.toThrow(
		/file\/backup\.tar\.gz cannot be written: its folder does not exist$/,
	);
	await expect(backUp("no-such-folder/backup.tar.gz")).rejects.toThrow(/cannot be written: its folder does not exist$/);
	expect((await readdir(folder)).filter((name) => name.includes("unfinished"))).toEqual([]);
});

test("where all backups are kept, unfinished files are deleted", async () => {
	const target = openBackupTarget(`${path.join(folder, "all")}/`);
	await backUp("all/");
	const killed = path.join(folder, "all", "first-bounce-2026-08-01T03-30-00Z.tar.gz.4711.unfinished");
	await writeFile(killed, "");
	await utimes(killed, 0, 0);
	expect(await deleteOldBackups(target, 0)).toBe(0);
	expect(await readdir(path.join(folder, "all"))).toEqual(["first-bounce-2026-09-01T03-30-00-000Z.tar.gz"]);
});

test("a folder keeps the newest backups, and unfinished files are deleted", async () => {
	const backupFolder = path.join(folder, "kept/");
	await mkdir(backupFolder);
	await writeFile(path.join(backupFolder, "notes.txt"), "mine");
	const killed = path.join(backupFolder, "first-bounce-2026-08-30T03-30-00-000Z.tar.gz.4711.unfinished");
	await writeFile(killed, "half");
	await utimes(killed, new Date(), new Date(Date.now() - 25 * 60 * 60_000));
	const target = openBackupTarget(backupFolder);
	for (const day of [1, 2, 3]) await createBackup(buildSources(), target, new Date(Date.UTC(2026, 8, day, 3, 30)));
	expect(await deleteOldBackups(target, 2)).toBe(1);
	expect((await readdir(backupFolder)).sort()).toEqual([
		"first-bounce-2026-09-02T03-30-00-000Z.tar.gz",
		"first-bounce-2026-09-03T03-30-00-000Z.tar.gz",
		"notes.txt",
	]);
});

test("a backup whose disk fills up leaves no query running", async () => {
	await database.pool.query(
		`INSERT INTO server_secrets (name, value)
		SELECT 'big ' || n, to_jsonb((SELECT string_agg(md5((n * 20000 + i)::text), '') FROM generate_series(1, 20000) AS i))
		FROM generate_series(1, 40) AS n`,
	);
	const target = {
		name: "full",
		store: async (_name: string, backup: Readable) => {
			for await (const _chunk of backup) throw new Error("ENOSPC: no space left on device");
			throw new Error("nothing was written");
		},
		list: async () => [],
		delete: async () => undefined,
	};
	await expect(createBackup(buildSources(), target, NOW)).rejects.toThrow("ENOSPC");
	const { rows } = await database.pool.query(
		"SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
	);
	expect(rows).toEqual([]);
	await database.pool.query("DELETE FROM server_secrets WHERE name LIKE 'big %'");
});

test("a small file that unpacks to gigabytes is refused unread", async () => {
	const zeros = Buffer.alloc(1024 ** 2);
	const buildBomb = async (name: string, size: number, manifest = "{}") => {
		const file = path.join(folder, `${name.replaceAll("/", "-")}.tar.gz`);
		const archive = pack();
		const written = pipeline(archive, createGzip(), createWriteStream(file));
		archive.entry({ name: "manifest.json" }, manifest);
		const entry = archive.entry({ name, size });
		for (let bytes = 0; bytes < size; bytes += zeros.length) if (!entry.write(zeros)) await once(entry, "drain");
		entry.end(Buffer.alloc(0));
		archive.finalize();
		await written;
		return file;
	};
	const manifest = JSON.stringify({
		format: 1,
		version: "0.1.0",
		createdAt: NOW.toISOString(),
		migrations: [],
		tables: [],
		sequences: [],
	});
	const bombs = [
		await buildBomb("tables/users/1", 260 * zeros.length, manifest),
		await buildBomb("media/users/1/1.webp", 64 * zeros.length, manifest),
		await buildBomb("contents.json", 128 * zeros.length, manifest),
	];
	for (const file of bombs) {
		expect((await stat(file)).size).toBeLessThan(800 * 1024);
		const before = process.memoryUsage().arrayBuffers;
		await expect(checkArchive(file, null)).rejects.toThrow("unpacks to too much data");
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * zeros.length);
	}
});

test("a backup with an entry outside its folders is refused", async () => {
	const manifest = (await checkArchive((await backUp("honest.tar.gz")).place, null)).manifest;
	await withDestination(async (destination) => {
		const before = await hashRows(destination);
		for (const name of [
			"media/../../escaped.webp",
			"media//escaped.webp",
			"../escaped.webp",
			"media/..\\escaped.webp",
		]) {
			const { stream } = await writeArchive(manifest, null, async ({ add }) => {
				await add(name, Buffer.from("hostile"));
				return { rows: {}, pictures: 1 };
			});
			const { place } = await openBackupTarget(path.join(folder, "hostile/")).store("hostile.tar.gz", stream);
			await expect(restoreBackup(place, destination, { key: null, replaces: true })).rejects.toThrow(
				`hostile.tar.gz has an entry that does not belong in a backup: ${name}`,
			);
		}
		expect(await hashRows(destination)).toEqual(before);
	});
	await expect(media.put("../../escaped.webp", Buffer.from("hostile"))).rejects.toThrow();
	expect(await readdir(folder)).not.toContain("escaped.webp");
});

test("pictures that cannot be written after a restore are reported missing", async () => {
	const { place } = await backUp("full-disk.tar.gz");
	await withDestination(async (destination) => {
		const full = { put: () => Promise.reject(new Error("ENOSPC: no space left on device")) };
		await expect(restoreBackup(place, { ...destination, media: full }, { key: null, replaces: true })).rejects.toThrow(
			/^The database is restored, but media\/\S+\.webp and the pictures after it are not: .*no space left.*\. Restore again with --replace$/,
		);
		await restoreBackup(place, destination, { key: null, replaces: true });
		expect(await destination.media.read("users/1/1.webp")).toEqual(Buffer.from([0, 255, 10]));
	});
});
