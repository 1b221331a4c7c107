import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MIGRATIONS = "apps/server/db/migrations";

function run(
	command: string,
	args: readonly string[],
	options: { readonly cwd?: string; readonly input?: Buffer } = {},
) {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, maxBuffer: 1 << 30, ...options });
	return { isDone: status === 0, stdout, text: String(stdout ?? "").trim(), error: String(stderr ?? "").trim() };
}

/** @throws Error with what to do if this is no repository, or has neither the commit nor a release */
export function findPreviousCommit(name: string | undefined, root = ROOT): string {
	const git = (...args: readonly string[]) => run("git", args, { cwd: root });
	const inside = git("rev-parse", "--show-toplevel");
	if (!inside.isDone || path.resolve(inside.text) !== root)
		throw new Error("This folder has no history: run it in a clone of the repository.");
	// Of the commits before this one, because on a tagged one it would find that tag.
	const revision = name || git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD^").text;
	if (!revision) throw new Error("There is no tag of a release (v0.1.0) here: fetch them, or name a commit.");
	const commit = git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`).text;
	if (commit) return commit;
	const isShallow = git("rev-parse", "--is-shallow-repository").text === "true";
	throw new Error(
		`${revision} is not in the history${isShallow ? ", which is cut off: git fetch --unshallow --tags" : ""}.`,
	);
}

/** Writes a commit into a folder and installs its packages. Returns the file that starts its server. */
export function installPreviousVersion(commit: string, folder: string): string {
	const archive = run("git", ["archive", "--format=tar", commit]);
	if (!archive.isDone) throw new Error(`${commit} cannot be read: ${archive.error}`);
	for (const [command, args, input] of [
		["tar", ["-x"], archive.stdout],
		["npm", ["install", "--no-save", "--omit=dev", "--no-audit", "--no-fund"], undefined],
	] as const) {
		const { isDone, error } = run(command, args, { cwd: folder, ...(input ? { input } : {}) });
		if (!isDone) throw new Error(`${command} ${args.join(" ")} failed: ${error}`);
	}
	return path.join(folder, "apps/server/main.ts");
}

/** Lists the migrations that this version has and the one in `folder` has not. */
export function listNewMigrations(folder: string): string[] {
	const list = (root: string) =>
		readdirSync(path.join(root, MIGRATIONS), { recursive: true, encoding: "utf8" })
			.filter((file) => file.endsWith(".sql"))
			.map((file) => path.basename(file));
	const previous = new Set(list(folder));
	return list(ROOT)
		.filter((file) => !previous.has(file))
		.toSorted();
}
