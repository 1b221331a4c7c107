import { spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../apps/server/db/open.ts";
import { seedSeason } from "../testing/season/small-season.ts";
import { createTestDatabase } from "../testing/server/database.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SERVER_FILE = path.join(ROOT, "apps/server/startup-error.ts");

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
});
afterAll(() => database.close());

test("`npm run dev` serves sources and API, and restarts", async () => {
	const { PATH, NODE_COMPILE_CACHE } = process.env;
	const dev = spawn(process.execPath, [path.join(ROOT, "tools/dev.ts")], {
		env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url, PORT: "0", NODE_NO_WARNINGS: "1" },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
	// Emitted only once the server process has closed its streams too.
	const closed = once(dev, "close");
	try {
		const listAddresses = () =>
			[...output.matchAll(/^First Bounce is running at (.+)$/gm)].map(([, address = ""]) => address);
		await vi.waitFor(() => expect(listAddresses(), output).toHaveLength(1), 60_000);
		const [address = ""] = listAddresses();

		const page = await fetch(`${address}/team`, { headers: { accept: "text/html" } });
		expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('src="/@vite/client"')]);
		expect(await (await fetch(`${address}/api/client.ts`)).text()).toContain("createClient(");
		const refused = await fetch(`${address}/api/en/user`);
		expect([refused.status, await refused.json()]).toEqual([401, { success: null, errors: [expect.any(Object)] }]);
		const rounds = await fetch(`${address}/json/fantasy/rounds.json`);
		expect(await rounds.json()).toHaveLength(3);
		expect((await fetch(`${address}/ads/top-lb.html`)).headers.get("content-security-policy")).toContain("sandbox");
		const french = await fetch(`${address}/json/locale/fr.json`);
		expect([french.status, french.headers.get("content-type")]).toEqual([200, "application/json"]);

		utimesSync(SERVER_FILE, new Date(), new Date());
		await vi.waitFor(() => expect(output).toContain("Restarting the server …"), 20_000);
		// The request waits for the restarted server.
		expect((await fetch(`${address}/healthz`)).status).toBe(200);
		expect(listAddresses()).toEqual([address, address]);
	} finally {
		dev.kill("SIGINT");
	}
	expect(await closed).toEqual([0, null]);
});
