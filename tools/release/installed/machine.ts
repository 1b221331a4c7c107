import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { run } from "./commands.ts";

const BOOT_TIMEOUT_MS = 120_000;
const PACKAGES = "systemd,systemd-sysv,dbus,curl,ca-certificates";

/** Starts systemd in the folder $1, which contains Debian, with namespaces and a control group of its own. */
const BOOT = `
group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)/first-bounce-test-$$
mkdir "$group"
echo $$ > "$group/cgroup.procs"
exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup sh -e -c '
	mount --make-rprivate /
	mount --bind "$1" "$1"
	cd "$1"
	mount -t proc proc proc
	mount -t sysfs -o ro sysfs sys
	mount -t cgroup2 cgroup2 sys/fs/cgroup
	for folder in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs $folder; done
	chmod 1777 tmp
	for device in null zero full random urandom tty; do
		touch dev/$device
		mount --bind /dev/$device dev/$device
	done
	mkdir dev/shm dev/pts
	mount -t tmpfs tmpfs dev/shm
	mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
	ln -s pts/ptmx dev/ptmx
	mkdir -p host
	pivot_root . host
	exec chroot . sh -c "umount -l /host; exec env -i container=test /lib/systemd/systemd"
' sh "$1"
`;

/** A Debian that systemd has booted. */
export interface Machine {
	/** Runs a shell script as root and returns its output. If a command fails, throws an error with the output so far. */
	readonly run: (script: string) => string;
	readonly stop: () => Promise<void>;
}

/** Installs Debian with systemd into a new folder. */
export const installDebian = (root: string): string =>
	run("mmdebstrap", ["--variant=minbase", `--include=${PACKAGES}`, "bookworm", root]);

/** Boots Debian as a container does: with its own processes and network, of which only the loopback is up. */
export async function bootMachine(root: string): Promise<Machine> {
	const unshare = spawn("sh", ["-e", "-c", BOOT, "sh", root], { stdio: ["ignore", "ignore", "pipe"] });
	let errors = "";
	unshare.stderr.on("data", (chunk) => {
		errors += chunk;
	});
	const ended = once(unshare, "close");
	const runInMachine = (script: string) => {
		const systemd = readFileSync(`/proc/${unshare.pid}/task/${unshare.pid}/children`, "utf8").trim();
		const env = ["env", "-i", "HOME=/root", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"];
		return run("nsenter", ["--target", systemd, "--all", ...env, "sh", "-e", "-c", `exec 2>&1; ${script}`]);
	};
	const stop = async () => {
		unshare.kill("SIGKILL");
		await ended;
		run("sh", [
			"-c",
			`group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)/first-bounce-test-${unshare.pid}
			while grep -q populated.1 "$group/cgroup.events"; do sleep 0.1; done
			find "$group" -depth -type d -exec rmdir {} +`,
		]);
	};
	for (const end = Date.now() + BOOT_TIMEOUT_MS; ; await wait(500)) {
		try {
			runInMachine("systemctl is-system-running --wait");
			return { run: runInMachine, stop };
		} catch (error) {
			if (Date.now() < end && unshare.exitCode === null) continue;
			await stop();
			throw new Error(`systemd does not start: ${errors}`, { cause: error });
		}
	}
}
