// npm run test:deploy [-- --only image|services|systemd|checkout] [--archive FILE] [--image NAME]: builds a release and runs it as
// docs/operating/install.md says, with Debian's programs. Then runs tests in a closed folder. With --archive and --image it tests a
// release and an image that were built elsewhere.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { testClosedFolder } from "./release/installed/closed-folder.ts";
import { run } from "./release/installed/commands.ts";
import { testImage } from "./release/installed/image.ts";
import { OLD_POSTGRES } from "./release/installed/old-postgres.ts";
import { testServices } from "./release/installed/services.ts";
import { testSystemd } from "./release/installed/systemd.ts";
import { readManifest } from "./release/release-files.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** The programs that each part of the test runs, each with the Debian package that contains it. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	image: { buildah: "buildah", catatonit: "catatonit", crun: "crun", mmdebstrap: "mmdebstrap", podman: "podman" },
	services: {
		caddy: "caddy",
		initdb: "postgresql-15",
		nginx: "nginx-light",
		openssl: "openssl",
		"systemd-analyze": "systemd",
	},
	systemd: { mmdebstrap: "mmdebstrap" },
	checkout: {},
};

const { values } = parseArgs({
	options: { only: { type: "string" }, archive: { type: "string" }, image: { type: "string" } },
});
const folders = ["/usr/bin", "/usr/sbin", OLD_POSTGRES];
const parts = Object.entries(PROGRAMS).filter(([part]) => values.only === undefined || values.only === part);
const missing = parts
	.flatMap(([, programs]) => Object.entries(programs))
	.filter(([program]) => !folders.some((folder) => existsSync(path.join(folder, program))));
if (process.getuid?.() !== 0 || missing.length > 0) {
	const names = [...new Set(missing.map(([, name]) => name))].join(" ");
	console.error(
		missing.length > 0 ? `Missing: apt-get install -y --no-install-recommends ${names}` : "This needs root.",
	);
	process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), "deploy-"));
try {
	// Services run as other accounts, which must be able to open the release's folder.
	run("chmod", ["755", folder]);
	if (values.only !== "image" && values.only !== "checkout") {
		const release = path.join(folder, `first-bounce-${readManifest(ROOT).version}`);
		if (values.archive === undefined) {
			console.log("Building a release …");
			run(process.execPath, [path.join(ROOT, "tools/build.ts"), "--out", release], ROOT);
		} else run("tar", ["-xzf", path.resolve(values.archive), "-C", folder]);
		if (values.only !== "services") await testSystemd(ROOT, folder, release);
		if (values.only !== "systemd") await testServices(ROOT, folder, release);
	}
	if (values.only === undefined || values.only === "checkout") testClosedFolder(folder);
	if (values.only === undefined || values.only === "image") await testImage(ROOT, folder, values.image ?? null);
	console.log("The release works.");
} finally {
	rmSync(folder, { recursive: true, force: true });
}
