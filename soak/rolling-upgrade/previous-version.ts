import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { copyCheckout } from "../../tools/checkout-copy.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MIGRATIONS = "apps/server/db/migrations";

function run(
	command: string,
	args: readonly string[],
	options: { readonly cwd?: string; readonly input?: Buffer } = {},
) {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, maxBuffer: 1 << 30, ...options });
	return { hasSucceeded: status === 0, stdout, text: String(stdout ?? "").trim(), error: String(stderr ?? "").trim() };
}

/**
 * Finds the commit of the last release, or the named commit.
 *
 * @throws Error that says what to do if the history, the release or the commit is missing
 */
export function findPreviousCommit(name: string | undefined, root = ROOT): string {
	const git = (...args: readonly string[]) => run("git", args, { cwd: root });
	const repository = git("rev-parse", "--show-toplevel");
	if (!repository.hasSucceeded || path.resolve(repository.text) !== root)
		throw new Error("This folder has no history: run it in a clone of the repository.");
	// Starts at the parent commit, because the checked-out commit may have the tag of this version.
	const revision = name || git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD^").text;
	if (!revision)
		throw new Error(
			"This clone has no tag of a release, such as v0.1.0: run git fetch --tags, or add a commit to the command.",
		);
	const commit = git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`).text;
	if (commit) return commit;
	const isShallow = git("rev-parse", "--is-shallow-repository").text === "true";
	throw new Error(
		`${revision} is not in ${isShallow ? "this shallow clone: git fetch --unshallow --tags" : "the history"}.`,
	);
}

/** Writes the files of a commit into a folder and installs its packages. Returns the file that starts its server. */
export function installPreviousVersion(commit: string, folder: string): string {
	const archive = run("git", ["archive", "--format=tar", commit]);
	if (!archive.hasSucceeded) throw new Error(`${commit} cannot be read: ${archive.error}`);
	for (const [command, args, input] of [
		["tar", ["-x"], archive.stdout],
		["npm", ["install", "--no-save", "--omit=dev", "--no-audit", "--no-fund"], undefined],
	] as const) {
		const { hasSucceeded, error } = run(command, args, { cwd: folder, ...(input ? { input } : {}) });
		if (!hasSucceeded) throw new Error(`${command} ${args.join(" ")} failed: ${error}`);
	}
	return path.join(folder, "apps/server/main.ts");
}

/** Lists the migrations of this version that the version in `folder` does not have. */
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

/**
 * Copies the files of this version into a folder, and changes the text of the function that stores saves, so that an upgrade
 * replaces it. Returns the file that starts its server, and the hash of the changed text.
 */
export function copyWithChangedFunction(folder: string): { readonly main: string; readonly hash: string } {
	copyCheckout(folder);
	const file = path.join(folder, MIGRATIONS, "repeatable/accept-team-actions.sql");
	appendFileSync(file, "-- Changed by the rolling upgrade's test.\n");
	const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
	appendFileSync(file.replace(/sql$/, "sha256"), `${hash}\n`);
	return { main: path.join(folder, "apps/server/main.ts"), hash };
}
