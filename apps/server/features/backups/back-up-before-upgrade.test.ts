import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { joinTestCluster } from "../../../../testing/server/database.ts";
import { connect } from "../../db/connect.ts";
import type { Cluster } from "../../db/embedded/cluster.ts";
import { applyMigrations, listMigrationFiles } from "../../db/migrate.ts";
import { openDatabase } from "../../db/open.ts";
import { backUpBeforeUpgrade } from "./back-up-before-upgrade.ts";
import { checkArchive } from "./read-archive.ts";

const NAME = `upgrade_${process.pid}`;
let folder: string;
let cluster: Cluster;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-upgrade-"));
	cluster = await joinTestCluster();
	const connection = connect({ url: await cluster.createDatabase(NAME) }, 1);
	await applyMigrations(connection.db, (await listMigrationFiles()).slice(0, -1));
	await connection.db.destroy();
});
afterEach(async () => {
	await cluster.admin.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
	await cluster.leave({ keepRunning: true });
	await rm(folder, { recursive: true });
});

const backup = { to: null, key: null, at: 0, keep: 1, beforeUpgrade: true };

const open = async (isOn = true, to: string | null = null) => {
	const printed: string[] = [];
	const config = {
		databaseUrl: cluster.buildUrl(NAME),
		dataDir: folder,
		bucket: null,
		backup: { ...backup, to, beforeUpgrade: isOn },
	};
	const database = await openDatabase(config, {
		onPendingMigrations: (connection) => backUpBeforeUpgrade(config, connection, (line) => printed.push(line)),
	});
	await database.close();
	return { migrated: database.migrated, printed };
};

test("a start that migrates first backs up the database, once", async () => {
	const last = (await listMigrationFiles()).at(-1)?.name ?? "";
	const { migrated, printed } = await open();
	expect(migrated).toEqual([last]);
	const [name = ""] = await readdir(path.join(folder, "backups"));
	expect(printed).toEqual([`Backed up to ${path.join(folder, "backups", name)} (1 MB) before the upgrade`]);
	const { manifest } = await checkArchive(path.join(folder, "backups", name), null);
	expect(manifest.migrations.map((migration) => migration.name)).not.toContain(last);
	expect(await open()).toEqual({ migrated: [], printed: [] });
});

test("nothing is migrated if the backup fails, unless backups are off", async () => {
	await writeFile(path.join(folder, "backups"), "a file");
	await expect(open()).rejects.toThrow(
		`The backup before the upgrade failed: ${path.join(folder, "backups")} cannot be created: a part of its path is a file. ` +
			"BACKUP_BEFORE_UPGRADE=off skips it",
	);
	expect((await open(false)).migrated).toHaveLength(1);
});

test("daily backups in the same folder are not deleted by an upgrade", async () => {
	const backups = path.join(folder, "backups");
	const daily = Array.from({ length: 8 }, (_, day) => `first-bounce-2026-09-0${day + 1}T16-30-00Z.tar.gz`);
	await mkdir(backups);
	for (const name of daily) await writeFile(path.join(backups, name), "");
	expect((await open(true, `${backups}/`)).migrated).toHaveLength(1);
	expect((await readdir(backups)).filter((name) => daily.includes(name)).sort()).toEqual(daily);
});
