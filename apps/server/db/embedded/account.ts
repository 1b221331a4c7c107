import { type SpawnOptions, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
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
	const parent = path.dirname(folder);
	return (mode & bit) !== 0 && (parent === folder || mayEnter(parent, { name: "", uid, gid }));
}

export interface Command {
	readonly file: string;
	readonly args: readonly string[];
	readonly options: Pick<SpawnOptions, "uid" | "gid">;
}

/**
 * How to run a program as the account. Where the account may not enter one of the folders, say below /root, the
 * program keeps the one capability that lets it, by setpriv of util-linux.
 *
 * @throws StartupFault when it may not enter and there is no setpriv
 */
export function commandAs(
	account: Account | null,
	folders: readonly string[],
	program: string,
	args: readonly string[],
): Command {
	if (!account) return { file: program, args, options: {} };
	const closed = folders.find((folder) => !mayEnter(folder, account));
	if (closed === undefined) return { file: program, args, options: { uid: account.uid, gid: account.gid } };
	const setpriv = [
		`--reuid=${account.uid}`,
		`--regid=${account.gid}`,
		"--clear-groups",
		"--inh-caps=+dac_override",
		"--ambient-caps=+dac_override",
	];
	if (spawnSync("setpriv", [...setpriv, "true"]).status !== 0) {
		throw new StartupFault(
			`PostgreSQL refuses to run as root, and account ${account.name} may not enter ${closed}: ` +
				"start First Bounce as an ordinary user, or from a folder that everybody may enter",
		);
	}
	return { file: "setpriv", args: [...setpriv, program, ...args], options: {} };
}
