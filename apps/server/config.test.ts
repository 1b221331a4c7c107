import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("by default the server is a local demo on port 3000", () => {
	expect(readConfig({})).toMatchObject({
		port: 3000,
		host: "127.0.0.1",
		databaseUrl: null,
		publicUrl: "http://localhost:3000",
		oidc: null,
		demo: true,
	});
});

test("all invalid settings are reported in one line", () => {
	const invalidEnv = {
		PORT: "70000",
		DATABASE_URL: "mysql://db",
		PUBLIC_URL: "fantasy",
		DEMO: "maybe",
		OIDC_ISSUER: "https://id.example",
	};
	expect(() => readConfig(invalidEnv)).toThrow(
		/^Invalid settings: (?=.*PORT)(?=.*DATABASE_URL)(?=.*PUBLIC_URL)(?=.*DEMO must)(?=.*OIDC_CLIENT_ID is needed)[^\n]+$/,
	);
});

test("empty variables count as unset, and trailing slashes of URLs are removed", () => {
	const config = readConfig({ PORT: "", SMTP_URL: " ", PUBLIC_URL: "https://fantasy.example.org/" });
	expect(config).toMatchObject({ port: 3000, smtpUrl: null, publicUrl: "https://fantasy.example.org" });
});

test("an empty preview password, or one with EXPORT_TO, is refused (D1.2.69)", () => {
	for (const PREVIEW_PASSWORD of ["", "  "])
		expect(() => readConfig({ PREVIEW_PASSWORD })).toThrow(
			"Invalid settings: PREVIEW_PASSWORD is empty, which would open the site to everyone: set it, or leave it out",
		);
	expect(() => readConfig({ PREVIEW_PASSWORD: "siren", EXPORT_TO: "/srv/cdn" })).toThrow(
		"Invalid settings: EXPORT_TO would publish the season's files without the password of PREVIEW_PASSWORD: leave one of them out",
	);
	expect(readConfig({ PREVIEW_PASSWORD: "siren" })).toMatchObject({ previewPassword: "siren", exportTo: null });
	expect(readConfig({})).toMatchObject({ previewPassword: null });
});

test("the database's servers, session URL and connections are read and validated", () => {
	const env = { DATABASE_URL: "postgres://db/fb", DATABASE_SESSION_URL: "postgres://direct/fb" };
	expect(
		readConfig({ ...env, DATABASE_HOSTS: "a:5433, [::1]:6000,b.internal", DATABASE_CONNECTIONS: "40" }),
	).toMatchObject({
		databaseOptions: {
			hosts: [
				{ host: "a", port: 5433 },
				{ host: "::1", port: 6000 },
				{ host: "b.internal", port: 5432 },
			],
			sessionUrl: "postgres://direct/fb",
			connections: 40,
		},
	});
	expect(() =>
		readConfig({ DATABASE_URL: "postgres://db/fb", DATABASE_HOSTS: "a:5433/fb", DATABASE_CONNECTIONS: "11" }),
	).toThrow(
		"Invalid settings: DATABASE_HOSTS must be hosts with ports, such as a:5432,b:5432; DATABASE_CONNECTIONS must be a number of connections, at least 12",
	);
	const alone = {
		DATABASE_HOSTS: "a,b",
		DATABASE_SESSION_URL: "postgres://direct/fb",
		DATABASE_READ_URL: "postgres://standby/fb",
	};
	expect(() => readConfig(alone)).toThrow(
		"Invalid settings: DATABASE_HOSTS needs DATABASE_URL; DATABASE_SESSION_URL needs DATABASE_URL; DATABASE_READ_URL needs DATABASE_URL",
	);
});

test("the demo is off on a public address or an own database", () => {
	expect(readConfig({ PUBLIC_URL: "https://fantasy.example.org" }).demo).toBe(false);
	expect(readConfig({ DATABASE_URL: "postgres://db/fb" }).demo).toBe(false);
	expect(readConfig({ DATABASE_URL: "postgres://db/fb", DEMO: "on" }).demo).toBe(true);
});

test("a demo on a public address is refused unless ALLOW_DEMO_ON_PUBLIC_URL is on", () => {
	const demoEnv = { DEMO: "on", PUBLIC_URL: "https://fantasy.example.org" };
	expect(() => readConfig(demoEnv)).toThrow("ALLOW_DEMO_ON_PUBLIC_URL=on");
	expect(readConfig({ ...demoEnv, ALLOW_DEMO_ON_PUBLIC_URL: "on" }).demo).toBe(true);
	for (const local of ["http://127.0.0.1:3000", "http://[::1]:3000", "http://fb.localhost"]) {
		expect(readConfig({ DEMO: "on", PUBLIC_URL: local }).demo).toBe(true);
	}
});

test("allowed hosts are normalised names without ports; anything else is refused", () => {
	expect(readConfig({}).allowedHosts).toEqual([]);
	const listed = readConfig({ ALLOWED_HOSTS: "Game.Internal, 10.0.0.7,[FD00:0::1],fb." });
	expect(listed.allowedHosts).toEqual(["game.internal", "10.0.0.7", "[fd00::1]", "fb"]);
	for (const invalidHosts of [
		"game.internal:3000",
		"https://game.internal",
		"a,,b",
		"*.example.org",
		"::1",
		"a b",
		"x@y",
	])
		expect(() => readConfig({ ALLOWED_HOSTS: invalidHosts })).toThrow("ALLOWED_HOSTS must be host names without ports");
});

test("live streams per address are limited, and 0 means no limit", () => {
	expect(readConfig({}).livePerAddress).toBe(500);
	expect(readConfig({ LIVE_PER_ADDRESS: "0" }).livePerAddress).toBe(0);
	for (const invalidCount of ["-1", "many", "1.5"])
		expect(() => readConfig({ LIVE_PER_ADDRESS: invalidCount })).toThrow("LIVE_PER_ADDRESS must be a number");
});

test("a bucket for pictures is one URL; an incomplete one is refused", () => {
	const { bucket } = readConfig({ MEDIA_URL: "s3://key:se%2Fcret@127.0.0.1:9000/pictures?region=ap-southeast-2" });
	expect(bucket).toEqual({
		name: "pictures",
		endpoint: "http://127.0.0.1:9000",
		region: "ap-southeast-2",
		accessKeyId: "key",
		secretAccessKey: "se/cret",
	});
	expect(() => readConfig({ MEDIA_URL: "s3s://s3.example.org/pictures" })).toThrow("MEDIA_URL must be");
	expect(() => readConfig({ MEDIA_URL: "gopher://x" })).toThrow(/^Invalid settings: MEDIA_URL must be [^;]*$/);
});

test("an external identity provider turns password sign-in off unless LOCAL_LOGIN is on", () => {
	const oidc = { OIDC_ISSUER: "https://id.example.org", OIDC_CLIENT_ID: "bounce" };
	expect(readConfig({}).localLogin).toBe(true);
	expect(readConfig(oidc).localLogin).toBe(false);
	expect(readConfig({ ...oidc, LOCAL_LOGIN: "on" }).localLogin).toBe(true);
	expect(readConfig({ ...oidc, LOCAL_LOGIN: "off" }).localLogin).toBe(false);
	expect(() => readConfig({ LOCAL_LOGIN: "off" })).toThrow("LOCAL_LOGIN can be off only with OIDC_ISSUER");
});

test("traces need an endpoint, and follow OpenTelemetry's variables (D2.9.242)", () => {
	const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };
	expect(readConfig({ OTEL_SERVICE_NAME: "fantasy" }).tracing).toBeNull();
	expect(readConfig(endpoint).tracing).toEqual({ headers: null, sampler: "parentbased_always_on", ratio: 1 });
	const sampled = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.05" };
	const headers = { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20t0ken,x-tenant=fantasy" };
	expect(readConfig({ ...endpoint, ...sampled, ...headers }).tracing).toEqual({
		headers: "authorization=Bearer%20t0ken,x-tenant=fantasy",
		sampler: "parentbased_traceidratio",
		ratio: 0.05,
	});
	expect(
		readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://otel.example.org/v1/traces" }).tracing,
	).not.toBeNull();
	expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: "true" }).tracing).toBeNull();
	expect(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }).tracing).toBeNull();
	for (const [env, problem] of [
		[
			{ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" },
			"OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://localhost:4318",
		],
		[
			{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
			"OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or http/protobuf: traces are sent as JSON over HTTP, not by gRPC",
		],
		[{ OTEL_TRACES_SAMPLER: "sometimes" }, "OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio"],
		[{ OTEL_TRACES_SAMPLER_ARG: "5" }, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1"],
		[{ OTEL_TRACES_SAMPLER_ARG: "few" }, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1"],
		[
			{ OTEL_EXPORTER_OTLP_HEADERS: "t0ken" },
			"OTEL_EXPORTER_OTLP_HEADERS must be headers such as authorization=Bearer%20token",
		],
	] as const)
		expect(() => readConfig(env)).toThrow(`Invalid settings: ${problem}`);
});

describe("a secret in a file", () => {
	const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-secrets-"));
	const write = (name: string, text: string) => {
		const file = path.join(folder, name);
		writeFileSync(file, text);
		return file;
	};
	afterAll(() => rmSync(folder, { recursive: true }));

	test("is read without its final newline, for each setting that holds one", () => {
		const SMTP_URL_FILE = write("smtp", "smtp://fb:secret@mail.example.org:587\n");
		const PREVIEW_PASSWORD_FILE = write("preview", " two words \r\n");
		const DATABASE_URL_FILE = write("database", "postgres://fb:secret@db.example.org/fb");
		expect(readConfig({ SMTP_URL_FILE, PREVIEW_PASSWORD_FILE, DATABASE_URL_FILE })).toMatchObject({
			smtpUrl: "smtp://fb:secret@mail.example.org:587",
			previewPassword: " two words ",
			databaseUrl: "postgres://fb:secret@db.example.org/fb",
		});
	});

	test("is refused if missing, empty or given beside the setting", () => {
		const missing = path.join(folder, "missing");
		const empty = write("empty", "\n");
		expect(() => readConfig({ METRICS_TOKEN_FILE: missing })).toThrow(
			`Invalid settings: METRICS_TOKEN_FILE cannot be read: it does not exist (${missing})`,
		);
		expect(() => readConfig({ PREVIEW_PASSWORD_FILE: empty })).toThrow("PREVIEW_PASSWORD_FILE names an empty file");
		expect(() =>
			readConfig({ SMTP_URL: "smtp://a.example", SMTP_URL_FILE: write("other", "smtp://b.example") }),
		).toThrow("Invalid settings: SMTP_URL and SMTP_URL_FILE are both set: leave one of them out");
	});
});

test("an incomplete bucket of BACKUP_TO is refused without repeating its secret", () => {
	for (const BACKUP_TO of ["s3s:/KEY:hunter2@s3.example/bucket", "s3:KEY:hunter2@s3.example/bucket"])
		expect(() => readConfig({ BACKUP_TO })).toThrow(
			/^Invalid settings: BACKUP_TO must be a folder, or a URL such as (?!.*hunter2)/,
		);
});
