import path from "node:path";
import { z } from "zod";
import { buildDatabaseSettings, checkDatabaseSettings, databaseEnvironment } from "./db/database-settings.ts";
import {
	DEFAULT_PROVIDER_ID,
	type NamedProvider,
	readProvidersFile,
} from "./features/accounts/external-provider/provider-settings.ts";
import { backupEnvironment, buildBackupSettings } from "./features/backups/backup-settings.ts";
import { BUCKET_EXAMPLE, parseBucketUrl } from "./features/media/bucket.ts";
import { buildPushSettings, isKeyPair, pushEnvironment } from "./features/notifications/push/push-settings.ts";
import { monitoringEnvironment } from "./features/operator/alerts/alert-settings.ts";
import { buildSiteSettings, siteEnvironment } from "./features/site/web/site-settings.ts";
import { parseExportTarget } from "./features/static-files/export/export-target.ts";
import { formatUserAgent } from "./features/stats-providers/afl-api/transport.ts";
import type { FeedSettings } from "./features/stats-providers/season-feed.ts";
import { isLoopbackName } from "./plugins/http/allowed-hosts.ts";
import { listeningEnvironment } from "./plugins/http/listening-settings.ts";
import { DEFAULT_STREAMS_PER_ADDRESS } from "./plugins/live-stream.ts";
import { buildTracingSettings } from "./plugins/monitoring/tracing-settings.ts";
import { readSecretFiles } from "./secret-files.ts";
import { StartupError } from "./startup-error.ts";

const SWITCH_VALUES = { on: true, true: true, "1": true, off: false, false: false, "0": false } as const;

const createDaysSchema = (subject: string) =>
	z
		.string()
		.regex(/^\d{1,5}$/, `must be a number of days, or 0 to keep ${subject} for ever`)
		.transform(Number);
const onOff = z
	.enum(Object.keys(SWITCH_VALUES) as (keyof typeof SWITCH_VALUES)[], "must be on or off")
	.transform((word) => SWITCH_VALUES[word]);
const createUrlSchema = (protocol: RegExp, example: string) =>
	z.url({ protocol, error: `must be a URL such as ${example}` });
const createWebUrlSchema = (example: string) =>
	createUrlSchema(/^https?$/, example).transform((address) => address.replace(/\/+$/, ""));
/** The addresses of the official API: of its stats, and of its seasons. */
const [AFL_STATS_URL, AFL_SEASON_URL] = ["https://api.afl.com.au", "https://aflapi.afl.com.au/afl/v2"];

export const environment = z.object({
	...listeningEnvironment,
	DATA_DIR: z.string().optional(),
	...databaseEnvironment,
	PUBLIC_URL: createWebUrlSchema("https://fantasy.example.org").optional(),
	OIDC_ISSUER: createWebUrlSchema("https://id.example.org").optional(),
	OIDC_CLIENT_ID: z.string().optional(),
	OIDC_CLIENT_SECRET: z.string().optional(),
	OIDC_PROVIDERS_FILE: z
		.string()
		.transform((file, context) => {
			const addIssue = (message: string) => context.addIssue({ code: "custom", message });
			return readProvidersFile(path.resolve(file), addIssue) ?? z.NEVER;
		})
		.optional(),
	LOCAL_LOGIN: onOff.optional(),
	SMTP_URL: createUrlSchema(/^smtps?$/, "smtp://user:password@host:587").optional(),
	MAIL_FROM: z
		.string()
		.regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an address such as First Bounce <mail@example.org>")
		.optional(),
	MEDIA_URL: z
		.string()
		.refine((address) => parseBucketUrl(address) !== null, `must be a URL such as ${BUCKET_EXAMPLE}`)
		.optional(),
	EXPORT_TO: z
		.string()
		.refine((target) => parseExportTarget(target) !== null, `must be a folder, or a URL such as ${BUCKET_EXAMPLE}`)
		.optional(),
	PREVIEW_PASSWORD: z
		.string()
		.refine(
			(password) => password.trim() !== "",
			"is empty, which would open the site to everyone: set it, or leave it out",
		)
		.optional(),
	PUBLIC_READ: onOff.default(false),
	FEED: z.enum(["simulator", "afl-api", "csv", "manual"]).default("simulator"),
	FEED_DIR: z.string().optional(),
	FEED_RECHECK_DAYS: z.coerce.number().min(0).max(60).default(4),
	FEED_RECHECK_MINUTES: z.coerce.number().positive().default(30),
	AFL_API_URL: createWebUrlSchema(AFL_STATS_URL).default(AFL_STATS_URL),
	AFL_API_SEASON_URL: createWebUrlSchema(AFL_SEASON_URL).optional(),
	AFL_API_COMPETITION: z
		.string()
		.regex(/^\d{3}$/, "must be a number of three digits such as 264")
		.default("264"),
	AFL_API_SEASON: z
		.string()
		.regex(/^\d{4}$/, "must be a year such as 2026")
		.optional(),
	AFL_API_PAUSE_SECONDS: z.coerce.number().min(0, "must be a number of seconds").default(1),
	AFL_API_POLL_SECONDS: z.coerce.number().min(0.05, "must be a number of seconds").default(30),
	...monitoringEnvironment,
	LIVE_PER_ADDRESS: z
		.string()
		.regex(/^\d{1,6}$/, "must be a number of live streams, or 0 for no limit")
		.transform(Number)
		.default(DEFAULT_STREAMS_PER_ADDRESS),
	CHAT_DAYS: createDaysSchema("messages").default(400),
	AUDIT_DAYS: createDaysSchema("the audit log").default(1_095),
	PAYLOAD_DAYS: createDaysSchema("the answers of stats providers").default(0),
	...backupEnvironment,
	BACKUP_BEFORE_UPGRADE: onOff.default(true),
	ADS: onOff.default(true),
	...siteEnvironment,
	...pushEnvironment,
	PUSH_TO_LOOPBACK: onOff.default(false),
	DEMO: onOff.optional(),
	ALLOW_DEMO_ON_PUBLIC_URL: onOff.default(false),
});

type Environment = z.output<typeof environment>;

function buildFeedSettings(env: Environment, userAgent: string): FeedSettings {
	if (env.FEED === "csv") return { source: "csv", folder: env.FEED_DIR ? path.resolve(env.FEED_DIR) : null };
	if (env.FEED !== "afl-api") return { source: env.FEED };
	const { AFL_API_URL: url, AFL_API_COMPETITION: competition, AFL_API_SEASON: season = "" } = env;
	const intervalMs = env.AFL_API_POLL_SECONDS * 1_000;
	return { source: "afl-api", api: { url, competition, season, intervalMs, userAgent } };
}

const buildSeasonApiSettings = (env: Environment, userAgent: string) => ({
	seasonUrl: env.AFL_API_SEASON_URL ?? AFL_SEASON_URL,
	statsUrl: env.AFL_API_URL,
	pauseMs: env.AFL_API_PAUSE_SECONDS * 1_000,
	backOffMs: env.AFL_API_PAUSE_SECONDS * 2_000,
	userAgent,
});

/** Lists the external identity providers, the one of OIDC_ISSUER first. */
function listProviders(env: Environment): readonly NamedProvider[] {
	const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = "", OIDC_CLIENT_SECRET: clientSecret = null } = env;
	const others = env.OIDC_PROVIDERS_FILE ?? [];
	if (issuer === undefined) return others;
	return [{ id: DEFAULT_PROVIDER_ID, name: new URL(issuer).host, issuer, clientId, clientSecret }, ...others];
}

const settings = environment
	.transform((env) => {
		const dataDir = path.resolve(env.DATA_DIR ?? "./data");
		const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
		const demoMayRun = env.ALLOW_DEMO_ON_PUBLIC_URL || isLoopbackName(new URL(publicUrl).hostname);
		const userAgent = formatUserAgent([`+${publicUrl}`, ...(env.SUPPORT_EMAIL ? [env.SUPPORT_EMAIL] : [])]);
		const seasonApi = buildSeasonApiSettings(env, userAgent);
		const demo = env.DEMO ?? (env.DATABASE_URL === undefined && demoMayRun);
		const mailFrom = env.MAIL_FROM ?? `First Bounce <no-reply@${new URL(publicUrl).hostname}>`;
		const providers = listProviders(env);
		return {
			port: env.PORT,
			host: env.HOST,
			/** Maximum number of API calls handled at the same time; further calls get 503. */
			maxRequests: env.MAX_REQUESTS,
			/** How long a process that is told to stop still accepts requests. */
			stopDelayMs: env.STOP_DELAY_SECONDS * 1_000,
			/** Absolute path. */
			dataDir,
			isDefaultDataDir: env.DATA_DIR === undefined,
			...buildDatabaseSettings(env),
			/** Without a trailing slash. */
			publicUrl,
			/** Accepted host names besides those of `publicUrl` and this machine. */
			allowedHosts: env.ALLOWED_HOSTS,
			oidc: providers[0] ?? null,
			/** Every external identity provider, the one of OIDC_ISSUER first; empty for the built-in one. */
			providers,
			/** Whether sign-in and registration by password are on; off by default with an external identity provider. */
			localLogin: env.LOCAL_LOGIN ?? providers.length === 0,
			/** Null if mails stay in the outbox. */
			smtpUrl: env.SMTP_URL ?? null,
			mailFrom,
			/** Bucket for pictures; null for `media` in `dataDir`. */
			bucket: env.MEDIA_URL ? parseBucketUrl(env.MEDIA_URL) : null,
			/** Where static files are exported when they have changed; null for nowhere. */
			exportTo: env.EXPORT_TO ? parseExportTarget(env.EXPORT_TO) : null,
			/** Null if no password is required. */
			previewPassword: env.PREVIEW_PASSWORD ?? null,
			/** Whether visitors may read rankings, teams and public leagues. */
			publicRead: env.PUBLIC_READ,
			/** Source of stats; `simulator` plays generated seasons only. */
			feed: buildFeedSettings(env, userAgent),
			/** For how many days after publication a round's stats are fetched again, and how often. */
			recheck: { days: env.FEED_RECHECK_DAYS, intervalMs: env.FEED_RECHECK_MINUTES * 60_000 },
			/** Where `fb season fetch` gets a season, and the pause and user agent of its requests. */
			seasonApi,
			/** The same for the console, and the folder for answers. Null in a demo without AFL_API_SEASON_URL: all are operators there. */
			seasonFetch:
				!demo || env.AFL_API_SEASON_URL !== undefined
					? { api: seasonApi, folder: path.join(dataDir, "season-fetch") }
					: null,
			site: buildSiteSettings(env, { hasAds: env.ADS, source: env.FEED }),
			/** Keys, contact and allowed targets of push messages. */
			push: { ...buildPushSettings(env, publicUrl, mailFrom), allowsLoopback: env.PUSH_TO_LOOPBACK },
			/** Null if /metrics is for this machine only. */
			metricsToken: env.METRICS_TOKEN ?? null,
			logLevel: env.LOG_LEVEL,
			/** Null if no traces are sent. */
			tracing: buildTracingSettings(env),
			/** Where alerts are posted besides mail; null for nowhere. */
			alertWebhookUrl: env.ALERT_WEBHOOK_URL ?? null,
			/** Where the newest releases are listed; null if nobody looks for them. */
			releaseFeed: env.RELEASE_FEED ?? null,
			/** Maximum number of live streams per address; 0 for no limit. */
			livePerAddress: env.LIVE_PER_ADDRESS,
			/** Backups: where the daily ones go (null for none), and how they are made. */
			backup: { ...buildBackupSettings(env), beforeUpgrade: env.BACKUP_BEFORE_UPGRADE },
			/** Days that messages in leagues are kept; 0 for ever. */
			chatDays: env.CHAT_DAYS,
			/** Days that the audit log, and payloads of closed seasons, are kept; 0 for ever. */
			daysKept: { audit: env.AUDIT_DAYS, payloads: env.PAYLOAD_DAYS },
			/** Whether the demo runs; a database without a season then gets the demo season. */
			demo,
			/** Whether PUBLIC_URL is on this machine, or ALLOW_DEMO_ON_PUBLIC_URL is set. */
			demoMayRun,
			/** Whether the first owner may choose the demo, although it does not start by itself. */
			demoMayBeChosen: !demo && env.DEMO === undefined && demoMayRun && env.FEED === "simulator",
		};
	})
	.superRefine((config, context) => {
		const { demo, demoMayRun, feed, push, oidc, localLogin, previewPassword, exportTo } = config;
		const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
		checkDatabaseSettings(config, refuse);
		if (feed.source === "afl-api" && feed.api.season === "") refuse("AFL_API_SEASON", "is needed with FEED=afl-api");
		if (!localLogin && !oidc)
			refuse("LOCAL_LOGIN", "can be off only with OIDC_ISSUER or OIDC_PROVIDERS_FILE, or nobody could sign in");
		if (previewPassword !== null && exportTo)
			refuse(
				"EXPORT_TO",
				"would publish the season's files without the password of PREVIEW_PASSWORD: leave one of them out",
			);
		if (push.keys && !isKeyPair(push.keys))
			refuse("PUSH_VAPID_PUBLIC_KEY", "and PUSH_VAPID_PRIVATE_KEY must be one pair");
		if (demo && !demoMayRun) {
			refuse("DEMO", "lets anybody in, so PUBLIC_URL must be this machine's, or set ALLOW_DEMO_ON_PUBLIC_URL=on");
		}
	});

export type Config = Readonly<z.output<typeof settings>>;

/** The settings that an app can do without. */
export type OptionalAppConfig = Partial<
	Pick<
		Config,
		| "backup"
		| "dataDir"
		| "demoMayBeChosen"
		| "maxRequests"
		| "previewPassword"
		| "providers"
		| "publicRead"
		| "releaseFeed"
		| "smtpUrl"
		| "site"
		| "localLogin"
		| "allowedHosts"
		| "seasonFetch"
	>
>;

/**
 * Reads and validates the settings from the environment, and secrets from the files that it names. Empty variables count
 * as unset, but an empty password is refused.
 *
 * @throws StartupError that lists every invalid variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
	const secrets = readSecretFiles(env);
	const definedEnv = Object.fromEntries(
		Object.entries(secrets.env).filter(
			([name, value]) => value?.trim() || (name === "PREVIEW_PASSWORD" && value !== undefined),
		),
	);
	const parsed = settings.safeParse(definedEnv);
	const lacksClientId = definedEnv.OIDC_ISSUER !== undefined && definedEnv.OIDC_CLIENT_ID === undefined;
	if (parsed.success && !lacksClientId && secrets.problems.length === 0) return parsed.data;
	const problems = [
		...secrets.problems,
		...(parsed.error?.issues ?? []).map(({ path: [name], message }) => `${String(name)} ${message}`),
		...(lacksClientId ? ["OIDC_CLIENT_ID is needed with OIDC_ISSUER"] : []),
	];
	throw new StartupError(`Invalid settings: ${problems.join("; ")}`);
}
