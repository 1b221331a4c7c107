import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { readConfig } from "../../config.ts";
import { formatHost } from "../../db/connect.ts";
import { explainFullDisk } from "../../db/full-disk.ts";
import { type AppliedMigration, listAppliedMigrations, listPendingMigrations } from "../../db/migrate.ts";
import { openBackupTarget } from "../../features/backups/backup-target.ts";
import { createBackup, NO_PICTURES } from "../../features/backups/create-backup.ts";
import { describeDatabase, readDatabaseState } from "../../features/backups/queries.ts";
import { restoreBackup, waitUntilDisconnected } from "../../features/backups/restore-backup.ts";
import { undoUpgrade, upgradePostgres } from "../../features/backups/upgrade-postgres.ts";
import { warnOfLiveDrafts } from "../../features/leagues/draft/maintenance.ts";
import { formatCount } from "../../i18n/format-count.ts";
import packageJson from "../../package.json" with { type: "json" };
import { requireDatabase, withDatabase, withUnmigratedDatabase } from "../operator-services.ts";
import { CommandRefusedError, print } from "../output/output.ts";

const MEGABYTE = 1024 ** 2;

export function createDatabaseCommand(): Command {
	const database = new Command("db").description("database maintenance");
	database
		.command("migrate")
		.description("migrate the database (the server also does this at every start)")
		.addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://fb@db/fb npm run -s fb -- db migrate")
		.action(() =>
			withDatabase(async ({ migrated }) => {
				print(...(migrated.length > 0 ? migrated.map((name) => `applied ${name}`) : ["The tables are up to date."]));
			}),
		);
	database
		.command("status")
		.description(
			"show which database is used, its version, size and connections, and which migrations are applied, by which release",
		)
		.addHelpText("after", "\nExample:\n  npm run -s fb -- db status")
		.action(showStatus);
	database
		.command("move")
		.description("copy everything from the database in use into another, empty one; the server must be stopped")
		.requiredOption("--to <URL|embedded>", "postgres://user:password@host/name, or the embedded one in DATA_DIR")
		.addHelpText(
			"after",
			`
Nothing is deleted: the database in use stays as it is. Pictures stay where they are.

Examples:
  npm run -s fb -- db move --to postgres://fb:secret@db/fb
  DATABASE_URL=postgres://fb:secret@db/fb npm run -s fb -- db move --to embedded`,
		)
		.action(({ to }: { readonly to: string }) => runMove(to));
	database
		.command("upgrade")
		.description(
			"upgrade the data of the embedded PostgreSQL to this release's major version; the server must be stopped",
		)
		.option("--programs <DIR>", "the previous release, or another folder with the programs of the former version")
		.option("--undo", "put the data from before the upgrade back", false)
		.addHelpText("after", UPGRADE_HELP)
		.action(runUpgrade);
	return database;
}

const UPGRADE_HELP = `
Backs up into "backups" in DATA_DIR, restores into a new folder, compares both, and then switches the folders. Until then
nothing changes, so it can be interrupted and run again. Without --programs, the previous release is looked for beside
this one, and PostgreSQL where Debian and Red Hat install it.

Examples:
  npm run -s fb -- db upgrade
  npm run -s fb -- db upgrade --programs /opt/first-bounce/first-bounce-0.2.0
  npm run -s fb -- db upgrade --undo`;

async function runUpgrade({ programs, undo }: { readonly programs?: string; readonly undo: boolean }): Promise<void> {
	const config = requireDatabase(readConfig());
	if (config.databaseUrl !== null)
		throw new CommandRefusedError("DATABASE_URL names a PostgreSQL of your own, which its own tools upgrade.");
	try {
		await (undo ? undoUpgrade(config, print) : upgradePostgres(config, programs ?? null, print));
	} catch (error) {
		throw await explainFullDisk(error, config);
	}
}

/** Formats an applied migration. 0.1.0 did not store which release applied it. */
const formatApplied = ({ name, version, appliedAt }: AppliedMigration): string =>
	version === null || appliedAt === null
		? `applied by 0.1.0 or earlier: ${name}`
		: `applied by ${version} on ${new Date(appliedAt).toISOString().slice(0, 16).replace("T", " at ")} UTC: ${name}`;

const showStatus = (): Promise<void> =>
	withUnmigratedDatabase(requireDatabase(readConfig()), async (connection, { databaseUrl, dataDir }) => {
		const { db } = connection;
		const { name: database, version, bytes, connections, maxConnections } = await describeDatabase(db);
		const { names } = await listPendingMigrations(db);
		const applied = await listAppliedMigrations(db);
		const formatPending = (pending: string) =>
			`not applied yet: ${pending}${applied.some(({ name }) => name === pending) ? " (changed)" : ""}`;
		print(
			databaseUrl === null
				? `Embedded database in ${path.join(dataDir, "postgres")}`
				: `Database ${database} at ${formatHost(connection)}`,
			`PostgreSQL ${version}, ${Math.ceil(bytes / MEGABYTE)} MB, ${connections} of ${maxConnections} connections in use`,
			...(await warnOfLiveDrafts(db, "pause them before an upgrade: fb draft pause")),
			...applied.map(formatApplied),
			...(names.length === 0 ? ["The tables are up to date."] : names.map(formatPending)),
		);
	});

async function runMove(to: string): Promise<void> {
	const config = requireDatabase(readConfig());
	const target = to === "embedded" ? null : to;
	if (target !== null && !/^postgres(ql)?:\/\/\S+$/.test(target))
		throw new CommandRefusedError('--to must be "embedded" or a URL such as postgres://user:password@host:5432/name');
	if (target === config.databaseUrl) throw new CommandRefusedError("--to is the database in use.");
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-move-"));
	try {
		const { rows } = await withUnmigratedDatabase(config, ({ db, pool }) =>
			withUnmigratedDatabase({ ...config, databaseUrl: target }, async (destination) => {
				await waitUntilDisconnected(db);
				if ((await readDatabaseState(destination.db)) === "used")
					throw new CommandRefusedError(
						target === null
							? `The embedded PostgreSQL already holds data: rename its folder ${path.join(config.dataDir, "postgres")}, and move again`
							: "The database of --to is not empty: name an empty one",
					);
				const sources = { pool, media: NO_PICTURES, version: packageJson.version, key: null };
				const { place } = await createBackup(sources, openBackupTarget(path.join(folder, "move.tar.gz")), new Date());
				const media = { put: async () => undefined };
				return restoreBackup(place, { ...destination, media }, { key: null, replaces: false });
			}),
		);
		print(
			`Copied ${formatCount(rows, "row")}. From now on, start the server ${
				target === null ? "without DATABASE_URL" : "with the new DATABASE_URL"
			}; the old database is no longer used.`,
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
