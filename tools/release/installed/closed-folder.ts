import { mkdirSync } from "node:fs";
import path from "node:path";
import { check, run } from "./commands.ts";

const FOLDERS = ["apps", "packages", "tools", "docs", "e2e", "bench", "soak", "testing", "node_modules"];
const FILES = [
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"tsconfig.base.json",
	"biome.json",
	"vitest.config.ts",
];

/** Runs tests that use a database in a copy of the checkout that only its owner can open, as in /root. */
export function testClosedFolder(root: string, folder: string): void {
	const copy = path.join(folder, "closed/first-bounce");
	mkdirSync(path.dirname(copy), { mode: 0o700 });
	mkdirSync(copy);
	run("cp", ["-a", ...[...FOLDERS, ...FILES].map((name) => path.join(root, name)), copy]);
	const output = run("npm", ["test", "--", "testing/server/database.test.ts"], copy);
	check(
		output.trimEnd().endsWith("\n2 passed, 0 failed"),
		"npm test has a database in a folder that only its owner can open",
		output,
	);
}
