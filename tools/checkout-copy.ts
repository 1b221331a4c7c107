import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
/** What lies in a checkout beside its files: history, releases, and what tests, benchmarks and `npm run dev` have written. */
const NOT_COPIED = /^(\.git|node_modules|dist|coverage|gallery|test-results|data.*)$/;

interface CopyOptions {
	/** Whether the built web is copied, so that it need not be built again. */
	readonly builds?: boolean;
	/** Whether the installed packages are copied too. Otherwise the copy has links to them. */
	readonly packages?: boolean;
}

/** Copies the checkout into a folder. Its own packages, such as `packages/rules`, resolve to their copies. */
export function copyCheckout(folder: string, { builds = false, packages = false }: CopyOptions = {}): void {
	const skipped = [...(builds ? [] : ["dist"]), ...(packages ? [] : ["node_modules"])];
	const options = { recursive: true, verbatimSymlinks: true };
	const filter = (file: string) => !skipped.includes(path.basename(file));
	for (const name of readdirSync(ROOT).filter((candidate) => !NOT_COPIED.test(candidate)))
		cpSync(path.join(ROOT, name), path.join(folder, name), { ...options, filter });
	if (packages) cpSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), options);
	else linkPackages(folder);
}

function linkPackages(folder: string): void {
	const installed = path.join(ROOT, "node_modules");
	mkdirSync(path.join(folder, "node_modules/@first-bounce"), { recursive: true });
	for (const name of readdirSync(installed).filter((candidate) => !["@first-bounce", ".cache"].includes(candidate)))
		symlinkSync(path.join(installed, name), path.join(folder, "node_modules", name));
	for (const name of readdirSync(path.join(folder, "packages")))
		symlinkSync(path.join(folder, "packages", name), path.join(folder, "node_modules/@first-bounce", name));
	const ofServer = "apps/server/node_modules";
	if (existsSync(path.join(ROOT, ofServer))) symlinkSync(path.join(ROOT, ofServer), path.join(folder, ofServer));
}
