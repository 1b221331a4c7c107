import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { verifyPassword } from "./passwords.ts";

test("passwords are hashed at the cost that OWASP recommends first for argon2id", async () => {
	// In a process of its own, because this one hashes at a low cost (low-cost-passwords.ts).
	const url = JSON.stringify(new URL("passwords.ts", import.meta.url).href);
	const code = `const { hashPassword } = await import(${url}); process.stdout.write(await hashPassword("purple lanterns"))`;
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code]);
	expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
	expect(await verifyPassword("purple lanterns", stdout)).toBe(true);
	expect(await verifyPassword("purple lantern", stdout)).toBe(false);
});
