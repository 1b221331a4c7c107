import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyCheckout } from "../../tools/checkout-copy.ts";
import { createDemoDatabase } from "./demo-server.ts";
import { type RunningServer, startServer } from "./server.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** A script or style sheet, whose name ends in its hash: `assets/index-C8Sd4g9m.js`. */
const ASSET = /-([\w-]{6,8})\.(js|css)$/;
const NEW_HEADLINE = "A headline of the next version";

/** Renames every script and style sheet of a built web, as a build of other sources would, and changes a text. */
function renameAssets(folder: string): void {
	const listFiles = () =>
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => path.join(parentPath, name));
	for (const file of listFiles()) if (/\.(br|gz|map)$/.test(file)) rmSync(file);
	const renamed = new Map<string, string>();
	for (const file of listFiles()) {
		const [, hash] = ASSET.exec(file) ?? [];
		const name = path.basename(file);
		if (hash !== undefined) renamed.set(name, name.replace(`-${hash}.`, `-${"n".repeat(hash.length)}${renamed.size}.`));
	}
	const texts = listFiles().filter((file) => /\.(js|css|html|json)$/.test(file));
	for (const file of texts) {
		let text = readFileSync(file, "utf8");
		for (const [before, after] of renamed) text = text.replaceAll(before, after);
		text = text
			.replaceAll(/(locale\/en\.json)?\?v=[0-9a-f]{8}/g, "$1?v=next")
			.replace(/("headline":)"[^"]*"/, `$1"${NEW_HEADLINE}"`);
		writeFileSync(path.join(path.dirname(file), renamed.get(path.basename(file)) ?? path.basename(file)), text);
		if (renamed.has(path.basename(file))) rmSync(file);
	}
}

export interface UpgradableServer extends RunningServer {
	/** Stops the server, and starts the next or again the former version on the same address, database and data folder. */
	readonly run: (version: "former" | "next") => Promise<void>;
}

/** A demo server with two versions of the web, whose scripts and style sheets have different names. */
export async function startUpgradableServer(): Promise<UpgradableServer> {
	const nextRoot = mkdtempSync(path.join(tmpdir(), "first-bounce-next-"));
	copyCheckout(nextRoot, { builds: true });
	renameAssets(path.join(nextRoot, "apps/web/dist"));
	const dataDir = mkdtempSync(path.join(tmpdir(), "first-bounce-upgrade-"));
	const database = await createDemoDatabase();
	const env = { DEMO: "on", ADS: "off", DATABASE_URL: database.url };
	let current = await startServer({ env, dataDir });
	const { url } = current;
	const address = { PORT: new URL(url).port, PUBLIC_URL: url };
	return {
		...current,
		run: async (version) => {
			await current.stop();
			current = await startServer({
				env: { ...env, ...address },
				dataDir,
				root: version === "next" ? nextRoot : ROOT,
			});
		},
		stop: async () => {
			await current.stop();
			await database.close();
			for (const folder of [nextRoot, dataDir]) rmSync(folder, { recursive: true, force: true });
		},
	};
}
