import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestFolder } from "./test-folder.ts";

/** No process has this id or the next one, because both are above the maximum of Linux. */
const UNUSED_PID = 4_194_305;
const isRoot = process.getuid?.() === 0;

/** Makes a folder impossible to delete: root by mounting a disk in it, others by forbidding themselves to write. */
function makeUndeletable(folder: string): void {
	const inner = path.join(folder, "disk");
	mkdirSync(inner, { recursive: true });
	if (isRoot) {
		expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", inner]).status).toBe(0);
		onTestFinished(() => void spawnSync("umount", ["-l", inner]));
		return;
	}
	writeFileSync(path.join(inner, "file"), "");
	chmodSync(inner, 0o500);
	onTestFinished(() => chmodSync(inner, 0o700));
}

test("killed runs' folders are deleted, as far as possible", () => {
	const parent = mkdtempSync(path.join(tmpdir(), "first-bounce-folders-"));
	onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
	vi.stubEnv("TMPDIR", parent);
	onTestFinished(() => void vi.unstubAllEnvs());
	const warn = vi.spyOn(console, "warn").mockReturnValue();
	onTestFinished(() => warn.mockRestore());
	const [undeletable, deletable] = [UNUSED_PID, UNUSED_PID + 1].map((pid) =>
		path.join(parent, `first-bounce-test-${pid}`),
	);
	mkdirSync(deletable ?? "");
	makeUndeletable(undeletable ?? "");
	expect(createTestFolder()).toBe(path.join(parent, `first-bounce-test-${process.pid}`));
	expect([existsSync(undeletable ?? ""), existsSync(deletable ?? "")]).toEqual([true, false]);
	expect(warn).toHaveBeenCalledOnce();
});
