import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { ENGINES } from "../../testing/browser/engines/engines.ts";
import type { TestNeeds } from "./test-selection.ts";

interface DebianPackages {
	readonly purpose: string;
	readonly names: readonly string[];
	/** Whether recommended packages are installed too. For R, these are 600 packages, including compilers and LaTeX. */
	readonly installsRecommended: boolean;
	readonly isInstalled: () => boolean;
}

const canRun = (program: string, ...args: readonly string[]): boolean =>
	spawnSync(program, args, { stdio: "ignore" }).status === 0;

const CHROMIUM: readonly DebianPackages[] = [
	{
		purpose: "browser tests",
		names: ["chromium"],
		installsRecommended: true,
		isInstalled: () => Boolean(process.env.CHROMIUM) || existsSync("/usr/bin/chromium"),
	},
	{
		purpose: "faster browser tests",
		names: ["chromium-headless-shell"],
		installsRecommended: false,
		isInstalled: () => Boolean(process.env.CHROMIUM) || existsSync("/usr/bin/chromium-headless-shell"),
	},
];

const OTHER_ENGINES: readonly DebianPackages[] = ENGINES.map(({ name, packages, isInstalled }) => ({
	purpose: `journeys in ${name}`,
	names: packages,
	installsRecommended: false,
	isInstalled,
}));

const EXAMPLES: readonly DebianPackages[] = [
	{
		purpose: "API examples in Python",
		names: ["python3-requests"],
		installsRecommended: false,
		isInstalled: () => canRun("/usr/bin/python3", "-c", "import requests"),
	},
	{
		purpose: "API examples in R",
		names: ["r-base-core", "r-cran-httr2", "r-cran-jsonlite"],
		installsRecommended: false,
		isInstalled: () => canRun("Rscript", "-e", "library(httr2); library(jsonlite)"),
	},
];

const PROMTOOL: DebianPackages = {
	purpose: "test of the alert rules",
	names: ["prometheus"],
	installsRecommended: false,
	isInstalled: () => canRun("promtool", "--version"),
};

const PGBOUNCER: DebianPackages = {
	purpose: "test of PgBouncer",
	names: ["pgbouncer"],
	installsRecommended: false,
	isInstalled: () => existsSync("/usr/sbin/pgbouncer") || canRun("pgbouncer", "--version"),
};

const runApt = (...args: readonly string[]): boolean =>
	spawnSync("apt-get", args, {
		env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
		stdio: ["ignore", "ignore", "inherit"],
	}).status === 0;

/**
 * Installs, as root on Linux, the Debian packages that the selected tests use. Without them these tests fail, except that browser
 * tests run more slowly without chromium-headless-shell, and that journeys are not tried in an engine that is missing.
 */
export function ensureDebianPackages({
	browser,
	engines,
	examples,
	promtool,
	pgbouncer,
}: Omit<TestNeeds, "web">): void {
	if (process.platform !== "linux" || process.getuid?.() !== 0) return;
	const needed = [
		...(browser ? CHROMIUM : []),
		...(engines ? OTHER_ENGINES : []),
		...(examples ? EXAMPLES : []),
		...(promtool ? [PROMTOOL] : []),
		...(pgbouncer ? [PGBOUNCER] : []),
	];
	const missing = needed.filter(({ isInstalled }) => !isInstalled());
	if (missing.length === 0) return;
	if (!runApt("update", "-qq")) console.log("apt-get update failed.");
	for (const { purpose, names, installsRecommended } of missing) {
		console.log(`Installing ${names.join(", ")} for the ${purpose} …`);
		const options = installsRecommended ? [] : ["--no-install-recommends"];
		if (!runApt("install", "-y", "-qq", ...options, ...names))
			console.log("They could not be installed. The tests go on without them, and those that need them fail.");
	}
}
