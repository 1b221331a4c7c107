import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { StartupFault } from "../../startup-fault.ts";

/** Whom PostgreSQL runs as when we are root: it refuses to be root itself. */
export interface Account {
	readonly name: string;
	readonly uid: number;
	readonly gid: number;
}

/** Accounts that every Linux has, or gets with a PostgreSQL of its own; none is ever made. */
const CANDIDATES = ["postgres", "nobody"];

function accounts(): Account[] {
	return readFileSync("/etc/passwd", "utf8")
		.split("\n")
		.map((line) => line.split(":"))
		.map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
		.filter(({ name, uid }) => name !== "" && uid > 0);
}

/** The account to run PostgreSQL as, the data's owner first; null when it is our own. */
export function postgresAccount(dataFolder: string): Account | null {
	if (process.getuid?.() !== 0) return null;
	const known = accounts();
	const owner = statSync(dataFolder, { throwIfNoEntry: false })?.uid;
	const account =
		known.find(({ uid }) => uid === owner) ??
		CANDIDATES.map((candidate) => known.find(({ name }) => name === candidate)).find((found) => found !== undefined);
	if (!account) {
		throw new StartupFault(
			`PostgreSQL refuses to run as root, and there is no account "${CANDIDATES.join('" or "')}" to run it as`,
		);
	}
	return account;
}

function mayEnter(folder: string, { uid, gid }: Account): boolean {
	const { mode, uid: owner, gid: group } = statSync(folder);
	const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
	return (mode & bit) !== 0;
}

function withParents(folder: string): string[] {
	const parent = path.dirname(folder);
	return parent === folder ? [folder] : [...withParents(parent), folder];
}

/** The outermost folder on the way to this one that the account may not enter; null when it may enter them all. */
export function findClosedFolder(folder: string, account: Account): string | null {
	const existing = withParents(folder).filter((each) => statSync(each, { throwIfNoEntry: false })?.isDirectory());
	// A symbolic link is followed from where it lies to where it leads.
	const real = existing.flatMap((each) => withParents(realpathSync(each)));
	return [...existing, ...real].find((each) => !mayEnter(each, account)) ?? null;
}
