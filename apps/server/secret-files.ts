import { readFileSync } from "node:fs";
import { formatFileError } from "./i18n/file-errors.ts";

/** Settings that hold a secret. Each may be given as a file instead, in the variable with `_FILE` appended. */
const SECRET_SETTINGS = [
	"ALERT_WEBHOOK_URL",
	"BACKUP_KEY",
	"BACKUP_TO",
	"DATABASE_READ_URL",
	"DATABASE_SESSION_URL",
	"DATABASE_URL",
	"EXPORT_TO",
	"MEDIA_URL",
	"METRICS_TOKEN",
	"OIDC_CLIENT_SECRET",
	"OTEL_EXPORTER_OTLP_HEADERS",
	"PREVIEW_PASSWORD",
	"PUSH_VAPID_PRIVATE_KEY",
	"SENTRY_DSN",
	"SMTP_URL",
] as const;

export const isSecretSetting = (name: string): boolean => SECRET_SETTINGS.some((secret) => secret === name);

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads secrets from their files, without the newline at the end; `problems` name the variables that cannot be used. */
export function readSecretFiles(env: Environment): { readonly env: Environment; readonly problems: readonly string[] } {
	const secrets: Record<string, string> = {};
	const problems: string[] = [];
	for (const name of SECRET_SETTINGS) {
		const file = env[`${name}_FILE`];
		if (!file?.trim()) continue;
		if (env[name]?.trim()) {
			problems.push(`${name} and ${name}_FILE are both set: leave one of them out`);
			continue;
		}
		try {
			secrets[name] = readFileSync(file, "utf8").replace(/\r?\n$/, "");
			if (secrets[name].trim() === "") problems.push(`${name}_FILE names an empty file: ${file}`);
		} catch (error) {
			problems.push(`${name}_FILE cannot be read: ${formatFileError(error)} (${file})`);
		}
	}
	return { env: { ...env, ...secrets }, problems };
}
