// Plain JavaScript without dependencies, because it runs on the machine's Node (20 or newer) before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const INSTALL_STAMP = path.join(ROOT, "node_modules", ".first-bounce-install");
const WEB_STAMP = path.join(ROOT, "apps/web/dist/.built-from");

/** Prints a line and exits with code 1. */
export function fail(line) {
	process.stderr.write(`${line}\n`);
	process.exit(1);
}

function runNpm(args) {
	const cli = process.env.npm_execpath;
	const [command, cliArgs] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
	return spawnSync(command, [...cliArgs, ...args], {
		cwd: ROOT,
		stdio: ["ignore", "inherit", "inherit"],
		shell: process.platform === "win32",
	});
}

/**
 * Installs the packages of package-lock.json unless that has been done. `npm ci` would refuse a lock without the optional
 * packages of other platforms, and would empty node_modules under a running server.
 */
export function ensureInstalled() {
	const lockHash = createHash("sha256")
		.update(readFileSync(path.join(ROOT, "package-lock.json")))
		.digest("hex");
	if (existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, "utf8") === lockHash) return;
	process.stdout.write("Installing packages …\n");
	const { status, error } = runNpm(["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
	if (status !== 0) fail(`npm install failed${error ? `: ${error.message}` : ""}, so nothing was started.`);
	writeFileSync(INSTALL_STAMP, lockHash);
}

/**
 * Lists the names under which npm may have a Node. For Macs with Apple's processors it is the second one.
 *
 * @public called by the text of a test
 */
export const listNodePackages = (platform, arch) => [
	`node-${platform === "win32" ? "win" : platform}-${arch}`,
	`node-bin-${platform}-${arch}`,
];

/** Gets the bundled Node 24 (26 on Macs with Apple's processors), or the machine's Node if there is none and it is new enough. */
export function getProjectNode() {
	const program = process.platform === "win32" ? "node.exe" : "node";
	const bundled = listNodePackages(process.platform, process.arch)
		.map((name) => path.join(ROOT, "node_modules", name, "bin", program))
		.find(existsSync);
	if (bundled) return bundled;
	if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
	return fail(
		`npm has no Node 24 for ${process.platform}-${process.arch}: install Node 24 or newer and run this again.`,
	);
}

/** Gets the time of the latest change in a file or folder, in milliseconds. */
function getNewestChange(entry) {
	const name = path.basename(entry);
	if (name === "node_modules" || name === "dist") return 0;
	const stat = statSync(entry);
	return stat.isDirectory()
		? Math.max(stat.mtimeMs, ...readdirSync(entry).map((child) => getNewestChange(path.join(entry, child))))
		: stat.mtimeMs;
}

/** Builds the web if its sources have changed. */
export function ensureWebBuilt(node) {
	const sources = [
		"apps/web",
		"packages/rules",
		"packages/contract",
		"apps/server/features/site/help",
		"package-lock.json",
	];
	const newestChange = String(Math.max(...sources.map((source) => getNewestChange(path.join(ROOT, source)))));
	if (existsSync(WEB_STAMP) && readFileSync(WEB_STAMP, "utf8") === newestChange) return;
	process.stdout.write("Building the web …\n");
	const vite = path.join(ROOT, "node_modules/vite/bin/vite.js");
	const steps = [
		[vite, "build", "--logLevel", "warn"],
		[vite, "build", "--config", "vite.service-worker.config.ts", "--logLevel", "warn"],
		[vite, "build", "--config", "vite.prerender.config.ts", "--logLevel", "warn"],
		[path.join(ROOT, "tools/prerender.ts")],
	];
	for (const step of steps) {
		const { status } = spawnSync(node, step, {
			cwd: path.join(ROOT, "apps/web"),
			stdio: ["ignore", "inherit", "inherit"],
			env: { ...process.env, NODE_NO_WARNINGS: "1" },
		});
		if (status !== 0) fail("The web could not be built, so nothing was started.");
	}
	writeFileSync(WEB_STAMP, newestChange);
}

/** Runs a script with the project's Node and forwards its streams, signals and exit code. */
export function runScript(node, args) {
	// A shared compile cache halves the time of a command.
	const NODE_COMPILE_CACHE = path.join(ROOT, "node_modules/.cache/node");
	const env = { NODE_COMPILE_CACHE, ...process.env, NODE_NO_WARNINGS: "1" };
	const child = spawn(node, args, { stdio: "inherit", env });
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
	child.on("error", (error) => fail(`Could not run ${node}: ${error.message}`));
	child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
