// npm run build [-- --out DIR] [--without-node] [--tar]: writes a release, a folder that runs without development tools.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import {
	findLicenceProblems,
	formatLicences,
	listServerPackages,
	listWebPackages,
	readLock,
	type ThirdPartyPackage,
} from "./release/licences.ts";
import {
	copyBuiltWeb,
	copySources,
	findOutputProblem,
	LICENCES_FILE,
	listReleaseFiles,
	readManifest,
	removeTypesAndMaps,
	SBOM_FILE,
	writeEntryPoints,
} from "./release/release-files.ts";
import { completeSbom, findSbomProblems } from "./release/sbom.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const MAX_MEGABYTES = 450;
/** The unit of `blocks` in a file's status: the space that the file takes on the disk. */
const BLOCK_BYTES = 512;

const { values: options } = parseArgs({
	options: {
		out: { type: "string" },
		/** Leaves Node out of the release, for an image that has it already. */
		"without-node": { type: "boolean", default: false },
		tar: { type: "boolean", default: false },
	},
});
const { version } = readManifest(ROOT);
const out = path.resolve(options.out ?? path.join(ROOT, "dist", `first-bounce-${version}`));

function fail(line: string): never {
	process.stderr.write(`${line}\n`);
	process.exit(1);
}

function run(command: string, args: readonly string[], cwd: string, stdout: "inherit" | "pipe" = "inherit"): string {
	const result = spawnSync(command, args, { cwd, stdio: ["ignore", stdout, "inherit"], encoding: "utf8" });
	if (result.status !== 0) fail(`${command} ${args[0]} failed; the release in ${out} is not complete.`);
	return result.stdout ?? "";
}

/** Runs the npm that started this script (`npm_execpath`), or the one in the PATH. */
function runNpm(args: readonly string[], stdout: "inherit" | "pipe" = "inherit"): string {
	const cli = process.env.npm_execpath;
	return cli?.endsWith(".js") ? run(process.execPath, [cli, ...args], out, stdout) : run("npm", args, out, stdout);
}

/**
 * Installs what the server needs, in the versions of package-lock.json. `npm ci` would refuse a lock file without the
 * optional packages of other platforms.
 */
function installPackages(): void {
	runNpm(["install", "--omit=dev", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
	for (const name of readdirSync(path.join(out, "node_modules"))) {
		if (!/^node-(bin-)?(linux|win|darwin)-/.test(name)) continue;
		const folder = path.join(out, "node_modules", name);
		if (options["without-node"]) rmSync(folder, { recursive: true });
		// Headers for building native packages.
		else for (const part of ["include", "share"]) rmSync(path.join(folder, part), { recursive: true, force: true });
	}
	removeTypesAndMaps(out);
}

const isInstalled = ({ folder }: ThirdPartyPackage): boolean => existsSync(path.join(out, folder));

/** The licence texts of packages. Bundling strips them from the code, so they are shipped separately. */
function readLicenceTexts(packages: readonly ThirdPartyPackage[]): string {
	const texts = packages.flatMap(({ name, folder }) => {
		const files = readdirSync(path.join(ROOT, folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
		return files.map((file) => `### ${name}\n\n${readFileSync(path.join(ROOT, folder, file), "utf8").trim()}\n`);
	});
	return texts.join("\n");
}

function writeLicencesAndSbom(): void {
	const lock = readLock(ROOT);
	const [server, web] = [listServerPackages(lock).filter(isInstalled), listWebPackages(lock)];
	const licenceProblems = findLicenceProblems([...server, ...web]);
	if (licenceProblems.length > 0) fail(`These packages must not be in a release:\n${licenceProblems.join("\n")}`);
	const licences = `${formatLicences(server, web)}\n## Licence texts of the web's packages\n\n${readLicenceTexts(web)}`;
	writeFileSync(path.join(out, LICENCES_FILE), licences);
	const npmSbom = JSON.parse(
		runNpm(["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev"], "pipe"),
	);
	const sbom = completeSbom(npmSbom, web);
	const sbomProblems = findSbomProblems(sbom);
	if (sbomProblems.length > 0) fail(`The SBOM is not complete:\n${sbomProblems.join("\n")}`);
	writeFileSync(path.join(out, SBOM_FILE), `${JSON.stringify(sbom, null, "\t")}\n`);
}

function measureMegabytes(folder: string): number {
	const bytes = listReleaseFiles(folder).reduce((sum, file) => sum + statSync(file).blocks * BLOCK_BYTES, 0);
	return Math.ceil(bytes / 1024 ** 2);
}

/** Writes an archive of the release beside its folder, and the archive's SHA-256 in the format of sha256sum. */
async function writeArchive(): Promise<void> {
	const name = `${path.basename(out)}-${process.platform}-${process.arch}.tar.gz`;
	const archive = path.join(path.dirname(out), name);
	run("tar", ["-C", path.dirname(out), "--owner=0", "--group=0", "-czf", archive, path.basename(out)], ROOT);
	const hash = createHash("sha256");
	await pipeline(createReadStream(archive), hash);
	writeFileSync(`${archive}.sha256`, `${hash.digest("hex")}  ${name}\n`);
	console.log(`${archive}: ${Math.ceil(statSync(archive).size / 1024 ** 2)} MB`);
}

const outputProblem = findOutputProblem(ROOT, out);
if (outputProblem) fail(outputProblem);
rmSync(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
copySources(ROOT, out);
copyBuiltWeb(ROOT, out);
writeEntryPoints(ROOT, out);
installPackages();
writeLicencesAndSbom();
const megabytes = measureMegabytes(out);
if (megabytes > MAX_MEGABYTES) fail(`The release has ${megabytes} MB, more than ${MAX_MEGABYTES}.`);
if (options.tar) await writeArchive();
console.log(`${out}: ${megabytes} MB, for ${process.platform}-${process.arch}`);
