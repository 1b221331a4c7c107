import {
	lstatSync,
	mkdtempSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkWritable, writeOutput } from "./output-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "output-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a device such as /dev/null is written to, not replaced", async () => {
	const out = path.join(folder, "null");
	symlinkSync("/dev/null", out);
	await checkWritable(out);
	await writeOutput(out, "nothing");
	expect(lstatSync(out).isSymbolicLink()).toBe(true);
	expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

test("a link stays a link, and the file behind it is replaced", async () => {
	const [file, out] = [path.join(folder, "file.json"), path.join(folder, "latest.json")];
	writeFileSync(file, "old");
	symlinkSync("file.json", out);
	await checkWritable(out);
	await writeOutput(out, "new");
	expect([readlinkSync(out), readFileSync(file, "utf8")]).toEqual(["file.json", "new"]);
});
