import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { closeAll } from "../../../apps/server/db/close-all.ts";
import { check, findNobody, run, sendRequest, signIn, start, waitUntilReady } from "./commands.ts";
import { testOldPostgres } from "./old-postgres.ts";

const PORTS = [4282, 4283] as const;
const [CADDY_PORT, NGINX_PORT] = [4284, 4285] as const;

/** Checks the systemd units, changed to the release's path. Returns the command of the unit for a single process. */
function readExecStart(root: string, folder: string, release: string): string {
	const units = path.join(folder, "units");
	mkdirSync(units);
	const write = (source: string, name: string) => {
		const text = readFileSync(path.join(root, "deploy/systemd", source), "utf8");
		writeFileSync(path.join(units, name), text.replaceAll("/opt/first-bounce/current", release));
		run("systemd-analyze", ["verify", "--man=no", path.join(units, name)]);
		check(true, `systemd-analyze verify accepts ${name}`);
		return text.replaceAll("/opt/first-bounce/current", release);
	};
	write("first-bounce@.service", "first-bounce@3001.service");
	const unit = write("first-bounce.service", "first-bounce.service");
	return /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? "";
}

/**
 * Tests what users notice of a proxy: pages, cached files, live events, the forwarding of their address, and that requests are
 * still answered when one of two processes stops.
 */
async function testProxy(name: string, address: string, stopOne: () => Promise<unknown>): Promise<void> {
	const page = await sendRequest(`${address}/`);
	const [asset = ""] = /\/assets\/[\w.-]+\.js/.exec(page.body) ?? [];
	check(page.status === 200 && asset !== "", `${name}: the first page arrives`, page);
	const script = await sendRequest(address + asset);
	const immutable = "public, max-age=31536000, immutable";
	check(
		script.headers["cache-control"] === immutable,
		`${name}: files with a hash are kept for a year`,
		script.headers,
	);
	const rounds = await sendRequest(`${address}/json/fantasy/rounds.json`);
	const etag = String(rounds.headers.etag);
	const revalidation = await sendRequest(`${address}/json/fantasy/rounds.json`, { headers: { "if-none-match": etag } });
	check(rounds.status === 200 && revalidation.status === 304, `${name}: 304 for an unchanged file`, revalidation);
	const live = await sendRequest(`${address}/api/en/live`, { until: /^event: \w/m });
	check(live.status === 200, `${name}: the first live event arrives while the stream is open`, live);
	const foreign = await sendRequest(`${address}/`, { headers: { host: "elsewhere.example" } }).catch(() => null);
	check(foreign?.status !== 200, `${name}: another Host gets no page`, foreign);
	// /metrics only answers direct requests from this machine, so a refusal shows that the proxy forwards addresses.
	const metrics = await sendRequest(`${address}/metrics`, { headers: { "x-forwarded-for": "127.0.0.1" } });
	check(
		metrics.status === 403 || metrics.status === 404 || metrics.status === 401,
		`${name}: /metrics is closed`,
		metrics,
	);
	const { isSecure } = await signIn(address);
	check(isSecure, `${name}: the session's cookies are Secure`);
	await stopOne();
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => sendRequest(`${address}/json/fantasy/rounds.json`)),
	);
	check(
		answers.every(({ status }) => status === 200),
		`${name}: 20 of 20 requests answered with one process stopped`,
	);
}

function configureCaddy(root: string, folder: string): string {
	// Uses ports that need no privileges, and does not install a certificate authority on this machine.
	const global = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n";
	const file = path.join(folder, "Caddyfile");
	writeFileSync(file, global + readFileSync(path.join(root, "deploy/Caddyfile"), "utf8"));
	return file;
}

/** Writes deploy/nginx.conf with the names, ports and folders of this test, and returns the file. */
function configureNginx(root: string, folder: string): string {
	const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
	const subject = ["-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", certificate];
	run("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", ...subject]);
	const example = readFileSync(path.join(root, "deploy/nginx.conf"), "utf8")
		.replaceAll("footy.example.org;", "localhost;")
		.replaceAll("/etc/letsencrypt/live/footy.example.org/fullchain.pem", certificate)
		.replaceAll("/etc/letsencrypt/live/footy.example.org/privkey.pem", key)
		.replace("/var/cache/first-bounce", path.join(folder, "nginx-cache"))
		.replace("server 127.0.0.1:3000;", `server 127.0.0.1:${PORTS[0]};`)
		.replace("# server 127.0.0.1:3001;", `server 127.0.0.1:${PORTS[1]};`)
		.replaceAll(/listen (\[::\]:)?80;/g, `listen 127.0.0.1:${NGINX_PORT + 1};`)
		.replaceAll(/listen (\[::\]:)?443 ssl http2;/g, `listen 127.0.0.1:${NGINX_PORT} ssl http2;`)
		// The lines for IPv4 and IPv6 are the same now.
		.replaceAll(/^(\s*listen [^\n]+\n)\1/gm, "$1");
	const file = path.join(folder, "nginx.conf");
	const main = `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${example}}\n`;
	writeFileSync(file, main);
	return file;
}

/** Runs two processes of a release on one database, as a systemd unit starts them, behind Debian's Caddy and nginx. */
export async function testServices(root: string, folder: string, release: string): Promise<void> {
	const command = readExecStart(root, folder, release);
	const account = findNobody();
	const data = path.join(folder, "service-data");
	mkdirSync(data);
	run("chown", [`${account.uid}:${account.gid}`, data]);
	const shared = {
		PATH: "/usr/bin:/bin",
		NODE_ENV: "production",
		DATA_DIR: data,
		PUBLIC_URL: "https://localhost",
		DEMO: "on",
	};
	await testOldPostgres(folder, command);
	const stops: (() => Promise<unknown>)[] = [];
	try {
		const first = start(command, [], { ...account, env: { ...shared, PORT: String(PORTS[0]) } });
		stops.push(first.stop);
		await waitUntilReady(`http://127.0.0.1:${PORTS[0]}`, first.readLog);
		check(true, "the unit's command runs as an account without privileges");
		const password = readFileSync(path.join(data, "postgres-password"), "utf8").trim();
		const port = readFileSync(path.join(data, "postgres/postmaster.pid"), "utf8").split("\n")[3];
		const database = `postgres://first_bounce:${password}@127.0.0.1:${port}/first_bounce`;
		const startSecond = async () => {
			const env = { ...shared, PORT: String(PORTS[1]), DATABASE_URL: database };
			const second = start(command, [], { ...account, env });
			stops.push(second.stop);
			await waitUntilReady(`http://127.0.0.1:${PORTS[1]}`, second.readLog);
			return async () => {
				const code = await second.stop();
				check(code === 0, "SIGTERM stops the second process with exit code 0", String(code));
			};
		};

		const apps = PORTS.map((port) => `127.0.0.1:${port}`).join(" ");
		const caddyEnv = {
			PATH: "/usr/bin:/bin",
			HOME: folder,
			XDG_DATA_HOME: folder,
			SITE_HOST: `localhost:${CADDY_PORT}`,
			APPS: apps,
		};
		const stopSecond = await startSecond();
		const caddy = start("caddy", ["run", "--adapter", "caddyfile", "--config", configureCaddy(root, folder)], {
			env: caddyEnv,
		});
		stops.push(caddy.stop);
		await waitUntilReady(`https://localhost:${CADDY_PORT}`, caddy.readLog);
		await testProxy("Caddy", `https://localhost:${CADDY_PORT}`, stopSecond);

		const stopSecondAgain = await startSecond();
		const nginx = start("nginx", ["-c", configureNginx(root, folder), "-p", folder]);
		stops.push(nginx.stop);
		await waitUntilReady(`https://localhost:${NGINX_PORT}`, nginx.readLog);
		await testProxy("nginx", `https://localhost:${NGINX_PORT}`, stopSecondAgain);
	} finally {
		await closeAll(stops);
	}
}
