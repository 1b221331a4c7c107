import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findPreviousCommit } from "./previous-version.ts";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "first-bounce-history-")));
afterAll(() => rmSync(folder, { recursive: true }));

function git(cwd: string, ...args: readonly string[]) {
	const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.test"];
	expect(spawnSync("git", [...identity, ...args], { cwd, encoding: "utf8" })).toMatchObject({ status: 0 });
}

test("the previous version is the named commit or last release", () => {
	expect(() => findPreviousCommit(undefined, folder)).toThrow("no history: run it in a clone of the repository");
	git(folder, "init", "--quiet", "clone");
	const clone = path.join(folder, "clone");
	git(clone, "commit", "--quiet", "--allow-empty", "-m", "Release");
	expect(() => findPreviousCommit(undefined, clone)).toThrow(
		"no tag of a release, such as v0.1.0: run git fetch --tags, or add a commit to the command",
	);
	git(clone, "tag", "v0.1.0");
	const release = findPreviousCommit("HEAD", clone);
	git(clone, "commit", "--quiet", "--allow-empty", "-m", "Next");
	expect(findPreviousCommit(undefined, clone)).toBe(release);
	git(clone, "tag", "v0.2.0");
	expect(findPreviousCommit(undefined, clone), "before the release that is checked out").toBe(release);
	expect(findPreviousCommit("HEAD~1", clone)).toBe(release);
	expect(findPreviousCommit("HEAD", clone)).not.toBe(release);
	expect(() => findPreviousCommit("v0.9.0", clone)).toThrow("v0.9.0 is not in the history.");
	git(folder, "clone", "--quiet", "--depth=1", "--no-tags", `file://${clone}`, "shallow");
	expect(() => findPreviousCommit("v0.1.0", path.join(folder, "shallow"))).toThrow(
		"v0.1.0 is not in this shallow clone: git fetch --unshallow --tags.",
	);
});
