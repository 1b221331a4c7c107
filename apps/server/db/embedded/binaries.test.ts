import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLinks } from "./binaries.ts";

const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-binaries-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("missing library links are created once when npm skipped the install script", async () => {
	mkdirSync(path.join(folder, "native", "lib"), { recursive: true });
	writeFileSync(path.join(folder, "native", "lib", "libpq.so.5.18"), "library");
	const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
	writeFileSync(path.join(folder, "native", "pg-symlinks.json"), JSON.stringify(links));
	await createLinks(folder);
	await createLinks(folder);
	const link = path.join(folder, "native", "lib", "libpq.so.5");
	expect(readlinkSync(link)).toBe("libpq.so.5.18");
	expect(readFileSync(link, "utf8")).toBe("library");
});
