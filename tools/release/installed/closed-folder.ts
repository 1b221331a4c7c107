import { mkdirSync } from "node:fs";
import path from "node:path";
import { copyCheckout } from "../../checkout-copy.ts";
import { check, run } from "./commands.ts";

/** Runs tests that use a database in a copy of the checkout that only its owner can open, as in /root. */
export function testClosedFolder(folder: string): void {
	const copy = path.join(folder, "closed/first-bounce");
	mkdirSync(path.dirname(copy), { mode: 0o700 });
	mkdirSync(copy);
	copyCheckout(copy, { packages: true });
	const output = run("npm", ["test", "--", "testing/server/database.test.ts"], copy);
	check(
		output.trimEnd().endsWith("\n2 passed, 0 failed"),
		"npm test has a database in a folder that only its owner can open",
		output,
	);
}
