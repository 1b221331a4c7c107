import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishSwitch, switchBack, switchToUpgrade } from "./upgrade-folders.ts";

let root: string;
let folder: string;
beforeEach(() => {
	root = mkdtempSync(path.join(tmpdir(), "first-bounce-switch-"));
	folder = path.join(root, "postgres");
});
afterEach(() => rmSync(root, { recursive: true }));

function create(name: string, major: string): void {
	mkdirSync(path.join(root, name));
	writeFileSync(path.join(root, name, "PG_VERSION"), `${major}\n`);
}
const listMajors = () =>
	readdirSync(root)
		.toSorted()
		.map((name) => `${name} ${readFileSync(path.join(root, name, "PG_VERSION"), "utf8").trim()}`);

test("an upgrade interrupted between its renames is finished [D2.9.801]", async () => {
	create("postgres", "17");
	create("postgres.upgrade", "18");
	renameSync(folder, `${folder}.before-upgrade`);
	await Promise.all([finishSwitch(folder), finishSwitch(folder)]);
	expect(listMajors()).toEqual(["postgres 18", "postgres.before-upgrade 17"]);
});

test("an undoing interrupted between its renames is finished [D2.9.802]", async () => {
	create("postgres", "17");
	create("postgres.upgrade", "18");
	await switchToUpgrade(folder);
	renameSync(folder, `${folder}.undone`);
	await finishSwitch(folder);
	expect(listMajors()).toEqual(["postgres 17", "postgres.undone 18"]);
});

test("folders are left alone without an interrupted switch", async () => {
	await finishSwitch(folder);
	expect(existsSync(folder)).toBe(false);
	// Somebody has moved the data away to restore a backup into a new folder.
	create("postgres.before-upgrade", "17");
	await finishSwitch(folder);
	expect(listMajors()).toEqual(["postgres.before-upgrade 17"]);
	create("postgres", "18");
	await finishSwitch(folder);
	expect(listMajors()).toEqual(["postgres 18", "postgres.before-upgrade 17"]);
	await switchBack(folder);
	expect(listMajors()).toEqual(["postgres 17", "postgres.undone 18"]);
});
