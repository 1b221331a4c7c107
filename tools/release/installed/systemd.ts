import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { check, run } from "./commands.ts";
import { bootMachine, installDebian, type Machine } from "./machine.ts";

const NEXT_VERSION = "99.0.0";
const BACKUP_TIMEOUT_MS = 60_000;

/** Lists the blocks of commands in the section "With systemd" of docs/operating/install.md. */
function readCommands(root: string): string[] {
	const guide = readFileSync(path.join(root, "docs/operating/install.md"), "utf8");
	const section = guide.split(/^## With systemd$/m)[1]?.split(/^##/m)[0] ?? "";
	return [...section.matchAll(/\n\n((?: {4}.+\n)+)/g)].map(([, block = ""]) => block.replaceAll(/^ {4}/gm, ""));
}

function writeArchive(release: string, archive: string): void {
	run("tar", ["-C", path.dirname(release), "-I", "gzip -1", "-cf", archive, path.basename(release)]);
	const folder = path.dirname(archive);
	writeFileSync(`${archive}.sha256`, run("sha256sum", [path.basename(archive)], folder));
}

/** Writes the same release with a higher version beside it. */
function createNextRelease(release: string): string {
	const next = path.join(path.dirname(release), `first-bounce-${NEXT_VERSION}`);
	run("cp", ["-al", release, next]);
	for (const name of ["package.json", "apps/server/package.json"]) {
		const file = path.join(next, name);
		const manifest = JSON.parse(readFileSync(file, "utf8"));
		// Deleted first, because it is a hard link to the file of the release.
		rmSync(file);
		writeFileSync(file, JSON.stringify({ ...manifest, version: NEXT_VERSION }));
	}
	return next;
}

const readService = (machine: Machine, property: string): string =>
	machine.run(`systemctl show first-bounce --property=${property} --value`).trim();

async function waitForBackup(machine: Machine): Promise<string> {
	for (const end = Date.now() + BACKUP_TIMEOUT_MS; Date.now() < end; await wait(500)) {
		const files = machine.run("ls /mnt/backups");
		if (/^first-bounce-.+\.tar\.gz$/m.test(files)) return files;
	}
	return machine.run("journalctl --unit first-bounce --lines 50");
}

/**
 * Installs, uses, upgrades and stops the service with the commands of docs/operating/install.md, in a Debian that systemd
 * has booted.
 */
export async function testSystemd(root: string, folder: string, release: string): Promise<void> {
	const [, install = "", start = "", use = "", upgrade = ""] = readCommands(root);
	check(upgrade.startsWith("version="), "install.md has commands to install, start, use and upgrade", upgrade);
	const debian = path.join(folder, "debian");
	installDebian(debian);
	const downloads = path.join(debian, "root/downloads");
	mkdirSync(downloads);
	writeArchive(release, path.join(downloads, `${path.basename(release)}-linux-x64.tar.gz`));
	cpSync(path.join(root, "fixtures/season-2023"), path.join(debian, "srv/my-season"), { recursive: true });
	const machine = await bootMachine(debian);
	try {
		const runInDownloads = (commands: string) => machine.run(`cd /root/downloads\n${commands}`);
		runInDownloads(install);
		machine.run("sed -i -e s/footy.example.org/footy.example.net/ -e 's/^#BACKUP_TO/BACKUP_TO/' /etc/first-bounce/env");
		check(/"status":"ready"/.test(runInDownloads(start)), "the service is installed, and systemd starts it");
		const status = machine.run(`cat /proc/${readService(machine, "MainPID")}/status`);
		const isConfined =
			/^CapEff:\t0+$/m.test(status) && /^NoNewPrivs:\t1$/m.test(status) && /^Seccomp:\t2$/m.test(status);
		check(isConfined, "it runs without privileges, with filtered system calls", status);
		const backups = await waitForBackup(machine);
		check(backups.includes(".tar.gz"), "its first backup is in /mnt/backups", backups);
		const used = runInDownloads(use);
		check(used.includes("you@example.org is an operator"), "fb makes an operator", used);
		check(used.includes("Imported."), "fb imports a season", used);

		const [, ready = ""] = /(curl .+)/.exec(start) ?? [];
		machine.run("systemctl kill --kill-whom=main --signal=KILL first-bounce");
		machine.run(ready);
		check(readService(machine, "NRestarts") !== "0", "systemd starts it again after a kill");

		const next = createNextRelease(release);
		writeArchive(next, path.join(downloads, `first-bounce-${NEXT_VERSION}-linux-x64.tar.gz`));
		const upgraded = runInDownloads(upgrade.replace(/^version=.+$/m, `version=${NEXT_VERSION}`));
		check(upgraded.includes("The tables are up to date."), "the commands of an upgrade run", upgraded);
		const program = machine.run(`readlink /proc/${readService(machine, "MainPID")}/exe`);
		check(program.includes(`/opt/first-bounce/first-bounce-${NEXT_VERSION}/`), "the new version serves", program);
		const operators = machine.run("fb operator list");
		check(operators.includes("you@example.org"), "an upgrade keeps the operator", operators);

		machine.run("systemctl stop first-bounce");
		const end = `${readService(machine, "Result")} ${readService(machine, "ExecMainStatus")}`;
		check(end === "success 0", "it stops without an error", end);

		const backup = machine.run("ls -t /mnt/backups/*.tar.gz | head -n 1").trim();
		machine.run("rm -rf /var/lib/first-bounce");
		const restored = machine.run(`fb restore ${backup}`);
		check(restored.includes("Restored the backup"), "a backup is restored before the first start", restored);
		machine.run(`systemctl start first-bounce\n${ready}`);
		const again = machine.run("fb operator list");
		check(again.includes("you@example.org"), "the service starts with what was restored", again);
		machine.run("systemctl stop first-bounce");
		const failed = machine.run("systemctl --failed --plain --no-legend");
		check(failed === "", "no unit of the machine has failed", failed);
	} finally {
		await machine.stop();
	}
}
