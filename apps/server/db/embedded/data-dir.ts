import { createHash } from "node:crypto";
import { chmodSync, existsSync, statSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../config.ts";
import { StartupError } from "../../startup-error.ts";
import { findInaccessibleFolder, findPostgresAccount, type PostgresAccount } from "./account.ts";
import { createRootFolder, ROOT_FOLDER } from "./binaries-copy.ts";

/** Lets the group and others enter a folder. */
const GROUP_AND_OTHERS_EXECUTE = 0o011;

type DataSettings = Pick<Config, "databaseUrl" | "dataDir" | "isDefaultDataDir">;

/**
 * Returns the settings with a DATA_DIR that PostgreSQL's account may enter. If root starts the server with the default DATA_DIR
 * in a working directory that is closed to that account, such as /root, a folder below ROOT_FOLDER is used instead.
 *
 * @param onMove called with the folder used instead, and the inaccessible folder
 * @throws StartupError if that folder cannot be created
 */
export function resolveDataDir<Settings extends DataSettings>(
	config: Settings,
	onMove: (dataDir: string, inaccessible: string) => void = () => undefined,
): Settings {
	const { databaseUrl, dataDir, isDefaultDataDir } = config;
	// An existing data folder is never replaced by an empty one; opening it fails instead.
	if (databaseUrl !== null || !isDefaultDataDir || existsSync(path.join(dataDir, "postgres"))) return config;
	const account = findPostgresAccount(path.join(dataDir, "postgres"));
	const inaccessible = account && findInaccessibleFolder(path.dirname(dataDir), account);
	if (!inaccessible) return config;
	const name = `data-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
	const replacement = path.join(ROOT_FOLDER, name);
	try {
		createRootFolder(ROOT_FOLDER);
		createRootFolder(replacement);
	} catch {
		throw createInaccessibleFolderError(dataDir, inaccessible, account);
	}
	onMove(replacement, inaccessible);
	return { ...config, dataDir: replacement };
}

/**
 * Gives the account access through DATA_DIR to its own folder in it, if root owns DATA_DIR.
 *
 * @throws StartupError if a folder above it is closed to the account, or DATA_DIR is another user's
 */
export function grantDataDirAccess(dataDir: string, account: PostgresAccount): void {
	const { uid, mode } = statSync(dataDir);
	if (uid === 0 && findInaccessibleFolder(path.dirname(dataDir), account) === null)
		chmodSync(dataDir, mode | GROUP_AND_OTHERS_EXECUTE);
	const inaccessible = findInaccessibleFolder(dataDir, account);
	if (inaccessible !== null) throw createInaccessibleFolderError(dataDir, inaccessible, account);
}

function createInaccessibleFolderError(dataDir: string, inaccessible: string, { name }: PostgresAccount): StartupError {
	const hasData = existsSync(path.join(dataDir, "postgres", "PG_VERSION"));
	const remedy = hasData
		? `move ${dataDir} out of it and set DATA_DIR to the new path`
		: "set DATA_DIR to one outside it";
	return new StartupError(
		`PostgreSQL refuses to run as root, and account ${name}, which runs it instead, may not enter ${inaccessible}: ` +
			`${remedy}, such as ${ROOT_FOLDER}/data`,
	);
}
