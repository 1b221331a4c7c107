import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findPostgresAccount } from "./account.ts";
import { createRootFolder, prepareBinaries } from "./binaries-copy.ts";

const root = mkdtempSync(path.join(tmpdir(), "first-bounce-copies-"));
afterAll(() => rmSync(root, { recursive: true }));
chmodSync(root, 0o755);
const isRoot = process.getuid?.() === 0;
// Without root, PostgreSQL runs as the current user and nothing is copied.
const account = findPostgresAccount(root) ?? { name: "me", uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

function install(name: string, mode: number): string {
	const installed = path.join(root, name, "native");
	mkdirSync(path.join(installed, "bin"), { recursive: true });
	mkdirSync(path.join(installed, "share"));
	writeFileSync(path.join(installed, "bin", "postgres"), "#!/bin/sh\necho postgres\n", { mode: 0o755 });
	writeFileSync(path.join(installed, "share", "postgres.bki"), "catalogue", { mode: 0o600 });
	chmodSync(path.join(root, name), mode);
	return installed;
}
const closed = install("closed", 0o700);
const getOutcome = (parents: readonly string[]) => {
	try {
		return prepareBinaries(closed, "18.4-test", account, parents);
	} catch (error) {
		return (error as Error).message;
	}
};

test("programs that the account can access are run in place", () => {
	const open = install("open", 0o755);
	expect(prepareBinaries(open, "18.4-test", account, [path.join(root, "unused")])).toBe(open);
	expect(existsSync(path.join(root, "unused"))).toBe(false);
});

test("programs below an inaccessible folder are copied once by root", () => {
	const parent = path.join(root, "copies");
	const copy = path.join(parent, "postgresql-18.4-test");
	expect([getOutcome([parent]), getOutcome([parent])]).toEqual(isRoot ? [copy, copy] : [closed, closed]);
	expect(existsSync(parent)).toBe(isRoot);
	const result = isRoot ? copy : closed;
	expect(statSync(path.join(result, "share", "postgres.bki")).mode & 0o777).toBe(isRoot ? 0o644 : 0o600);
	expect(isRoot ? readdirSync(parent) : []).toEqual(isRoot ? ["postgresql-18.4-test"] : []);
});

test("an incomplete copy is replaced", () => {
	const parent = path.join(root, "broken");
	const copy = path.join(parent, "postgresql-18.4-test");
	mkdirSync(path.join(copy, "bin"), { recursive: true });
	writeFileSync(path.join(copy, "bin", "postgres"), "#!/bin", { mode: 0o755 });
	expect(getOutcome([parent])).toBe(isRoot ? copy : closed);
	expect(statSync(path.join(copy, "bin", "postgres")).size).toBe(isRoot ? 24 : 6);
});

test("folders that others can change or nobody can create are skipped", () => {
	const shared = path.join(root, "shared");
	mkdirSync(shared);
	chmodSync(shared, 0o777);
	const impossible = path.join(root, "copies", "postgresql-18.4-test", "bin", "postgres", "below-a-file");
	expect(() => createRootFolder(shared)).toThrow(`${shared} can be changed by users other than root`);
	const good = path.join(root, "good");
	expect(getOutcome([impossible, shared, good])).toBe(isRoot ? path.join(good, "postgresql-18.4-test") : closed);
	const refused = getOutcome([shared]);
	expect(refused).toMatch(
		isRoot ? /^PostgreSQL refuses to run as root, .* users other than root\): start / : /native$/,
	);
	expect(readdirSync(shared)).toEqual([]);
});
