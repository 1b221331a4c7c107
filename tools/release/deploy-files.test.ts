import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../apps/server/config.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const DEPLOY = path.join(ROOT, "deploy");
const folder = mkdtempSync(path.join(tmpdir(), "deploy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (file: string): string => readFileSync(path.join(DEPLOY, file), "utf8");

interface Service {
	readonly image?: string;
	readonly build?: unknown;
	readonly environment?: Readonly<Record<string, string>>;
	readonly volumes?: readonly string[];
	readonly secrets?: readonly string[];
	readonly depends_on?: unknown;
	readonly extends?: { readonly file: string; readonly service: string };
}
interface ComposeFile {
	readonly services: Readonly<Record<string, Service>>;
	readonly volumes?: Readonly<Record<string, unknown>>;
	readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}
const compose: ComposeFile = parse(read("compose.yaml"));
const twoProcesses: ComposeFile = parse(read("compose.two-processes.yaml"));

/** Lists the variables of the tables in settings.md, and the `_FILE` variables of those that can be read from a file. */
function listSettings(): Set<string> {
	const settings = readFileSync(path.join(ROOT, "docs/operating/settings.md"), "utf8");
	const names = [...settings.matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(
		([, cell = ""]) => cell.match(/[A-Z][A-Z_]+/g) ?? [],
	);
	const [, secrets = ""] = /can hold a secret: ([^.]+)\./s.exec(settings) ?? [];
	return new Set([...names, ...(secrets.match(/[A-Z][A-Z_]+/g) ?? []).map((name) => `${name}_FILE`)]);
}

test("the compose files follow the schema of the Compose specification", () => {
	const packageFile = createRequire(import.meta.url).resolve("dclint/package.json");
	const schema = JSON.parse(readFileSync(path.join(path.dirname(packageFile), "schemas/compose.schema.json"), "utf8"));
	const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
	const validate = ajv.compile({ ...schema, $schema: undefined });
	const findProblems = (content: unknown) =>
		validate(content) ? [] : (validate.errors ?? []).map((error) => error.instancePath);
	expect(findProblems(compose)).toEqual([]);
	expect(findProblems(twoProcesses)).toEqual([]);
	expect(findProblems({ services: { app: { imagee: "first-bounce" } } })).toEqual(["/services/app"]);
});

test("every file, volume, secret and service that the compose files name exists", () => {
	const { db, app, caddy } = compose.services;
	expect([db?.image, caddy?.image]).toEqual(["postgres:18", "caddy:2"]);
	expect([app?.image?.split("?")[0], app?.build]).toEqual(["${IMAGE:", undefined]);
	const services = Object.values(compose.services);
	const mounts = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""));
	expect(mounts.filter((mount) => mount.startsWith(".") && !existsSync(path.join(DEPLOY, mount)))).toEqual([]);
	expect(mounts.filter((mount) => !mount.startsWith(".")).sort()).toEqual(Object.keys(compose.volumes ?? {}).sort());
	// PostgreSQL 18 keeps its data in a folder below this one. Data in the path of older images would be lost with the
	// container.
	expect(db?.volumes).toEqual(["database:/var/lib/postgresql"]);
	const secrets = new Set(services.flatMap((service) => service.secrets ?? []));
	expect([...secrets].sort()).toEqual(Object.keys(compose.secrets ?? {}).sort());
	// The commands in install.md create each of these files.
	const install = readFileSync(path.join(ROOT, "docs/operating/install.md"), "utf8");
	for (const { file } of Object.values(compose.secrets ?? {})) expect(install).toContain(`> ${file}`);
	expect(twoProcesses.services.app2?.extends).toEqual({ file: "compose.yaml", service: "app" });
	expect(twoProcesses.services.caddy?.environment?.APPS).toBe("app:3000 app2:3000");
});

test("the app accepts the compose file's and systemd units' settings", () => {
	const known = listSettings();
	expect(known).toContain("DATABASE_URL_FILE");
	const environment = compose.services.app?.environment ?? {};
	expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
	const secret = path.join(folder, "secret");
	const values: Readonly<Record<string, string>> = {
		DATABASE_URL_FILE: "postgres://first_bounce:secret@db/first_bounce",
		METRICS_TOKEN_FILE: "metrics",
		BACKUP_KEY_FILE: "a passphrase of more than 16 characters",
	};
	const settings = Object.entries(environment).map(([name, value]) => {
		const content = values[name];
		if (content !== undefined) writeFileSync(`${secret}-${name}`, `${content}\n`);
		const resolved = value.replace(/\$\{SITE_HOST[^}]*\}/, "footy.example.org").replace(/\$\{\w+:-(.*)\}/, "$1");
		return [name, content === undefined ? resolved : `${secret}-${name}`];
	});
	expect(readConfig(Object.fromEntries(settings))).toMatchObject({
		publicUrl: "https://footy.example.org",
		databaseUrl: "postgres://first_bounce:secret@db/first_bounce",
		metricsToken: "metrics",
		backup: { to: "/backups", key: "a passphrase of more than 16 characters" },
		feed: { source: "manual" },
		demo: false,
	});
	const imageVariables = [...read("Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(
		([, line = ""]) => line.match(/[A-Z_]+(?==)/g) ?? [],
	);
	expect(imageVariables.filter((name) => !known.has(name))).toEqual(["NODE_ENV", "PATH"]);
});

test("the systemd units run without privileges, with time to stop", () => {
	const units = readdirSync(path.join(DEPLOY, "systemd")).filter((file) => file.endsWith(".service"));
	expect(units.sort()).toEqual(["first-bounce.service", "first-bounce@.service"]);
	for (const unit of units) {
		const lines = read(`systemd/${unit}`).split("\n");
		expect(lines).toEqual(
			expect.arrayContaining([
				"User=first-bounce",
				"EnvironmentFile=/etc/first-bounce/env",
				"StateDirectory=first-bounce",
				"NoNewPrivileges=yes",
				"ProtectSystem=strict",
				"CapabilityBoundingSet=",
				"Restart=always",
				"WantedBy=multi-user.target",
			]),
		);
		const starts = lines.filter((line) => line.startsWith("ExecStart="));
		expect(starts).toHaveLength(1);
		expect(starts[0]).toMatch(/\/opt\/first-bounce\/current\/bin\/first-bounce$/);
		// Longer than the 15 seconds after which the server exits by itself.
		expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(lines.join("\n"))?.[1])).toBeGreaterThan(15);
		expect(lines.filter((line) => /^(Environment|ExecStart)=.*(PASSWORD|SECRET|TOKEN|KEY)/.test(line))).toEqual([]);
	}
});

test("fb creates the data folder for a restore on a new machine", () => {
	expect(read("systemd/fb")).toContain("-p StateDirectory=first-bounce -p StateDirectoryMode=0750");
	expect(read("systemd/fb")).toContain("DATA_DIR=/var/lib/first-bounce");
});

test("the image's build gets every source, nothing built or secret", () => {
	const lines = readFileSync(path.join(ROOT, ".dockerignore"), "utf8").split("\n");
	const leftOut = lines.filter((line) => line !== "" && line !== "*" && !line.startsWith("!"));
	// A pattern such as **/secrets would also leave out a folder of the server's sources.
	expect(leftOut).toEqual(["**/node_modules", "**/dist", "deploy/secrets", "**/.env"]);
});

test("both example proxies pass on client address and live stream", () => {
	const nginx = read("nginx.conf");
	expect(nginx).toContain("proxy_set_header Host $host;");
	expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
	expect(nginx).toMatch(/location ~ \^\/api\/\[a-z-\]\+\/live\$ \{[^}]*proxy_buffering off;/);
	// nginx creates only the last folder of this path, and Debian's package has no /var/cache/nginx.
	expect(nginx).toMatch(/^proxy_cache_path \/var\/cache\/[\w-]+ /m);
	expect(read("Caddyfile")).not.toMatch(/\b(encode|header_up|flush_interval)\b/);
	const stages = read("Dockerfile").split(/^FROM /m);
	const last = stages.at(-1) ?? "";
	expect(stages[1]).toMatch(/^\$\{BASE_IMAGE\} AS build$/m);
	expect(stages[0]).toContain("ARG BASE_IMAGE=node:24-slim");
	expect(last).toMatch(/^USER 10001:10001$/m);
	expect(last).toMatch(/^HEALTHCHECK /m);
	expect(last).toContain("/readyz");
	expect(last.indexOf("USER 10001")).toBeLessThan(last.indexOf("CMD"));
});
