import { copyFileSync, cpSync, linkSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { check, run, sendRequest, signIn, waitUntilReady } from "./commands.ts";

const PORT = 4281;
const ADDRESS = `http://127.0.0.1:${PORT}`;
const CONTAINER = "first-bounce-test";

/** Runs the container without a cgroup, a network and a health check timer of its own, which the test does not need. */
const LIMITS = "--cgroups=disabled --network=host --no-healthcheck --ulimit nofile=4096:4096 --ulimit nproc=4096:4096";

/** The certificate authorities that this machine trusts. They may include one of a proxy to the package registry. */
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
/** The base image, with Node and npm where node:24-slim has them, so that the build stage of the Dockerfile runs. */
const BASE = `FROM scratch
ADD base.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
COPY ca-certificates.crt ${CERTIFICATES}
ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}
`;

type Buildah = (...args: readonly string[]) => string;

/** Creates an image of Debian's packages with this Node and npm. */
function createBase(folder: string, buildah: Buildah): void {
	const base = path.join(folder, "base");
	mkdirSync(base);
	const packages = "--include=ca-certificates,libstdc++6";
	run("mmdebstrap", ["--variant=minbase", packages, "bookworm", path.join(folder, "base.tar")]);
	linkSync(path.join(folder, "base.tar"), path.join(base, "base.tar"));
	copyFileSync(process.execPath, path.join(base, "node"));
	const npm = path.resolve(realpathSync(process.env.npm_execpath ?? "/usr/bin/npm"), "../..");
	cpSync(npm, path.join(base, "npm"), { recursive: true });
	copyFileSync(CERTIFICATES, path.join(base, "ca-certificates.crt"));
	writeFileSync(path.join(base, "Containerfile"), BASE);
	buildah("build", "--isolation", "chroot", "-t", "first-bounce-base", base);
}

/** Builds the image with deploy/Dockerfile, which also builds the release, on a base of Debian's packages and this Node. */
function buildImage(root: string, folder: string, buildah: Buildah): void {
	createBase(folder, buildah);
	const build = ["build", "--isolation", "chroot", "--format", "docker", "-f", path.join(root, "deploy/Dockerfile")];
	const start = performance.now();
	buildah(...build, "--build-arg", "BASE_IMAGE=localhost/first-bounce-base", "-t", "first-bounce", root);
	check(true, `the image is built as the Dockerfile says, in ${Math.round((performance.now() - start) / 1_000)} s`);
}

/**
 * Runs an image as an operator would.
 *
 * @param published the name of an image in a registry; null to build one
 */
export async function testImage(root: string, folder: string, published: string | null): Promise<void> {
	const store = ["--root", `${folder}/images`, "--runroot", `${folder}/run`, "--storage-driver", "vfs"];
	const buildah: Buildah = (...args) => run("buildah", [...store, ...args]);
	if (published === null) buildImage(root, folder, buildah);
	else {
		buildah("pull", published);
		buildah("tag", published, "localhost/first-bounce");
	}
	const data = path.join(folder, "container-data");
	mkdirSync(data);
	run("chown", ["10001:10001", data]);
	// podman needs cgroups v2, which a machine with cgroups v1 may also offer.
	const cgroups = "umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup";
	const runPodman = (args: string) =>
		run("unshare", [
			"-m",
			"sh",
			"-c",
			`${cgroups}; exec podman ${store.join(" ")} --runtime crun --cgroup-manager cgroupfs ${args}`,
		]);
	const settings = `-e PORT=${PORT} -e HOST=127.0.0.1 -v ${data}:/data`;
	const safety = "--init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges";
	const readLog = () => runPodman(`logs ${CONTAINER}`);
	runPodman(`run -d --name ${CONTAINER} ${LIMITS} ${safety} ${settings} localhost/first-bounce`);
	try {
		await waitUntilReady(ADDRESS, readLog);
		check(true, "the container starts with a read-only file system and without privileges");
		check((await sendRequest(`${ADDRESS}/healthz`)).body === '{"status":"ok"}', "it answers /healthz");
		const status = runPodman(`exec ${CONTAINER} cat /proc/1/status`);
		check(/^Uid:\t10001\t10001/m.test(status) && /^CapEff:\t0+$/m.test(status), "it runs as account 10001", status);
		const [health = ""] = JSON.parse(runPodman("inspect localhost/first-bounce"))[0].Healthcheck.Test.slice(3);
		runPodman(`exec ${CONTAINER} node -e '${health}'`);
		check(true, "the image's health check passes");
		const { cookie } = await signIn(ADDRESS);
		const save = { method: "POST", headers: { cookie }, body: { playerId: await findPlayer() } };
		const saved = await sendRequest(`${ADDRESS}/api/en/fantasy/favourite-player/add`, save);
		check(saved.status === 200, "a save is accepted", saved.body);
		check(
			runPodman(`exec ${CONTAINER} fb db status`).includes("The tables are up to date"),
			"fb works in the container",
		);
		runPodman(`stop -t 30 ${CONTAINER}`);
		const exit = runPodman(`inspect ${CONTAINER} --format {{.State.ExitCode}}`).trim();
		check(exit === "0", "SIGTERM stops it with exit code 0", exit);
		runPodman(`start ${CONTAINER}`);
		await waitUntilReady(ADDRESS, readLog);
		const favourites = await sendRequest(`${ADDRESS}/api/en/fantasy/favourite-player/show-favourites`, {
			headers: { cookie },
		});
		const { success } = JSON.parse(favourites.body);
		check(
			success.favouritePlayers.includes(save.body.playerId),
			"a restart keeps the save and the session",
			favourites.body,
		);
	} finally {
		runPodman(`rm -f -t 20 ${CONTAINER}`);
	}
}

async function findPlayer(): Promise<number> {
	const [player] = JSON.parse((await sendRequest(`${ADDRESS}/json/fantasy/players.json`)).body);
	return player.id;
}
