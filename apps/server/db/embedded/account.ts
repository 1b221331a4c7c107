import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { StartupError } from "../../startup-error.ts";

/** The account that PostgreSQL runs as if this process is root, since it refuses to run as root. */
export interface PostgresAccount {
	readonly name: string;
	readonly uid: number;
	readonly gid: number;
}

/** Existing accounts to choose from, in this order. No account is created. */
const ACCOUNT_NAMES = ["postgres", "nobody"];

function listAccounts(): PostgresAccount[] {
	return readFileSync("/etc/passwd", "utf8")
		.split("\n")
		.map((line) => line.split(":"))
		.map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
		.filter(({ name, uid }) => name !== "" && uid > 0);
}

/** Finds the account to run PostgreSQL as, preferably the data's owner; null to run it as this process's account. */
export function findPostgresAccount(dataFolder: string): PostgresAccount | null {
	if (process.getuid?.() !== 0) return null;
	const accounts = listAccounts();
	const owner = statSync(dataFolder, { throwIfNoEntry: false })?.uid;
	const account =
		accounts.find(({ uid }) => uid === owner) ??
		ACCOUNT_NAMES.map((candidate) => accounts.find(({ name }) => name === candidate)).find(
			(found) => found !== undefined,
		);
	if (!account) {
		throw new StartupError(
			`PostgreSQL refuses to run as root, and there is no account "${ACCOUNT_NAMES.join('" or "')}" to run it as`,
		);
	}
	return account;
}

/** Whether the execute bit of the owner, the group or others, whichever applies to the account, is set. */
function canEnter(folder: string, { uid, gid }: PostgresAccount): boolean {
	const { mode, uid: owner, gid: group } = statSync(folder);
	if (owner === uid) return (mode & 0o100) !== 0;
	return (mode & (group === gid ? 0o010 : 0o001)) !== 0;
}

function listWithParents(folder: string): string[] {
	const parent = path.dirname(folder);
	return parent === folder ? [folder] : [...listWithParents(parent), folder];
}

/** Finds the outermost folder of a path that the account may not enter; null if it may enter all folders. */
export function findInaccessibleFolder(folder: string, account: PostgresAccount): string | null {
	const existing = listWithParents(folder).filter((directory) =>
		statSync(directory, { throwIfNoEntry: false })?.isDirectory(),
	);
	// Both the path of a symbolic link and that of its target are checked.
	const realParents = existing.flatMap((parent) => listWithParents(realpathSync(parent)));
	return [...existing, ...realParents].find((directory) => !canEnter(directory, account)) ?? null;
}
